package rareclass

import (
	"context"
	"math"

	"dpscope/engine/work"
	"dpscope/learners/private"
)

// Perceptron is a network with one hidden layer by noisy gradient descent with public weights, as a NetworkTrial trains it, at the guarantee
// that the others keep: for a record that is replaced. That is one left out and one added, two of the steps between which descent is priced: at half of
// ε and a δ of δ/(1 + e^(ε/2)) they keep (ε, δ) together (Dwork & Roth 2014, Theorem 2.2, for groups of (ε, δ)).
type Perceptron struct {
	Hidden int // units
	Descent
}

func (Perceptron) heeds(t Trial) Trial { return unclipped(t) }

// Halves returns the ε and δ for one record more or less that imply (ε, δ) for one record replaced.
func Halves(epsilon, delta float64) (half, slack float64) {
	return epsilon / 2, delta / (1 + math.Exp(epsilon/2))
}

// Replaced returns the noise of a step, in units of the clip, that keeps all steps (ε, δ)-private for one
// record replaced.
func (d Descent) Replaced(ctx context.Context, epsilon, delta float64) (float64, error) {
	half, slack := Halves(epsilon, delta)
	return d.Deviation(ctx, half, slack)
}

func (p Perceptron) scores(ctx context.Context, t Trial, learnt, test private.Rows) ([]float64, error) {
	const prepared = 0.2 // share of the work, roughly, that solving for the noise takes
	rows, judged, err := singles(learnt, test)
	if err != nil {
		return nil, err
	}
	of := NetworkTrial{Ratio: t.Ratio, Hidden: p.Hidden, Weighted: true, Descent: p.Descent}
	if err := of.check(rows); err != nil {
		return nil, err
	}
	deviation, err := p.Replaced(work.Within(ctx, 0, prepared), t.Epsilon, t.Slack)
	if err != nil {
		return nil, err
	}
	n := private.Network{Width: p.Hidden, Hidden: 1, Descent: p.with(of.weights(), deviation)}
	ctx = work.Within(ctx, prepared, 1)
	score, err := n.Fit(ctx, rows, t.random(), nil)
	if err != nil {
		return nil, err
	}
	return private.Odds(ctx, score, judged), ctx.Err()
}
