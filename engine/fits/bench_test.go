package fits

import (
	"context"
	"testing"

	"dpscope/engine/oracle"
	"dpscope/engine/trial"
	"dpscope/engine/work/worktest"
)

// All noise on a hundred splits of breast-cancer with a hundred draws each, with a budget for each answer and for the whole fit.
func BenchmarkBayes(b *testing.B) {
	source := Source{File: oracle.Path(b, "data", "uci", "breast-cancer-wisconsin.csv"), Words: "all", Drop: "id"}
	for _, c := range []struct {
		name   string
		budget Budget
	}{{"query", Query}, {"run", Whole}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				ctx := worktest.Session(context.Background(), 1<<28)
				r, err := source.Open(ctx)
				if err != nil {
					b.Fatal(err)
				}
				var trials []Bayes
				for _, k := range Kinds {
					trials = append(trials, Bayes{Source: source, Terms: Terms{k.Name, c.budget, 1, 0.1, AsksOf(r)}, Keep: true, Repeats: 100, Seed: 1})
				}
				if _, err := trial.Sweep[Runs](ctx, trials, 100, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Coordinate descent on twenty splits of a simulated table.
func BenchmarkCoordinates(b *testing.B) {
	for b.Loop() {
		ctx := worktest.Session(context.Background(), 1<<28)
		c := Coordinates{Source: Source{Made: "grades", Seed: 1}, Terms: Terms{Noise: None}, Rounds: 20, Seed: 1}
		if _, err := trial.Repeat[Descents](ctx, c, 20); err != nil {
			b.Fatal(err)
		}
	}
}
