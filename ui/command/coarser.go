package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"dpscope/learners"
	"dpscope/learners/model"
	"dpscope/learners/proof"
	"dpscope/learners/table"
)

// leafFlag is the setting that makes trees smaller.
const leafFlag = "leaf"

// trainExplorable trains a classifier. Unless the call sets the size of leaves, it trains again with larger ones until the
// views of classifiers can explore the result.
func (f trainFlags) trainExplorable(ctx context.Context, learner learners.Learner, data table.Data, o model.TrainOptions, say io.Writer,
) (learners.Learner, *model.Model, model.Trained, error) {
	_, leafGiven := f.settings[leafFlag]
	_, depthGiven := f.settings["depth"]
	for leaf := 1.0; ; {
		m, trained, err := model.Train(ctx, learner, data, o)
		var large *proof.TooLargeError
		excess := 0.0
		switch {
		case errors.As(err, &large):
			excess = max(float64(large.Count)/float64(large.Most), math.Nextafter(1, 2)) // no classifier came out, so it is too fine
		case err != nil:
			return nil, nil, trained, err
		default:
			excess = m.Excess(data)
		}
		if excess <= 1 {
			return learner, m, trained, nil
		}
		coarser := coarserLeaf(leaf, excess)
		if leafGiven || depthGiven || coarser > float64(data.Len())/2 {
			if err != nil {
				return nil, nil, trained, err
			}
			fmt.Fprintf(say, "this forest is %.0f times as fine as the views explore; --leaf %.0f would work\n", math.Ceil(excess), coarser)
			return learner, m, trained, nil
		}
		leaf = coarser
		fmt.Fprintf(say, "%s: too fine for the views to explore; it is grown again with leaves of at least %.0f records (--leaf)\n", learner,
			leaf)
		f.settings[leafFlag] = leaf
		if learner, err = f.learner(); err != nil {
			return nil, nil, trained, err
		}
	}
}

// coarserLeaf returns the next least number of records of a leaf to try, when a classifier has excess times too many cells: the
// number of cells falls as the leaf grows, but by less than its square. It is at least a third larger, because growing a forest
// of many records again takes longer than its views lose by a leaf that is a little too large.
func coarserLeaf(leaf, excess float64) float64 {
	return math.Ceil(leaf * max(math.Pow(excess, 0.75), 4.0/3))
}
