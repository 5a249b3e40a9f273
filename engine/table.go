package engine

import (
	"math"
	"slices"
	"strings"

	"dpscope/engine/known"
)

// Table is a sheet as tidy data: one observation a row.
type Table struct {
	Columns []TableColumn
	Rows    [][]Cell // each as long as Columns
}

// TableColumn describes one column of a Table.
type TableColumn struct {
	Name  string // "epsilon_required"
	Title string // in words
	Unit  string
	Text  bool // holds words, not numbers
	None  bool // holds "none" where a question has no answer
}

// Cell is a number, a word, or nothing.
type Cell struct {
	Kind   CellKind
	Number float64
	Word   string
}

// CellKind says what a Cell holds.
type CellKind uint8

const (
	Nothing CellKind = iota
	Number
	Word
)

func number(v float64) Cell {
	if math.IsNaN(v) {
		return Cell{}
	}
	return Cell{Kind: Number, Number: v}
}

func word(w string) Cell { return Cell{Kind: Word, Word: w} }

// Table returns the sheet's data. Curves, steps, bars and points give a row
// for each sample that has a value, a field for each cell, a box or a band its
// ends, and an answer that says what it was given a row of its own unless the
// marks have that quantity already, with "none" when there is no answer. Rules and
// spans repeat settings and give none.
func (s Sheet) Table() Table {
	f := s.Figure
	t := tableMaker{figure: f, series: f.Series}
	if t.series == "" {
		t.series = "series"
	}
	for _, name := range f.Order {
		t.column(TableColumn{Name: name, Title: name, Text: name == t.series})
	}
	t.column(TableColumn{Name: t.series, Title: t.series, Text: true})
	for _, m := range f.Marks {
		t.mark(m)
	}
	for _, a := range s.Answers {
		if a.Given != nil && a.Name != f.Y.Name {
			t.answer(a)
		}
	}
	return t.finish()
}

// tableMaker gathers rows while columns are still being discovered.
type tableMaker struct {
	figure  Figure
	series  string
	columns []TableColumn
	rows    [][]Cell
	bases   []string
}

// column returns the index of a column, made when it is new.
func (t *tableMaker) column(c TableColumn) int {
	i := slices.IndexFunc(t.columns, func(d TableColumn) bool { return d.Name == c.Name })
	if i < 0 {
		t.columns = append(t.columns, c)
		return len(t.columns) - 1
	}
	if c.Title != c.Name {
		t.columns[i].Title, t.columns[i].Unit = c.Title, c.Unit
	}
	return i
}

func (t *tableMaker) axis(a Axis, fallback string) int {
	name := a.Name
	if name == "" {
		name = fallback
	}
	return t.column(TableColumn{Name: name, Title: a.Label, Unit: a.Unit, Text: a.Words != nil})
}

// row adds an observation of a mark, to which the figure's settings belong.
func (t *tableMaker) row(series string, basis known.Basis, cells map[int]Cell) {
	t.rowGiven(series, basis.String(), t.figure.Settings, cells)
}

// rowGiven adds an observation made under some settings.
func (t *tableMaker) rowGiven(series, basis string, settings []Setting, cells map[int]Cell) {
	cells[t.column(TableColumn{Name: t.series, Title: t.series, Text: true})] = word(series)
	for _, s := range settings {
		i := t.column(TableColumn{Name: s.Name, Title: s.Name, Text: s.Word != ""})
		if _, taken := cells[i]; taken {
			continue
		}
		if s.Word != "" {
			cells[i] = word(s.Word)
		} else {
			cells[i] = number(s.Value)
		}
	}
	row := make([]Cell, len(t.columns), len(t.columns)+4)
	for i, c := range cells {
		row[i] = c
	}
	t.rows = append(t.rows, row)
	t.bases = append(t.bases, basis)
}

