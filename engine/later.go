package engine

import (
	"math"
	"strconv"
	"strings"

	"dpscope/engine/numeral"
)

// Later is a table that is long, such as that of the people: it holds what its rows are
// made of, most of it shared with others, and Table makes them when they are wanted.
type Later struct {
	Name     string
	Columns  []LaterColumn
	Measured [][]float64 // of each row, the values that columns name by their places
	Opens    string      // where rows lead, up to what names the row
	Leads    []string    // of each row, where it leads, when nothing in it names that; nil: as Opens says
	ByFirst  bool        // which is the number in the first column, and otherwise all that was measured
}

// LaterColumn is a column by what its cells are made of: numbers, words, or what was
// measured. What is missing is nothing.
type LaterColumn struct {
	TableColumn
	Numbers      []float64        // of each row
	Share        bool             // they are shares of answers, written as people do
	Round        numeral.Rounding // of these
	Words        []string         // of each row; with Of those that it can have
	Of           []int            // which of the Words; -1: none
	Measured     []int            // places of what was measured: one number, or with Words one for each word, which is 1 where that holds
	Factor, From float64          // of a number that was measured: v·Factor + From is what people say
}

// Table makes the rows.
func (l Later) Table() Table {
	t := Table{Name: l.Name}
	for _, c := range l.Columns {
		t.Columns = append(t.Columns, c.TableColumn)
	}
	for i := range l.Measured {
		row := make([]Cell, len(l.Columns))
		for k, c := range l.Columns {
			row[k] = c.cell(i, l.Measured[i])
		}
		t.Rows, t.Opens = append(t.Rows, row), append(t.Opens, l.opens(i, row))
	}
	return t
}

// opens is where row i leads.
func (l Later) opens(i int, row []Cell) string {
	if l.Leads != nil {
		return l.Leads[i]
	}
	if l.ByFirst {
		return l.Opens + strconv.FormatFloat(row[0].Number, 'f', -1, 64)
	}
	numbers := make([]string, len(l.Measured[i]))
	for k, v := range l.Measured[i] {
		numbers[k] = strconv.FormatFloat(v, 'g', -1, 64)
	}
	return l.Opens + strings.Join(numbers, ",")
}

// cell is what row i has in the column.
func (c LaterColumn) cell(i int, measured []float64) Cell {
	switch {
	case c.Measured != nil && c.Words != nil:
		return WordCell(c.holding(measured))
	case c.Measured != nil:
		return rawCell(measured[c.Measured[0]]*c.Factor + c.From)
	case c.Of != nil:
		if k := c.Of[i]; k >= 0 {
			return WordCell(c.Words[k])
		}
	case c.Words != nil:
		return WordCell(c.Words[i])
	case c.Share && i < len(c.Numbers):
		return shareCell(c.Numbers[i], c.Round)
	case i < len(c.Numbers):
		return NumberCell(c.Numbers[i])
	}
	return Cell{}
}

// holding is the word that holds; of two words one alone was measured, and stands first.
func (c LaterColumn) holding(measured []float64) string {
	for k, at := range c.Measured {
		if measured[at] == 1 {
			return c.Words[k]
		}
	}
	if len(c.Words) > len(c.Measured) {
		return c.Words[len(c.Measured)]
	}
	return ""
}

// shareCell is a share as people write it, and as it is in exports.
func shareCell(v float64, round numeral.Rounding) Cell {
	c := NumberCell(v)
	if c.Kind == Number {
		c.Word = round.Chance(v)
	}
	return c
}

// rawCell is a value in its own unit: without the last digits, which scaling there and
// back has made.
func rawCell(raw float64) Cell {
	const digits = 12
	if raw == 0 || math.IsInf(raw, 0) {
		return NumberCell(raw)
	}
	unit := math.Pow(10, digits-1-math.Floor(math.Log10(math.Abs(raw))))
	return NumberCell(math.Round(raw*unit) / unit)
}
