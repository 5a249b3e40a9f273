package line

import (
	"slices"
	"strings"
	"testing"

	"dpscope/ui/theme"
)

// Sentences go from the end where they have no room, a single one is cut, and a page of one row has room for none.
func TestSentencesFitTheirRows(t *testing.T) {
	l := Look{Glyphs: theme.Unicode}
	const two = "The first has six words here. The second is longer than that."
	for most, want := range map[int]int{-1: 0, 0: 0, 1: 1, 2: 2, 5: 3} {
		if got := l.WrapSentences(two, 30, most); len(got) > max(most, 0) || len(got) > want || most > 0 && len(got) == 0 {
			t.Errorf("in %d rows there are %q", most, got)
		}
	}
}

// A balanced sentence takes no more lines than necessary, loses no word, and none of its lines is much shorter than another;
// what belongs to a number is never on another line.
func TestBalancedLinesAreOfOneWidth(t *testing.T) {
	l := Look{Glyphs: theme.Unicode}
	const sentence = "Piecewise (PM): ε = 4.04 per feature (8.07 in total) keeps “stroke” with probability 90 %; Randomised resp. (RR) needs 6.33."
	for width := 20; width <= 130; width++ {
		wrapped, balanced := l.Wrap(sentence, width), l.Balance(sentence, width)
		if len(balanced) != len(wrapped) {
			t.Errorf("%d columns take %d lines in balance and %d without", width, len(balanced), len(wrapped))
		}
		if got := strings.Join(balanced, " "); got != sentence {
			t.Errorf("%d columns say %q", width, got)
		}
		for i, text := range balanced {
			if theme.Width(text) > width {
				t.Errorf("%d columns have the line %q", width, text)
			}
			if strings.HasPrefix(text, "%") || strings.HasPrefix(text, "= ") || strings.HasSuffix(text, "=") {
				t.Errorf("at %d columns a number is torn apart: %q", width, balanced)
			}
			if last := i == len(balanced)-1; last && len(balanced) == 2 && 2*theme.Width(text) < theme.Width(balanced[0]) {
				t.Errorf("at %d columns the last line is left alone: %q", width, balanced)
			}
		}
	}
	if got := l.Balance("one", 20); !slices.Equal(got, []string{"one"}) {
		t.Errorf("a single word is %q", got)
	}
}
