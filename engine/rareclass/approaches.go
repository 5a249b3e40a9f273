package rareclass

import (
	"context"
	"errors"
	"math"
	"slices"

	"dpscope/engine/known"
	"dpscope/learners/private"
	"dpscope/learners/synth"
	"dpscope/learners/table"
)

// Guarantee says what an approach promises for a record that may be replaced by any other.
type Guarantee int

const (
	NoGuarantee Guarantee = iota
	Pure                  // ε
	WithSlack             // (ε, δ)
)

// Approach is a way to find a rare class: of the paper's Tables 3 and 5 to 12, or besides.
type Approach struct {
	Name, Title string
	Learner     Learner
	Public      bool // positive from the public threshold on, and not from one half
	Guarantee   Guarantee
	Printed     string // its row in the paper's tables; empty: it has none
	Lasting     bool   // it trains for seconds to minutes a split, which a page does where it is asked to
}

// Private reports whether the approach keeps a guarantee, and so is ranked.
func (a Approach) Private() bool { return a.Guarantee != NoGuarantee }

// Of returns a measure of the outcomes that count for the approach.
func (a Approach) Of(measure func(Result, bool) float64) func(Result) float64 {
	return func(r Result) float64 { return measure(r, a.Public) }
}

// Usual numbers of the approaches that have some of their own. They are public.
const (
	UsualModels, UsualShare                            = 5, 0.5 // of bagging
	usualHidden, usualSteps, usualPace, usualRate, one = 16, 500, 0.1, 0.05, 1
)

// Approaches lists all approaches: those with a guarantee first.
func Approaches(workload synth.Workload, schema string) []Approach {
	return []Approach{
		{Name: "private-logreg", Title: "logistic", Learner: Unweighted, Guarantee: Pure, Printed: "Priv. LogReg"},
		{Name: "private-logreg-weighted", Title: "public weights", Learner: Inverse, Guarantee: Pure, Printed: "Priv. Weighted LogReg"},
		{Name: "private-threshold", Title: "public threshold", Learner: Unweighted, Public: true, Guarantee: Pure},
		{Name: "gem-boosted", Title: "GEM + trees", Learner: Synthetic{Method: synth.GEM, Workload: workload, Schema: schema},
			Guarantee: WithSlack, Printed: "GEM + XGBoost"},
		{Name: "privbayes-boosted", Title: "PrivBayes + trees", Learner: Synthetic{Method: synth.PrivBayes, Schema: schema}, Guarantee: Pure},
		{Name: "sgd-mlp", Title: "DP-SGD network", Guarantee: WithSlack,
			Learner: Perceptron{Hidden: usualHidden, Descent: Descent{Rate: usualRate, Steps: usualSteps, Clip: one, Pace: usualPace}}},
		{Name: "bagging", Title: "bagged vote", Learner: Bagged{Models: UsualModels, Share: UsualShare}, Guarantee: WithSlack},
		{Name: "private-transformer-weighted", Title: "private transformer", Learner: PrivateTransformer, Guarantee: WithSlack,
			Printed: "Priv. Weighted FTT", Lasting: true},

		{Name: "logreg", Title: "plain logistic", Learner: Baseline{}, Printed: "Identity + NonPriv. LogReg"},
		{Name: "logreg-weighted", Title: "weighted logistic", Learner: Baseline{Weighted: true}, Printed: "Identity + NonPriv. Weighted LogReg"},
		{Name: "boosted", Title: "plain trees", Learner: Boosted{}, Printed: "Identity + NonPriv. XGBoost"},
		{Name: "boosted-weighted", Title: "weighted trees", Learner: Boosted{Weighted: true}, Printed: "Identity + NonPriv. Weighted XGBoost"},
		{Name: "smote-logreg", Title: "SMOTE + logistic", Learner: Baseline{Making: Smote}, Printed: "SMOTE + NonPriv. LogReg"},
		{Name: "smote-logreg-weighted", Title: "SMOTE + wtd. logistic", Learner: Baseline{Making: Smote, Weighted: true},
			Printed: "SMOTE + NonPriv. Weighted LogReg"},
		{Name: "smote-boosted", Title: "SMOTE + trees", Learner: Boosted{Making: Smote}, Printed: "SMOTE + NonPriv. XGBoost"},
		{Name: "smote-boosted-weighted", Title: "SMOTE + weighted trees", Learner: Boosted{Making: Smote, Weighted: true},
			Printed: "SMOTE + NonPriv. Weighted XGB"},
		{Name: "transformer-weighted", Title: "plain transformer", Learner: Transformer{}, Printed: "Identity + NonPriv. Weighted FTTransformer",
			Lasting: true},
	}
}