func (t *tableMaker) mark(m Mark) {
	switch m := m.(type) {
	case Curve:
		t.samples(m.Name, m.Column, m.Basis, m.X, m.Y)
	case Steps:
		t.samples(m.Name, m.Column, m.Basis, m.X, m.Y)
	case Bars:
		t.samples(m.Name, m.Column, m.Basis, m.X, m.Y)
	case Points:
		t.samples(m.Name, m.Column, m.Basis, m.X, m.Y)
	case Band:
		x := t.axis(t.figure.X, "x")
		low, high := t.column(TableColumn{Name: "low", Title: "low"}), t.column(TableColumn{Name: "high", Title: "high"})
		for i := range m.X {
			t.row(m.Name, m.Basis, map[int]Cell{x: t.at(t.figure.X, m.X[i]), low: number(m.Low[i]), high: number(m.High[i])})
		}
	case Field:
		t.field(m)
	case Box:
		cells := map[int]Cell{}
		x, y := t.figure.X.Name, t.figure.Y.Name
		for _, end := range []struct {
			name string
			at   float64
		}{{x + "_from", m.X0}, {x + "_to", m.X1}, {y + "_from", m.Y0}, {y + "_to", m.Y1}} {
			if !math.IsInf(end.at, 0) {
				cells[t.column(TableColumn{Name: end.name, Title: end.name})] = number(end.at)
			}
		}
		t.row(m.Name, m.Basis, cells)
	}
}

// at is a coordinate: the word of its position on a categorical axis.
func (t *tableMaker) at(a Axis, v float64) Cell {
	if i := int(v); a.Words != nil && i >= 0 && i < len(a.Words) && float64(i) == v {
		return word(a.Words[i])
	}
	return number(v)
}

func (t *tableMaker) samples(name, column string, basis known.Basis, x, y []float64) {
	xi := t.axis(t.figure.X, "x")
	yi := 0
	if column == "" {
		yi = t.axis(t.figure.Y, "y")
	} else {
		yi = t.column(TableColumn{Name: column, Title: column})
	}
	for i := range x {
		if math.IsNaN(y[i]) {
			continue
		}
		t.row(name, basis, map[int]Cell{xi: t.at(t.figure.X, x[i]), yi: t.at(t.figure.Y, y[i])})
	}
}

func (t *tableMaker) field(m Field) {
	x, y := t.axis(t.figure.X, "x"), t.axis(t.figure.Y, "y")
	class := t.column(TableColumn{Name: m.Name, Title: m.Name, Text: true})
	for j := range m.Y {
		for i := range m.X {
			k := j*len(m.X) + i
			cells := map[int]Cell{x: t.at(t.figure.X, m.X[i]), y: t.at(t.figure.Y, m.Y[j])}
			if c := m.Class[k]; c >= 0 {
				cells[class] = word(m.Classes[c])
			}
			for _, extra := range m.Extra {
				at := t.column(TableColumn{Name: extra.Name, Title: extra.Name, Text: extra.Words != nil})
				if extra.Words != nil {
					cells[at] = word(extra.Words[k])
				} else {
					cells[at] = number(extra.Values[k])
				}
			}
			t.row(m.Name, m.Basis, cells)
		}
	}
}

func (t *tableMaker) answer(a Answer) {
	v := a.Known
	at := t.column(TableColumn{Name: strings.ReplaceAll(a.Name, "-", "_"), Title: a.Label, Unit: a.Unit, Text: v.Word != ""})
	cell := number(v.Value)
	switch {
	case v.Word != "":
		cell = word(v.Word)
	case v.Missing():
		cell = word("none")
		t.columns[at].None = true
	}
	t.rowGiven(a.Member, v.How(), a.Given, map[int]Cell{at: cell})
}

// finish pads the rows to the final width, adds the basis and drops columns
// that nothing filled.
func (t *tableMaker) finish() Table {
	basis := t.column(TableColumn{Name: "basis", Title: "how the number is known", Text: true})
	used := make([]bool, len(t.columns))
	for i, row := range t.rows {
		row = append(row, make([]Cell, len(t.columns)-len(row))...)
		row[basis] = word(t.bases[i])
		t.rows[i] = row
		for j, c := range row {
			used[j] = used[j] || c.Kind != Nothing
		}
	}
	table := Table{Rows: t.rows}
	for j, c := range t.columns {
		if used[j] {
			table.Columns = append(table.Columns, c)
		}
	}
	if len(table.Columns) < len(t.columns) {
		for i, row := range t.rows {
			kept := row[:0]
			for j, c := range row {
				if used[j] {
					kept = append(kept, c)
				}
			}
			table.Rows[i] = kept
		}
	}
	return table
}
