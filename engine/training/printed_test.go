package training

import (
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/oracle"
)

// Every cell of the tables, as they were read from the paper by others.
func TestPrintedTables(t *testing.T) {
	cells := 0
	for _, row := range oracle.Table(t, "reference", "em_tables.csv") {
		number := func(name string) float64 {
			v, err := strconv.ParseFloat(row[name], 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		p, ok := PrintedOf(strings.TrimPrefix(row["dataset"], "airplane-"), row["loss"], row["metric"], number("n"))
		if row["table"] != p.Table { // III prints what IV and V print too, with a few other digits
			continue
		}
		if got := p.At(number("eps")); !ok || got.Value != number("mean")/100 {
			t.Errorf("%v: %+v", row, got)
		}
		cells++
	}
	if cells < 1500 {
		t.Errorf("%d cells were compared", cells)
	}
}

func TestPrinted(t *testing.T) {
	p, ok := PrintedOf("cat", "barrier", "auc", 900)
	if !ok || p.Records != 1000 || p.At(0.5).Value != 0.76 || !p.At(2).Missing() {
		t.Errorf("%+v", p)
	}
	if p, _ := PrintedOf("cat", "barrier", "auc", 5000); p.Table != "III" || p.Records != 6000 {
		t.Errorf("5,000 records are compared with %+v", p)
	}
	if _, ok := PrintedOf("cow", "barrier", "auc", 1000); ok {
		t.Error("there are cows")
	}
}
