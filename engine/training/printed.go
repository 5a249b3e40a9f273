package training

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"sync"

	"dpscope/engine/known"
)

// The numbers of Tables III to V of Bi & Suppakitpaisarn, arXiv:2210.04132, in
// per cent: AUC, and balanced accuracy, which the paper calls BER.
//
//go:embed printed.csv
var printedTables string

// PrintedBudgets lists the ε of the tables, as the paper names it.
var PrintedBudgets = [...]float64{0.1, 0.5, 1, 1.5, 3, 5, 7}

// Budgets lists what labels spend there: half of it.
var Budgets = func() (spent [len(PrintedBudgets)]float64) {
	for i, stated := range PrintedBudgets {
		spent[i] = stated / 2
	}
	return spent
}()

// Pairs lists the classes of CIFAR-10 that the paper tells from airplanes.
var Pairs = [...]string{"automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"}

// Printed holds the paper's numbers of one loss against one class.
type Printed struct {
	Table   string  // "V"
	Records float64 // trained on
	Mean    []float64
	SD      []float64 // over ten runs; both are shares, NaN where the row is cut short
}

// PrintedOf returns the row with the number of records closest in ratio to the one given; metric is "auc" or
// "ber". ok is false if the paper has none.
func PrintedOf(against, loss, metric string, records float64) (best Printed, ok bool) {
	for _, cells := range printedRows() {
		if cells[1] != against || cells[3] != loss || cells[4] != metric {
			continue
		}
		n, _ := strconv.ParseFloat(cells[2], 64) // the file is our own
		if !ok || math.Abs(math.Log(n/records)) < math.Abs(math.Log(best.Records/records)) {
			best, ok = Printed{Table: cells[0], Records: n}, true
			for i := 5; i < len(cells); i += 2 {
				best.Mean, best.SD = append(best.Mean, share(cells[i])), append(best.SD, share(cells[i+1]))
			}
		}
	}
	return best, ok
}

// printedRows returns the rows of the tables, below their header, cell by cell.
var printedRows = sync.OnceValue(func() (rows [][]string) {
	lines := strings.Split(strings.TrimSpace(printedTables), "\n")
	for _, line := range lines[1:] {
		rows = append(rows, strings.Split(line, ","))
	}
	return rows
})

// share reads per cent; an empty cell is no number.
func share(cell string) float64 {
	v, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		return math.NaN()
	}
	return v / 100
}

// At returns the cell of an ε, as the paper names it.
func (p Printed) At(epsilon float64) known.Value {
	for i, e := range PrintedBudgets {
		if e == epsilon && i < len(p.Mean) && !math.IsNaN(p.Mean[i]) {
			return known.Printed(p.Mean[i])
		}
	}
	return known.Nothing("no cell").As(known.AsPrinted)
}
