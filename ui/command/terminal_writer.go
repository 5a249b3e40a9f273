package command

import (
	"bytes"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// terminalWriter is the way to a terminal that may stop reading, a frozen window or a
// lost connection say. Writing waits for it at most for the patience; after that the
// newest picture takes the place of the one that waits, and when the terminal
// reads again the whole screen has to be drawn anew.
type terminalWriter struct {
	to       io.Writer
	patience time.Duration
	sending  sync.Mutex // one picture after the other
	next     chan picture
	stalled  atomic.Bool
}

// picture is what is written at once. A picture that is cut off would leave half of
// a control sequence, so it is written whole or not at all.
type picture struct {
	text    []byte
	written chan<- struct{} // told when it is, if not nil
}

func newOutlet(to io.Writer) *terminalWriter {
	return &terminalWriter{to: to, patience: time.Second, next: make(chan picture, 1)}
}

// run writes what there is to write, for as long as the process lives. It calls repaint
// when all is written after something was left out.
func (o *terminalWriter) run(repaint func()) {
	for p := range o.next {
		o.to.Write(p.text) // the renderer looks at no error either: the terminal's end is told by its input
		if p.written != nil {
			close(p.written)
		}
		if len(o.next) == 0 && o.stalled.Swap(false) {
			go repaint() // which may have to wait until something is written
		}
	}
}

// Write takes a picture to be written, and keeps the renderer waiting no longer
// than the patience. It never fails.
func (o *terminalWriter) Write(text []byte) (int, error) {
	o.sending.Lock()
	defer o.sending.Unlock()
	p := picture{text: bytes.Clone(text)}
	if o.stalled.Load() || !o.offer(p, time.After(o.patience)) {
		o.stalled.Store(true)
		o.replace(p)
	}
	return len(text), nil
}

// offer queues a picture unless it is late before there is room.
func (o *terminalWriter) offer(p picture, late <-chan time.Time) bool {
	select {
	case o.next <- p:
		return true
	case <-late:
		return false
	}
}

// replace queues a picture in the place of the one that waits.
func (o *terminalWriter) replace(p picture) {
	select {
	case <-o.next:
	default:
	}
	o.next <- p
}

// flush waits until all is written, at most for the patience.
func (o *terminalWriter) flush() {
	written, late := make(chan struct{}), time.After(o.patience)
	if !o.offer(picture{written: written}, late) {
		return
	}
	select {
	case <-written:
	case <-late:
	}
}
