// Package loss holds the losses that a score is trained by, as functions of the
// margin: a label of ±1 times the score, positive where the sign is right.
package loss

import (
	"math"
	"slices"
)

// Loss is a margin loss ℓ. Its methods are defined, and finite, for |z| ≤ 10⁶ and
// far beyond. Equal values are the same loss.
type Loss interface {
	// Value is ℓ(z).
	Value(z float64) float64
	// Derivative is ℓ′(z); at a kink it is one of the two slopes that meet.
	Derivative(z float64) float64
	// SymmetricSum is ℓ(z) + ℓ(-z), without cancellation.
	SymmetricSum(z float64) float64
	Traits() Traits
	// Formula is ℓ in symbols.
	Formula() string
}

// Traits describes a loss as a whole.
type Traits struct {
	// Flat is the greatest h such that ℓ(z) + ℓ(-z) is constant on [-h, h]: +Inf for a symmetric loss, 0 if
	// the sum is flat nowhere.
	Flat float64
	// Convex: no chord lies below the curve.
	Convex bool
	// Calibrated: minimising the expected loss at a point gives it the sign of its more frequent label
	// (Bartlett, Jordan & McAuliffe 2006).
	Calibrated bool
	// Bounded from below.
	Bounded bool
	// Reach is the distance from 0 that a picture needs to show the shape.
	Reach float64
	// Kinks holds the places where the slope jumps, increasing.
	Kinks []float64
}

// Symmetric reports whether the sum ℓ(z) + ℓ(-z) is the same for all z: flipped
// labels then move the risk of every score by the same factor and constant.
func (t Traits) Symmetric() bool { return math.IsInf(t.Flat, 1) }

// reach is the distance from 0 that shows the shape of a loss of scale 1.
const reach = 4

// sigma returns 1/(1 + eᶻ), which keeps its digits when it is small.
func sigma(z float64) float64 { return 1 / (1 + math.Exp(z)) }

// Places returns margins at which to draw a loss and its mirror image: count of them from low to high,
// evenly, and both sides of every kink of either.
func Places(l Loss, low, high float64, count int) []float64 {
	var places []float64
	for i := range count {
		places = append(places, low+(high-low)*float64(i)/float64(count-1))
	}
	for _, k := range l.Traits().Kinks {
		for _, z := range []float64{k, -k} {
			for _, side := range []float64{math.Nextafter(z, low), z, math.Nextafter(z, high)} {
				if low < side && side < high {
					places = append(places, side)
				}
			}
		}
	}
	slices.Sort(places)
	return slices.Compact(places)
}
