package chart

import "strconv"

// leftEntry counts the lines that are left out, with the key that shows them.
func (d *drawing) leftEntry() (e entry, found bool) {
	words := strconv.Itoa(d.Left) + " lines"
	if d.Left == 1 {
		words = "1 line"
	}
	if d.zoom != "" {
		words += ": " + d.zoom
	}
	return entry{Sign: "+", Text: words, Style: d.theme.Muted, Muted: true, lines: d.Left}, d.Left > 0
}
