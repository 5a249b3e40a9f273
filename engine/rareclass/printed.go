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

// Sets lists the eight data sets of its Table 2, by their file names.
var Sets = [...]string{"ecoli", "abalone", "car_eval_34", "solar_flare_m0", "car_eval_4", "yeast_me2", "mammography", "abalone_19"}

// printedCell names a cell of the tables.
type printedCell struct{ set, approach, metric string }

// printedRow holds the content of a cell.
type printedRow struct {
	table      string // "table11"
	mean, half float64
}

// printedCells returns all cells.
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

// metricsPrinted maps measures to the tables' words.
var metricsPrinted = map[string]string{"g-mean": "g_mean", "recall": "recall", "auc": "auc", "precision": "precision", "f1": "f1",
	"balanced-accuracy": "bal_acc", "worst-class": "worst_acc", "mcc": "mcc"}

// PrintedSize returns Table 2's number of records and features and ratio of classes of a set; none if it
// lacks the set.
func PrintedSize(set string) (records, features int, ratio float64, found bool) {
	cell := func(metric string) float64 { return printedCells()[printedCell{set, "(data)", metric}].mean }
	return int(cell("n")), int(cell("features")), cell("imbalance_ratio"), cell("n") > 0
}

// PrintedScore returns the mean of a measure of an approach without privacy from Tables 5 to 12, and the
// table. A mean printed equal to its deviation is a misprint, and counts as unknown.
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

// PrintedRank returns Table 3's mean rank by a measure of an approach with privacy.
func (a Approach) PrintedRank(measure string) known.Value {
	row, found := printedCells()[printedCell{"(all)", a.Printed, "rank_" + metricsPrinted[measure]}]
	if !found {
		return known.Nothing("Table 3 has no such cell").As(known.AsPrinted)
	}
	return known.Printed(row.mean)
}

// SetOf returns which of the eight sets some records are, by their file name and their size in Table 2;
// empty: none.
func (r Records) SetOf() string {
	name := setName(r.Name)
	records, features, _, found := PrintedSize(name)
	if !found || records != r.Len() || features != r.Dims() {
		return ""
	}
	return name
}

// setName returns the name of a set's file without its ending.
func setName(file string) string {
	name, _, _ := strings.Cut(file[strings.LastIndexAny(file, `/\`)+1:], ".")
	return name
}
