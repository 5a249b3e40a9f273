package oracle

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// Params returns the parameters of a row, "n=269;lambda=0.01", and leaves out words that are no numbers.
func Params(text string) map[string]float64 {
	params := map[string]float64{}
	for pair := range strings.SplitSeq(text, ";") {
		name, word, _ := strings.Cut(pair, "=")
		if v, err := strconv.ParseFloat(word, 64); err == nil {
			params[name] = v
		}
	}
	return params
}

// Compare holds quantities, each of a row's params, against every row of a table of
// the reference that is about one of them, to a relative accuracy. One that has no row
// is an error.
func Compare(t testing.TB, table string, accuracy float64, quantities map[string]func(params map[string]float64) float64) {
	t.Helper()
	rows := map[string]int{}
	for _, row := range Table(t, "reference", table) {
		of, found := quantities[row["quantity"]]
		if !found {
			continue
		}
		rows[row["quantity"]]++
		want, err := strconv.ParseFloat(row["value"], 64)
		if err != nil {
			t.Fatal(err)
		}
		if got := of(Params(row["params"])); !(math.Abs(got-want) <= accuracy*math.Abs(want)) {
			t.Errorf("%s at %s: %.15g, want %.15g", row["quantity"], row["params"], got, want)
		}
	}
	for name := range quantities {
		if rows[name] == 0 {
			t.Errorf("%s has no row about %s", table, name)
		}
	}
}
