package engine

import (
	"fmt"
	"math"
	"strings"
)

// Table is data in tidy form: one observation a row, one type a column.
type Table struct {
	Name    string // PictureTable, AnswersTable, OutlinesTable or a name of its own
	Columns []TableColumn
	Rows    [][]Cell // each as long as Columns
	Opens   []string // per row the address of its subject, without carried parameters; nil: no row leads anywhere
}

// The tables of a sheet.
const (
	PictureTable  = "picture"  // the samples, points and cells that are drawn
	AnswersTable  = "answers"  // the numbers beside the picture, in the order of the page
	OutlinesTable = "outlines" // the boxes that are drawn
)

// Distinct returns an error if two columns share a name, which would make it ambiguous.
func (t Table) Distinct() error {
	seen := map[string]bool{}
	for _, c := range t.Columns {
		if seen[c.Name] {
			return fmt.Errorf("two columns of the table %s are called %q, and a file needs a name for each; another table, or another name where the data have it, would work", t.Name, c.Name)
		}
		seen[c.Name] = true
	}
	return nil
}

// TableColumn describes one column of a Table.
type TableColumn struct {
	Name  string // "epsilon"
	Title string // in words
	Unit  string
	Text  bool // holds words, not numbers
	Whole bool // holds whole numbers alone
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

// Tables returns the sheet's tables: the picture, the answers, boxes if there are any, because their rows
// differ in kind from samples, and the sheet's own data. Rows of a held setting follow the others, told apart
// by a first column.
func (s Sheet) Tables() []Table {
	tables := []Table{s.Table(), s.AnswersTable()}
	if boxes := s.outlines(); len(boxes.Rows) > 0 {
		tables = append(tables, boxes)
	}
	if s.Data != nil {
		tables = append(tables, *s.Data)
	}
	for _, l := range s.Later {
		tables = append(tables, l.Table())
	}
	return tables
}

// TableNamed returns the sheet's table of that name; without a name, the table that exports write by default.
// The error lists the names that exist.
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
	return Table{}, fmt.Errorf("table = %q is not among those of this page; %s would work", name, strings.Join(names, " or "))
}
