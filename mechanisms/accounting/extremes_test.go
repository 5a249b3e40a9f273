package accounting

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/mechanisms/privacy"
)

// extremeEvents returns trees of every kind, with numbers at the ends of their ranges.
func extremeEvents() (list []Event) {
	for _, rate := range []float64{0, 5e-324, 1e-300, 1e-9, 0.5, 1 - 1e-16, 1} {
		for _, sigma := range []float64{1e-3, 0.01, 1, 1e4, 1e150} {
			for _, steps := range []float64{1, 2, 1e9, 1e13} {
				list = append(list, NormalSteps(rate, sigma, steps))
			}
		}
	}
	for _, epsilon := range []float64{0, 5e-324, 1e-9, 1, 700, 1e6, 1e300} {
		of := claimOf(epsilon, privacy.OneAdded)
		loose := Claim{privacy.Claim{Epsilon: epsilon, Delta: 1e-300, Neighbours: privacy.OneAdded}}
		list = append(list, of, loose, Times{of, 3}, Times{of, 1e5}, Times{loose, 3}, Bit{epsilon}, Times{Bit{epsilon}, 40}, Pick{epsilon, privacy.OneAdded},
			Times{Pick{epsilon, privacy.OneAdded}, 3}, Both{of, Normal{1, privacy.OneAdded}}, Both{of, NormalSteps(0.5, 1, 3)},
			Sampled{of, 1e-300, Poisson}, Sampled{loose, 0.5, Poisson}, Group{of, 1e9}, Split{of, loose})
	}
	return list
}

var extremeSlacks = []float64{0, 5e-324, 1e-310, 1e-300, 1e-201, 1e-200, 1e-199, 1e-100, 1e-16, 0.5, 0.999, 1 - 1e-16}

// Every accountant answers or refuses whatever it is asked, with bounds in their order.
func TestAccountantsAtTheEnds(t *testing.T) {
	by := []Accountant{Claims{Basic}, Claims{Advanced}, Claims{AdvancedTight}, Claims{Concentrated}, Claims{Optimal}, Orders{}, WholeOrders{}, WholeOrders{Classic: true}, Losses{Accuracy: Coarse}}
	rng := rand.New(rand.NewPCG(22, 6))
	few := effort.Scale(400, 100, 4)
	for _, e := range extremeEvents() {
		for _, delta := range extremeSlacks {
			for _, a := range by {
				if rng.IntN(few) > 0 {
					continue
				}
				v, err := priced(t, a, e, delta)
				if err != nil || v.Missing() {
					continue
				}
				if !(0 <= v.Low && v.Low <= v.Value && v.Value <= v.High) && v.Basis != known.AtMost || !(v.Value >= 0) {
					t.Errorf("%s of %v at δ = %g: %+v", a.Name(), e, delta, v)
				}
			}
		}
	}
}

// priced returns a price, or the panic in its place as an error.
func priced(t *testing.T, a Accountant, e Event, delta float64) (v known.Value, err error) {
	t.Helper()
	defer func() {
		if trouble := recover(); trouble != nil {
			t.Errorf("%s of %v at δ = %g: %v", a.Name(), e, delta, trouble)
		}
	}()
	return a.Price(t.Context(), e, delta)
}

// So do curves, with an attacker at any rate.
func TestCurvesAtTheEnds(t *testing.T) {
	few := effort.Scale(60, 20, 2)
	rng := rand.New(rand.NewPCG(22, 7))
	for _, e := range extremeEvents() {
		for _, least := range extremeSlacks {
			if rng.IntN(few) == 0 {
				curveAtTheEnds(t, e, least)
			}
		}
	}
}

func curveAtTheEnds(t *testing.T, e Event, least float64) {
	t.Helper()
	defer func() {
		if trouble := recover(); trouble != nil {
			t.Errorf("the curve of %v from %g on: %v", e, least, trouble)
		}
	}()
	c, err := Losses{Accuracy: Rough}.Curve(t.Context(), e, least)
	if err != nil {
		return
	}
	for _, epsilon := range []float64{0, 5e-324, 1, 700, 1e300, math.Inf(1)} {
		if v := c.Delta(epsilon); !(0 <= v.Low && v.Low <= v.High && v.High <= 1) {
			t.Errorf("the curve of %v from %g on: δ is %+v at ε = %g", e, least, v, epsilon)
		}
	}
	for _, rate := range []float64{0, 5e-324, 1e-300, 1e-16, 0.5, 1 - 1e-16, 1} {
		if low, high := c.Attack().In.TPR(rate); !(0 <= low && low <= high && high <= 1) {
			t.Errorf("the curve of %v from %g on: TPR is %g to %g at %g", e, least, low, high, rate)
		}
		if v := c.Attack().Right(rate); v.Low > v.High {
			t.Errorf("the curve of %v from %g on: %+v is right at a prior of %g", e, least, v, rate)
		}
	}
}

// A slack below all that losses are added up for asks for no less than more does.
func TestTinySlacks(t *testing.T) {
	effort.ForNumbers(t)
	for _, r := range []Run{{Step{0.01, 1.1}, 1000}, {Step{0.5, 0.02}, 30}, {Step{1e-3, 30}, 1e8}} {
		before := bounds(t, r, 1e-199, Coarse)
		for _, delta := range []float64{1e-200, 1e-201, 1e-300, 5e-324} {
			b := bounds(t, r, delta, Coarse)
			if !(b.Low >= before.Low*(1-1e-3) && b.High >= before.Low && b.High < math.Inf(1)) {
				t.Errorf("%v at δ = %g: %v after %v", r, delta, b, before)
			}
			before = b
		}
	}
}
