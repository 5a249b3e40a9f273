package agreement

import (
	"math"
	"testing"
)

// Expectations of polynomials are moments, which laws have in closed form.
func TestExpectationsAreMoments(t *testing.T) {
	for _, law := range []string{"pm", "sw", "laplace", "laplace-truncated", "laplace-bounded", "gaussian"} {
		for _, x := range []float64{0, 0.3, 0.5, 1} {
			for _, epsilon := range []float64{0.1, 1, 8, 80, 700} {
				l := mechanism(t, law, epsilon).At(x)
				m := measured(l)
				reach := m.reach(x)
				mean := m.expectation(reach.Low, reach.High, m.kinks(x), func(u float64) float64 { return u - x })
				square := m.expectation(reach.Low, reach.High, m.kinks(x), func(u float64) float64 { return (u - x) * (u - x) })
				scale := 1 + l.Variance()
				if bias := l.Mean() - x; math.Abs(mean-bias) > 1e-10*scale || math.Abs(square-bias*bias-l.Variance()) > 1e-9*scale {
					t.Errorf("%s at %g, ε = %g: bias %g and variance %g, want %g and %g", law, x, epsilon, mean, square-mean*mean, bias, l.Variance())
				}
			}
		}
	}
}

// A jump is met wherever it is, for the mass of every panel is known. (At x
// itself it has to be wider than the spacing of float64 that half of the
// plateau can lie on either side.)
func TestExpectationOfAStep(t *testing.T) {
	for _, law := range []string{"pm", "sw", "laplace-truncated", "gaussian"} {
		for _, epsilon := range []float64{0.5, 6, 60} {
			l := mechanism(t, law, epsilon).At(0.4)
			m := measured(l)
			reach := m.reach(0.4)
			for _, at := range []float64{0.1, 0.39, 0.4, 0.41, 0.77} {
				if at == 0.4 && epsilon > 30 {
					continue
				}
				got := m.expectation(reach.Low, reach.High, append(m.kinks(0.4), at), func(u float64) float64 {
					if u > at {
						return 1
					}
					return 0
				})
				if want := l.Mass(at, math.Inf(1)); math.Abs(got-want) > 1e-12 {
					t.Errorf("%s, ε = %g: mass above %g is %.15f, want %.15f", law, epsilon, at, got, want)
				}
			}
		}
	}
}

func TestPeak(t *testing.T) {
	for _, c := range []struct {
		f         func(float64) float64
		low, high float64
		at, value float64
	}{
		{func(x float64) float64 { return -(x - 0.3) * (x - 0.3) }, 0, 1, 0.3, 0},
		{func(x float64) float64 { return x }, 0, 1, 1, 1},
		{func(x float64) float64 { return -math.Abs(x - 0.7) }, 0, 1, 0.7, 0},
		{func(x float64) float64 { return x * math.Exp(-x) }, 0, 30, 1, math.Exp(-1)},
		{func(float64) float64 { return 2 }, 0, 1, math.NaN(), 2},
	} {
		at, value := peak(c.f, c.low, c.high)
		if !math.IsNaN(c.at) && math.Abs(at-c.at) > 1e-6*(c.high-c.low) || math.Abs(value-c.value) > 1e-7 {
			t.Errorf("a peak of %g at %g, want %g at %g", value, at, c.value, c.at)
		}
	}
}
