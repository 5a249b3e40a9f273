package attack

import (
	"context"
	"errors"
	"fmt"
	"math"

	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/learners/source"
	"dpscope/mechanisms/privacy"
)

// Uncovered is a file that reveals more about its records than its weights do: facts taken from them
// directly, and no ε covers these.
type Uncovered struct{ Weights Subject }

// Spent is a training's spending, known by its file's statement alone.
type Spent struct {
	Of         Subject
	Neighbours privacy.Neighbours // 0: the file names none
	Training   string             // in words
	Uncovered  []string           // facts taken from the records besides; nil: none
}

// Spent reads the file.
func (s Trained) Spent(ctx context.Context) (Spent, error) {
	if s.File == "" {
		return Spent{}, errors.New("model names no file; a classifier's whose training is private would work")
	}
	m, err := agreement.OpenModel(ctx, s.File)
	if err != nil {
		return Spent{}, source.Blame("model", s.File, err)
	}
	t := m.Training
	spent := Spent{Neighbours: t.Neighbours, Training: t.String(), Uncovered: m.Uncovered()}
	switch {
	case t.Descends():
		spent.Of = byCoins(t.Rate, t.Sigma, t.Steps)
	case t.Epsilon > 0:
		spent.Of = Stated{Epsilon: t.Epsilon, Delta: t.Delta}
	default:
		return Spent{}, fmt.Errorf(`model = %s does not say what its training spent; a file with "training": {"epsilon": 1, "delta": 1e-5} would work`,
			source.Quote(s.File))
	}
	if spent.Uncovered != nil {
		spent.Of = Uncovered{spent.Of}
	}
	return spent, nil
}

func (s Trained) attack(ctx context.Context, accuracy float64) (privacy.Attack, error) {
	spent, err := s.Spent(ctx)
	if err != nil {
		return privacy.Attack{}, err
	}
	return spent.Of.attack(ctx, accuracy)
}

func (s Trained) claim(ctx context.Context, delta, accuracy float64) (Claim, error) {
	spent, err := s.Spent(ctx)
	if err != nil {
		return Claim{}, err
	}
	return spent.Of.claim(ctx, delta, accuracy)
}

// attack knows for certain: of two records one alone may be the greatest, or have a word, that stands in the file.
func (s Uncovered) attack(context.Context, float64) (privacy.Attack, error) {
	return privacy.Alike(privacy.ClaimTests{Claim: privacy.Claim{Delta: 1}}), nil
}

func (s Uncovered) claim(ctx context.Context, delta, accuracy float64) (Claim, error) {
	c, err := s.Weights.claim(ctx, delta, accuracy)
	c.Epsilon = known.Exactly(math.Inf(1))
	return c, err
}

// OfWeights returns the same question about the weights alone, if the file reveals more; found is false
// otherwise.
func (q Question) OfWeights() (of Question, found bool) {
	s, found := q.Of.(Uncovered)
	q.Of = s.Weights
	return q, found
}
