package labelling

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"dpscope/engine/effort"
	"dpscope/mechanisms"
)

// labels are published by the exponential mechanism at a nominal ε.
func labels(t testing.TB, nominal float64) mechanisms.LabelFlip {
	t.Helper()
	m, err := mechanisms.NewLabelFlip(nominal / 2)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestScoreLandmarks(t *testing.T) {
	for _, c := range []struct{ n, epsilon, success, strict float64 }{
		// mpmath, 60 digits; at ε = 0 rational.
		{1, 1, 0.62245933120185456, 0.62245933120185456},
		{2, 0, 0.75, 0.25},
		{4, 0, 0.6875, 0.3125},
		{7, 0, 0.5, 0.5},
		{100, 0.5, 0.91173910630889498, 0.8751580428467},
		{1e12, 0, 0.5, 0.5},
	} {
		s := ScoreOf(labels(t, c.epsilon), c.n)
		tolerance := 1e-11
		if c.n == 1e12 {
			tolerance = 1e-6
		}
		if math.Abs(s.Success-c.success) > tolerance {
			t.Errorf("n=%g ε=%g: success %.17g, want %.17g", c.n, c.epsilon, s.Success, c.success)
		}
		if c.n != 100 && math.Abs(s.SuccessStrict-c.strict) > tolerance {
			t.Errorf("n=%g ε=%g: strict success %.17g, want %.17g", c.n, c.epsilon, s.SuccessStrict, c.strict)
		}
	}
}

// The tie separates the two successes at even n, and nothing does at odd n.
func TestScoreTie(t *testing.T) {
	for _, n := range []float64{1, 2, 3, 10, 11, 1000, 1001, 1e6, 1e9, 1e12, 1e12 - 1} {
		for _, epsilon := range []float64{0, 1e-6, 0.3, 2, 50, 1500} {
			m := labels(t, epsilon)
			s := ScoreOf(m, n)
			tie := 0.0
			if math.Mod(n, 2) == 0 {
				tie = m.Flips(n).Prob(n / 2)
			}
			if math.Abs(s.Success-s.SuccessStrict-tie) > 1e-13 || s.LogFailure > s.LogFailureStrict {
				t.Errorf("n=%g ε=%g: %+v, tie %v", n, epsilon, s, tie)
			}
			if s.LogFailure > -600 && math.Abs(s.Success+math.Exp(s.LogFailure)-1) > 1e-14 {
				t.Errorf("n=%g ε=%g: success %v and ln failure %v", n, epsilon, s.Success, s.LogFailure)
			}
			for _, v := range []float64{s.Success, s.SuccessStrict, s.LogFailure, s.LogFailureStrict, s.MeanFlipped, s.DeviationFlipped} {
				if math.IsNaN(v) || math.IsInf(v, 1) {
					t.Errorf("n=%g ε=%g: %+v", n, epsilon, s)
				}
			}
			if epsilon == 0 && math.Mod(n, 2) == 1 && math.Abs(s.Success-0.5) > 1e-12 {
				t.Errorf("n=%g: fair coins succeed with chance %v", n, s.Success)
			}
		}
	}
}

// successByDefinition returns Pr(q ≥ n/2) by enumerating the number of kept labels among n, in rationals, at flip chance p.
func successByDefinition(n int, p *big.Rat, strict bool) float64 {
	keep := new(big.Rat).Sub(big.NewRat(1, 1), p)
	total := new(big.Rat)
	for kept := range n + 1 {
		if 2*kept < n || strict && 2*kept == n {
			continue
		}
		term := new(big.Rat).SetInt(new(big.Int).Binomial(int64(n), int64(kept)))
		for range kept {
			term.Mul(term, keep)
		}
		for range n - kept {
			term.Mul(term, p)
		}
		total.Add(total, term)
	}
	v, _ := total.Float64()
	return v
}

func TestScoreByDefinition(t *testing.T) {
	for n := 1; n <= 24; n += effort.Scale(3, 1, 1) {
		for _, epsilon := range []float64{0, 0.1, 0.5, 3} {
			m := labels(t, epsilon)
			p := new(big.Rat).SetFloat64(m.Flip)
			s := ScoreOf(m, float64(n))
			for _, pair := range [][2]float64{
				{s.Success, successByDefinition(n, p, false)},
				{s.SuccessStrict, successByDefinition(n, p, true)},
				{Success(m, float64(n), true), successByDefinition(n, p, false)},
				{Success(m, float64(n), false), successByDefinition(n, p, true)},
			} {
				if math.Abs(pair[0]-pair[1]) > 1e-14 {
					t.Errorf("n=%d ε=%g: %.17g, by definition %.17g", n, epsilon, pair[0], pair[1])
				}
			}
		}
	}
}

// TestTieFaultsAreCaught plants the classical slips in the success probability
// and sees that its definition refuses them.
func TestTieFaultsAreCaught(t *testing.T) {
	m := labels(t, 0.5)
	p := new(big.Rat).SetFloat64(m.Flip)
	atMost := func(n, flips float64) float64 { return m.Flips(n).Tails(flips).Below }
	for fault, success := range map[string]func(n float64) float64{
		"the sum over q from ⌊n/2⌋":  func(n float64) float64 { return atMost(n, n-math.Floor(n/2)) },
		"a tie forgotten":            func(n float64) float64 { return atMost(n, math.Ceil(n/2)-1) },
		"one flip too many":          func(n float64) float64 { return atMost(n, math.Floor(n/2)+1) },
		"kept in place of flipped":   func(n float64) float64 { return lawKept(m, n).Tails(math.Floor(n / 2)).Below },
		"ε in the place of half ε":   func(n float64) float64 { return labels(t, 1).Flips(n).Tails(math.Floor(n / 2)).Below },
		"ties counted by their half": func(n float64) float64 { return (atMost(n, math.Floor(n/2)) + atMost(n, math.Ceil(n/2)-1)) / 2 },
	} {
		caught := false
		for n := 1; n <= 6; n++ {
			caught = caught || math.Abs(success(float64(n))-successByDefinition(n, p, false)) > 1e-14
		}
		if !caught {
			t.Errorf("%s: not caught", fault)
		}
	}
}

func BenchmarkScore(b *testing.B) {
	m := labels(b, 0.5)
	for _, n := range []float64{100, 1e4, 1e6, 1e9, 1e12} {
		b.Run(fmt.Sprintf("readings/n=%g", n), func(b *testing.B) {
			for b.Loop() {
				ScoreOf(m, n)
				lawKept(m, n).LogProb(math.Floor(n / 2))
			}
		})
		b.Run(fmt.Sprintf("picture/n=%g", n), func(b *testing.B) {
			for b.Loop() {
				FlippedBins(m, n, 400)
			}
		})
	}
}
