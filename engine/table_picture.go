package engine

import (
	"cmp"
	"math"
	"slices"
)

// inFull returns the figure with whole series for tables where the picture shows parts of them.
func (f Figure) inFull() Figure {
	f.Marks, f.Panels = inFull(f.Marks, f.Whole), slices.Clone(f.Panels)
	for i, p := range f.Panels {
		f.Panels[i].Marks = inFull(p.Marks, p.Whole)
	}
	return f
}

// inFull replaces the first drawn mark of each name by the whole series of that name.
func inFull(drawn, whole []Mark) []Mark {
	if len(whole) == 0 {
		return drawn
	}
	named := map[string][]Mark{}
	for _, m := range whole {
		name := m.Normal().Name
		named[name] = append(named[name], m)
	}
	var marks []Mark
	for _, m := range drawn {
		n := m.Normal()
		of, is := named[n.Name]
		if !is || !n.Series() {
			marks = append(marks, m)
			continue
		}
		marks, named[n.Name] = append(marks, of...), nil
	}
	for _, m := range whole { // series that are not drawn at all
		if name := m.Normal().Name; named[name] != nil {
			marks = append(marks, m)
		}
	}
	return marks
}

// Table returns the data of the picture. Curves, steps, bars and points give a
// row for each sample that has a value, together with the interval of a band of
// the same name there, and dots on a line of their name none of their own; what else a band has, and each cell of a field, gives a row. Rules
// and spans repeat settings and give none.
func (s Sheet) Table() Table {
	f := s.Figure.inFull()
	t := newTableMaker(f)
	for _, m := range f.Marks {
		t.mark(m.Normal())
	}
	for _, p := range f.Panels {
		t.panel, t.own, t.figure.Y = p.Name, intervalsOf(p.Marks), f.On(p).Y
		for _, m := range p.Marks {
			t.mark(m.Normal())
		}
		t.bandsAlone(p.Marks)
	}
	t.panel, t.own, t.figure.Y = "", nil, f.Y
	t.bandsAlone(f.Marks)
	return s.Held.under(t.finish(PictureTable), Sheet.Table)
}

// outlines returns the boxes of the picture. An end beyond the picture is empty.
func (s Sheet) outlines() Table {
	t := newTableMaker(s.Figure)
	for _, m := range s.Figure.Marks {
		if n := m.Normal(); n.Content == Region {
			t.outline(n)
		}
	}
	return s.Held.under(t.finish(OutlinesTable), Sheet.outlines)
}

func (t *tableMaker) mark(n Normal) {
	switch n.Content {
	case Samples:
		t.samples(n)
	case Cells:
		t.field(n)
	}
}

// outline writes a region by its ends.
func (t *tableMaker) outline(n Normal) {
	row := t.empty()
	x, y := t.figure.X, t.figure.Y
	for _, end := range []struct {
		axis Axis
		name string
		at   float64
	}{{x, "from", n.Edges.X0}, {x, "to", n.Edges.X1}, {y, "from", n.Edges.Y0}, {y, "to", n.Edges.Y1}} {
		if !math.IsInf(end.at, 0) {
			row.put(t.column(TableColumn{Name: end.axis.Name + "_" + end.name, Title: cmp.Or(end.axis.Label, end.axis.Name) + ", " + end.name,
				Unit: end.axis.Unit}), NumberCell(end.at))
		}
	}
	t.row(n.Name, n.Basis, row)
}

// bandsAlone writes the ends of bands that have no samples of their name.
func (t *tableMaker) bandsAlone(marks []Mark) {
	for _, m := range marks {
		b := m.Normal()
		if b.Content != Intervals {
			continue
		}
		x := t.axis(t.figure.X, "x")
		for _, at := range b.X {
			row := t.empty()
			row.put(x, t.figure.X.cell(at))
			if t.interval(b.Name, at, &row) {
				t.row(b.Name, b.Basis, row)
			}
		}
	}
}

// interval adds to a row the ends that a band of that name has at an abscissa, once, and reports whether it
// has any.
func (t *tableMaker) interval(name string, x float64, row *cells) bool {
	for _, of := range [...]intervals{t.own, t.bands} {
		if e, found := of[name][x]; found {
			delete(of[name], x)
			t.ends(e, row)
			return true
		}
	}
	return false
}

// ends writes an interval; a missing end leaves its cell empty.
func (t *tableMaker) ends(e ends, row *cells) {
	row.put(t.column(TableColumn{Name: "low", Title: "lower end of the interval"}), NumberCell(e.low))
	row.put(t.column(TableColumn{Name: "high", Title: "upper end of the interval"}), NumberCell(e.high))
	if e.confidence > 0 {
		row.put(t.column(TableColumn{Name: "confidence", Title: "of the interval"}), NumberCell(e.confidence))
	}
}

func (t *tableMaker) samples(n Normal) {
	xi := t.axis(t.figure.X, "x")
	yi := 0
	if n.Column == "" {
		yi = t.axis(t.figure.Y, "y")
	} else {
		yi = t.column(t.named(n.Column))
	}
	for i, x := range n.X {
		if math.IsNaN(n.Y[i]) {
			continue
		}
		switch at := (place{t.panel, n.Name, n.Column, n.Basis, x, n.Y[i]}); {
		case n.Form == Line:
			t.onLines[at] = true
		case n.Form == Dot && n.From == nil && t.onLines[at]:
			continue
		}
		row := t.empty()
		row.put(xi, t.figure.X.cell(x))
		row.put(yi, t.figure.Y.cell(n.Y[i]))
		t.interval(n.Name, x, &row)
		if i < len(n.From) {
			t.ends(ends{n.From[i], n.To[i], n.Confidence}, &row)
		}
		t.row(n.Name, n.Basis, row)
	}
}

func (t *tableMaker) field(m Normal) {
	x, y := t.axis(t.figure.X, "x"), t.axis(t.figure.Y, "y")
	class := t.column(TableColumn{Name: m.Name, Title: m.Name, Text: true})
	for j := range m.Y {
		for i := range m.X {
			k := j*len(m.X) + i
			row := t.empty()
			row.put(x, t.figure.X.cell(m.X[i]))
			row.put(y, t.figure.Y.cell(m.Y[j]))
			if c := m.Class[k]; c >= 0 {
				row.put(class, WordCell(m.Classes[c]))
			}
			for _, extra := range m.Extra {
				at := t.column(TableColumn{Name: extra.Name, Title: extra.Name, Text: extra.Words != nil})
				if extra.Words != nil {
					row.put(at, WordCell(extra.Words[k]))
				} else {
					row.put(at, NumberCell(extra.Values[k]))
				}
			}
			t.row(m.Name, m.Basis, row)
		}
	}
}
