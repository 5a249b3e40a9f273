package rareclass

import (
	"context"

	"dpscope/learners/private"
)

// Smoted is the method that the paper's Theorem 5 allows: SMOTE makes rows, and objective perturbation gets
// the budget that the theorem leaves. It is refused wherever a guarantee is asked for: the theorem is false,
// and the number of made rows is private. It runs only to show its effect.
type Smoted struct {
	Factor float64 // the theorem's divisor of the budget
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
