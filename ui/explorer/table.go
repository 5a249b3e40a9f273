package explorer

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/ui/entry"
)

// Table is one of a sheet's tables in place of its picture: the answers first, then what is drawn. One row and one column are
// marked.
type Table struct {
	Filter *entry.Entry // of the word, while it is typed
	Word   string       // text that a row must contain in some cell
	At     int          // the marked row, among those that pass the filter
	Column int          // the marked column
	Order  Order

	table engine.Table
	turn  int // which of the tables
	names []string
	rows  []int // rows that pass the filter, in their order
}

// Order says by which column rows are sorted; the zero value leaves their order.
type Order struct {
	Column string
	Down   bool // from the greatest
}

// fillTable updates the table while it is in sight; making it costs more than drawing the picture.
func (e *Explorer) fillTable() {
	if e.pane != TablePane {
		return
	}
	tables := e.tables()
	e.table.names = nil
	for _, t := range tables {
		e.table.names = append(e.table.names, t.name)
	}
	e.table.turn = min(e.table.turn, len(tables)-1)
	e.table.table = tables[e.table.turn].made()
	e.table.sift(e.table.Word)
}

// Name says what the table in sight holds.
func (t Table) Name() string { return t.names[t.turn] }

// Next says what the next table holds; empty: there is no other.
func (t Table) Next() string {
	if len(t.names) < 2 {
		return ""
	}
	return t.names[cycle(t.turn, 1, len(t.names))]
}

// Last reports whether the table is the last one of the sheet.
func (t Table) Last() bool { return t.turn >= len(t.names)-1 }

// Columns returns the columns of the whole table.
func (t Table) Columns() []engine.TableColumn { return t.table.Columns }

// Len returns the number of rows that pass the filter.
func (t Table) Len() int { return len(t.rows) }

// Row returns the i-th of the rows that pass the filter.
func (t Table) Row(i int) []engine.Cell { return t.table.Rows[t.rows[i]] }

// sifted returns the rows that pass the filter, in their order, as a table of their own.
func (t Table) sifted() engine.Table {
	some := t.table
	some.Rows, some.Opens = nil, nil
	for i := range t.rows {
		some.Rows = append(some.Rows, t.Row(i))
	}
	return some
}

// sift keeps the rows that contain a word in some cell, and sorts them.
func (t *Table) sift(word string) {
	t.Word, t.rows = word, nil
	word = strings.ToLower(word)
	for i, row := range t.table.Rows {
		if word == "" || mentions(row, word) {
			t.rows = append(t.rows, i)
		}
	}
	t.sort()
	t.scroll(0, 0)
}

func mentions(row []engine.Cell, word string) bool {
	return slices.ContainsFunc(row, func(c engine.Cell) bool {
		return strings.Contains(strings.ToLower(c.Text()), word) || strings.Contains(strings.ToLower(c.Word), word)
	})
}

// sort puts the rows in order: numbers, then words, then empty cells.
func (t *Table) sort() {
	column := slices.IndexFunc(t.table.Columns, func(c engine.TableColumn) bool { return c.Name == t.Order.Column })
	if column < 0 {
		return
	}
	kinds := []engine.CellKind{engine.Number, engine.Word, engine.Nothing}
	slices.SortStableFunc(t.rows, func(i, j int) int {
		a, b := t.table.Rows[i][column], t.table.Rows[j][column]
		if a.Kind != b.Kind {
			return slices.Index(kinds, a.Kind) - slices.Index(kinds, b.Kind)
		}
		order := cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(strings.ToLower(a.Word), strings.ToLower(b.Word)))
		if t.Order.Down {
			return -order
		}
		return order
	})
}

// scroll moves the marks by rows and columns.
func (t *Table) scroll(rows, columns int) {
	t.At = min(max(t.At+rows, 0), max(len(t.rows)-1, 0))
	t.Column = min(max(t.Column+columns, 0), max(len(t.table.Columns)-1, 0))
}

func (Sort) do(e *Explorer) tea.Cmd {
	t := &e.table
	if len(t.table.Columns) == 0 {
		e.Say("there is nothing to sort")
		return nil
	}
	name := t.table.Columns[t.Column].Name
	switch {
	case t.Order.Column != name:
		t.Order = Order{Column: name}
	case !t.Order.Down:
		t.Order.Down = true
	default:
		t.Order = Order{}
	}
	t.At = 0
	t.sift(t.Word)
	return nil
}

func (i Mark) do(e *Explorer) tea.Cmd {
	if i.Row == e.table.At {
		return e.followRow()
	}
	e.table.scroll(i.Row-e.table.At, 0)
	return nil
}

func (i NextTable) do(e *Explorer) tea.Cmd {
	if i.Through && e.table.Last() {
		e.toggle(TablePane)
		return nil
	}
	e.table = Table{turn: cycle(e.table.turn, 1, max(len(e.table.names), 1))}
	e.fillTable()
	return nil
}
