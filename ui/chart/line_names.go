package chart

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/ui/theme"
)

// name is a series' label at the end of its line.
type name struct {
	series int     // -1: of those that have no row
	end    float64 // the line's last value
	text   string
	row    int // of the plot; set by settleNames
}

// nameLines decides whether lines are named at their ends: there are several,
// all that are not muted reach the right edge, one of them in the picture, and their
// names leave enough room whole. Muted ones are named beside them, shortened if need be.
func (d *drawing) nameLines() {
	const leastWidth, leastHeight, share, sign = 44, 8, 0.34, 3 // a space, the marker, a space
	if d.lines() < 2 || d.canvas.width < leastWidth || d.canvas.height < leastHeight {
		return
	}
	most := int(share*float64(d.canvas.width)) - sign
	var names []name
	longest, inside := 0, false
	for i := range d.marks {
		l := &d.marks[i]
		if !l.IsLine() || slices.ContainsFunc(names, func(n name) bool { return n.series == d.of[i] }) {
			continue
		}
		s := d.series[d.of[i]]
		if s.ghost { // the legend names it
			continue
		}
		if !s.muted && theme.Width(d.nameOf(s)) > most && s.name != "" {
			s.label = Short(s.label)
		}
		n := name{series: d.of[i], text: d.nameOf(s)}
		reaches := false
		n.end, reaches = d.end(l)
		switch {
		case reaches && s.label != "" && theme.Width(n.text) <= most:
		case !s.muted:
			return
		case !reaches || s.label == "":
			continue
		}
		n.text = d.glyphs.Fit(n.text, most)
		if at := d.frame.y.at(n.end); at >= 0 && at <= 1 {
			inside = true
		}
		names, longest = append(names, n), max(longest, theme.Width(n.text))
	}
	if !inside {
		return
	}
	d.layout.names = names
	d.layout.margin = longest + sign
}

// end returns the last value of a line that runs to the right edge.
func (d *drawing) end(l *engine.Normal) (y float64, reaches bool) {
	const nearly = 0.97
	for i := min(len(l.X), len(l.Y)) - 1; i >= 0; i-- {
		x := d.frame.x.at(l.X[i])
		if math.IsNaN(x) || math.IsNaN(d.frame.y.at(l.Y[i])) || x > 1+1e-9 && i > 0 {
			continue
		}
		return l.Y[i], x >= nearly
	}
	return 0, false
}

// nameOf is a series' label with the sign of its basis, which an exact one does without.
func (d *drawing) nameOf(s series) string {
	if s.basis == known.Exact {
		return s.label
	}
	return d.glyphs.Basis(s.basis) + " " + s.label
}

// briefOf is nameOf in few letters.
func (d *drawing) briefOf(s series) string {
	s.label = Short(s.label)
	return d.nameOf(s)
}

// Short is the abbreviation that a title brings, "PM" of "Piecewise (PM)", or
// the title without what it brings in brackets.
func Short(title string) string {
	before, inside, found := strings.Cut(strings.TrimSuffix(title, ")"), " (")
	switch {
	case !found:
		return title
	case strings.ToUpper(inside) == inside:
		return inside
	}
	return before
}

// settleNames gives every name a row of its own, as near to its line as the
// others allow. Where rows are short, muted series go without.
func (d *drawing) settleNames() {
	l := &d.layout
	plot := d.frame.plot
	if len(l.names) == 0 {
		return
	}
	if most := plot.Height; len(l.names) > most {
		slices.SortStableFunc(l.names, func(a, b name) int {
			return boolOrder(d.series[a.series].muted, d.series[b.series].muted)
		})
		left := len(l.names) - max(most-1, 0)
		l.names = append(l.names[:max(most-1, 0)], name{series: -1, end: math.Inf(-1), text: "+" + strconv.Itoa(left) + " more"})
	}
	slices.SortStableFunc(l.names, func(a, b name) int {
		return cmp.Compare(d.rowOf(a), d.rowOf(b))
	})
	wanted := make([]float64, len(l.names))
	for i, n := range l.names {
		wanted[i] = min(max(d.rowOf(n), 0), float64(plot.Height-1))
	}
	for i, row := range spread(wanted, plot.Height) {
		l.names[i].row = row
	}
}

// rowOf is where a name would stand: beside the end of its line.
func (d *drawing) rowOf(n name) float64 {
	if n.series < 0 {
		return float64(d.frame.plot.Height)
	}
	return d.frame.row(n.end)
}

// spread gives ascending wishes rows of their own, 0 to height-1, moving them
// as little as possible: those that would collide form a block around their
// mean. There are no more wishes than rows.
func spread(wanted []float64, height int) []int {
	type block struct {
		sum   float64 // of (wish - place in the block)
		count int
		start int
	}
	startOf := func(b block) int {
		return min(max(int(math.Floor(b.sum/float64(b.count)+0.5)), 0), height-b.count)
	}
	var blocks []block
	for _, w := range wanted {
		b := block{sum: w, count: 1}
		b.start = startOf(b)
		for len(blocks) > 0 {
			last := blocks[len(blocks)-1]
			if last.start+last.count <= b.start {
				break
			}
			b = block{sum: last.sum + b.sum - float64(last.count*b.count), count: last.count + b.count}
			b.start = startOf(b)
			blocks = blocks[:len(blocks)-1]
		}
		blocks = append(blocks, b)
	}
	rows := make([]int, 0, len(wanted))
	for _, b := range blocks {
		for i := range b.count {
			rows = append(rows, b.start+i)
		}
	}
	return rows
}

func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
