package learning

import (
	"math"
	"strings"
	"testing"

	"dpscope/views/viewtest"
)

// best holds the best possible numbers for two normal classes with a standard deviation of 2, by sums over a fine grid along
// the diagonal, on which their likelihood ratio depends.
type best struct{ auc, accuracy float64 }

var bestOnAGrid = viewtest.Shared(func(s viewtest.Setting) best {
	const steps, spread = 400000, 2.0
	apart, share := math.Sqrt2*s.Number("separation"), s.Number("positive")
	low, high := -12*spread, apart+12*spread
	h := (high - low) / steps
	density := func(u float64) float64 { return math.Exp(-u*u/(2*spread*spread)) / (spread * math.Sqrt(2*math.Pi)) }
	var b best
	below := 0.0 // negative records up to the middle of the cell
	for i := range steps {
		u := low + (float64(i)+0.5)*h
		negative, positive := density(u)*h, density(u-apart)*h
		below += negative / 2
		b.auc += positive * below
		below += negative / 2
		b.accuracy += max((1-share)*negative, share*positive)
	}
	return b
})

// privateRight returns how often an attacker is right about a record under a claim of ε and δ = 10⁻⁵: from the two laws of the
// worst mechanism with that claim, which tells the truth outright with probability δ and else responds at random.
func privateRight(s viewtest.Setting) viewtest.Truth {
	delta, epsilon := 0.0, s.Number("epsilon")
	if strings.Contains(s.Text("learners"), "network") {
		delta = 1e-5
	}
	laws := [2][3]float64{}
	for i, truth := range [2]int{0, 1} {
		laws[i][2] = 0
		for answer := range 2 {
			p := 1 / (1 + math.Exp(epsilon))
			if answer == truth {
				p = 1 - p
			}
			laws[i][answer] = (1 - delta) * p
		}
	}
	variation := delta
	for answer := range 2 {
		variation += math.Abs(laws[0][answer]-laws[1][answer]) / 2
	}
	return viewtest.Number((1 + variation) / 2)
}

func TestBoundaryOracles(t *testing.T) {
	viewtest.Agree(t, Boundary, viewtest.Suite{
		Words: map[string][]string{"learners": {"logistic", "private,private-network"}},
		Easy:  fewOf(planeRecords, 60),
		Oracles: map[string]viewtest.Oracle{
			"attacker-right": func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(labelRight(s)) },
			"epsilon-stated": func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(2 * s.Number("epsilon")) },
			"wrong-once-in":  wrongOnceIn,
			"flip-probability": func(s viewtest.Setting) viewtest.Truth {
				return viewtest.Number(1 / (1 + math.Exp(s.Number("epsilon"))))
			},
			"attacker-right-record": privateRight,
			"best-auc":              func(s viewtest.Setting) viewtest.Truth { return viewtest.Within(bestOnAGrid(s).auc, 1e-8) },
			"best-accuracy":         func(s viewtest.Setting) viewtest.Truth { return viewtest.Within(bestOnAGrid(s).accuracy, 1e-8) },
		},
	})
}
