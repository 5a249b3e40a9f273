package train

import (
	"context"
	"math"

	"dpscope/engine/param"
	"dpscope/engine/work"
)

// Move makes a step of weights against a gradient, and remembers those before.
type Move[F Float] func(ctx context.Context, weights, gradient []F)

// Optimiser says how weights are moved against a gradient. Equal ones do so
// alike.
type Optimiser interface {
	// Start begins a training.
	Start() Move[float32]
}

// Rate is the length of a step.
var Rate = param.Param{Name: "rate", Symbol: "η", Label: "learning rate",
	Help: "Step size: too small is slow, too large diverges.",
	Min:  0, Max: 1000, OpenLow: true, Low: 1e-5, High: 1, Default: 0.001, Scale: param.Log}

// Optimisers lists the ways to step.
var Optimisers = param.Menu[Optimiser]{
	Name:  "optimiser",
	Label: "optimiser",
	Help:  "How the weights are moved against the gradient.",
	Kinds: []param.Kind[Optimiser]{
		{Name: "amsgrad", Title: "AMSGrad", Help: "Adam, whose steps never grow again.",
			Source: "Reddi, Kale & Kumar 2018, Algorithm 2, with Adam's correction of the start",
			Params: []param.Param{Rate}, New: func(v param.Values) (Optimiser, error) { return adam{rate: v.Get(Rate), keep: true}, nil }},
		{Name: "adam", Title: "Adam", Help: "Steps of about the learning rate in every weight, whatever the gradient's size.",
			Source: "Kingma & Ba 2015, Algorithm 1",
			Params: []param.Param{Rate}, New: func(v param.Values) (Optimiser, error) { return adam{rate: v.Get(Rate)}, nil }},
		{Name: "sgd", Title: "Gradient descent", Help: "The gradient of each batch, times the learning rate.", Source: "Robbins & Monro 1951",
			Params: []param.Param{Rate}, New: func(v param.Values) (Optimiser, error) { return descent(v.Get(Rate)), nil }},
	},
}

// adam has the recommended constants of its paper.
type adam struct {
	rate float64
	keep bool // the greatest of the mean squares so far (AMSGrad)
}

func (a adam) Start() Move[float32] { return (&moments[float32]{adam: a}).step }

// Adam begins a training by Algorithm 1 of Kingma & Ba 2015, in the order of its
// section 2, which is quicker.
func Adam[F Float](rate float64) Move[F] {
	return (&moments[F]{adam: adam{rate: rate}}).step
}

// What Kingma & Ba 2015 recommend for the running means, and the least that is
// divided by.
const decay, decaySquare, least = 0.9, 0.999, 1e-8

// moments is the memory of a training by adam.
type moments[F Float] struct {
	adam
	steps        float64
	mean, square []F // running means of the gradient and of its square
	most         []F
}

func (a *moments[F]) step(ctx context.Context, weights, gradient []F) {
	if a.mean == nil {
		a.mean, a.square, a.most = make([]F, len(weights)), make([]F, len(weights)), make([]F, len(weights))
	}
	a.steps++
	rate := F(a.rate * math.Sqrt(1-math.Pow(decaySquare, a.steps)) / (1 - math.Pow(decay, a.steps)))
	inRuns(ctx, len(weights), func(from, to int) { a.move(rate, weights[from:to], gradient[from:to], from) })
}

// move makes a step for a run of weights, the first of them at this place.
func (a *moments[F]) move(rate F, weights, gradient []F, at int) {
	mean, squares, greatest := a.mean[at:][:len(gradient)], a.square[at:][:len(gradient)], a.most[at:][:len(gradient)]
	for i, g := range gradient {
		mean[i] = decay*mean[i] + (1-decay)*g
		square := decaySquare*squares[i] + (1-decaySquare)*g*g
		squares[i] = square
		if a.keep {
			square = max(square, greatest[i])
			greatest[i] = square
		}
		weights[i] -= rate * mean[i] / (F(math.Sqrt(float64(square))) + least)
	}
}

// inRuns divides count numbers among the cores if there are enough to pay off. The work on one must not
// depend on others.
func inRuns(ctx context.Context, count int, do func(from, to int)) {
	const pays = 1 << 16
	runs := max(count/pays, 1)
	work.ParallelFor(ctx, runs, func(_ context.Context, _, r int) { do(r*count/runs, (r+1)*count/runs) })
}

// descent is the learning rate of plain gradient descent.
type descent float64

func (d descent) Start() Move[float32] {
	return func(_ context.Context, weights, gradient []float32) {
		for i, g := range gradient {
			weights[i] -= float32(d) * g
		}
	}
}
