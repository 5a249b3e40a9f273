package theme

import (
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// Each character that is said to fill one cell does so, by itself and between others.
func TestSingle(t *testing.T) {
	for _, block := range blocks {
		for r := block[0]; r <= block[1]; r++ {
			s := string(r)
			if !Single(r) || ansi.StringWidth(s) != 1 || len(Clusters("a"+s+s+"a")) != 4 || Unicode.Plain(s) != s || Unicode.made(s) != s {
				t.Errorf("%q (%x) does not fill one cell by itself", s, r)
			}
		}
	}
	for _, r := range "\u00ad\u0301東\u200d\ufe0f\U0001f44d\u25fd\u231a" {
		if Single(r) {
			t.Errorf("%q is taken to fill one cell", r)
		}
	}
}
