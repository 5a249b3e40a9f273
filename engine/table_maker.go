package engine

import (
	"cmp"
	"slices"
	"strconv"

	"dpscope/engine/known"
)

// tableMaker gathers rows while columns are still being discovered.
type tableMaker struct {
	figure  Figure
	series  string
	bands   intervals // ends that no row has told yet
	own     intervals // the same of the panel whose marks are being told
	panel   string    // its name; empty: marks common to all panels
	onLines map[place]bool
	columns []TableColumn
	rows    [][]Cell
	bases   []string
}

// place locates a sample of a mark.
type place struct {
	panel, name, column string
	basis               known.Basis
	x, y                float64
}

// ends holds a band's ends at one abscissa, and intervals holds them by the band's name and abscissa.
type (
	ends      struct{ low, high, confidence float64 }
	intervals map[string]map[float64]ends
)

func newTableMaker(f Figure) *tableMaker {
	t := &tableMaker{figure: f, series: cmp.Or(f.Series, "series"), bands: intervalsOf(f.Marks), onLines: map[place]bool{}}
	for _, name := range f.Order {
		t.column(t.named(name))
	}
	t.column(t.named(t.series))
	return t
}

func intervalsOf(marks []Mark) intervals {
	of := intervals{}
	for _, m := range marks {
		if n := m.Normal(); n.Content == Intervals {
			at := map[float64]ends{}
			for i, x := range n.X {
				at[x] = ends{n.Low[i], n.High[i], n.Confidence}
			}
			of[n.Name] = at
		}
	}
	return of
}

// named returns the column of that name, with the figure's words for it.
func (t *tableMaker) named(name string) TableColumn {
	return TableColumn{Name: name, Title: cmp.Or(t.figure.Columns[name], name), Text: name == t.series && !t.figure.Numbered}
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
	return t.column(TableColumn{Name: name, Title: cmp.Or(a.Label, a.Name), Unit: a.Unit, Text: a.words()})
}

// cells holds a row's cells, as far as they are filled in.
type cells []Cell

func (c *cells) put(column int, cell Cell) {
	if missing := column + 1 - len(*c); missing > 0 {
		*c = append(*c, make([]Cell, missing)...)
	}
	(*c)[column] = cell
}

func (c cells) has(column int) bool { return column < len(c) && c[column].Kind != Nothing }

// empty returns a row with room for all that it may hold.
func (t *tableMaker) empty() cells { return make(cells, len(t.columns), len(t.columns)+4) }

// row adds an observation of a mark, to which the figure's settings belong.
func (t *tableMaker) row(series string, basis known.Basis, row cells) {
	row.put(t.column(t.named(t.series)), t.seriesCell(series))
	if t.panel != "" && t.figure.Panelled != "" {
		row.put(t.column(TableColumn{Name: t.figure.Panelled, Title: t.figure.Panelled, Text: true}), WordCell(t.panel))
	}
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

// finish pads the rows to the final width, adds the basis and drops columns that nothing filled. A table
// without rows gets the columns of its axes.
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
