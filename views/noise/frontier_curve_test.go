package noise

import (
	"math"

	"dpscope/views/viewtest"
)

// The oracles below check a frontier of whole curves, which has no ε and no δ.

// curving reports whether the frontier runs along μ.
func curving(s viewtest.Setting) bool { return s.Option("show") == "mu" }

// bent is one oracle for frontiers of whole curves and another one for all others.
func bent(curved, otherwise viewtest.Oracle) viewtest.Oracle {
	return func(s viewtest.Setting) viewtest.Truth {
		if curving(s) {
			return curved(s)
		}
		return otherwise(s)
	}
}

// noneOfCurves is the oracle of answers that whole curves do not have.
func noneOfCurves(viewtest.Setting) viewtest.Truth { return viewtest.None() }

// normalCost returns the loss of the normal noise with the curve; false for whole numbers.
func normalCost(s viewtest.Setting) (loss float64, found bool) {
	sigma := moving(s) / s.Number("mu")
	return costOf(s).mean(func(x float64) float64 { return math.Exp(-x * x / (2 * sigma * sigma)) }, 12*sigma, sigma/4), !whole(s)
}

// ofNormal is an oracle made from that loss.
func ofNormal(of func(loss float64) viewtest.Truth) viewtest.Oracle {
	return func(s viewtest.Setting) viewtest.Truth {
		loss, found := normalCost(s)
		if !found {
			return viewtest.None()
		}
		return of(loss)
	}
}

// allowedByCurve returns how often a guess is right for normal laws μ deviations apart, with the floor added.
func allowedByCurve(s viewtest.Setting) viewtest.Truth {
	mu := s.Number("mu")
	return viewtest.Within(min(1, math.Erfc(-mu/2/math.Sqrt2)/2+s.Number("floor")/2), 1e-12)
}
