package tree

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/modelfile"
	"dpscope/learners/table"
)

// Boosted grows trees one after another, each by the gradient and the curvature of the logistic loss where those before it have
// led, as XGBoost does (Chen & Guestrin 2016): a leaf says −G/(H + 1), a cut gains
//
//	Gₗ²/(Hₗ + 1) + Gᵣ²/(Hᵣ + 1) − G²/(H + 1),
//
// either side of it has a curvature of 1 at least, and a missing value goes to the side that gains more. Features and
// scores are float32, sums float64. Of two classes all trees add to the second; of more, each round grows a tree for
// each. Nothing is drawn. It is private in nothing.
type Boosted struct {
	Rounds int     // 0 counts as 100
	Depth  int     // splits from root to leaf at most; 0 counts as 6
	Rate   float64 // η, by which each tree is multiplied; 0 counts as 0.3
	Bins   int     // quantiles of a feature that are tried; 0: every value
}

// XGBoost's usual settings.
const (
	boostedRounds    = 100
	boostedDepth     = 6
	boostedRate      = 0.3
	boostedBins      = 256
	boostedRidge     = 1     // added to the curvature of a leaf
	boostedCurvature = 1     // least of a side of a cut
	boostedGain      = 1e-6  // a cut gains more
	leastCurvature   = 1e-16 // least of a record
)

var (
	boostRounds = param.Param{Name: "rounds", Symbol: "rounds",
		Help: "Rounds of boosting; each grows a tree, or one for each of more than two classes.",
		Min:  1, Max: 2000, Low: 1, High: 500, Default: boostedRounds, Scale: param.Count}
	boostRate = param.Param{Name: "eta", Symbol: "η", Label: "shrinkage",
		Help: "By how much each tree is multiplied: smaller learns more slowly.",
		Min:  1e-3, Max: 1, Low: 0.01, High: 1, Default: boostedRate, Scale: param.Log}
	boostBins = param.Param{Name: "bins", Symbol: "b", Label: "cuts tried",
		Help: "Quantiles of a feature at which it may be cut; 0 tries every value.",
		Min:  0, Max: 65536, Low: 0, High: 1024, Default: boostedBins, Fine: 16, Coarse: 64, Zero: "all"}
)

var boostedLearner = param.Kind[learners.Learner]{
	Name:   "boosted",
	Title:  "Boosted trees",
	Help:   "Small decision trees, each of which mends what those before it get wrong, as XGBoost grows them.",
	Source: "Chen & Guestrin 2016",
	Params: []param.Param{boostRounds, treeDepth, boostRate, boostBins},
	New: func(v param.Values) (learners.Learner, error) {
		return Boosted{Rounds: int(v.Get(boostRounds)), Depth: int(v.Get(treeDepth)), Rate: v.Get(boostRate), Bins: int(v.Get(boostBins))}, nil
	},
}

// XGBoost is Boosted as XGBoost opens, by histograms.
var XGBoost = Boosted{Bins: boostedBins}

func (b Boosted) String() string {
	cuts := "every value tried"
	if b.Bins > 0 {
		cuts = fmt.Sprintf("%d cuts tried", b.Bins)
	}
	return fmt.Sprintf("boosted trees, %d rounds, depth at most %d, η = %g, %s", b.rounds(), b.depth(), b.rate(), cuts)
}

func (b Boosted) rounds() int {
	if b.Rounds <= 0 {
		return boostedRounds
	}
	return b.Rounds
}

func (b Boosted) depth() int {
	if b.Depth <= 0 {
		return boostedDepth
	}
	return min(b.Depth, maxDepth)
}

func (b Boosted) rate() float64 {
	if b.Rate <= 0 {
		return boostedRate
	}
	return b.Rate
}

// Fit grows the trees.
func (b Boosted) Fit(ctx context.Context, d table.Data, _ *rand.Rand) (learners.Classifier, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	return b.Weighted(ctx, d, nil)
}

// FitWeighted implements learners.Weighing: each record counts the weight of its class.
func (b Boosted) FitWeighted(ctx context.Context, d table.Data, classes []float64, _ *rand.Rand) (learners.Classifier, error) {
	weights := make([]float64, d.Len())
	for i, y := range d.Y {
		weights[i] = classes[y]
	}
	return b.Weighted(ctx, d, weights)
}

// Weighted grows the trees on weighted records; nil weights are all 1. The trees learn the side of missing
// values, which are NaN. It reports every round.
func (b Boosted) Weighted(ctx context.Context, d table.Data, weights []float64) (*AdditiveTrees, error) {
	if weights != nil && len(weights) != d.Len() {
		return nil, fmt.Errorf("%d weights of %d records; one each would work", len(weights), d.Len())
	}
	for i, w := range weights {
		if !(w >= 0 && w <= math.MaxFloat32) {
			return nil, fmt.Errorf("record %d weighs %g; a number from 0 on would work", i, w)
		}
	}
	g := newBoosting(b, d, weights)
	a := &AdditiveTrees{Start: make([]float64, d.Classes()), Single: true}
	a.Start[0] = float64(g.begins())
	numbers := 0
	for round := range b.rounds() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		work.Report(ctx, work.Progress{Done: float64(round), Of: float64(b.rounds()), What: "rounds"})
		for group := range g.groups {
			t := g.grow(group)
			if numbers += len(t.Feature) * t.NumClasses; numbers > modelfile.MaxNumbers {
				return nil, fmt.Errorf("%d rounds have more than %d numbers; fewer rounds, or less depth, would work", b.rounds(), modelfile.MaxNumbers)
			}
			a.Trees = append(a.Trees, t)
		}
	}
	return a, nil
}

// begins returns the start score of class 0: for two classes, the margin up to which XGBoost rounds to one
// half.
func (g *boosting) begins() float64 {
	if g.groups == 1 {
		return objectives["binary:logistic"]
	}
	return 0
}
