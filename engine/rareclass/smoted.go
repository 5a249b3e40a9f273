package rareclass

import (
	"context"

	"dpscope/learners/private"
)

// Smoted is what the paper's Theorem 5 allows: rows are made by SMOTE, and objective perturbation has what the theorem leaves of the
// budget. It is refused wherever a guarantee is asked for: the theorem is false, and the number of rows that are made is private. It is run to
// show what it would do.
type Smoted struct {
	Factor float64 // of the theorem, by which the budget is divided
}

// Weights implements Learner.
func (Smoted) Weights(float64, int, int) private.Weights { return private.Even }

func (Smoted) heeds(t Trial) Trial {
	t.Slack = 0
	return t
}

func (s Smoted) scores(ctx context.Context, t Trial, learnt, test private.Rows) ([]float64, error) {
	learnt, err := Smote.balance(ctx, learnt, t.random())
	if err != nil {
		return nil, err
	}
	t.Epsilon /= s.Factor
	return Unweighted.scores(ctx, t, learnt, test)
}
