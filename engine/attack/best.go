package attack

import (
	"context"
	"errors"

	"dpscope/engine/querynoise"
	"dpscope/mechanisms"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// on returns the question on the grid of an accuracy.
func (s Best) on(accuracy float64) querynoise.Question {
	const cells = 30 // on either side
	if accuracy == 0 {
		return s.Question
	}
	q := s.Question
	q.Width = q.Reach() / cells
	return q
}

func (s Best) attack(ctx context.Context, accuracy float64) (privacy.Attack, error) {
	q := s.on(accuracy)
	best, err := q.Best(ctx)
	switch {
	case err != nil:
		return privacy.Attack{}, err
	case best.None != "":
		return privacy.Attack{}, errors.New(best.None)
	case best.Certified == nil:
		return Noise{"staircase", central.Setting{Epsilon: q.Epsilon, Loss: q.Loss}, s.Times}.attack(ctx, accuracy)
	}
	return repeatedly(ctx, best.Certified.Law.Attack(q.Moves()), released(foundLaw{q}), s.Times, accuracy)
}

func (s Best) claim(context.Context, float64, float64) (Claim, error) {
	return repeated(privacy.Claim{Epsilon: s.Epsilon, Delta: s.Delta}, s.Times)
}

// foundLaw is a question's law as a single release of a run (accounting.Law).
type foundLaw struct{ querynoise.Question }

func (l foundLaw) String() string { return "the noise of least loss" }

func (l foundLaw) law(ctx context.Context) (optimal.Law, error) {
	best, err := l.Best(ctx)
	if err != nil {
		return optimal.Law{}, err
	}
	return best.Certified.Law, nil
}

// Profile returns the greatest divergence over all moves.
func (l foundLaw) Profile(ctx context.Context) (func(epsilon float64) float64, error) {
	law, err := l.law(ctx)
	if err != nil {
		return nil, err
	}
	return law.Profile(l.Moves()), nil
}

// Cells returns the cells of the law moved by the sensitivity, and of the law in place.
func (l foundLaw) Cells(ctx context.Context, count int) ([]pairs.Cell, error) {
	law, err := l.law(ctx)
	if err != nil {
		return nil, err
	}
	return mechanisms.Cells(mechanisms.Moved{Law: law, By: 1}, law, count), nil
}
