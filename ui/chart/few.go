package chart

import "strconv"

// leftEntry counts the lines that are left out, with the key that shows them.
func (d *drawing) leftEntry() (e entry, found bool) {
	n := 0
	for _, s := range d.Series {
		if s.Left {
			n++
		}
	}
	words := strconv.Itoa(n) + " lines"
	if n == 1 {
		words = "1 line"
	}
	if d.zoom != "" {
		words += ": " + d.zoom
	}
	return entry{Sign: "+", Text: words, Style: d.theme.Muted, Muted: true, lines: n}, n > 0
}
