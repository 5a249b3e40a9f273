package attack

import (
	"math"
	"testing"

	"dpscope/engine/composition"
	"dpscope/engine/num/binomial"
	"dpscope/engine/num/normal"
	"dpscope/engine/querynoise"
	"dpscope/mechanisms"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/privacy"
)

// Several answers are counted: normal ones by their sum, bits by how many lie, a claim's by whether one tells the truth outright,
// concentrated ones by the sum of their divergences, and Laplace noise by 10⁵ draws.
func TestSeveralAnswersAreRight(t *testing.T) {
	// bits returns how often the majority of n bits by randomised response is right, with a tie right half of the time.
	bits := func(epsilon, n float64) float64 {
		lies := binomial.FromLogOdds(n, epsilon)
		right := 0.0
		for k := 0.0; 2*k <= n; k++ {
			if p := lies.Prob(k); 2*k == n {
				right += p / 2
			} else {
				right += p
			}
		}
		return right
	}
	rho, _ := privacy.RenyiTests{Of: privacy.Concentrated{Rho: 0.5}}.Delta(0)
	sum := func(mu float64) float64 { return 1 - normal.UpperTail(mu/2) }
	claimed := 1 - math.Pow(1-0.01, 5)
	for _, c := range []struct {
		of          Subject
		right, hair float64
	}{
		{Laplace{0.5, 24}, 0.8725, 2e-3},
		{Stated{Epsilon: 0.5, Times: 24}, bits(0.5, 24), 1e-6},
		{Stated{Epsilon: 0.5, Times: 7}, bits(0.5, 7), 1e-6},
		{Stated{Epsilon: 0.5, Delta: 0.01, Times: 5}, claimed + (1-claimed)*bits(0.5, 5), 1e-6},
		{Normal{0.3, 9}, sum(0.9), 1e-12},
		{Concentrated{0.05, 10}, privacy.RightGuess(rho), 1e-12},
		{byCoins(1, 2, 16), sum(2), 1e-12},
		{Noise{"analytic-gaussian", central.Setting{Epsilon: 0.5, Delta: 1e-3, Loss: central.Slopes{Below: 1, Above: 1}}, 9},
			sum(3 / privacy.AnalyticSigma(0.5, 1e-3)), 1e-9},
		{Release{composition.Release{Parts: "laplace:0.5x24"}}, 0.8725, 2e-3},
		{Release{composition.Release{Parts: "normal:2x16,gaussian:0.5:1e-3x9"}},
			sum(math.Hypot(2, 3/privacy.AnalyticSigma(0.5, 1e-3))), 1e-9},
		{Release{composition.Release{Parts: "steps:2:1:16", Neighbours: privacy.OneAdded}}, sum(2), 1e-3},
	} {
		q := usual(c.of)
		v, err := q.Right(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(v.High-c.right) > c.hair || v.High-v.Low > 2e-3 {
			t.Errorf("%+v: right %v to %v, want %v", c.of, v.Low, v.High, c.right)
		}
	}
}

// The noise of least size tells more when it is released again, and no more than the worst that keeps its claim.
func TestBestAgain(t *testing.T) {
	least := querynoise.Asked(querynoise.Question{Epsilon: 0.5, Delta: 0.05, Sensitivity: 1, Loss: central.Slopes{Below: 1, Above: 1}})
	last := 0.5
	for _, times := range []float64{1, 2, 5} {
		v, err := usual(Best{least, times}).Right(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		worst, err := usual(Stated{0.5, 0.05, times}).Right(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if v.High <= last || v.High > worst.High*(1+1e-9) {
			t.Errorf("%g releases: right %v, after %v; the worst %v", times, v.High, last, worst.High)
		}
		last = v.High
	}
}

// The actual ε covers all answers: in closed form for normal noise, the stated one for cut-off noise, which spends it all.
func TestActual(t *testing.T) {
	by := func(kind string, epsilon, delta float64) mechanisms.Setting {
		m := mechanisms.Setting{Kind: kind, Given: [4]float64{epsilon, delta}}
		if _, err := m.New(); err != nil {
			t.Fatal(err)
		}
		return m
	}
	ask := func(of Subject) (low, high float64) {
		v, err := usual(of).Actual(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return v.Low, v.High
	}
	ten := privacy.LeastEpsilon(func(e float64) float64 {
		return privacy.GaussianProfile(e, privacy.AnalyticSigma(1.3, 1e-3)/math.Sqrt(10))
	}, 0.01)
	if low, high := ask(Value{by("gaussian", 1.3, 1e-3), 10}); low != high || math.Abs(high-ten) > 1e-9 || math.Abs(high-4.13) > 5e-3 {
		t.Errorf("ten answers: %v to %v, want %v", low, high, ten)
	}
	if low, high := ask(Value{by("gaussian-clamped", 1.3, 1e-3), 10}); !(low > 1.3 && high < ten && high-low < 1e-2) {
		t.Errorf("ten answers, clamped: %v to %v", low, high)
	}
	for _, epsilon := range []float64{0.05, 0.1, 0.3, 0.5, 0.7, 1, 1.3, 2, 3, 5, 8, 15} {
		for _, delta := range []float64{1e-9, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 3e-3, 0.01, 0.05, 0.2} {
			of := by("laplace-bounded", epsilon, delta)
			low, high := ask(Value{of, 1})
			// The slope of the profile before ε is next to nothing, so that rounding leaves half of its digits.
			if high > epsilon || low < epsilon-1e-6 {
				t.Errorf("cut-off noise at %g, %g: %v to %v", epsilon, delta, low, high)
			}
			if delta != 1e-3 {
				continue
			}
			if low, high := ask(Value{of, 3}); !(high <= 3*epsilon && low > 0) || math.IsInf(high, 1) {
				t.Errorf("three times cut-off noise at %g, %g: %v to %v", epsilon, delta, low, high)
			}
		}
	}
}

// Of three answers of cut-off noise the sum of the claims bounds more closely than the curve does where it is tangent.
func TestNothingExceedsTheClaim(t *testing.T) {
	q := usual(Value{mechanisms.Setting{Kind: "laplace-bounded", Given: [4]float64{0.7, 1e-3}}, 3})
	found, err := q.Finds(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	allowed, err := q.OfClaim(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	raw, err := q.curve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if found.High > allowed.High || raw.Finds(q.FPR).High <= allowed.High {
		t.Errorf("found %v, by the curve alone %v, allowed %v", found, raw.Finds(q.FPR), allowed)
	}
}
