package terminal

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// Keys become lines and are echoed without an escape sequence; ctrl+c interrupts, ctrl+d ends.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		keys, lines, shown string
		interrupted        bool
	}{
		{"lead\r", "lead\n", "lead\r\n", false},
		{"a\r\nb\n", "a\nb\n", "a\r\nb\r\n", false},
		{"lé\x7fead\x08\r", "lea\n", "lé\b \bead\b \b\r\n", false},
		{"\x7f\x15xy\x15z\r", "z\n", "xy\b \b\b \bz\r\n", false},
		{"\x1b[A\x1bOPle\x1b[1;5Dad\r", "lead\n", "lead\r\n", false},
		{"half\x03quit\r", "quit\n", "half^C\r\nquit\r\n", true},
		{"quit\r\x04later\r", "quit\n", "quit\r\n", false},
		{"x\x04\r", "x\n", "x\r\n", false},
	} {
		var shown bytes.Buffer
		l := NewLines(strings.NewReader(c.keys), &shown)
		lines, err := io.ReadAll(l)
		if err != nil || string(lines) != c.lines || shown.String() != c.shown {
			t.Errorf("%q: lines %q, shown %q, %v", c.keys, lines, shown.String(), err)
		}
		if (len(l.Interrupts()) == 1) != c.interrupted {
			t.Errorf("%q: %d interrupts", c.keys, len(l.Interrupts()))
		}
	}
}
