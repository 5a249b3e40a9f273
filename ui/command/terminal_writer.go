package command

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/colorprofile"

	"dpscope/ui/screen"
)

// terminalWriter is the way to a terminal: of what Bubble Tea writes, which is how the terminal is
// set up and given back, and of screens, of which it writes what changed. A terminal may be
// slow, or stop reading, a frozen window or a lost connection say. Nobody waits for it, and
// it is never behind: what it gets when it reads again is the newest screen.
type terminalWriter struct {
	to       io.Writer
	patience time.Duration // with a terminal that is given back

	mu      sync.Mutex
	wake    *sync.Cond
	set     []byte               // what sets up the terminal and waits; it is written before a screen
	drawn   string               // the newest screen
	fresh   bool                 // which is not written yet
	ours    bool                 // the terminal shows screens, as far as set says
	synced  bool                 // it can be told where a screen begins and ends
	profile colorprofile.Profile // what colours the terminal has
	writing bool
	shown   []string // on the terminal; nil: nobody knows
	painter screen.Painter
}

func newTerminalWriter(to io.Writer) *terminalWriter {
	o := &terminalWriter{to: to, patience: time.Second}
	o.wake = sync.NewCond(&o.mu)
	return o
}

// What begins and ends the showing of screens, and of one.
const (
	takes, gives   = "\x1b[?1049h", "\x1b[?1049l"
	begins, stands = "\x1b[?2026h", "\x1b[?2026l"
)

// run writes what there is to write, for as long as the process lives.
func (o *terminalWriter) run() {
	for {
		o.to.Write(o.take()) // nobody looks at errors: the terminal's end is told by its input
		o.mu.Lock()
		o.writing = false
		o.wake.Broadcast()
		o.mu.Unlock()
	}
}

// due reports whether there is something to write.
func (o *terminalWriter) due() bool { return len(o.set) > 0 || o.ours && o.fresh }

// take waits for something to write. It is never cut off: half of a control sequence would
// be left of it.
func (o *terminalWriter) take() []byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	for !o.due() {
		o.wake.Wait()
	}
	o.writing = true
	text := o.set
	o.set = nil
	if o.ours && o.fresh {
		text = o.appendScreen(text)
	}
	return text
}

// appendScreen appends what shows the newest screen.
func (o *terminalWriter) appendScreen(b []byte) []byte {
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

// nearest gives what is written the nearest of 256 colours.
func nearest(text []byte) []byte {
	var b bytes.Buffer
	(&colorprofile.Writer{Forward: &b, Profile: colorprofile.ANSI256}).Write(text)
	return b.Bytes()
}

// Write takes what sets up the terminal, after which nothing is known of what it shows. It
// never fails.
func (o *terminalWriter) Write(text []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.set = append(o.set, text...)
	if begin, end := bytes.LastIndex(text, []byte(takes)), bytes.LastIndex(text, []byte(gives)); begin != end {
		o.ours = begin > end
	}
	o.anew()
	return len(text), nil
}

// anew has the whole screen written.
func (o *terminalWriter) anew() {
	o.shown, o.fresh = nil, o.drawn != ""
	o.wake.Broadcast()
}

// show has the terminal show a screen, in the place of one that waits.
func (o *terminalWriter) show(drawn string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if drawn != o.drawn {
		o.drawn, o.fresh = drawn, true
		o.wake.Broadcast()
	}
}

// flush waits until all is written, at most for the patience.
func (o *terminalWriter) flush() {
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
	for (o.writing || o.due()) && !late {
		o.wake.Wait()
	}
}

// colours are those that the terminal has.
func (o *terminalWriter) colours(p colorprofile.Profile) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.profile = p
	o.anew()
}

// synchronize notes that the terminal can be told where a screen begins and ends.
func (o *terminalWriter) synchronize() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.synced = true
}
