package private

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"dpscope/learners/train"
)

// Network is a score of two classes by a network with ReLU between its layers, trained by Descent: the
// logistic loss, and a gradient over all layers at once, with its norm taken layer by layer from the inputs
// and the derivatives by the outputs.
type Network struct {
	Descent
	Width  int  // units of each hidden layer
	Hidden int  // hidden layers, 0 for a linear score
	Adam   bool // takes the steps by Adam, at the pace of the descent
	Coins  bool // draws the records of a step by a coin each, instead of by geometric gaps
}

// Seen is what the owner of the records sees of a step; no ε covers it.
type Seen struct {
	Step  int       // from 0
	Norms []float64 // of the participants' gradients, before clipping; valid until the next step
}

// together is the number of records that pass a network at a time.
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
	score := train.NewDense(r.Dims, slices.Repeat([]int{n.Width}, n.Hidden), together, rng)
	g := newGradients(n.Descent, score, r)
	draw, move := n.chance, train.Move[float32](nil)
	if n.Coins {
		draw = n.coins
	}
	if n.Adam {
		move = train.Adam[float32](n.Pace)
	}
	err := descend(ctx, n.Descent, len(r.Positive), draw(len(r.Positive), rng), move, score.Weights(), g.sum,
		func(taken []int) { g.add(ctx, taken) }, func(step int) error {
			if watch == nil {
				return nil
			}
			return watch(Seen{Step: step, Norms: g.norms}, score)
		})
	return score, err
}

// gradients sums up the gradients of a step of a network under way.
type gradients struct {
	Descent
	score           *train.Dense
	records         train.Records
	sum             []float32
	slopes, weights []float32
	norms           []float64
}

// newGradients takes a score of 256 records at a time, or of all that there are, and the clip and the weights of the descent.
func newGradients(d Descent, score *train.Dense, r train.Records) *gradients {
	return &gradients{Descent: d, score: score, records: r, sum: make([]float32, len(score.Weights())),
		slopes: make([]float32, together), weights: make([]float32, together)}
}

// add returns the sum of the gradients of the step's records, each clipped and then weighted: one more of
// them moves it by at most the clip. It is without noise, and valid until the next call.
func (g *gradients) add(ctx context.Context, taken []int) []float32 {
	clear(g.sum)
	if len(taken) > cap(g.norms) {
		g.norms = make([]float64, len(taken))
	}
	g.norms = g.norms[:len(taken)]
	for from := 0; from < len(taken); from += together {
		some := taken[from:min(from+together, len(taken))]
		for k, i := range some {
			copy(g.score.Input()[k*g.records.Dims:], g.records.Row(i))
		}
		for k, odds := range g.score.Forward(ctx, len(some)) {
			g.slopes[k], g.weights[k] = float32(1/(1+math.Exp(-float64(odds)))), float32(g.Weights.Negative)
			if g.records.Positive[some[k]] {
				g.slopes[k], g.weights[k] = g.slopes[k]-1, float32(g.Weights.Positive)
			}
		}
		g.score.BackwardClipped(ctx, g.slopes[:len(some)], g.Clip, g.weights[:len(some)], g.norms[from:from+len(some)])
		for j, v := range g.score.Gradient() {
			g.sum[j] += v
		}
	}
	return g.sum
}

// Odds returns a network's log-odds of records.
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
