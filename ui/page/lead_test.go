package page

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dpscope/ui/theme"
	"dpscope/views"
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

// Whose people these are is said once on a page: right under the price where there is air, else at the head of the picture.
func TestTheScopeIsSaidOnce(t *testing.T) {
	for _, v := range views.All {
		s := opened(t, v, v.Presets[0]).Scene()
		text := s.Sheet.Provenance.Text
		if text == "" {
			continue
		}
		lines := Draw(s, plainLook, wide, Frame{}).Lines
		first := strings.Join(strings.Fields(text)[:2], " ")
		at := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(ansi.Strip(l), " "+first) })
		if at < 1 || strings.Count(ansi.Strip(strings.Join(lines, "\n")), first) > 1 || strings.TrimSpace(ansi.Strip(lines[at+1])) != "" {
			t.Errorf("%s does not say %q once, with a blank row below it:\n%s", v.Name, first, strings.Join(lines, "\n"))
		}
		price := strings.Fields(s.Sheet.Lead.Price.String())
		if last := price[len(price)-1]; !strings.HasSuffix(strings.TrimSpace(ansi.Strip(lines[at-1])), last) {
			t.Errorf("%s: above %q stands %q", v.Name, first, lines[at-1])
		}
	}
}
