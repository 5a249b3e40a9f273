package described

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dpscope/engine"
	"dpscope/engine/numeral"
)

// mostTold limits the rows, bars and points that are told one by one.
const mostTold = 12

// rows tells a picture whose y axis is a list of names, a row at a time.
func (p *picture) rows() (facts []Fact) {
	words := p.figure.Y.Words
	if len(words) == 0 {
		return nil
	}
	for row, word := range words {
		var parts []string
		fact := Fact{Kind: Place, Series: word}
		for i := range p.marks {
			m := &p.marks[i]
			if m.Content != engine.Samples || m.Masses {
				continue
			}
			xs := inRow(m, row)
			if len(xs) == 0 {
				continue
			}
			fact.X = append(fact.X, slices.Min(xs), slices.Max(xs))
			parts = append(parts, p.tellRow(m, row, xs))
		}
		if len(parts) == 0 {
			continue
		}
		if len(facts) == mostTold {
			return append(facts, Fact{Kind: Place, Text: "More rows are in the table."})
		}
		fact.Text = capital(word) + ": " + strings.Join(slices.Compact(parts), "; ") + "."
		facts = append(facts, fact)
	}
	return facts
}

// inRow returns the finite abscissae of a mark in a row of a list.
func inRow(m *engine.Normal, row int) (xs []float64) {
	for k := range min(len(m.X), len(m.Y)) {
		if m.Y[k] == float64(row) && finite(m.X[k]) {
			xs = append(xs, m.X[k])
		}
	}
	return xs
}

// tellRow tells what a mark has in a row.
func (p *picture) tellRow(m *engine.Normal, row int, xs []float64) string {
	name := ""
	if m.Title != "" && m.Title != p.figure.Y.Words[row] {
		name = m.Title + certainty(m.Basis) + " "
	}
	const few = 3
	if len(xs) > few {
		return name + numeral.Count(float64(len(xs))) + " values from " + p.x(slices.Min(xs)) + " to " + p.x(slices.Max(xs))
	}
	var parts []string
	for k := range min(len(m.X), len(m.Y)) {
		if m.Y[k] != float64(row) || !finite(m.X[k]) {
			continue
		}
		text := p.x(m.X[k])
		if k < len(m.Labels) && m.Labels[k] != "" && m.Labels[k] != text {
			text += " (" + m.Labels[k] + ")"
		}
		if k < len(m.From) && k < len(m.To) {
			text += ", " + p.span(m.From[k], m.To[k])
		}
		parts = append(parts, text)
	}
	return name + strings.Join(parts, ", ")
}

// span tells an interval of x.
func (p *picture) span(from, to float64) string { return span(p.x, from, to) }

func span(write func(float64) string, from, to float64) string {
	switch {
	case !finite(from) && !finite(to):
		return "over the whole width"
	case !finite(from):
		return "up to " + write(to)
	case !finite(to):
		return "from " + write(from) + " on"
	case write(from) == write(to):
		return "at " + write(from)
	}
	return "from " + write(from) + " to " + write(to)
}

// bars tells bars: each, where they are few, or the highest and the lowest one.
func (p *picture) bars() (facts []Fact) {
	for i := range p.marks {
		m := &p.marks[i]
		if m.Form != engine.Column && m.Form != engine.Spike || len(p.figure.Y.Words) > 0 {
			continue
		}
		var at []int
		for k := range min(len(m.X), len(m.Y)) {
			if finite(m.X[k], m.Y[k]) {
				at = append(at, k)
			}
		}
		name := capital(cmp.Or(m.Title, m.Name, "bars")) + certainty(m.Basis)
		if len(at) == 0 {
			continue
		}
		fact := Fact{Kind: Place, Series: m.Name}
		if len(at) <= mostTold {
			var parts []string
			for _, k := range at {
				fact.X, fact.Y = append(fact.X, m.X[k]), append(fact.Y, m.Y[k])
				text := p.x(m.X[k]) + ": " + p.mass(m, m.Y[k])
				if k < len(m.Marked) && m.Marked[k] {
					text += " (highlighted)"
				}
				parts = append(parts, text)
			}
			fact.Text = name + ", " + strings.Join(parts, "; ") + "."
			facts = append(facts, fact)
			continue
		}
		byHeight := func(a, b int) int { return cmp.Compare(m.Y[a], m.Y[b]) }
		high, low := slices.MaxFunc(at, byHeight), slices.MinFunc(at, byHeight)
		fact.X, fact.Y = []float64{m.X[high], m.X[low]}, []float64{m.Y[high], m.Y[low]}
		fact.Text = name + ", " + numeral.Things(len(at), "bar") + ": the highest, " + p.mass(m, m.Y[high]) + ", at " + p.x(m.X[high]) +
			"; the lowest, " + p.mass(m, m.Y[low]) + ", at " + p.x(m.X[low]) + "."
		facts = append(facts, fact)
	}
	return facts
}

