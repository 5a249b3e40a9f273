package page

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dpscope/ui/theme"
)

// A long sentence ends at the column where the one below it ends, though its last line is short; it does not where a word
// would be left alone.
func TestSentencesOfALeadEndAtOneColumn(t *testing.T) {
	p := painter{Look: plainLook}
	words := func(count int) string { return strings.TrimSpace(strings.Repeat("abcd ", count)) }
	const page = 120
	one := words(19) // has room in a line
	for _, c := range []struct{ count, first int }{{25, theme.Width(one)}, {21, theme.Width(words(11))}} {
		set := p.set(p.Text, words(c.count), p.measure(page, one, words(c.count)), page)
		if got := theme.Width(strings.TrimSpace(ansi.Strip(set[0]))); got != c.first || len(set) != 2 {
			t.Errorf("of %d words the first of %d lines has %d columns, want %d", c.count, len(set), got, c.first)
		}
	}
}
