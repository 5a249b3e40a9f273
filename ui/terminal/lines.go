package terminal

import (
	"io"
	"os"
	"strings"
	"sync"
	"unicode/utf8"
)

// Lines makes lines of the keys of a terminal that sends each of them: it echoes them, and rubs out what backspace takes back.
// ctrl+c is an interrupt, ctrl+d on an empty line the end. It writes no escape sequence.
type Lines struct {
	interrupts chan os.Signal
	keys       io.Reader
	screen     io.Writer

	mu     sync.Mutex
	wake   *sync.Cond
	line   []byte // being typed
	whole  []byte // lines that were not read yet
	last   byte
	escape int // part of a control sequence, which is left out
	err    error
}

// longestTyped limits what is typed ahead, in bytes.
const longestTyped = 2 << 20

// NewLines returns the lines of a terminal. It reads keys until their end.
func NewLines(keys io.Reader, screen io.Writer) *Lines {
	l := &Lines{interrupts: make(chan os.Signal, 1), keys: keys, screen: screen}
	l.wake = sync.NewCond(&l.mu)
	go l.listen()
	return l
}

// Interrupts returns where ctrl+c arrives.
func (l *Lines) Interrupts() <-chan os.Signal { return l.interrupts }

// Read returns whole lines.
func (l *Lines) Read(into []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.whole) == 0 && l.err == nil {
		l.wake.Wait()
	}
	if len(l.whole) == 0 {
		return 0, l.err
	}
	n := copy(into, l.whole)
	l.whole = l.whole[n:]
	return n, nil
}

// Write writes text, each line from the left of the screen.
func (l *Lines) Write(text []byte) (int, error) {
	if _, err := io.WriteString(l.screen, strings.ReplaceAll(string(text), "\n", "\r\n")); err != nil {
		return 0, err
	}
	return len(text), nil
}

func (l *Lines) listen() {
	var keys [1024]byte
	for {
		n, err := l.keys.Read(keys[:])
		echo, ended := l.typed(keys[:n])
		if len(echo) > 0 {
			l.screen.Write(echo)
		}
		if err == nil && ended {
			err = io.EOF
		}
		if err != nil {
			l.mu.Lock()
			l.err = err
			l.wake.Broadcast()
			l.mu.Unlock()
			return
		}
	}
}

// typed takes keys, and returns what they show and whether they end the input.
func (l *Lines) typed(keys []byte) (echo []byte, ended bool) {
	const interrupt, end, bell, rub, erase, escape, deleted = 3, 4, 7, 8, 21, 27, 127
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.wake.Broadcast()
	for _, c := range keys {
		before := l.last
		l.last = c
		switch {
		case l.escape == 1: // the key after escape, or the mark of a sequence
			if l.escape = 0; c == '[' || c == 'O' {
				l.escape = 2
			}
		case l.escape == 2:
			if c >= '@' && c <= '~' {
				l.escape = 0
			}
		case c == escape:
			l.escape = 1
		case c == interrupt:
			l.line = nil
			echo = append(echo, "^C\r\n"...)
			select {
			case l.interrupts <- os.Interrupt:
			default: // one is under way
			}
		case c == end:
			if len(l.line) == 0 {
				return echo, true
			}
		case c == '\n' && before == '\r':
		case c == '\r', c == '\n':
			l.whole, l.line = append(append(l.whole, l.line...), '\n'), nil
			echo = append(echo, "\r\n"...)
		case c == rub, c == deleted:
			if len(l.line) > 0 {
				_, size := utf8.DecodeLastRune(l.line)
				l.line = l.line[:len(l.line)-size]
				echo = append(echo, "\b \b"...)
			}
		case c == erase:
			echo = append(echo, strings.Repeat("\b \b", utf8.RuneCount(l.line))...)
			l.line = nil
		case c < ' ':
		case len(l.line)+len(l.whole) >= longestTyped:
			echo = append(echo, bell)
		default:
			l.line, echo = append(l.line, c), append(echo, c)
		}
	}
	return echo, false
}
