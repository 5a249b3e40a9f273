package agreement

import (
	"math"
	"testing"

	"dpscope/engine/num/quad"
)

// Expectations of polynomials are moments, which laws have in closed form.
func TestExpectationsAreMoments(t *testing.T) {
	for _, law := range []string{"pm", "sw", "laplace", "laplace-truncated", "laplace-bounded", "gaussian"} {
		for _, x := range []float64{0, 0.3, 0.5, 1} {
			for _, epsilon := range []float64{0.1, 1, 8, 80, 700} {
				l := mechanism(t, law, epsilon).At(x)
				m := measured(l)
				reach := m.reach(x)
				mean := m.expectation(reach.Low, reach.High, quad.Breaks{Kinks: m.kinks(x)}, func(u float64) float64 { return u - x })
				square := m.expectation(reach.Low, reach.High, quad.Breaks{Kinks: m.kinks(x)}, func(u float64) float64 { return (u - x) * (u - x) })
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
				got := m.expectation(reach.Low, reach.High, quad.Breaks{Kinks: append(m.kinks(0.4), at)}, func(u float64) float64 {
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
