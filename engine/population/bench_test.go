package population

import (
	"strconv"
	"testing"

	"dpscope/engine/agreement"
	"dpscope/engine/oracle"
	"dpscope/learners/model"
)

// 100 records, 8 budgets and 6 mechanisms on the stroke forest: 5 s are allowed
// on two cores.
func BenchmarkPopulation(b *testing.B) {
	m, err := model.Open(oracle.Path(b, "reference", "peer-classifiers", "stroke_rf.json"))
	if err != nil {
		b.Fatal(err)
	}
	rows := oracle.Table(b, "data/stroke/processed_stroke_data_normalized.csv")
	p := Population{
		Classifier: m.Classifier, Private: m.Private, Limits: agreement.UnitInterval, Exact: true, Certified: true,
		Candidates: candidates(b, "pm", "sw", "laplace-clamped", "exponential", "krr", "gaussian"),
		Epsilons:   []float64{1, 2, 3, 4, 5, 6, 7, 8},
	}
	for _, row := range rows[:100] {
		var x []float64
		for _, f := range m.FeatureNames() {
			v, err := strconv.ParseFloat(row[f], 64)
			if err != nil {
				b.Fatal(err)
			}
			x = append(x, v)
		}
		p.Records = append(p.Records, x)
	}
	for b.Loop() {
		o, err := p.Run(b.Context(), func(Outcome) {})
		if err != nil {
			b.Fatal(err)
		}
		if o.Done != 100 || o.Skipped != nil {
			b.Fatal(o.Done, o.Skipped)
		}
	}
}
