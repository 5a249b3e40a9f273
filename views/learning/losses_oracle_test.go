package learning

import (
	"math"
	"testing"

	"dpscope/views/viewtest"
)

// lossOracle is a loss by formulas independent of the program's: hyperbolic functions, absolute values, and the barrier hinge
// from its kinks and slopes.
type lossOracle struct {
	value, slope func(z float64) float64
	reach        float64 // how far its shape extends
}

var oracleOfLoss = viewtest.Shared(func(s viewtest.Setting) lossOracle {
	sech := func(z float64) float64 { return 1 / math.Cosh(z) }
	half := func(z float64) float64 { return math.Exp(-z/2) / math.Cosh(z/2) / 2 } // 1/(1 + eᶻ)
	switch s.Option("loss") {
	case "sigmoid":
		return lossOracle{half, func(z float64) float64 { return -sech(z/2) * sech(z/2) / 4 }, 50}
	case "savage":
		return lossOracle{func(z float64) float64 { return half(2*z) * half(2*z) }, func(z float64) float64 { return -half(2*z) * sech(z) * sech(z) }, 50}
	case "unhinged":
		return lossOracle{func(z float64) float64 { return -(2*z - 1) / 2 }, func(float64) float64 { return -1 }, 50}
	case "logistic":
		return lossOracle{func(z float64) float64 { // for a large z only the exponential is left
			if z > 30 {
				return math.Exp(-z)
			}
			return math.Log(math.Cosh(z/2)) + math.Ln2 - z/2
		}, func(z float64) float64 { return -half(z) }, 50}
	case "squared":
		return lossOracle{func(z float64) float64 { return 1 - 2*z + z*z }, func(z float64) float64 { return 2*z - 2 }, 50}
	case "hinge":
		return lossOracle{func(z float64) float64 { return (1 - z + math.Abs(1-z)) / 2 }, func(z float64) float64 {
			if z >= 1 {
				return 0
			}
			return -1
		}, 50}
	}
	b, r := s.Number("b"), s.Number("r")
	left := leftWall(s)
	return lossOracle{func(z float64) float64 {
		middle := min(max(z, left), r)
		return (r - middle) + b*math.Abs(z-middle)
	}, func(z float64) float64 {
		switch {
		case z < left:
			return -b
		case z > r:
			return b
		}
		return -1
	}, 20 * r}
})

// leftWall returns where the line of slope -b through (-r, r) meets that of slope -1 through (r, 0), by halving.
func leftWall(s viewtest.Setting) float64 {
	b, r := s.Number("b"), s.Number("r")
	low, high := -1e9*r, -r
	for range 200 {
		middle := (low + high) / 2
		if r-b*(middle+r) > r-middle {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

func TestLossesOracles(t *testing.T) {
	at := func(of func(lossOracle, float64) float64) viewtest.Oracle {
		return func(s viewtest.Setting) viewtest.Truth {
			l := oracleOfLoss(s)
			v := of(l, s.Number("z"))
			return viewtest.Within(v, 1e-9*math.Abs(v)+1e-13*l.reach)
		}
	}
	trait := func(has func(lossOracle) bool) viewtest.Oracle {
		return func(s viewtest.Setting) viewtest.Truth {
			if has(oracleOfLoss(s)) {
				return viewtest.Word("yes")
			}
			return viewtest.Word("no")
		}
	}
	viewtest.Agree(t, oneLoss, viewtest.Suite{Oracles: map[string]viewtest.Oracle{
		"value":              at(func(l lossOracle, z float64) float64 { return l.value(z) }),
		"derivative":         at(func(l lossOracle, z float64) float64 { return l.slope(z) }),
		"symmetric-sum":      at(lossOracle.sum),
		"flat-to":            func(s viewtest.Setting) viewtest.Truth { return oracleOfLoss(s).flat() },
		"symmetric-constant": at(func(l lossOracle, _ float64) float64 { return l.sum(0) }),
		"verdict":            func(s viewtest.Setting) viewtest.Truth { return oracleOfLoss(s).verdict(s.Number("z")) },
		"left-wall":          func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(leftWall(s)) },
		"convex":             trait(lossOracle.convex),
		"calibrated":         trait(lossOracle.calibrated),
		"bounded":            trait(func(l lossOracle) bool { return l.value(6*l.reach) > -1 && l.value(-6*l.reach) > -1 }),
	}})
}

func (l lossOracle) sum(z float64) float64 { return l.value(z) + l.value(-z) }

// flat returns how far the sum stays equal to its value at 0.
func (l lossOracle) flat() viewtest.Truth {
	same := func(z float64) bool { return math.Abs(l.sum(z)-l.sum(0)) <= 1e-11*l.sum(0) }
	switch {
	case same(10 * l.reach):
		return viewtest.Word("everywhere")
	case !same(1e-3):
		return viewtest.Word("nowhere")
	}
	low, high := 0.0, 10*l.reach
	for range 100 {
		if middle := (low + high) / 2; same(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return viewtest.Number(low)
}

// verdict tests whether the sum stays equal to its value at 0 on the way to a margin.
func (l lossOracle) verdict(z float64) viewtest.Truth {
	same := func(z float64) bool { return math.Abs(l.sum(z)-l.sum(0)) <= 1e-11*l.sum(0) }
	edge := z*(1+1e-9) + 1e-9
	switch {
	case !same(1e-3):
		return viewtest.Word("no")
	case same(z) != same(edge):
		return viewtest.Cannot("it is at the end but for rounding")
	case same(z):
		return viewtest.Word("yes")
	}
	return viewtest.Word("not-here")
}

// convex reports whether no chord lies below the curve.
func (l lossOracle) convex() bool {
	const steps = 2000
	for i := 1; i < steps; i++ {
		z, h := (2*float64(i)/steps-1)*l.reach, 2*l.reach/steps
		if chord := (l.value(z-h) + l.value(z+h)) / 2; chord < l.value(z)-1e-12*(1+math.Abs(chord)) {
			return false
		}
	}
	return true
}

// calibrated tests where the expected loss is least, for several chances of the positive label.
func (l lossOracle) calibrated() bool {
	const steps = 4000
	for _, chance := range []float64{0.01, 0.2, 0.45, 0.55, 0.8, 0.99} {
		best, at := math.Inf(1), 0.0
		for i := range steps + 1 {
			z := (2*float64(i)/steps - 1) * l.reach
			if e := chance*l.value(z) + (1-chance)*l.value(-z); e < best {
				best, at = e, z
			}
		}
		if at*(chance-0.5) <= 0 {
			return false
		}
	}
	return true
}
