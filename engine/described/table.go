package described

import (
	"math"

	"dpscope/engine"
	"dpscope/engine/numeral"
)

// Table is a picture in eleven numbers a line, at equal distances along its x axis.
type Table struct {
	Across  string // name of the x axis
	X       []float64
	Columns []Column
	Heads   []string   // names of the columns as they are read out, that of X first
	Rows    [][]string // as they are read out; "none" where a line has no value
}

// Column holds a line's values at each X; NaN where it has none.
type Column struct {
	Series, Title string
	Y             []float64
}

// mostColumns limits the lines of a table.
const mostColumns = 8

// Tables returns the tables of a figure, one for each panel that has lines or bars.
func Tables(f engine.Figure) (all []Table) {
	figures := []engine.Figure{f}
	if len(f.Panels) > 0 {
		figures = nil
		for _, p := range f.Panels {
			figures = append(figures, f.On(p))
		}
	}
	for _, f := range figures {
		if t := newPicture(f).table(); len(t.Columns) > 0 {
			all = append(all, t)
		}
	}
	return all
}

func (p *picture) table() (t Table) {
	t.Across = p.figure.X.Label
	if len(p.lines) > 0 && p.low < p.high && len(p.figure.X.Words) == 0 {
		ends := p.tenths()
		t.X = ends[:]
		if p.figure.X.Style == numeral.Whole { // no value lies between two counts
			for i := range t.X {
				t.X[i] = p.counted(t.X[i])
			}
		}
		for i := range min(len(p.lines), mostColumns) {
			l := &p.lines[i]
			c := Column{Series: l.name, Title: l.title + certainty(l.basis)}
			for _, x := range t.X {
				y, _ := p.value(l, x)
				c.Y = append(c.Y, y)
			}
			t.Columns = append(t.Columns, c)
		}
	} else {
		p.barTable(&t)
	}
	p.write(&t)
	return t
}

// counted returns the sample of the first line that is nearest to x.
func (p *picture) counted(x float64) float64 {
	best, least := x, math.Inf(1)
	for _, s := range p.lines[0].pieces {
		for _, end := range [...]float64{s.x0, s.x1} {
			if away := math.Abs(p.along(end) - p.along(x)); away < least {
				best, least = end, away
			}
		}
	}
	return best
}

// barTable takes eleven bars at equal distances in their order, or all if there are fewer.
func (p *picture) barTable(t *Table) {
	const rows = 11
	for i := range p.marks {
		m := &p.marks[i]
		xs, ys, _ := plane(m)
		if m.Form != engine.Column || len(xs) == 0 || len(p.figure.Y.Words) > 0 || len(t.Columns) == mostColumns {
			continue
		}
		if t.X == nil {
			n := min(len(xs), rows)
			for k := range n {
				at := 0
				if n > 1 {
					at = int(math.Round(float64(k) * float64(len(xs)-1) / float64(n-1)))
				}
				t.X = append(t.X, xs[at])
			}
		}
		c := Column{Series: m.Name, Title: m.Title + certainty(m.Basis)}
		if c.Title == "" {
			c.Title = p.figure.Y.Label
		}
		for _, x := range t.X {
			y := math.NaN()
			for k := range xs {
				if xs[k] == x {
					y = ys[k]
				}
			}
			c.Y = append(c.Y, y)
		}
		t.Columns = append(t.Columns, c)
	}
}

// write adds the rows as they are read out.
func (p *picture) write(t *Table) {
	if len(t.Columns) == 0 {
		return
	}
	t.Heads = []string{t.Across}
	for _, c := range t.Columns {
		t.Heads = append(t.Heads, c.Title)
	}
	for i, x := range t.X {
		row := []string{p.x(x)}
		for _, c := range t.Columns {
			text := "none"
			if !math.IsNaN(c.Y[i]) {
				text = p.y(c.Y[i])
			}
			row = append(row, text)
		}
		t.Rows = append(t.Rows, row)
	}
}
