package synth

import (
	"math"
	"testing"

	"dpscope/engine/oracle"
)

// fits lists the methods with their time limits on the eight public tables, at ε = 1.
var fits = []struct {
	name string
	Settings
}{
	{"gem-label", Settings{Workload: Labels, Epsilon: 1, Delta: 1e-6, Seed: 1}},
	{"gem-triples", Settings{Workload: Triples, Epsilon: 1, Delta: 1e-6, Seed: 1}},
	{"privbayes", Settings{Method: PrivBayes, Epsilon: 1, Seed: 1}},
}

// apart returns the distance between the rows that a model draws and people, over the label with each attribute: half of the
// absolute differences of shares, on average and at most.
func apart(t testing.TB, m *Model, r Records) (mean, most float64) {
	t.Helper()
	rows, err := m.Draw(100_000, false, 1)
	if err != nil {
		t.Fatal(err)
	}
	others := r.Schema.Others()
	for _, a := range others {
		of := []int{r.Schema.Label, a}
		drawn, real := Records{Schema: r.Schema, Codes: rows.Codes}.Count(of), r.Count(of)
		tv := 0.0
		for i := range real {
			tv += math.Abs(drawn[i]/float64(rows.Len())-real[i]/float64(r.Len())) / 2
		}
		mean, most = mean+tv/float64(len(others)), max(most, tv)
	}
	return mean, most
}

// BenchmarkFit fits each method to each of the eight public tables, and says how far the rows are from the people.
func BenchmarkFit(b *testing.B) {
	for _, set := range sets {
		r, err := Read(b.Context(), File{Path: oracle.Path(b, "data", "imbalanced", set.name+".csv"), Schema: set.name})
		if err != nil {
			b.Fatal(err)
		}
		_, rare := r.Rarer()
		for _, f := range fits {
			b.Run(set.name+"/"+f.name, func(b *testing.B) {
				var m *Model
				for b.Loop() {
					if m, err = Fit(b.Context(), r, f.Settings); err != nil {
						b.Fatal(err)
					}
				}
				mean, most := apart(b, m, r)
				b.ReportMetric(mean, "apart")
				b.ReportMetric(most, "at-most")
				b.ReportMetric(m.Plan.Deviation, "noise")
				word, _ := r.Rarer()
				b.ReportMetric(m.Classes()[word]*float64(r.Len())/float64(rare), "rare/real")
			})
		}
	}
}
