package central

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
)

// byWindows returns the power of the best test among those that look at windows only, between an answer moved by by and one
// that is not: from the masses of the noise alone.
func byWindows(l mechanisms.Law, by, rate float64) (power float64) {
	type window struct{ p, q float64 }
	const count, reach = 40_000, 60.0
	var list []window
	from := -reach
	for i := range count {
		to := -reach + (2*reach+1)*(float64(i)+0.50123)/count
		if w := (window{l.Mass(from-by, to-by), l.Mass(from, to)}); w.p > 0 || w.q > 0 {
			list = append(list, w)
		}
		from = math.Nextafter(to, math.Inf(1))
	}
	slices.SortFunc(list, func(a, b window) int { return cmp.Compare(b.p*a.q, a.p*b.q) })
	for _, w := range list {
		if w.q >= rate {
			return power + w.p*rate/max(w.q, 1e-300)
		}
		power, rate = power+w.p, rate-w.q
	}
	return power
}

// No move of the true answer is told apart better than the curve says, and one is told apart as well.
func TestAttackOverMoves(t *testing.T) {
	for _, kind := range Kinds {
		s := Setting{Epsilon: 1, Delta: 0.05, Loss: Slopes{Below: 1, Above: 1}}
		moves := []float64{1, 0.8, 0.5, 0.25}
		if kind.Name == "discrete-laplace" {
			s.Steps, moves = 4, []float64{1, 0.75, 0.5, 0.25}
		}
		n, err := kind.New(s)
		if err != nil {
			t.Fatal(err)
		}
		a := Attack(n)
		for _, rate := range []float64{1e-3, 0.01, 0.1, 0.3, 0.7} {
			most, want := 0.0, a.TPR(rate)
			for _, by := range moves {
				most = max(most, byWindows(n.Law(), by, rate))
			}
			if most > want.High*(1+1e-9)+1e-11 || most < want.Low*0.99 {
				t.Errorf("%s at FPR %g: %v, by windows %g", kind.Name, rate, want, most)
			}
		}
		if v := a.Advantage(); math.Abs(v.High-n.Guarantee().Delta(0)) > 1e-12 {
			t.Errorf("%s: advantage %v", kind.Name, v)
		}
		if v := a.TPR(0); !(v.High >= 0 && v.High <= privacy.State(n.Guarantee().Claim()).Delta(0)) {
			t.Errorf("%s: finds %v at no false positives", kind.Name, v)
		}
	}
}
