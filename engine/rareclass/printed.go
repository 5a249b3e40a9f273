package rareclass

import (
	"math"
	"strconv"
	"strings"
	"sync"

	"dpscope/assets"
	"dpscope/engine/known"
)

// printedTables is the file of claims that has Tables 2, 3 and 5 to 12 of "Differential Privacy Under Class Imbalance", cell by cell.
const printedTables = "class-imbalance-tables.csv"

// Sets are the eight of its Table 2, as the files are called.
var Sets = [...]string{"ecoli", "abalone", "car_eval_34", "solar_flare_m0", "car_eval_4", "yeast_me2", "mammography", "abalone_19"}

// printedCell names a cell of the tables.
type printedCell struct{ set, approach, metric string }

// printedRow is what stands in a cell.
type printedRow struct {
	table      string // "table11"
	mean, half float64
}

// printedCells are all of them.
var printedCells = sync.OnceValue(func() map[printedCell]printedRow {
	cells := map[printedCell]printedRow{}
	text, err := assets.ClaimFile(printedTables)
	if err != nil {
		return nil // a test reads it
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		of := strings.Split(line, ",")
		row := printedRow{table: of[0], mean: math.NaN(), half: math.NaN()}
		row.mean, _ = strconv.ParseFloat(of[4], 64) // the file is our own
		if of[5] != "" {
			row.half, _ = strconv.ParseFloat(of[5], 64)
		}
		cells[printedCell{of[1], of[2], of[3]}] = row
	}
	return cells
})

// metricsPrinted are the tables' words for measures.
var metricsPrinted = map[string]string{"g-mean": "g_mean", "recall": "recall", "auc": "auc", "precision": "precision", "f1": "f1",
	"balanced-accuracy": "bal_acc", "worst-class": "worst_acc", "mcc": "mcc"}

// PrintedSize are the records, features and the ratio of classes that Table 2 has of a set; none where it has no such set.
func PrintedSize(set string) (records, features int, ratio float64, found bool) {
	cell := func(metric string) float64 { return printedCells()[printedCell{set, "(data)", metric}].mean }
	return int(cell("n")), int(cell("features")), cell("imbalance_ratio"), cell("n") > 0
}

// PrintedScore is the mean of a measure that Tables 5 to 12 have of an approach without privacy, and in which table. Where it is printed as large as its
// deviation it is that, by mistake, and nothing is known.
func (a Approach) PrintedScore(set, measure string) (v known.Value, table string) {
	row, found := printedCells()[printedCell{set, a.Printed, metricsPrinted[measure]}]
	table = strings.Replace(row.table, "table", "Table ", 1)
	switch {
	case !found:
		return known.Nothing("the tables have no such cell").As(known.AsPrinted), ""
	case row.mean == row.half && strings.HasSuffix(a.Printed, "Transformer") && (measure == "g-mean" || measure == "mcc"):
		return known.Nothing("the mean is printed as large as its deviation").As(known.AsPrinted), table
	}
	return known.Printed(row.mean), table
}

// PrintedRank is the mean rank by a measure that Table 3 has of an approach with privacy.
func (a Approach) PrintedRank(measure string) known.Value {
	row, found := printedCells()[printedCell{"(all)", a.Printed, "rank_" + metricsPrinted[measure]}]
	if !found {
		return known.Nothing("Table 3 has no such cell").As(known.AsPrinted)
	}
	return known.Printed(row.mean)
}

// SetOf is which of the eight some records are, by the name of their file and by what Table 2 has of it; empty: none.
func (r Records) SetOf() string {
	name := setName(r.Name)
	records, features, _, found := PrintedSize(name)
	if !found || records != r.Len() || features != r.Dims() {
		return ""
	}
	return name
}

// setName is what a file of a set is called without its ending.
func setName(file string) string {
	name, _, _ := strings.Cut(file[strings.LastIndexAny(file, `/\`)+1:], ".")
	return name
}
