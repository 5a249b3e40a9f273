package chart

import (
	"testing"

	"dpscope/ui/theme"
)

// An aside loses text from its end: a long last clause takes no earlier clause with it, and a file's name may contain
// parentheses.
func TestAsideKeepsWhatFits(t *testing.T) {
	const whole = "Neighbours: replace one. 9 records. Public: n, clip (columns; rows (1).csv; a fifth apart); missing values: a 192 (first in line 16), b 190; 5 of 14 left out"
	for want, room := range map[string]int{
		whole: 200,
		"Neighbours: replace one. 9 records. Public: n, clip (columns; rows (1).csv; a fifth apart); missing values: a 192, b 190; 5 of 14 left out": 140,
		"Neighbours: replace one. 9 records. Public: n, clip; missing values: a 192, b 190; 5 of 14 left out":                                        110,
		"Neighbours: replace one. 9 records. Public: n, clip; missing values: a 192, b 190":                                                          85,
		"Neighbours: replace one. 9 records. Public: n, clip":                                                                                        60,
		"Neighbours: replace one. 9 records":                                                                                                         40,
		"Neighbours: replace one":                                                                                                                    30,
	} {
		d := &drawing{aside: whole, glyphs: theme.Unicode}
		if got := d.asideIn(room); got != want {
			t.Errorf("in %d cells: %q; want %q", room, got, want)
		}
	}
}
