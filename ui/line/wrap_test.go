package line

import (
	"testing"

	"dpscope/ui/theme"
)

// Sentences go from the end where there is no room for them, a single one is cut, and a page of
// one row has room for none.
func TestSentencesFitTheirRows(t *testing.T) {
	l := Look{Glyphs: theme.Unicode}
	const two = "The first has six words here. The second is longer than that."
	for most, want := range map[int]int{-1: 0, 0: 0, 1: 1, 2: 2, 5: 3} {
		if got := l.WrapSentences(two, 30, most); len(got) > max(most, 0) || len(got) > want || most > 0 && len(got) == 0 {
			t.Errorf("in %d rows there are %q", most, got)
		}
	}
}
