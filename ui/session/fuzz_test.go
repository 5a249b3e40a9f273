package session

import (
	"strings"
	"testing"

	"dpscope/engine/work"
)

// Whatever is typed, the session says lines without a control character, an escape sequence or a letter above U+24FF, and goes on.
func FuzzSession(f *testing.F) {
	f.Add(strings.Repeat("x", 1<<20))
	for _, c := range Commands() {
		f.Add(c.Name)
		f.Add(c.Name + " margin-of-error \u009b31m 1e999 \x00")
	}
	for _, line := range []string{"\x1b[2J\x07lead\r", "epsilon \xff", "epsilon NaN", "n=1e400", "set set set 1", "=", "epsilon=", " = 2", "right -9223372036854775808", "why \U0001F600",
		"lesson 999999999999999999999", "lesson promise\nnext\nguess 1e308\nguess\nhint\nback\nleave", "go survey?n=1&n=2", "go lesson", "solve 1 by", "solve margin-of-error by by",
		"preset \u202egnp", "find \x00", "open /dev/zero", "open ../../etc/passwd", "export /x"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, lines string) {
		for line := range strings.Lines(lines) { // pages that take long are for other tests
			if strings.HasPrefix(strings.TrimSpace(line), "go") && !strings.Contains(line, "survey") {
				return
			}
		}
		toldWith(t, "survey?n=500", lines+"\nquit\n", func(string) error { return work.ErrNoFiles }, nil)
	})
}
