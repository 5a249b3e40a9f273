package imbalance

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"

	"dpscope/engine/oracle"
	"dpscope/engine/trial"
	"dpscope/engine/work/worktest"
	"dpscope/learners/private"
)

// What is made balances the classes, and lies where it should: copies on rows, SMOTE's
// between one and one that only four others are nearer to.
func TestMakings(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	rows := private.Rows{Dims: 2}
	for i := range 90 {
		rows.X, rows.Positive = append(rows.X, rng.NormFloat64(), rng.NormFloat64()), append(rows.Positive, i%9 == 0)
	}
	var rare [][]float64
	for i, p := range rows.Positive {
		if p {
			rare = append(rare, rows.Row(i))
		}
	}
	for _, m := range []Making{Copied, Smote} {
		all, err := m.balance(t.Context(), rows, rng)
		if err != nil || all.Len() != 160 || all.Positives() != 80 {
			t.Fatalf("%d: %d rows, %d of them positive, %v", m, all.Len(), all.Positives(), err)
		}
		for i := rows.Len(); i < all.Len(); i++ {
			from, ok := rare[(i-rows.Len())%len(rare)], false
			for _, to := range rare {
				nearer := 0
				for _, other := range rare {
					if math.Hypot(other[0]-from[0], other[1]-from[1]) < math.Hypot(to[0]-from[0], to[1]-from[1]) {
						nearer++
					}
				}
				x := all.Row(i)
				detour := math.Hypot(x[0]-from[0], x[1]-from[1]) + math.Hypot(x[0]-to[0], x[1]-to[1]) - math.Hypot(to[0]-from[0], to[1]-from[1])
				self := to[0] == from[0] && to[1] == from[1]
				ok = ok || detour < 1e-12 && self == (m == Copied) && nearer <= nearRows
			}
			if !ok {
				t.Errorf("%d: row %d lies between none that are near", m, i)
			}
		}
	}
}

// Logistic regression after SMOTE does as the reference has it (imbalanced-learn, other
// splits): within three standard errors.
func TestSmoteAgreesWithReference(t *testing.T) {
	const seeds = 10
	path := oracle.Path(t, "data", "imbalanced", "ecoli.csv")
	ctx := worktest.Session(context.Background(), 1<<24)
	values := map[string][]float64{}
	for seed := range uint64(seeds) {
		fit := Trial{Source: Source{File: path, Label: "y"}, Clip: 1e3, Ratio: 1, PerRecord: 1, Learner: Baseline{Smote}, Seed: seed}
		r, err := trial.Do(ctx, fit, nil)
		if err != nil {
			t.Fatal(err)
		}
		values["auc"] = append(values["auc"], r.AUC)
		for name, m := range measuresOf {
			values[name] = append(values[name], m.Value(r.Half).Value)
		}
	}
	compared := 0
	for _, row := range oracle.Table(t, "reference", "imbalance_rerun.csv") {
		of, found := values[row["metric"]]
		if row["dataset"] != "ecoli" || row["approach"] != "SMOTE + NonPriv. LogReg" || row["preprocessing"] != "raw" || !found {
			continue
		}
		compared++
		mean, deviation := stat.MeanStdDev(of, nil)
		if want, spread := number(t, row["mean"]), number(t, row["std"]); math.Abs(mean-want) > 3*math.Hypot(deviation, spread)/math.Sqrt(seeds) {
			t.Errorf("%s is %.3f ± %.3f, the reference has %.3f ± %.3f", row["metric"], mean, deviation, want, spread)
		}
	}
	if compared < 6 {
		t.Errorf("%d metrics are compared", compared)
	}
}
