package imbalance

import (
	"context"
	"math"

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

// Weights is that of a Learner.
func (b Boosted) Weights(_ float64, positives, records int) private.Weights {
	if !b.Weighted {
		return private.Even
	}
	return private.Weights{Positive: float64(records-positives) / float64(positives), Negative: 1}
}

func (Boosted) heeds(t Trial) Trial {
	t.Slack, t.Epsilon = 0, math.Inf(1)
	t.Clip, t.PerRecord, t.Rule = math.Inf(1), 0, private.RankOne
	return t
}

// After is that of an Open.
func (b Boosted) After(m Making) Learner { return Boosted{m, b.Weighted} }

func (b Boosted) scores(ctx context.Context, t Trial, learnt, test private.Rows) ([]float64, error) {
	if p := learnt.Positives(); p == 0 || p == learnt.Len() {
		return make([]float64, test.Len()), nil // a class that nobody has shown
	}
	const making = 0.2                                            // of the work, about
	weigh := b.Weights(t.Ratio, learnt.Positives(), learnt.Len()) // by the records as they were
	learnt, err := b.balance(work.Within(ctx, 0, making), learnt, t.random())
	if err != nil {
		return nil, err
	}
	var weights []float64
	d := table.Data{Features: make([]table.Feature, learnt.Dims), ClassNames: []string{"0", "1"}, X: learnt.X, Y: make([]int, learnt.Len()), Rows: make([]int, learnt.Len())}
	for i, positive := range learnt.Positive {
		weight := weigh.Negative
		if positive {
			d.Y[i], weight = 1, weigh.Positive
		}
		if b.Weighted {
			weights = append(weights, weight)
		}
	}
	trees, err := tree.XGBoost.Weighted(work.Within(ctx, making, 1), d, weights)
	if err != nil {
		return nil, err
	}
	scores, of := make([]float64, test.Len()), make([]float64, 2)
	for i := range scores {
		trees.Scores(test.Row(i), of)
		scores[i] = of[1] - of[0]
	}
	return scores, nil
}
