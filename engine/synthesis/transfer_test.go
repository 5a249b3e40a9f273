package synthesis

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/learners/metric"
	"dpscope/learners/synth"
)

// A split sets a fifth of either class apart, and every one is either apart or learnt from.
func TestSplitOfPeople(t *testing.T) {
	label := make([]uint16, 103)
	for i := range label[:21] {
		label[5*i%103] = 1
	}
	r := of(label, make([]uint16, len(label)))
	inside, outside := r.split(1)
	all := slices.Sorted(slices.Values(slices.Concat(inside, outside)))
	for i, record := range all {
		if i != record {
			t.Fatalf("record %d is met at %d", record, i)
		}
	}
	rare := 0
	for _, i := range outside {
		rare += int(label[i])
	}
	if len(all) != len(label) || len(outside) != 20 || rare != 4 {
		t.Errorf("%d apart, %d of them rare", len(outside), rare)
	}
	if again, _ := r.split(1); !slices.Equal(again, inside) {
		t.Error("a seed splits otherwise the second time")
	}
	if other, _ := r.split(2); slices.Equal(other, inside) {
		t.Error("another seed splits alike")
	}
}

// The area is one where a column tells the classes apart, one half where nothing does or one class only is learnt from,
// and counts pairs.
func TestAreaOfAMatrix(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	draw := func(n int, apart float64) matrix {
		m := matrix{columns: []string{"x", "age"}}
		for i := range n {
			is := i%3 == 0
			x := rng.NormFloat64()
			if is {
				x += apart
			}
			m.x, m.positive = append(m.x, x, 40+20*rng.Float64()), append(m.positive, is)
		}
		return m
	}
	for _, c := range []struct{ apart, want, within float64 }{{100, 1, 0}, {0, 0.5, 0.08}, {1, 0.76, 0.06}} { // Φ(1/√2)
		got, err := areaOf(t.Context(), draw(2000, c.apart), draw(900, c.apart))
		if err != nil || math.Abs(got-c.want) > c.within {
			t.Errorf("means %g apart: %g, %v, want %g", c.apart, got, err, c.want)
		}
	}
	one := draw(30, 1)
	for i := range one.positive {
		one.positive[i] = false
	}
	if got, err := areaOf(t.Context(), one, draw(30, 1)); got != 0.5 || err != nil {
		t.Errorf("of one class: %g, %v", got, err)
	}
	if v := metric.AUC([]float64{1, 2, 2, 3}, []bool{false, true, false, true}); v.Value != 3.5/4 {
		t.Errorf("counted pairs give %v", v.Value)
	}
}

// What is learnt from rows of a good model orders people about as well as what is learnt from people, and rows of a model
// without a budget teach nothing.
func TestTransfer(t *testing.T) {
	areas := func(epsilon float64) (rows, people float64) {
		transfer := Transfer{Fit: Fit{Source: Source{Made: "mixture", Seed: 1},
			Settings: synth.Settings{Epsilon: epsilon, Delta: 1e-6, Workload: synth.Labels, Seed: 1}}, Rows: 800}
		var all Transfers
		for split := range uint64(Splits) {
			got, err := transfer.At(split).Run(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, got)
		}
		of := func(auc func(Transferred) float64) float64 { return all.Of(auc).Value }
		return of(func(t Transferred) float64 { return t.FromRows }), of(func(t Transferred) float64 { return t.FromPeople })
	}
	if rows, people := areas(20); !(people > 0.95 && rows > people-0.03) {
		t.Errorf("a good model: %g from rows, %g from people", rows, people)
	}
	if rows, people := areas(0.005); !(rows < people-0.1) {
		t.Errorf("next to no budget: %g from rows, %g from people", rows, people)
	}
}
