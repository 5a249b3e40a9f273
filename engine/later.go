package engine

import (
	"math"
	"strconv"
	"strings"

	"dpscope/engine/numeral"
)

// Later is a long table, such as the people: it holds the material of its rows, most of it shared with other
// tables, and Table makes the rows on demand.
type Later struct {
	Name     string
	Columns  []LaterColumn
	Measured [][]float64 // per row the values that columns name by their places
	Opens    string      // address that rows open, up to the part that names the row
	Leads    []string    // per row its address; nil: Opens and the row's own values make it
	ByFirst  bool        // the number in the first column names the row; otherwise all measured values do
}

// LaterColumn is a column with the material of its cells: numbers, words, or measured values. A missing one
// leaves its cell empty.
type LaterColumn struct {
	TableColumn
	Numbers      []float64        // one per row
	Share        bool             // the numbers are shares of answers, written as people do
	Round        numeral.Rounding // of the shares
	Words        []string         // one per row; with Of the possible ones
	Of           []int            // per row an index of Words; -1: none
	Measured     []int            // places of measured values: one number, or with Words one for each word, which is 1 where the word holds
	Factor, From float64          // turn a measured v into people's unit: v·Factor + From
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

// opens returns the address that row i opens.
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

// cell returns the column's cell in row i.
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

// holding returns the word that holds; of two words only the first one was measured.
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

// shareCell returns a share as people write it, with its number for exports.
func shareCell(v float64, round numeral.Rounding) Cell {
	c := NumberCell(v)
	if c.Kind == Number {
		c.Word = round.Chance(v)
	}
	return c
}

// rawCell returns a value in its own unit, without the last digits, which are rounding errors of scaling
// there and back.
func rawCell(raw float64) Cell {
	const digits = 12
	if raw == 0 || math.IsInf(raw, 0) {
		return NumberCell(raw)
	}
	unit := math.Pow(10, digits-1-math.Floor(math.Log10(math.Abs(raw))))
	return NumberCell(math.Round(raw*unit) / unit)
}
