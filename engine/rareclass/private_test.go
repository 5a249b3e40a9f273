package rareclass

import (
	"context"
	"math"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/stat"

	"dpscope/engine/effort"
	"dpscope/engine/oracle"
	"dpscope/engine/trial"
	"dpscope/engine/work/worktest"
	"dpscope/learners/metric"
	"dpscope/learners/private"
)

// measuresOf maps the reference's names to metrics.
var measuresOf = map[string]metric.Metric{"recall": metric.Recall, "precision": metric.Precision, "f1": metric.F1, "bal_acc": metric.BalancedAccuracy,
	"worst_acc": metric.WorstClass, "g_mean": metric.GeometricMean, "mcc": metric.Matthews}

// Means over 20 seeds of private fits equal those of the reference, which has other splits and other noise: nine of ten
// differences are within three standard errors.
func TestPrivateAgreesWithReference(t *testing.T) {
	rows := oracle.Table(t, "reference", "imbalance_private.csv")
	ctx := worktest.Session(context.Background(), 1<<28)
	const seeds = 20
	sources := map[string]Source{
		"ecoli":       {File: oracle.Path(t, "data", "imbalanced", "ecoli.csv"), Label: "y", Scaling: UnitCube},
		"mammography": {File: oracle.Path(t, "data", "imbalanced", "mammography.csv"), Label: "y"},
	}
	clips := map[string]float64{"mammography": 3} // ecoli: the root of 7
	compared, beyond := 0, 0
	for _, row := range rows {
		epsilon, perRecord := number(t, row["eps"]), number(t, row["lambda_times_n"])
		if !effort.All() && (row["dataset"] != "ecoli" || perRecord != 1) {
			continue
		}
		source := sources[row["dataset"]]
		r, err := source.Open(ctx)
		if err != nil {
			t.Fatal(err)
		}
		fit := Trial{Source: source, Clip: clips[row["dataset"]], Ratio: r.Ratio(), PerRecord: perRecord, Epsilon: epsilon}
		switch row["weights"] {
		case "unweighted":
			fit.Learner = Unweighted
		case "weighted public (w1=1,w0=1/r)":
			fit.Learner = Inverse
		default:
			fit.Learner = Normalised
		}
		if row["eps_split"] == "chaudhuri" {
			fit.Rule = private.Classic
		}
		var values []float64
		for seed := range uint64(seeds) {
			fit.Seed = seed
			result, err := trial.Do(ctx, fit, nil)
			if err != nil {
				t.Fatal(err)
			}
			o := result.Half
			if row["threshold"] != "0.5" {
				o = result.Public
			}
			v := result.AUC
			if m, found := measuresOf[row["metric"]]; found {
				v = m.Value(o).Value
			}
			values = append(values, v)
		}
		mean, deviation := stat.MeanStdDev(values, nil)
		want, spread := number(t, row["mean"]), number(t, row["std"])
		compared++
		if off := math.Abs(mean - want); off > 3*math.Hypot(deviation, spread)/math.Sqrt(seeds)+1e-5 {
			beyond++
			t.Logf("%v: %.4f ± %.4f, and there", row, mean, deviation)
		}
	}
	if share := float64(beyond) / float64(compared); share > 0.05 {
		t.Errorf("%d of %d means differ by more than three standard errors", beyond, compared)
	} else {
		t.Logf("%d of %d means differ by more than three standard errors", beyond, compared)
	}
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
