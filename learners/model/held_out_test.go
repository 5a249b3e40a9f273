package model

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dpscope/learners/linear"
	"dpscope/learners/table"
	"dpscope/learners/tree"
)

// Nothing of a model may depend on the values of the records held out: not its
// weights, and not the scales, means and lists of words that it is given.
func TestHeldOutRecordsChangeNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	var lines []string
	for range 200 {
		age, bmi := 100*rng.Float64(), 40*rng.Float64()
		class := 0
		if age+2*bmi+20*rng.NormFloat64() > 90 {
			class = 1
		}
		lines = append(lines, fmt.Sprintf("%g,%g,%s,%d\n", age, bmi, []string{"Bonn", "Oslo", "Rome"}[rng.IntN(3)], class))
	}
	train := func(missing table.Missing) (*Model, table.Data, table.Survey) {
		t.Helper()
		d, s, err := readTable("age,bmi,city,y\n"+strings.Join(lines, ""), table.Options{Label: "y", MinMax: true, Missing: missing, HeldOut: 0.25, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		m, report, err := Train(context.Background(), linear.Logistic{C: 1}, d, TrainOptions{HeldOut: 0.25, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		if want := 200 - s.Dropped; report.Records+report.HeldOut != want || report.Records != 150 && report.HeldOut != 50 {
			t.Errorf("%d records trained on and %d held out; %d in all", report.Records, report.HeldOut, want)
		}
		return m, d, s
	}
	before, d, _ := train(table.RefuseMissing)
	held, learnt := slices.Index(d.Held, true), slices.Index(d.Held, false)
	for _, c := range []struct {
		name, age, city string
		missing         table.Missing
		note            string
	}{
		{"the largest value", "1e6", "Oslo", table.RefuseMissing, "values outside [0, 1]: age 1"},
		{"the least value", "-1e6", "Oslo", table.RefuseMissing, "values outside [0, 1]: age 1"},
		{"an unknown word", "50", "Atlantis", table.RefuseMissing, "words that the classifier was not trained on, 0 in every feature: city 1"},
		{"no value, filled", "", "", table.FillMissing, "missing values: age 1"},
		{"no value, left out", "", "Oslo", table.DropMissing, "1 of 200 records left out"},
	} {
		for _, i := range []int{held, learnt} {
			was := lines[i]
			fields := strings.Split(was, ",")
			lines[i] = strings.Join([]string{c.age, fields[1], c.city, fields[3]}, ",")
			after, _, s := train(c.missing)
			lines[i] = was
			same := reflect.DeepEqual(before.Classifier, after.Classifier) && reflect.DeepEqual(before.Features, after.Features)
			if same != (i == held) {
				t.Errorf("%s in record %d, held out %v: the model is the same: %v", c.name, i, i == held, same)
			}
			if notes := strings.Join(s.Notes(), "; "); i == held && !strings.Contains(notes, c.note) {
				t.Errorf("%s: notes %q, want %q", c.name, notes, c.note)
			}
		}
	}
}

func readTable(text string, options table.Options) (table.Data, table.Survey, error) {
	return table.Read(context.Background(), strings.NewReader(text), "f.csv", options)
}

// A share that holds out no record is refused; a table with records set apart
// has its own.
func TestHeldOutOfAFewRecords(t *testing.T) {
	d, _, err := readTable("a,y\n"+strings.Repeat("1,0\n2,1\n", 20), table.Options{Label: "y", HeldOut: 0.25, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Train(context.Background(), tree.CART{Depth: 1}, d, TrainOptions{HeldOut: 1e-9}); err != nil {
		t.Errorf("a table with records set apart: %v", err)
	}
	d.Held = nil
	if _, _, err := Train(context.Background(), tree.CART{Depth: 1}, d, TrainOptions{HeldOut: 1e-9}); err == nil || err.Error() != "held-out = 1e-09 of 40 records is none; a larger share, or 0 for none, would work" {
		t.Errorf("a share of no record: %v", err)
	}
}