// mass writes the height of a bar; masses of a law are probabilities and no values of the y axis.
func (p *picture) mass(m *engine.Normal, v float64) string {
	if m.Masses {
		return numeral.Percent.Format(v)
	}
	return p.y(v)
}

// points tells points and paths in the plane.
func (p *picture) points() (facts []Fact) {
	if len(p.figure.Y.Words) > 0 {
		return nil
	}
	for i := range p.marks {
		m := &p.marks[i]
		if m.Content != engine.Samples || m.Form != engine.Dot && m.Form != engine.Trail || p.onLine(m) {
			continue
		}
		xs, ys, at := plane(m)
		if len(at) == 0 {
			continue
		}
		name := capital(cmp.Or(m.Title, p.titleOf(m.Name), m.Name, "points")) + certainty(m.Basis)
		fact := Fact{Kind: Place, Series: m.Name, X: xs, Y: ys}
		const few = 3
		switch {
		case m.Form == engine.Dot && len(at) <= few:
			var parts []string
			for k, place := range at {
				text := p.point(xs[k], ys[k])
				if place < len(m.Labels) && m.Labels[place] != "" {
					text += " (" + m.Labels[place] + ")"
				}
				parts = append(parts, text)
			}
			fact.Text = name + ": " + strings.Join(parts, "; ") + "."
		default:
			fact.Kind = Cloud
			fact.X, fact.Y = []float64{slices.Min(xs), slices.Max(xs)}, []float64{slices.Min(ys), slices.Max(ys)}
			kind := numeral.Things(len(at), "point") + ", "
			if m.Form == engine.Trail {
				kind = "a line "
				if len(at) > 1 {
					kind = "a line that begins at " + p.point(xs[0], ys[0]) + " and ends at " + p.point(xs[len(xs)-1], ys[len(ys)-1]) + ", "
				}
			}
			fact.Text = name + ": " + kind + "across " + p.span(fact.X[0], fact.X[1]) + ", upward " + span(p.y, fact.Y[0], fact.Y[1]) + "."
		}
		facts = append(facts, fact)
	}
	return few(facts, "more groups of points")
}

// onLine reports whether points only repeat the samples of a line.
func (p *picture) onLine(m *engine.Normal) bool {
	const few = 3
	if m.Form != engine.Dot || len(m.X) <= few {
		return false
	}
	return slices.ContainsFunc(p.lines, func(l line) bool { return l.name == m.Name && len(l.pieces) > 0 })
}

// titleOf returns the title of a line; empty: there is none.
func (p *picture) titleOf(name string) string {
	for _, l := range p.lines {
		if l.name == name {
			return l.title
		}
	}
	return ""
}

// plane returns the points that have a place, and their indices.
func plane(m *engine.Normal) (xs, ys []float64, at []int) {
	for k := range min(len(m.X), len(m.Y)) {
		if finite(m.X[k], m.Y[k]) {
			xs, ys, at = append(xs, m.X[k]), append(ys, m.Y[k]), append(at, k)
		}
	}
	return xs, ys, at
}

// point writes a place of the plane.
func (p *picture) point(x, y float64) string { return p.y(y) + " at " + p.x(x) }

// few keeps the facts that there is room for and counts the others.
func few(facts []Fact, others string) []Fact {
	if len(facts) <= mostTold {
		return facts
	}
	text := capital(others) + ": " + numeral.Count(float64(len(facts)-mostTold)) + "."
	return append(facts[:mostTold:mostTold], Fact{Kind: facts[0].Kind, Text: text})
}

