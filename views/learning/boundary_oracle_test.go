package learning

import (
	"math"
	"testing"

	"dpscope/views/viewtest"
)

// best are the best possible numbers of two normal classes with a standard deviation of 2,
// by sums over a fine grid along the diagonal, on which their likelihood ratio depends.
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

func TestBoundaryOracles(t *testing.T) {
	viewtest.Agree(t, Boundary, viewtest.Suite{
		Words: map[string][]string{"learners": {"logistic"}},
		Easy:  fewOf(planeRecords, 60),
		Oracles: map[string]viewtest.Oracle{
			"best-auc":      func(s viewtest.Setting) viewtest.Truth { return viewtest.Within(bestOnAGrid(s).auc, 1e-8) },
			"best-accuracy": func(s viewtest.Setting) viewtest.Truth { return viewtest.Within(bestOnAGrid(s).accuracy, 1e-8) },
		},
	})
}
