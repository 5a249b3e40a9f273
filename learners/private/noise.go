package private

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"
)

// Draw is noise of scale 1, of density proportional to exp(-‖b‖): a norm of the
// Gamma law whose shape is the dimension, and a direction that is as likely as any
// other. The same draw serves every budget, so that only the scale moves with it.
type Draw []float64

// NewDraw draws noise of so many dimensions.
func NewDraw(dims int, rng *rand.Rand) Draw {
	b := make(Draw, dims)
	for size := 0.0; size == 0; size = norm(b) {
		for j := range b {
			b[j] = rng.NormFloat64()
		}
	}
	size := distuv.Gamma{Alpha: float64(dims), Beta: 1, Src: rng}.Rand() / norm(b)
	for j := range b {
		b[j] *= size
	}
	return b
}
