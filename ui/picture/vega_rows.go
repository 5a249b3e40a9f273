package picture

import (
	"cmp"
	"math"
	"strings"

	"dpscope/engine"
	"dpscope/ui/plan"
)

// These keys of rows have no column in the tidy export. Rows with "aid" only help to draw: where a line is broken, falls, or
// goes on to the next sample.
const (
	markKey, orderKey, aidKey, openKey, nameKey = "plot_mark", "plot_order", "plot_aid", "plot_open", "plot_look"
	xKey, yKey, x0Key, x1Key, y0Key, y1Key      = "plot_x", "plot_y", "plot_x0", "plot_x1", "plot_y0", "plot_y1"
	labelKey, inkKey, markedKey, faintKey       = "plot_label", "plot_ink", "plot_marked", "plot_faint"
	classKey, bareKey, heldKey                  = "plot_class", "plot_bare", "plot_held"
	signKey, shapeKey                           = "plot_sign", "plot_shape"
)

// tidy returns the rows of the export of one mark, in its order.
func (p *vegaPlot) tidy(m *plan.Dressed) (rows []object) {
	f := p.part.Sheet.Shown()
	f.Panels, f.Marks, f.Whole = nil, []engine.Mark{named{m.Normal}}, nil
	if p.name != "" {
		f.Panels, f.Marks = []engine.Panel{{Name: p.name, Marks: f.Marks}}, nil
	}
	table := engine.Sheet{Figure: f}.Table()
	for _, cells := range table.Rows {
		row := object{}
		for k, c := range cells {
			switch c.Kind {
			case engine.Number:
				row[table.Columns[k].Name] = finiteOr(c.Number)
			case engine.Word:
				row[table.Columns[k].Name] = c.Word
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// finiteOr returns a number, or the word for one that JSON cannot hold.
func finiteOr(v float64) any {
	if finite(v) {
		return v
	}
	return engine.Digits(v)
}

// put adds rows of a mark to the data set of its kind. Rows of the export come first, in the order of the mark's samples; at
// names the sample of each row.
func (p *vegaPlot) put(kind string, rows ...object) {
	for _, r := range rows {
		r[markKey] = p.mark
	}
	p.v.datasets[kind] = append(p.v.datasets[kind], rows...)
}

// coordinate writes a place along an axis into a row. A place infinitely far, or with no logarithm on such an axis, goes beyond
// the end of the axis and is marked as open.
func (r object) coordinate(key string, v float64, s plan.Scale) {
	low, high := s.Low, s.High
	switch {
	case math.IsNaN(v):
		r[key] = nil
		return
	case math.IsInf(v, 1):
		v = high
		if !s.Log {
			v += high - low
		} else {
			v *= 10
		}
	case math.IsInf(v, -1), s.Log && v <= 0:
		v = low
		if s.Log {
			v /= 10
		} else {
			v -= high - low
		}
	default:
		r[key] = v
		return
	}
	r[key], r[openKey] = v, true
}

// samples puts rows of samples: x and y hold their places, under whatever name the export has; look holds the key of the
// scales.
func (p *vegaPlot) samples(kind string, m *plan.Dressed) {
	rows, next, order := p.tidy(m), 0, 0
	broken := false
	place := func(r object, x, y float64) object {
		if r[nameKey] == nil {
			r[nameKey] = p.look(m, len(m.As)) // the line goes through rows of one name
		}
		r.coordinate(xKey, x, p.plan.X)
		r.coordinate(yKey, y, p.plan.Y)
		r[orderKey] = order
		order++
		if m.Ghost {
			r[heldKey] = true
		}
		return r
	}
	n := min(len(m.X), len(m.Y))
	line := m.Form == engine.Line || m.Form == engine.StepLine || m.Form == engine.Trail
	for i := range n {
		if math.IsNaN(m.Y[i]) {
			if line && !broken && i > 0 {
				if m.Form == engine.StepLine && finite(m.X[i]) && !math.IsNaN(m.Y[i-1]) {
					p.put(kind, place(object{aidKey: true}, m.X[i], m.Y[i-1]))
				}
				p.put(kind, place(object{aidKey: true}, m.X[i], math.NaN()))
			}
			broken = true
			continue
		}
		if broken = false; m.Falls[0] && i == 0 {
			p.put(kind, place(object{aidKey: true}, m.X[0], 0))
		}
		row := object{}
		if next < len(rows) {
			row, next = rows[next], next+1
		}
		row[nameKey] = p.look(m, i)
		if i < len(m.Labels) && m.Labels[i] != "" {
			row[labelKey] = m.Labels[i]
		}
		if i < len(m.Marked) {
			row[markedKey] = m.Marked[i]
		}
		if i < len(m.From) {
			row.coordinate(x0Key, m.From[i], p.plan.X)
			row.coordinate(x1Key, m.To[i], p.plan.X)
		}
		if m.Form == engine.Column {
			row[x0Key], row[x1Key] = p.barEnds(m, m.X[i])
			row.coordinate(y0Key, 0, p.plan.Y)
		}
		p.put(kind, place(row, m.X[i], m.Y[i]))
	}
	if m.Falls[1] && n > 0 && !math.IsNaN(m.Y[n-1]) {
		p.put(kind, place(object{aidKey: true}, m.X[n-1], 0))
	}
}

// look returns the key of a sample in the scales.
func (p *vegaPlot) look(m *plan.Dressed, i int) string {
	if i < len(m.As) {
		return m.As[i]
	}
	if m.Ghost {
		return m.Held
	}
	return vegaName(m)
}

// barEnds returns the sides of a bar.
func (p *vegaPlot) barEnds(m *plan.Dressed, x float64) (from, to float64) {
	width := engine.Gap(m.X)
	s := p.plan.X
	a, b := s.Bound(x-width/2), s.Bound(x+width/2)
	if s.Log {
		last := m.X[len(m.X)-1]
		narrow := s.At(last) - s.Bound(last-width)
		a, b = s.At(x)-narrow/2, s.At(x)+narrow/2
	}
	air := 0.06 * (b - a)
	a, b = a+air, b-air
	if m.Groups > 1 {
		each := (b - a) / float64(m.Groups)
		a += float64(m.Turn) * each
		b = a + each
	}
	return s.Value(a), s.Value(b)
}

// intervals puts rows of intervals at x, and rows where a band is broken.
func (p *vegaPlot) intervals(kind string, m *plan.Dressed) (several bool) {
	rows, next, run := p.tidy(m), 0, 0
	for i, x := range m.X {
		row := object{aidKey: true}
		if next < len(rows) {
			row, next = rows[next], next+1
		}
		there := !math.IsNaN(m.Low[i]) && !math.IsNaN(m.High[i])
		if there {
			run++
		} else {
			run = 0
		}
		several = several || run > 1
		row[nameKey], row[orderKey] = p.look(m, len(m.As)), i
		row.coordinate(xKey, x, p.plan.X)
		row.coordinate(y0Key, m.Low[i], p.plan.Y)
		row.coordinate(y1Key, m.High[i], p.plan.Y)
		if !there {
			row[y0Key], row[y1Key] = nil, nil
		}
		p.put(kind, row)
	}
	return several
}

// cells puts a row for each cell of a field.
func (p *vegaPlot) cells(m *plan.Dressed) {
	xs, ys := edges(m.X, p.plan.X), edges(m.Y, p.plan.Y)
	lap := 0.3 // laps over the next cell, which is drawn later, so that no seam shows
	if p.counted() {
		lap = -0.2
	}
	for k, row := range p.tidy(m) {
		i, j := k%len(m.X), k/len(m.X)
		row[x0Key], row[x1Key] = p.plan.X.Value(xs[i]), p.plan.X.Value(xs[i+1]+lap/p.width)
		row[y0Key], row[y1Key] = p.plan.Y.Value(ys[j]), p.plan.Y.Value(ys[j+1]+lap/p.height)
		if p.counted() || len(m.Labels) > 0 {
			row.coordinate(xKey, m.X[i], p.plan.X)
			row.coordinate(yKey, m.Y[j], p.plan.Y)
		}
		class := m.Class[k]
		if _, painted := p.classFill(m, class, false); painted {
			row[classKey] = className(m, class, p.faint(m, k))
		} else if class >= 0 {
			row[bareKey] = true
		}
		if p.faint(m, k) {
			row[faintKey] = true
		}
		if k < len(m.Labels) && m.Labels[k] != "" {
			row[labelKey] = m.Labels[k]
			fill, painted := p.classFill(m, class, p.faint(m, k))
			if row[inkKey] = hex(p.text); painted {
				row[inkKey] = hex(upon(fill))
			}
		}
		p.put("field", row)
	}
}

// className returns the key of a class in the scale, and of its thinner cells.
func className(m *plan.Dressed, class int, faint bool) string {
	name := cmp.Or(m.ClassTitle(class), m.ClassName(class), "class "+engine.Digits(float64(class)))
	if faint {
		name += ", " + cmp.Or(m.Thin, "paler")
	}
	return name
}

// faint reports whether a cell is drawn thinner.
func (p *vegaPlot) faint(m *plan.Dressed, k int) bool { return k < len(m.Faint) && m.Faint[k] }

// field returns a column's name as Vega reads it: Vega takes dots and brackets for paths into values.
func vegaField(name string) string {
	return strings.NewReplacer(`\`, `\\`, ".", `\.`, "[", `\[`, "]", `\]`, `'`, `\'`, `"`, `\"`).Replace(name)
}
