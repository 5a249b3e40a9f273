package terminal

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/colorprofile"

	"dpscope/ui/screen"
)

// Writer writes to a terminal: what Bubble Tea sends to set it up and give it back, and the changes of each
// screen. A terminal may be slow or stop reading, as a frozen window or a lost connection. No caller waits for it, and
// the writer is never behind: when the terminal reads again, it gets the newest screen.
type Writer struct {
	to       io.Writer
	patience time.Duration // longest wait for a terminal that is given back

	mu      sync.Mutex
	wake    *sync.Cond
	set     []byte               // set-up that waits to be written, before a screen
	drawn   string               // the newest screen
	fresh   bool                 // drawn is not written yet
	ours    bool                 // the terminal shows screens, as far as set says
	synced  bool                 // it can be told where a screen begins and ends
	profile colorprofile.Profile // colours of the terminal
	writing bool
	closed  bool     // nothing more is written
	shown   []string // lines on the terminal; nil: unknown
	painter screen.Painter
}

// NewWriter returns the writer of a terminal, which writes once a Session runs.
func NewWriter(to io.Writer) *Writer {
	o := &Writer{to: to, patience: time.Second}
	o.wake = sync.NewCond(&o.mu)
	return o
}

// Sequences that begin and end the showing of screens, and of one screen.
const (
	takes, gives   = "\x1b[?1049h", "\x1b[?1049l"
	begins, stands = "\x1b[?2026h", "\x1b[?2026l"
)

// run writes whenever output is due, until the writer is closed.
func (o *Writer) run() {
	for {
		text, more := o.take()
		if !more {
			return
		}
		o.to.Write(text) // errors are ignored: the input tells the terminal's end
		o.mu.Lock()
		o.writing = false
		o.wake.Broadcast()
		o.mu.Unlock()
	}
}

// due reports whether there is something to write.
func (o *Writer) due() bool { return len(o.set) > 0 || o.ours && o.fresh }

// close ends run, once what it writes now is written.
func (o *Writer) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	o.wake.Broadcast()
}

// take waits for output and returns it; more is false once the writer is closed. Output is never cut off, since half of a control sequence would be left.
func (o *Writer) take() (text []byte, more bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for !o.due() && !o.closed {
		o.wake.Wait()
	}
	if o.closed {
		return nil, false
	}
	o.writing = true
	text = o.set
	o.set = nil
	if o.ours && o.fresh {
		text = o.appendScreen(text)
	}
	return text, true
}

// appendScreen appends the bytes that show the newest screen.
func (o *Writer) appendScreen(b []byte) []byte {
	next := strings.Split(o.drawn, "\n")
	if o.synced {
		b = append(b, begins...)
	}
	from := len(b)
	if len(o.shown) == len(next) {
		b = o.painter.Change(b, o.shown, next)
	} else {
		b = o.painter.Paint(b, next)
	}
	if o.profile == colorprofile.ANSI256 {
		b = append(b[:from], nearest(b[from:])...)
	}
	if o.synced {
		b = append(b, stands...)
	}
	o.shown, o.fresh = next, false
	return b
}

// nearest replaces each colour of the text by the nearest of 256.
func nearest(text []byte) []byte {
	var b bytes.Buffer
	(&colorprofile.Writer{Forward: &b, Profile: colorprofile.ANSI256}).Write(text)
	return b.Bytes()
}

// Write takes what sets up the terminal; after it the contents of the terminal count as unknown. It never fails.
func (o *Writer) Write(text []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.set = append(o.set, text...)
	if begin, end := bytes.LastIndex(text, []byte(takes)), bytes.LastIndex(text, []byte(gives)); begin != end {
		o.ours = begin > end
	}
	o.anew()
	return len(text), nil
}

// anew has the whole screen written again.
func (o *Writer) anew() {
	o.shown, o.fresh = nil, o.drawn != ""
	o.wake.Broadcast()
}

// show replaces the screen that waits to be shown.
func (o *Writer) show(drawn string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if drawn != o.drawn {
		o.drawn, o.fresh = drawn, true
		o.wake.Broadcast()
	}
}

// Flush waits until all is written, at most as long as patience.
func (o *Writer) Flush() {
	late := false
	timer := time.AfterFunc(o.patience, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		late = true
		o.wake.Broadcast()
	})
	defer timer.Stop()
	o.mu.Lock()
	defer o.mu.Unlock()
	for (o.writing || o.due()) && !late && !o.closed {
		o.wake.Wait()
	}
}

// colours sets the colours of the terminal.
func (o *Writer) colours(p colorprofile.Profile) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.profile = p
	o.anew()
}

// synchronize notes that the terminal can be told where a screen begins and ends.
func (o *Writer) synchronize() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.synced = true
}
