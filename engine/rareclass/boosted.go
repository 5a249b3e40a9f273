package rareclass

import (
	"context"

	"dpscope/engine/work"
	"dpscope/learners/private"
	"dpscope/learners/table"
	"dpscope/learners/tree"
)

// Boosted is boosted trees as XGBoost has them, of the records as they are: private in nothing.
type Boosted struct {
	Making
	Weighted bool // a record of the rare class counts as often as there are others to one
}

// Weights implements Learner.
func (b Boosted) Weights(_ float64, positives, records int) private.Weights {
	if !b.Weighted {
		return private.Even
	}
	return private.Weights{Positive: float64(records-positives) / float64(positives), Negative: 1}
}

func (Boosted) heeds(t Trial) Trial {
	return open(t)
}

// After implements Open.
func (b Boosted) After(m Making) Learner { return Boosted{m, b.Weighted} }

func (b Boosted) scores(ctx context.Context, t Trial, learnt, test private.Rows) ([]float64, error) {
	if oneClass(learnt) {
		return make([]float64, test.Len()), nil
	}
	const making = 0.2                                            // of the work, about
	weigh := b.Weights(t.Ratio, learnt.Positives(), learnt.Len()) // by the records as they were
	learnt, err := b.balance(work.Within(ctx, 0, making), learnt, t.random())
	if err != nil {
		return nil, err
	}
	var weights []float64
	if b.Weighted {
		for _, positive := range learnt.Positive {
			if positive {
				weights = append(weights, weigh.Positive)
			} else {
				weights = append(weights, weigh.Negative)
			}
		}
	}
	trees, err := grown(work.Within(ctx, making, 1), learnt, weights)
	if err != nil {
		return nil, err
	}
	return sums(trees, test), nil
}

// grown boosts trees on rows with the given weights; nil: all 1.
func grown(ctx context.Context, rows private.Rows, weights []float64) (*tree.AdditiveTrees, error) {
	d := table.Data{Features: make([]table.Feature, rows.Dims), ClassNames: []string{"0", "1"}, X: rows.X, Y: make([]int, rows.Len()),
		Rows: make([]int, rows.Len())}
	for i, positive := range rows.Positive {
		if positive {
			d.Y[i] = 1
		}
	}
	return tree.XGBoost.Weighted(ctx, d, weights)
}

// sums returns the trees' log-odds of rows.
func sums(trees *tree.AdditiveTrees, rows private.Rows) []float64 {
	scores, of := make([]float64, rows.Len()), make([]float64, 2)
	for i := range scores {
		trees.Scores(rows.Row(i), of)
		scores[i] = of[1] - of[0]
	}
	return scores
}
