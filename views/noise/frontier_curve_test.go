package noise

import (
	"math"

	"dpscope/views/viewtest"
)

// Oracles of a frontier of whole curves, where no ε and no δ stands.

// curving reports whether that is what runs.
func curving(s viewtest.Setting) bool { return s.Option("show") == "mu" }

// bent is an oracle for the frontiers of curves, beside that for all others.
func bent(curved, otherwise viewtest.Oracle) viewtest.Oracle {
	return func(s viewtest.Setting) viewtest.Truth {
		if curving(s) {
			return curved(s)
		}
		return otherwise(s)
	}
}

// noneOfCurves is the oracle of what is not known of a curve.
func noneOfCurves(viewtest.Setting) viewtest.Truth { return viewtest.None() }

// normalCost is what the normal noise costs whose curve it is; false for whole numbers.
func normalCost(s viewtest.Setting) (loss float64, found bool) {
	sigma := moving(s) / s.Number("mu")
	return costOf(s).mean(func(x float64) float64 { return math.Exp(-x * x / (2 * sigma * sigma)) }, 12*sigma, sigma/4), !whole(s)
}

// ofNormal is an oracle of that cost.
func ofNormal(of func(loss float64) viewtest.Truth) viewtest.Oracle {
	return func(s viewtest.Setting) viewtest.Truth {
		loss, found := normalCost(s)
		if !found {
			return viewtest.None()
		}
		return of(loss)
	}
}

// allowedByCurve is how often a guess is right of normal laws μ deviations apart, and of a floor besides.
func allowedByCurve(s viewtest.Setting) viewtest.Truth {
	mu := s.Number("mu")
	return viewtest.Within(min(1, math.Erfc(-mu/2/math.Sqrt2)/2+s.Number("floor")/2), 1e-12)
}
