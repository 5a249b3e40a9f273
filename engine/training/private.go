package training

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/engine/param"
	"dpscope/learners"
	"dpscope/learners/linear"
	"dpscope/learners/private"
	"dpscope/learners/table"
	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
)

// Private is a learner that is private by itself: it sees the true labels, because flips would add noise upon
// noise.
type Private interface {
	learners.Learner
	Claim() privacy.Claim // of whole records
}

// perturbed is logistic regression by objective perturbation on features that are centred, divided by their
// deviation and cut to the norm Clip. All of these count as public, and so does the number of records of
// either class.
type perturbed struct {
	Epsilon  float64
	Weighted bool // the rarer class counts as much as the other
}

// What perturbed ones have in common.
const (
	perturbedClip  = 3    // deviations
	perturbedRidge = 0.01 // on the mean loss
)

// perturbing returns the kind of a perturbed learner, at the budget of the labels.
func perturbing(name, title, tag, help string, weighted bool) param.Kind[learners.Learner] {
	return param.Kind[learners.Learner]{Name: name, Title: title, Tag: tag,
		Help: fmt.Sprintf("%s It is ε-private for whole records, which is more than label noise guarantees, and sees the true labels. How features are scaled and how many records either "+
			"class has count as public; records are cut to a norm of %d deviations.", help, perturbedClip),
		Source: "Chaudhuri, Monteleoni & Sarwate 2011, Algorithm 2, with its ridge; Rosenblatt and others, Differential Privacy Under Class Imbalance, Algorithm 3",
		New: func(v param.Values) (learners.Learner, error) {
			return perturbed{Epsilon: v.Get(mechanisms.LabelEpsilon), Weighted: weighted}, nil
		}}
}

func (p perturbed) String() string {
	return fmt.Sprintf("logistic regression by objective perturbation, ε = %g, ridge %g", p.Epsilon, perturbedRidge)
}

// Claim implements Private.
func (p perturbed) Claim() privacy.Claim {
	return privacy.Claim{Epsilon: p.Epsilon, Neighbours: privacy.OneReplaced}
}

// Fit draws the noise and minimises the perturbed objective.
func (p perturbed) Fit(ctx context.Context, d table.Data, rng *rand.Rand) (learners.Classifier, error) {
	rows := private.Unit(d.X, d.Dims(), positive(d.Y), perturbedClip)
	f := private.Fit{Epsilon: p.Epsilon, Lambda: perturbedRidge, Weights: private.Even}
	if p.Weighted {
		f.Weights = private.Inverse(float64(rows.Len()-rows.Positives()) / float64(rows.Positives()))
	}
	beta, err := f.Beta(ctx, rows, private.NewDraw(rows.Dims, rng), nil)
	if err != nil {
		return nil, err
	}
	l := &linear.Linear{Bias: beta[d.Dims()] / math.Sqrt2}
	for _, b := range beta[:d.Dims()] {
		l.Weights = append(l.Weights, b/(perturbedClip*math.Sqrt2))
	}
	return l, nil
}
