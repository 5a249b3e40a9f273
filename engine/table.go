package engine

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/known"
)

// Table is data in tidy form: one observation a row, one type a column.
type Table struct {
	Name    string // which of its sheet's tables it is: PictureTable, AnswersTable, OutlinesTable or a name of its own
	Columns []TableColumn
	Rows    [][]Cell // each as long as Columns
}

// The tables of a sheet.
const (
	PictureTable  = "picture"  // the samples, points and cells that are drawn
	AnswersTable  = "answers"  // the numbers beside the picture, in the order of the page
	OutlinesTable = "outlines" // the boxes that are drawn
)

// TableColumn describes one column of a Table.
type TableColumn struct {
	Name  string // "epsilon"
	Title string // in words
	Unit  string
	Text  bool // holds words, not numbers
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

// NumberCell holds a number; NaN is nothing.
func NumberCell(v float64) Cell {
	if math.IsNaN(v) {
		return Cell{}
	}
	return Cell{Kind: Number, Number: v}
}

// WordCell holds a word; an empty one is nothing.
func WordCell(w string) Cell {
	if w == "" {
		return Cell{}
	}
	return Cell{Kind: Word, Word: w}
}

// Tables are the tables of the sheet: what is drawn, the answers, and boxes where
// there are any, whose rows are of another kind than samples. Where a setting is
// held its rows follow, told apart by a first column. Last are the sheet's own data,
// if it has any.
func (s Sheet) Tables() []Table {
	tables := []Table{s.Table(), s.AnswersTable()}
	if boxes := s.outlines(); len(boxes.Rows) > 0 {
		tables = append(tables, boxes)
	}
	if s.Data != nil {
		tables = append(tables, *s.Data)
	}
	return tables
}

// TableNamed is one of the sheet's tables; without a name, what an export writes
// where nobody says. The error names those that there are.
func (s Sheet) TableNamed(name string) (Table, error) {
	switch {
	case name == "" && s.Data != nil:
		return *s.Data, nil
	case name == "":
		return s.Table(), nil
	}
	var names []string
	for _, t := range s.Tables() {
		if t.Name == name {
			return t, nil
		}
		names = append(names, t.Name)
	}
	return Table{}, fmt.Errorf("table = %q is not among those of this page; %s would do", name, strings.Join(names, " or "))
}

// Table returns the data of the picture. Curves, steps, bars and points give a
// row for each sample that has a value, together with the interval of a band of
// the same name there; what else a band has, and each cell of a field, gives a row. Rules
// and spans repeat settings and give none.
func (s Sheet) Table() Table {
	t := newTableMaker(s.Figure)
	for _, m := range s.Figure.Marks {
		t.mark(m)
	}
	t.bandsAlone()
	return s.Held.under(t.finish(PictureTable), Sheet.Table)
}

// outlines returns the boxes of the picture. An end beyond the picture is empty.
func (s Sheet) outlines() Table {
	t := newTableMaker(s.Figure)
	for _, m := range s.Figure.Marks {
		if b, is := m.(Box); is {
			t.outline(b)
		}
	}
	return s.Held.under(t.finish(OutlinesTable), Sheet.outlines)
}

// tableMaker gathers rows while columns are still being discovered.
type tableMaker struct {
	figure  Figure
	series  string
	bands   map[string]map[float64]ends // by name and abscissa, those that no row has told yet
	columns []TableColumn
	rows    [][]Cell
	bases   []string
}

// ends are those of a band at one abscissa.
type ends struct{ low, high, confidence float64 }

func newTableMaker(f Figure) *tableMaker {
	t := &tableMaker{figure: f, series: cmp.Or(f.Series, "series"), bands: map[string]map[float64]ends{}}
	for _, name := range f.Order {
		t.column(t.named(name))
	}
	t.column(t.named(t.series))
	for _, m := range f.Marks {
		if b, is := m.(Band); is {
			at := map[float64]ends{}
			for i, x := range b.X {
				at[x] = ends{b.Low[i], b.High[i], b.Confidence}
			}
			t.bands[b.Name] = at
		}
	}
	return t
}

// named is the column of that name, as far as the figure tells.
func (t *tableMaker) named(name string) TableColumn {
	return TableColumn{Name: name, Title: name, Text: name == t.series && !t.figure.Numbered}
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
	return t.column(TableColumn{Name: name, Title: a.Label, Unit: a.Unit, Text: a.words()})
}

// cells are those of a row, as far as they are filled in.
type cells []Cell

func (c *cells) put(column int, cell Cell) {
	if missing := column + 1 - len(*c); missing > 0 {
		*c = append(*c, make([]Cell, missing)...)
	}
	(*c)[column] = cell
}

func (c cells) has(column int) bool { return column < len(c) && c[column].Kind != Nothing }

// empty has room for all that a row may hold.
func (t *tableMaker) empty() cells { return make(cells, len(t.columns), len(t.columns)+4) }

// row adds an observation of a mark, to which the figure's settings belong.
func (t *tableMaker) row(series string, basis known.Basis, row cells) {
	row.put(t.column(t.named(t.series)), t.seriesCell(series))
	for _, s := range t.figure.Settings {
		i := t.column(TableColumn{Name: s.Name, Title: cmp.Or(s.Title, s.Name), Text: s.Word != ""})
		switch {
		case row.has(i):
		case s.Word != "":
			row.put(i, WordCell(s.Word))
		default:
			row.put(i, NumberCell(s.Value))
		}
	}
	t.rows = append(t.rows, row)
	t.bases = append(t.bases, basis.String())
}

// seriesCell tells a mark apart from others.
func (t *tableMaker) seriesCell(name string) Cell {
	if !t.figure.Numbered {
		return WordCell(name)
	}
	v, err := strconv.ParseFloat(name, 64)
	if err != nil {
		return Cell{}
	}
	return NumberCell(v)
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
	case Field:
		t.field(m)
	}
}

