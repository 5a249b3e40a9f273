package labelling

import (
	"math"

	"dpscope/engine/known"
)

// Table is a table of the paper: budgets, as the paper names them, for at most a fraction of
// flips, with one confidence.
type Table struct {
	Name       string // "I"
	Confidence float64
	Records    []float64   // of the rows
	Flips      []float64   // of the columns
	Printed    [][]float64 // as printed, three decimals; NaN where the paper left the cell empty
}

var (
	tableRecords = []float64{1e2, 1e3, 1e4, 1e5, 1e6}
	tableFlips   = []float64{0.5, 0.45, 0.4, 0.35, 0.3, 0.25, 0.2, 0.15, 0.1, 0.05}
	emptyCell    = math.NaN()
)

// tables holds Tables I and II of Bi & Suppakitpaisarn, computed there by Hoeffding's bound. Their six empty
// cells are marked "not applicable"; that is the bound's limit, not the mechanism's.
var tables = []Table{
	{"I", 0.999, tableRecords, tableFlips, [][]float64{
		{1.562, 2.049, 2.600, 3.255, 4.098, 5.360, 8.487, emptyCell, emptyCell, emptyCell},
		{0.472, 0.884, 1.316, 1.779, 2.292, 2.884, 3.610, 4.597, 6.293, emptyCell},
		{0.149, 0.552, 0.967, 1.404, 1.875, 2.401, 3.014, 3.777, 4.847, 6.857},
		{0.047, 0.449, 0.860, 1.290, 1.751, 2.260, 2.847, 3.563, 4.529, 6.151},
		{0.015, 0.416, 0.826, 1.254, 1.712, 2.217, 2.796, 3.499, 4.436, 5.969},
	}},
	{"II", 0.95, tableRecords, tableFlips, [][]float64{
		{0.999, 1.438, 1.913, 2.444, 3.065, 3.844, 4.950, 7.123, emptyCell, emptyCell},
		{0.310, 0.717, 1.139, 1.588, 2.078, 2.634, 3.297, 4.155, 5.458, 8.944},
		{0.098, 0.501, 0.913, 1.347, 1.813, 2.330, 2.929, 3.668, 4.683, 6.476},
		{0.031, 0.433, 0.843, 1.272, 1.732, 2.239, 2.821, 3.531, 4.482, 6.058},
		{0.010, 0.411, 0.821, 1.249, 1.706, 2.210, 2.788, 3.488, 4.422, 5.941},
	}},
}

// Printed returns the cell of the paper's tables for a promise; ok is false
// when no table has one, and the value is none when the paper left it empty.
func Printed(p Promise) (table string, epsilon known.Value, ok bool) {
	for _, t := range tables {
		for i, records := range t.Records {
			for j, flip := range t.Flips {
				if (Promise{records, flip, t.Confidence}) == p {
					return t.Name, t.printed(i, j), true
				}
			}
		}
	}
	return "", known.Nothing("no table has it"), false
}

func (t Table) printed(i, j int) known.Value {
	switch {
	case t.Printed == nil:
		return known.Nothing("no table has it")
	case math.IsNaN(t.Printed[i][j]):
		return known.Nothing("an empty cell").As(known.AsPrinted)
	}
	return known.Printed(t.Printed[i][j])
}

// TableAt returns the table of a confidence: the paper's, or at other confidences one with the rows and
// columns of its first.
func TableAt(confidence float64) Table {
	for _, t := range tables {
		if t.Confidence == confidence {
			return t
		}
	}
	return Table{Confidence: confidence, Records: tableRecords, Flips: tableFlips}
}

// Cell is one cell of a table with every answer to it.
type Cell struct {
	Promise Promise
	Printed known.Value // none where the paper has no number

	Exact, Chernoff, ChernoffAtJ, Hoeffding, Normal, NormalCorrected known.Value

	Saving known.Value
	Class  SavingClass
}

// Cells computes every cell of the table, row by row.
func (t Table) Cells() []Cell {
	var cells []Cell
	for i, records := range t.Records {
		for j, flip := range t.Flips {
			cells = append(cells, Promise{records, flip, t.Confidence}.cell(t.printed(i, j)))
		}
	}
	return cells
}

// cell answers a promise in every way.
func (p Promise) cell(printed known.Value) Cell {
	c := Cell{
		Promise: p, Printed: printed,
		Exact: p.Exact(), Chernoff: p.Chernoff(), ChernoffAtJ: p.ChernoffAtJ(),
		Hoeffding: p.Hoeffding(), Normal: p.Normal(), NormalCorrected: p.NormalCorrected(),
	}
	c.Saving = Saving(c.Exact, c.Hoeffding)
	c.Class = savingClass(c.Hoeffding, c.Saving)
	return c
}
