package chart

import (
	"math"
	"slices"
	"strconv"

	"dpscope/engine"
	"dpscope/ui/plan"
)

// placeWords gives every word of the y axis rows of its own, within a height, and returns the height used: the same whole
// number of rows for each, or, where there are too many words, the first ones alone.
func (d *drawing) placeWords(height int) int {
	n := len(d.Figure.Y.Words)
	if n == 0 || height < 1 {
		return height
	}
	span := n
	if f, found := d.CountedField(); found {
		switch {
		case n <= height:
			height = n * min(height/n, max(d.canvas.width/max(len(f.X), 1), 1))
		case n <= 2*height && !d.textured(): // half a row each
			height = (n + 1) / 2
			span = 2 * height
		case height > 1:
			height = d.keepWords(height - 1)
			span = height
		}
	} else if n > height && height > 1 {
		height = d.keepWords(height - 1)
		span = height
	} else if n <= height { // equally far apart, so that a gap is no group
		rows := (height + 1) / n
		if rows < rowsBelow {
			d.dropUnderWords()
		}
		if n*rows > height { // except for one after the last, or before the first
			above := (rows - 1) / 2
			if slices.ContainsFunc(d.Marks, underWord) {
				above--
			}
			low, span := -float64(above)/float64(rows), float64(height-(height+1)%n)/float64(rows)
			d.frame.y = plan.NewScale(low, low+span, false)
			d.frame.y.Down = true
			return n*rows - 1
		}
		height -= height % n
	}
	low := 0.5*float64(span)/float64(height) - 0.5 // the middle of a word's rows is its place
	d.frame.y = plan.NewScale(low, low+float64(span), false)
	d.frame.y.Down = true
	return height
}

// rowsBelow is the number of rows of a word from which samples below it have one of their own.
const rowsBelow = 3

// dropUnderWords takes out samples below their words, because marks at the words would hide most of them; samples that
// a reader asked for stay.
func (d *drawing) dropUnderWords() {
	d.Marks = slices.Clone(d.Marks)
	for i := range d.Marks {
		m := &d.Marks[i]
		asked := slices.ContainsFunc(m.As, func(member string) bool { return member != m.Name })
		if underWord(*m) && !asked {
			m.X, m.Y, m.As = nil, nil, nil
		}
	}
}

// underWord reports whether a mark's samples stand below their words.
func underWord(m engine.Normal) bool {
	off := func(y float64) float64 { return y - math.Floor(y) }
	return slices.ContainsFunc(m.Y, func(y float64) bool { return off(y) > 0 }) && !slices.ContainsFunc(m.Y, func(y float64) bool { return off(y) >= 0.5 })
}

// keepWords drops the samples of words beyond the first ones, says how many there are, and returns the rows that takes: a
// heading without entries has no row.
func (d *drawing) keepWords(first int) (rows int) {
	if first > 1 && slices.Contains(d.Figure.Y.Heads, first-1) {
		first--
	}
	words, more := d.Figure.Y.Words, len(d.Figure.Y.Words)-first
	for _, head := range d.Figure.Y.Heads {
		if head >= first {
			more--
		}
	}
	d.Figure.Y.Words = append(slices.Clone(words[:first]), "+ "+strconv.Itoa(more)+" more")
	d.Figure.Y.Heads = slices.DeleteFunc(slices.Clone(d.Figure.Y.Heads), func(head int) bool { return head >= first })
	for i := range d.Marks {
		switch m := &d.Marks[i]; {
		case m.Content == engine.Cells:
			kept := min(first, len(m.Y))
			m.Y, m.Class = m.Y[:kept], m.Class[:min(kept*len(m.X), len(m.Class))]
		case m.Interpolation == engine.Nearest:
			keep(m, float64(first)-0.5)
		}
	}
	d.Measure()
	d.frame.x, d.frame.y = d.X, d.Y // the rest
	return first + 1
}

// keep drops the samples above most.
func keep(m *engine.Normal, most float64) {
	all := *m
	m.X, m.Y, m.Labels, m.As, m.From, m.To = nil, nil, nil, nil, nil, nil
	for i := range min(len(all.X), len(all.Y)) {
		if all.Y[i] > most {
			continue
		}
		m.X, m.Y = append(m.X, all.X[i]), append(m.Y, all.Y[i])
		if i < len(all.From) {
			m.From, m.To = append(m.From, all.From[i]), append(m.To, all.To[i])
		}
		if i < len(all.Labels) {
			m.Labels = append(m.Labels, all.Labels[i])
		}
		if i < len(all.As) {
			m.As = append(m.As, all.As[i])
		}
	}
}

// placeCounted gives every column of a field with counted cells the same whole number of columns, and returns the width used.
func (d *drawing) placeCounted(width int) int {
	f, found := d.CountedField()
	if !found {
		return width
	}
	n := len(f.X)
	if n == 0 || width < n {
		return width
	}
	per := width / n
	low := f.X[0] - float64(per+1)/float64(2*per) // the axis line is a column before the first
	d.frame.x = plan.NewScale(low, low+float64(n), false)
	return per * n
}