// By returns the trial of an approach at a budget. A non-private approach has no budget, and takes features
// unscaled, as the paper's does.
func (t Trial) By(a Approach, epsilon float64) Trial {
	t.Learner, t.Epsilon = a.Learner, epsilon
	if !a.Private() {
		t.Epsilon = math.Inf(1)
	}
	if _, open := a.Learner.(Open); open {
		t.Source.Scaling = AsIs
	}
	return t
}

// OverBudgets returns the trials of approaches at the budget of t, which answers are about, and then at
// others; each once.
func (t Trial) OverBudgets(all []Approach, others []float64) (trials []Trial) {
	for _, epsilon := range append([]float64{t.Epsilon}, others...) {
		for _, a := range all {
			if one := t.By(a, epsilon); !slices.Contains(trials, one) {
				trials = append(trials, one)
			}
		}
	}
	return trials
}

// Ranks returns the mean places of several trials, from 1, over the splits that all of them have run on.
// Equal trials share their places, so that the places of each split have the same sum.
func Ranks(runs []Repeats, of []func(Result) float64) []known.Summary {
	if len(runs) == 0 {
		return nil
	}
	splits := math.MaxInt
	for _, r := range runs {
		splits = min(splits, len(r))
	}
	places := make([][]float64, len(runs))
	for k := range splits {
		values := make([]float64, len(runs))
		for i, r := range runs {
			values[i] = of[i](r[k])
		}
		if slices.ContainsFunc(values, math.IsNaN) {
			continue // no held-out record of one class
		}
		for i, v := range values {
			above, same := 0, 0
			for _, other := range values {
				switch {
				case other > v:
					above++
				case other == v:
					same++
				}
			}
			places[i] = append(places[i], float64(above)+float64(same+1)/2)
		}
	}
	all := make([]known.Summary, len(runs))
	for i, p := range places {
		all[i] = known.Summarise(p).Splits(runs[i].overlap())
	}
	return all
}

// Plane asks where a learner turns from one class to the other in the plane of the mixture.
type Plane struct {
	Trial     Trial
	Public    bool // by the public threshold
	Low, High float64
	Cells     int // along each axis
}

// Centres returns the centres of the cells along an axis.
func (p Plane) Centres() []float64 {
	at := make([]float64, p.Cells)
	for i := range at {
		at[i] = p.Low + (p.High-p.Low)*(float64(i)+0.5)/float64(p.Cells)
	}
	return at
}

// Content implements trial.Trial.
func (p Plane) Content(ctx context.Context) Plane {
	p.Trial = p.Trial.Content(ctx)
	return p
}

// At implements trial.Trial.
func (p Plane) At(seed uint64) Plane {
	p.Trial = p.Trial.At(seed)
	return p
}

// Size implements trial.Trial.
func (Plane) Size() (steps float64, unit string) { return 1, "fits" }

// Bytes implements trial.Trial.
func (Plane) Bytes(shares []float64) int64 { return int64(8 * len(shares)) }

// Run fits the learner, and gives how far above its threshold the score of each cell lies, row by row from below; of a learner that could
// make nothing of a class it is -1 everywhere.
func (p Plane) Run(ctx context.Context, _ func([]float64)) ([]float64, error) {
	t := p.Trial.Learner.heeds(p.Trial)
	parts, err := t.parts(ctx)
	if err != nil {
		return nil, err
	}
	r, places := Records{Features: make([]table.Feature, 2)}, p.Centres()
	var all []int
	for _, y := range places {
		for _, x := range places {
			all = append(all, len(all))
			r.X, r.Positive = append(r.X, x, y), append(r.Positive, false)
		}
	}
	scores, err := t.Learner.scores(ctx, t, parts.learnt, r.unit(all, t.clip(2)))
	if scarce := new(synth.ScarceError); errors.As(err, &scarce) {
		return slices.Repeat([]float64{-1}, len(all)), nil
	}
	if p.Public {
		for i := range scores {
			scores[i] -= private.PublicThreshold(t.Ratio)
		}
	}
	return scores, err
}
