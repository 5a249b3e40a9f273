package chart

import (
	"slices"
	"strconv"
)

// mostLines is how many lines stand out in a small picture; of more none could be followed.
const mostLines = 4

// leaveOut drops the lines that are too many for a small picture: the answer stays, then come those of members in their order.
func (d *drawing) leaveOut() {
	if !d.compact || d.paper {
		return
	}
	var lines []int
	for _, i := range d.byPlace() {
		if s := d.series[i]; s.line && !s.muted && !s.ghost && !s.trail {
			lines = append(lines, i)
		}
	}
	slices.SortStableFunc(lines, func(a, b int) int { return boolOrder(!d.series[a].answer, !d.series[b].answer) })
	for _, i := range lines[min(mostLines, len(lines)):] {
		d.series[i].left = true
	}
}

// leftEntry counts the lines that are left out, with the key that shows them.
func (d *drawing) leftEntry() (e entry, found bool) {
	n := 0
	for _, s := range d.series {
		if s.left {
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
