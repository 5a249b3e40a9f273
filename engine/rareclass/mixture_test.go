package rareclass

import (
	"math"
	"testing"

	"dpscope/engine/oracle"
	"dpscope/learners/metric"
	"dpscope/learners/private"
)

// Every row on the mixture of the reference (mpmath, 40 digits).
func TestMixtureReference(t *testing.T) {
	of := func(value func(m Mixture, gamma float64) float64) func(map[string]float64) float64 {
		return func(p map[string]float64) float64 {
			return value(Mixture{Separation: p["Delta"], Ratio: p["r"]}, p["gamma"])
		}
	}
	shares := func(k metric.Metric) func(map[string]float64) float64 {
		return of(func(m Mixture, gamma float64) float64 { return k.Value(m.Outcomes(gamma)).Value })
	}
	// The reference does not round the counts of the classes.
	spread := func(value func(c Counts, noise, beta float64) float64) func(map[string]float64) float64 {
		return func(p map[string]float64) float64 {
			r := Release{Epsilon: p["eps"], Delta: p["delta"], Clip: p["R"] / p["sigma"]}
			return p["sigma"] * value(Counts{p["n0"], p["n0"] / p["r"]}, r.noise(), p["beta"])
		}
	}
	middle := func(c Counts, noise float64) float64 { return c.spread(BestBalanced, 1, noise) }
	wider := func(p map[string]float64) Mixture {
		return Mixture{Separation: p["Delta"] / math.Hypot(1, p["nu_over_sigma"]), Ratio: p["r"]}
	}
	oracle.Compare(t, "imbalance.csv", 1e-10, map[string]func(map[string]float64) float64{
		"t4_recall":    of(Mixture.Recall),
		"t4_fpr":       of(Mixture.FalsePositive),
		"t4_precision": shares(metric.Precision), "t4_f1": shares(metric.F1), "t4_balacc": shares(metric.BalancedAccuracy),
		"t4_worst": shares(metric.WorstClass), "t4_gmean": shares(metric.GeometricMean), "t4_accuracy": shares(metric.Accuracy), "t4_mcc": shares(metric.Matthews),
		"t4_recall_paper":            of(func(m Mixture, g float64) float64 { return m.Printed(g).Recall }),
		"t4_precision_paper":         of(func(m Mixture, g float64) float64 { return m.Printed(g).Precision }),
		"t4_f1_paper":                of(func(m Mixture, g float64) float64 { return m.Printed(g).F1 }),
		"t4_gamma_bayes":             of(func(m Mixture, _ float64) float64 { return m.BestAccuracy() }),
		"t4_gamma_f1opt":             of(func(m Mixture, _ float64) float64 { return m.BestF1() }),
		"t4_f1_max":                  of(func(m Mixture, _ float64) float64 { return metric.F1.Value(m.Outcomes(m.BestF1())).Value }),
		"t4_gamma_balacc":            func(map[string]float64) float64 { return BestBalanced },
		"t4_expected_recall_private": func(p map[string]float64) float64 { return wider(p).Recall(p["gamma"]) },
		"t4_expected_fpr_private":    func(p map[string]float64) float64 { return wider(p).FalsePositive(p["gamma"]) },
		"prop10_sd_theta_hat":        spread(func(c Counts, noise, _ float64) float64 { return middle(c, noise) }),
		"prop10_upper_correct":       spread(func(c Counts, noise, beta float64) float64 { return boundFactor(beta) * middle(c, noise) }),
		"prop10_quantile_exact":      spread(func(c Counts, noise, beta float64) float64 { return quantileFactor(beta) * middle(c, noise) }),
		"prop10_lower_correct":       spread(func(c Counts, _, beta float64) float64 { return c.leastError(beta) }),
		"prop10_R_min_offset": func(p map[string]float64) float64 {
			return p["sigma"] * (Release{Records: p["n"]}).LeastClip(Mixture{}, p["beta"])
		},
	})
}

// No neighbour on a grid is better than the threshold reported as best.
func TestBestThresholds(t *testing.T) {
	for _, m := range []Mixture{{0.05, 3}, {0.3, 40}, {2, 0.2}, {2, 10}, {7, 1e5}} {
		at := func(k metric.Metric, gamma float64) float64 { return k.Value(m.Outcomes(gamma)).Value }
		for _, best := range []struct {
			of    metric.Metric
			gamma float64
		}{{metric.BalancedAccuracy, BestBalanced}, {metric.GeometricMean, BestBalanced}, {metric.Accuracy, m.BestAccuracy()}, {metric.F1, m.BestF1()}} {
			for _, off := range []float64{-3, -0.3, -0.01, 0.01, 0.3, 3} {
				if there, here := at(best.of, best.gamma+off), at(best.of, best.gamma); there > here+1e-15 {
					t.Errorf("%s of %+v is %v at %v, above %v at %v", best.of.Name, m, there, best.gamma+off, here, best.gamma)
				}
			}
		}
	}
}

// Clipping moves the threshold as a sum over the normal law says.
func TestClipBias(t *testing.T) {
	for _, c := range []struct{ clip, gamma float64 }{{0.5, 0.5}, {0.5, 0.8}, {2, 0.2}, {7, 0.9}} {
		m := Mixture{Separation: 3, Ratio: 10}
		want := 0.0
		const step = 1e-4
		for x := -12.0; x < 12; x += step {
			moved := func(mean float64) float64 { return min(max(x+mean, -c.clip), c.clip) - x - mean }
			want += step * math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) * (c.gamma*moved(m.Separation/2) + (1-c.gamma)*moved(-m.Separation/2))
		}
		if got := (Release{Clip: c.clip}).Bias(m, c.gamma); math.Abs(got-want) > 1e-7*math.Abs(want)+1e-15 {
			t.Errorf("a clip at %v moves the threshold of γ = %v by %v, not %v", c.clip, c.gamma, got, want)
		}
	}
}

// Where the classical formula is not proven it is not used.
func TestClassicalNoiseOnlyWhereItHolds(t *testing.T) {
	m := Mixture{Separation: 2, Ratio: 10}
	for _, epsilon := range []float64{0.1, 1, 1.01, 8} {
		r := Release{Epsilon: epsilon, Delta: 1e-5, Records: 1000, Clip: 4}
		least := r
		least.Analytic = true
		if classical, analytic := r.Deviation(m, 0.5), least.Deviation(m, 0.5); (classical > analytic) != (epsilon <= private.ClassicalMost) || classical < analytic {
			t.Errorf("at ε = %v the classical noise gives %v, the analytic %v", epsilon, classical, analytic)
		}
	}
}
