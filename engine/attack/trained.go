package attack

import (
	"context"
	"errors"
	"fmt"

	"dpscope/engine/agreement"
	"dpscope/learners/source"
	"dpscope/mechanisms/privacy"
)

// Spent is what a training spends, by which alone it is known.
func (s Trained) Spent(ctx context.Context) (Subject, error) {
	if s.File == "" {
		return nil, errors.New("model names no file; a classifier's whose training is private would work")
	}
	m, err := agreement.OpenModel(ctx, s.File)
	if err != nil {
		return nil, source.Blame("model", s.File, err)
	}
	switch t := m.Training; {
	case t.Descends():
		return Steps{Rate: t.Rate, Sigma: t.Sigma, Steps: t.Steps}, nil
	case t.Epsilon > 0:
		return Stated{Epsilon: t.Epsilon, Delta: t.Delta}, nil
	}
	return nil, fmt.Errorf(`model = %s does not say what its training spent; a file with "training": {"epsilon": 1, "delta": 1e-5} would work`,
		source.Quote(s.File))
}

func (s Trained) attack(ctx context.Context, accuracy float64) (privacy.Attack, error) {
	of, err := s.Spent(ctx)
	if err != nil {
		return privacy.Attack{}, err
	}
	return of.attack(ctx, accuracy)
}

func (s Trained) claim(ctx context.Context, delta, accuracy float64) (Claim, error) {
	of, err := s.Spent(ctx)
	if err != nil {
		return Claim{}, err
	}
	return of.claim(ctx, delta, accuracy)
}