// outline writes a box by its ends.
func (t *tableMaker) outline(b Box) {
	row := t.empty()
	x, y := t.figure.X, t.figure.Y
	for _, end := range []struct {
		axis Axis
		name string
		at   float64
	}{{x, "from", b.X0}, {x, "to", b.X1}, {y, "from", b.Y0}, {y, "to", b.Y1}} {
		if !math.IsInf(end.at, 0) {
			row.put(t.column(TableColumn{Name: end.axis.Name + "_" + end.name, Title: end.axis.Label + ", " + end.name, Unit: end.axis.Unit}), NumberCell(end.at))
		}
	}
	t.row(b.Name, b.Basis, row)
}

// bandsAlone writes what bands have where nothing of their name is sampled.
func (t *tableMaker) bandsAlone() {
	for _, m := range t.figure.Marks {
		b, is := m.(Band)
		if !is {
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

// interval adds what a band of that name has at an abscissa, once, and reports
// whether it has anything.
func (t *tableMaker) interval(name string, x float64, row *cells) bool {
	e, found := t.bands[name][x]
	if !found {
		return false
	}
	delete(t.bands[name], x)
	row.put(t.column(TableColumn{Name: "low", Title: "lower end of the interval"}), NumberCell(e.low))
	row.put(t.column(TableColumn{Name: "high", Title: "upper end of the interval"}), NumberCell(e.high))
	if e.confidence > 0 {
		row.put(t.column(TableColumn{Name: "confidence", Title: "of the interval"}), NumberCell(e.confidence))
	}
	return true
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
		row := t.empty()
		row.put(xi, t.figure.X.cell(x[i]))
		row.put(yi, t.figure.Y.cell(y[i]))
		t.interval(name, x[i], &row)
		t.row(name, basis, row)
	}
}

func (t *tableMaker) field(m Field) {
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

// finish pads the rows to the final width, adds the basis and drops columns
// that nothing filled. A table without rows has those of its axes.
func (t *tableMaker) finish(name string) Table {
	if len(t.rows) == 0 {
		t.axis(t.figure.X, "x")
		t.axis(t.figure.Y, "y")
		return Table{Name: name, Columns: t.columns}
	}
	basis := t.column(TableColumn{Name: "basis", Title: "how the number is known", Text: true})
	used := make([]bool, len(t.columns))
	for i, row := range t.rows {
		row = append(row, make([]Cell, len(t.columns)-len(row))...)
		row[basis] = WordCell(t.bases[i])
		t.rows[i] = row
		for j, c := range row {
			used[j] = used[j] || c.Kind != Nothing
		}
	}
	table := Table{Name: name, Rows: t.rows}
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
