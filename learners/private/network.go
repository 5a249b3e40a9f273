package private

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/learners/train"
)

// Network is a score of two classes by a network with ReLU between its layers, trained by Descent: the logistic loss, a gradient over
// all layers at once, whose norm is taken layer by layer from what goes in and what is charged for what comes out.
type Network struct {
	Descent
	Width  int // units of each hidden layer
	Hidden int // hidden layers, 0 for a linear score
}

// Seen is what the owner of the records sees of a step, which no ε covers.
type Seen struct {
	Step  int       // from 0
	Norms []float64 // of the gradients of those who took part, before they were clipped; valid until the next step
}

// together is how many records go through a network at a time.
const together = 256

// Fit trains a network from weights drawn from public coins. watch, which may be nil, sees every step, and the network as it is then. It returns the
// network with the weights of the last step; nothing of the records decides when that is.
func (n Network) Fit(ctx context.Context, r train.Records, rng *rand.Rand, watch func(Seen, *train.Dense) error) (*train.Dense, error) {
	if err := n.check(); err != nil {
		return nil, err
	}
	if n.Hidden < 0 || n.Hidden > 0 && n.Width < 1 {
		return nil, fmt.Errorf("%d hidden layers of %d units; none, or 1 unit each at least, would work", n.Hidden, n.Width)
	}
	hidden := make([]int, n.Hidden)
	for i := range hidden {
		hidden[i] = n.Width
	}
	score := train.NewDense(r.Dims, hidden, together, rng)
	f := newFitting(n.Descent, score, r)
	err := descend(ctx, n.Descent, len(r.Positive), n.chance(len(r.Positive), rng), score.Weights(), f.sum, func(taken []int) { f.add(ctx, taken) }, func(step int) error {
		if watch == nil {
			return nil
		}
		return watch(Seen{Step: step, Norms: f.norms}, score)
	})
	return score, err
}

// fitting is a network under way.
type fitting struct {
	Descent
	score           *train.Dense
	records         train.Records
	sum             []float32
	slopes, weights []float32
	norms           []float64
}

func newFitting(d Descent, score *train.Dense, r train.Records) *fitting {
	return &fitting{Descent: d, score: score, records: r, sum: make([]float32, len(score.Weights())),
		slopes: make([]float32, together), weights: make([]float32, together)}
}

// add sets the sum to the gradients of those who take part, each clipped and then weighed.
func (f *fitting) add(ctx context.Context, taken []int) {
	clear(f.sum)
	if len(taken) > cap(f.norms) {
		f.norms = make([]float64, len(taken))
	}
	f.norms = f.norms[:len(taken)]
	for from := 0; from < len(taken); from += together {
		some := taken[from:min(from+together, len(taken))]
		for k, i := range some {
			copy(f.score.Input()[k*f.records.Dims:], f.records.Row(i))
		}
		for k, odds := range f.score.Forward(ctx, len(some)) {
			f.slopes[k], f.weights[k] = float32(1/(1+math.Exp(-float64(odds)))), float32(f.Weights.Negative)
			if f.records.Positive[some[k]] {
				f.slopes[k], f.weights[k] = f.slopes[k]-1, float32(f.Weights.Positive)
			}
		}
		f.score.BackwardClipped(ctx, f.slopes[:len(some)], f.Clip, f.weights[:len(some)], f.norms[from:from+len(some)])
		for j, g := range f.score.Gradient() {
			f.sum[j] += g
		}
	}
}

// Odds are the log-odds of records by a network.
func Odds(ctx context.Context, score *train.Dense, r train.Records) []float64 {
	odds := make([]float64, 0, len(r.Positive))
	for from := 0; from < len(r.Positive); from += together {
		some := min(together, len(r.Positive)-from)
		copy(score.Input(), r.X[from*r.Dims:][:some*r.Dims])
		for _, v := range score.Forward(ctx, some) {
			odds = append(odds, float64(v))
		}
	}
	return odds
}
