package accounting

import (
	"math"
	"testing"

	"dpscope/engine/known"
	"dpscope/engine/oracle"
)

// What is right, and what the paper prints, against the reference.
func TestCopiesReference(t *testing.T) {
	asked := func(p map[string]float64) Copies {
		return Copies{Copies: p["c"], Minority: p["n1"], Dimension: p["d"], Neighbours: p["k"], Epsilon: max(p["eps"], 0), Delta: p["delta"], Excess: p["gamma"]}
	}
	plain := func(p map[string]float64) Copies {
		c := asked(p)
		c.Copies = math.Ceil(p["N"] / p["n1"])
		return c
	}
	smote := func(p map[string]float64) Copies {
		c := asked(p)
		c.Smote = true
		if p["eps"] == 0 {
			c.Epsilon = 1 // the row is a multiple of ε
		}
		return c
	}
	delta := func(p map[string]float64) float64 { _, d := plain(p).Total(); return d.Value }
	oracle.Compare(t, "imbalance.csv", 1e-11, map[string]func(map[string]float64) float64{
		"oversample_group_size":       func(p map[string]float64) float64 { return plain(p).GroupSize() },
		"oversample_eps":              func(p map[string]float64) float64 { return plain(p).Printed() },
		"oversample_delta_group":      delta,
		"oversample_delta_paper":      func(p map[string]float64) float64 { return plain(p).PrintedDelta() },
		"smote_pow2_0.4042d":          func(p map[string]float64) float64 { return PrintedKissing(p["d"]) },
		"smote_eps_mult_paper_pure":   func(p map[string]float64) float64 { return smote(p).Printed() },
		"smote_eps_mult_proof_pure":   func(p map[string]float64) float64 { return smote(p).Proof() },
		"smote_eps_mult_paper_approx": func(p map[string]float64) float64 { return smote(p).PrintedSecond() },
		"smote_eps_mult_proof_approx": func(p map[string]float64) float64 { return smote(p).PrintedSecond() * smote(p).Neighbours },
		"smote_delta_paper_log":       func(p map[string]float64) float64 { return smote(p).logPrintedDelta() },
		"smote_group_size_worstcase":  func(p map[string]float64) float64 { return smote(p).GroupSize() },
		"kissing_number_exact":        func(p map[string]float64) float64 { return Kissing(p["d"]).Value },
		"kissing_number_lower":        func(p map[string]float64) float64 { return Kissing(p["d"]).Value },

		"smote_counterexample_true_loss":        func(p map[string]float64) float64 { return smote(p).FiveLoss() },
		"smote_counterexample_claimed_pure_eps": func(p map[string]float64) float64 { return smote(p).FivePromised() },
		"smote_counterexample_claimed_approx_eps": func(p map[string]float64) float64 {
			epsilon, _ := smote(p).FiveSecond()
			return epsilon
		},
		"smote_counterexample_true_delta_at_claimed_eps": func(p map[string]float64) float64 {
			epsilon, _ := smote(p).FiveSecond()
			return smote(p).FiveDelta(epsilon)
		},
	})
}

// The counterexample: counts of 1 + 3c and of 0, so a loss of (1 + 3c)·ε where
// (1.323c + 1)·ε is promised.
func TestFive(t *testing.T) {
	for _, copies := range []float64{1, 2, 100} {
		if here, there := Inside(Five[2], copies), Inside(Elsewhere, copies); here != 1+3*copies || there != 0 {
			t.Errorf("%g copies: counts of %g and %g", copies, here, there)
		}
	}
	c := Copies{Copies: 1, Epsilon: 1}
	if loss, promised := c.FiveLoss(), c.FivePromised(); loss != 4 || math.Abs(promised-2.32335488313374) > 1e-13 {
		t.Errorf("a loss of %v where %v is promised", loss, promised)
	}
}

// No row of SMOTE may change more often than is said, and of copies all that belong
// to the record do.
func TestTouch(t *testing.T) {
	for seed := range uint64(40) {
		rows := Crowd(12, seed)
		for _, smote := range []bool{false, true} {
			c := Copies{Smote: smote, Copies: 3, Minority: 12, Dimension: 2, Neighbours: 2}
			changed := 1.0 // the record itself
			for _, m := range c.Touch(rows, Row{5, 5}, seed) {
				if m.Changed {
					changed++
				}
			}
			if !smote && changed != c.GroupSize() || changed > c.GroupSize() || smote && changed > c.DistinctSize().Value {
				t.Errorf("seed %d: %g rows change, and at most %g are said to (%v)", seed, changed, c.GroupSize(), c.DistinctSize())
			}
		}
	}
}

// The printed bound is below the truth in every dimension that is known.
func TestKissing(t *testing.T) {
	for d := 1.0; d <= 30; d++ {
		k := Kissing(d)
		if d > 1 && k.Value < Kissing(d-1).Value || (k.Basis == known.Exact) != (d <= 4 || d == 8 || d == 24) || d <= 24 && PrintedKissing(d) >= k.Value {
			t.Errorf("dimension %g: %+v, printed %g", d, k, PrintedKissing(d))
		}
	}
}
