package terminal

import (
	"testing"
	"time"
)

// Within a paste a character is text, unless it is ctrl+c alone or comes after a pause.
func TestPasteThatNeverEnds(t *testing.T) {
	for _, c := range []struct {
		read []string
		ends bool // the paste ends before the last input
	}{
		{[]string{"q"}, false}, {[]string{"\x1b[200~abc", "q"}, false}, {[]string{"\x1b[200~abc", "\x03"}, true},
		{[]string{"\x1b[200~abc", "pause", "q"}, true}, {[]string{"\x1b[200~abc", "pause", "more text"}, false},
		{[]string{"\x1b[2", "00~abc", "\x03"}, true}, {[]string{"\x1b[200~abc\x1b[201", "~", "\x03"}, false},
		{[]string{"\x1b[200~a", "\x03", "\x03"}, false},
	} {
		var p paste
		now, ends := time.Unix(0, 0), false
		for _, text := range c.read {
			if text == "pause" {
				now = now.Add(2 * pastePause)
				continue
			}
			ends = p.typed([]byte(text), now)
		}
		if ends != c.ends {
			t.Errorf("%q: the paste ends %v", c.read, ends)
		}
	}
}
