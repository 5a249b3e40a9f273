package explorer

import (
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/ui/entry"
)

// Table is a sheet's data in place of its picture.
type Table struct {
	Filter *entry.Entry // of the word, while it is typed
	Word   string       // that a row must have in some cell
	At     int          // first row shown
	Column int          // first column shown

	table engine.Table
	rows  []int // those that pass the filter
}

// fillTable brings the table up to date while it is in sight; making it costs
// more than drawing the picture.
func (e *Explorer) fillTable() {
	if e.pane == TablePane {
		e.table.table = e.sheet.Table()
		e.table.sift(e.table.Word)
	}
}

// Columns are those of the whole table.
func (t Table) Columns() []engine.TableColumn { return t.table.Columns }

// Len is the number of rows that pass the filter.
func (t Table) Len() int { return len(t.rows) }

// Row is the i-th of the rows that pass the filter.
func (t Table) Row(i int) []engine.Cell { return t.table.Rows[t.rows[i]] }

// sift keeps the rows that have a word in some cell.
func (t *Table) sift(word string) {
	t.Word, t.rows = word, nil
	word = strings.ToLower(word)
	for i, row := range t.table.Rows {
		if word == "" || mentions(row, word) {
			t.rows = append(t.rows, i)
		}
	}
	t.scroll(0, 0)
}

func mentions(row []engine.Cell, word string) bool {
	return slices.ContainsFunc(row, func(c engine.Cell) bool { return strings.Contains(strings.ToLower(c.Text()), word) })
}

// scroll moves by rows and columns.
func (t *Table) scroll(rows, columns int) {
	t.At = min(max(t.At+rows, 0), max(len(t.rows)-1, 0))
	t.Column = min(max(t.Column+columns, 0), max(len(t.table.Columns)-1, 0))
}