// areas tells how much of a map each class holds.
func (p *picture) areas() (facts []Fact) {
	for i := range p.marks {
		m := &p.marks[i]
		columns := len(m.X)
		if m.Content != engine.Cells || columns == 0 || len(m.Class) == 0 {
			continue
		}
		type area struct {
			class, cells   int
			x0, x1, y0, y1 float64
		}
		held := map[int]*area{}
		for k, c := range m.Class {
			x, y := m.X[k%columns], m.Y[min(k/columns, len(m.Y)-1)]
			a := held[c]
			if a == nil {
				a = &area{class: c, x0: x, x1: x, y0: y, y1: y}
				held[c] = a
			}
			a.cells++
			a.x0, a.x1, a.y0, a.y1 = min(a.x0, x), max(a.x1, x), min(a.y0, y), max(a.y1, y)
		}
		var all []*area
		for _, a := range held {
			all = append(all, a)
		}
		slices.SortFunc(all, func(a, b *area) int { return cmp.Or(b.cells-a.cells, a.class-b.class) })
		for _, a := range all {
			share := float64(a.cells) / float64(len(m.Class))
			name := m.ClassTitle(a.class)
			if name == "" { // an area without a name is part of the list's rows
				continue
			}
			facts = append(facts, Fact{Kind: Area, Series: m.ClassName(a.class), X: []float64{a.x0, a.x1}, Y: []float64{share},
				Text: capital(name) + ": " + numeral.Percent.Format(share) + " of the map's cells, across " + p.span(a.x0, a.x1) +
					", upward " + span(p.y, a.y0, a.y1) + "."})
		}
		faint := 0
		for _, f := range m.Faint {
			if f {
				faint++
			}
		}
		if faint > 0 && m.Thin != "" {
			share := float64(faint) / float64(len(m.Class))
			facts = append(facts, Fact{Kind: Area, Y: []float64{share}, Text: capital(m.Thin) + ": " + numeral.Percent.Format(share) + " of the map's cells."})
		}
	}
	return few(facts, "more areas")
}

// intervals tells the intervals about a series at the present value, or where they end.
func (p *picture) intervals() (facts []Fact) {
	at, present := p.present()
	for i := range p.marks {
		m := &p.marks[i]
		if m.Content != engine.Intervals || len(p.figure.Y.Words) > 0 {
			continue
		}
		k := -1
		for j := range min(len(m.X), len(m.Low), len(m.High)) {
			if !finite(m.X[j], m.Low[j], m.High[j]) {
				continue
			}
			if k < 0 || !present || math.Abs(p.along(m.X[j])-p.along(at)) < math.Abs(p.along(m.X[k])-p.along(at)) {
				k = j
			}
		}
		if k < 0 {
			continue
		}
		facts = append(facts, Fact{Kind: Interval, Series: m.Name, X: []float64{m.X[k]}, Y: []float64{m.Low[k], m.High[k]},
			Text: capital(cmp.Or(m.Title, p.titleOf(m.Name), m.Name, "interval")) + ", interval at " + p.x(m.X[k]) + ": from " + p.y(m.Low[k]) + " to " + p.y(m.High[k]) + "."})
	}
	return few(facts, "more intervals")
}

// bounds tells lines across, shades, boxes and laws in the margin.
func (p *picture) bounds() (facts []Fact) {
	for i := range p.marks {
		m := &p.marks[i]
		fact, e := Fact{Kind: Bound, Series: m.Name}, m.Edges
		name := cmp.Or(m.Title, m.Name)
		switch m.Form {
		case engine.Threshold:
			fact.X, fact.Text = []float64{e.X0}, "A line upward at "+p.x(e.X0)+": "+name+"."
			if !m.Vertical {
				fact.X, fact.Y, fact.Text = nil, []float64{e.Y0}, "A line across at "+p.y(e.Y0)+": "+name+"."
			}
		case engine.Shade:
			if m.Under != "" {
				name = cmp.Or(m.Title, "the part under "+cmp.Or(p.titleOf(m.Under), m.Under))
			}
			fact.X, fact.Text = []float64{e.X0, e.X1}, "Marked off, "+name+": "+p.span(e.X0, e.X1)+"."
		case engine.Outline:
			fact.X, fact.Y = []float64{e.X0, e.X1}, []float64{e.Y0, e.Y1}
			fact.Text = "A box, " + name + ": across " + p.span(e.X0, e.X1) + ", upward " + span(p.y, e.Y0, e.Y1) + "."
		case engine.Strip:
			write, most, where := p.x, math.Inf(-1), math.NaN()
			if m.Vertical {
				write = p.y
			}
			for k := range min(len(m.X), len(m.Y)) {
				if finite(m.X[k], m.Y[k]) && m.Y[k] > most {
					most, where = m.Y[k], m.X[k]
				}
			}
			if math.IsNaN(where) {
				continue
			}
			fact.X, fact.Text = []float64{where}, "In the margin, "+name+": heaviest at "+write(where)+"."
		default:
			continue
		}
		facts = append(facts, fact)
	}
	return few(facts, "more lines and shades")
}

// capital returns a text whose first letter is a capital one, if its first word is an ordinary one.
func capital(text string) string {
	word, _, _ := strings.Cut(text, " ")
	first, size := utf8.DecodeRuneInString(text)
	if utf8.RuneCountInString(word) < 2 || first > unicode.MaxASCII || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != ',' }) {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}
