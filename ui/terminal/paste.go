package terminal

import (
	"bytes"
	"io"
	"os"
	"time"
)

// typed is a terminal's input in which a paste without an end does not swallow what is typed after it: ctrl+c ends the paste,
// and so does a single character after a pause.
type typed struct {
	in    io.Reader
	paste paste
}

// keyboard is the typed input of a file, which Bubble Tea knows as a terminal.
type keyboard struct {
	*os.File
	paste paste
}

// paste follows where pastes begin and end.
type paste struct {
	open bool
	tail []byte    // end of what was read, which may be the beginning of a mark
	last time.Time // time of the last input
}

const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
	pastePause  = time.Second
)

func (t *typed) Read(into []byte) (int, error)    { return t.paste.read(t.in, into) }
func (k *keyboard) Read(into []byte) (int, error) { return k.paste.read(k.File, into) }

// read reads typed input, leaving room for a mark.
func (p *paste) read(in io.Reader, into []byte) (int, error) {
	if len(into) <= len(pasteEnds) {
		return in.Read(into)
	}
	n, err := in.Read(into[:len(into)-len(pasteEnds)])
	if n > 0 && p.typed(into[:n], time.Now()) {
		copy(into[len(pasteEnds):], into[:n])
		n += copy(into, pasteEnds)
	}
	return n, err
}

// typed handles input and reports whether the paste must end before it.
func (p *paste) typed(text []byte, now time.Time) bool {
	const interrupt = 3
	ends := p.open && len(text) == 1 && (text[0] == interrupt || now.Sub(p.last) > pastePause)
	p.last = now
	seen := append(p.tail, text...)
	begun, ended := bytes.LastIndex(seen, []byte(pasteBegins)), bytes.LastIndex(seen, []byte(pasteEnds))
	if begun != ended {
		p.open = begun > ended
	}
	p.open = p.open && !ends
	p.tail = bytes.Clone(seen[max(0, len(seen)-len(pasteEnds)+1):])
	return ends
}
