package model

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/param"
	"dpscope/learners"
	"dpscope/learners/private"
	"dpscope/learners/table"
	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/privacy"
)

// Guard says how a training of a classifier of two classes is private. It is public.
type Guard struct {
	Epsilon, Delta float64 // of the whole training
	Way            Way
	Balance        Balance
	Ratio          float64  // records of the first class per record of the second, declared public; 0: the records' own
	Words          []string // columns with declared words
	FromData       bool     // scales and words may come from the records; no ε covers them
}

// UndeclaredError refuses a private training that would take scales or words from the records.
type UndeclaredError struct{ Scales, Words []string } // of these columns

func (e *UndeclaredError) Error() string {
	return strings.Join(slices.Concat(told("scale of ", e.Scales), told("words of ", e.Words)), ", ") +
		" would be taken from the records, which no ε covers; declared ones would work"
}

// Way says how noise enters.
type Way struct {
	Name      string
	PerRecord float64         // of objective perturbation: λ times the number of records learnt from
	Steps     private.Descent // otherwise, without its noise and weights
}

// Balance says how a training compensates for a rare class, by the ratio alone.
type Balance int

const (
	AsTheyAre   Balance = iota
	ByWeights           // a record of the greater class counts less
	ByThreshold         // all count alike, and the threshold moves
)

// Quantities of a private training.
var (
	PrivateEpsilon = param.Param{Name: "private-epsilon", Symbol: "ε", Label: "budget",
		Help: "Privacy budget of the whole training; without it nothing is private.", Min: 1e-3, Max: 50, Default: 1}
	PrivateDelta = param.Param{Name: "delta", Symbol: "δ", Label: "δ",
		Help: "The δ that noisy steps need; keep it far below one in the number of records.", Min: 0, OpenLow: true, Max: 0.1, Default: 1e-6}
	PrivateRatio = param.Param{Name: "imbalance", Symbol: "r", Label: "class ratio",
		Help: "Records of the first class for one of the second, declared public; without it the records' own is told.", Min: 0, OpenLow: true,
		Max: 1e6, Default: 1}

	guardRidge = param.Param{Name: "lambda-n", Symbol: "λn", Label: "ridge", Help: "Ridge λ times the records learned from.", Min: 0,
		OpenLow: true, Max: 1e6, Default: 1}
	guardClip = param.Param{Name: "gradient-clip", Symbol: "C", Label: "gradient clip",
		Help: "A gradient is clipped to this norm before it is weighted.", Min: 0, OpenLow: true, Max: 1e3, Default: 1}
	guardRate = param.Param{Name: "q", Symbol: "q", Label: "sampling rate",
		Help: "The probability with which a record joins the batch of a step.", Min: 0, OpenLow: true, Max: 1, Default: 0.05}
	guardSteps = param.Param{Name: "steps", Symbol: "T", Label: "steps", Help: "Noisy steps.", Min: 1, Max: 1e5, Default: 500,
		Scale: param.Count}
	guardPace = param.Param{Name: "pace", Symbol: "η", Label: "rate",
		Help: "Learning rate: how far a step goes along the noisy mean gradient.", Min: 0, OpenLow: true, Max: 1e3, Default: 0.5}
)

// Ways lists all ways.
var Ways = param.Menu[Way]{Name: "by", Label: "by", Help: "How noise comes in.",
	Kinds: []param.Kind[Way]{
		{Name: "perturbation", Title: "objective perturbation",
			Help:   "Noise in what is minimised: ε alone, where one record is replaced by another. For logistic regression.",
			Source: "Chaudhuri, Monteleoni & Sarwate 2011", Params: []param.Param{guardRidge},
			New: func(v param.Values) (Way, error) { return Way{Name: "perturbation", PerRecord: v.Get(guardRidge)}, nil }},
		{Name: "sgd", Title: "DP-SGD", Help: "Noise in every step: (ε, δ), where one record is added or removed.",
			Source: "Abadi & others 2016", Params: []param.Param{PrivateDelta, guardClip, guardRate, guardSteps, guardPace},
			New: func(v param.Values) (Way, error) {
				return Way{Name: "sgd", Steps: private.Descent{Rate: v.Get(guardRate), Steps: int(v.Get(guardSteps)), Clip: v.Get(guardClip),
					Pace: v.Get(guardPace)}}, nil
			}},
	}}

// Balances lists all balances.
var Balances = param.Menu[Balance]{Name: "balance", Label: "balance", Help: "What makes up for a rare class, by the declared ratio alone.",
	Kinds: []param.Kind[Balance]{
		{Name: "none", Title: "nothing", Help: "All records count alike.", New: func(param.Values) (Balance, error) { return AsTheyAre, nil }},
		{Name: "weights", Title: "public weights", Help: "A record of the greater class counts 1/r.",
			New: func(param.Values) (Balance, error) { return ByWeights, nil }},
		{Name: "threshold", Title: "public threshold", Help: "The second class from probability 1/(1+r) on, which costs no privacy.",
			New: func(param.Values) (Balance, error) { return ByThreshold, nil }},
	}}

// String describes the training without its spending.
func (g Guard) String() string {
	text := fmt.Sprintf("objective perturbation, λn = %g", g.Way.PerRecord)
	if g.Way.PerRecord == 0 {
		s := g.Way.Steps
		text = fmt.Sprintf("DP-SGD, %d steps, q = %g, clip %g, pace %g", s.Steps, s.Rate, s.Clip, s.Pace)
	}
	return text + ", balance " + Balances.Kinds[g.Balance].Name
}

// Check reports a guard that a learner does not support.
func (g Guard) Check(l learners.Learner) error {
	p, can := l.(learners.Private)
	switch {
	case !can:
		return errors.New("this model has no private training; logistic or mlp would work")
	case g.Way.PerRecord > 0 && !p.Perturbs():
		return errors.New("by = perturbation needs a loss that is convex, which that of this model is not; sgd would work")
	}
	return nil
}

// Fit trains on terms that keep the guard's budget, and returns the spending.
func (g Guard) Fit(ctx context.Context, l learners.Learner, d table.Data, rng *rand.Rand) (learners.Classifier, Training, error) {
	if err := g.Check(l); err != nil {
		return nil, Training{}, err
	}
	if d.Classes() != 2 {
		return nil, Training{}, fmt.Errorf("%d classes; a private training takes two, and a file that tells one of them from the rest would work",
			d.Classes())
	}
	if undeclared := g.undeclared(d); undeclared != nil && !g.FromData {
		return nil, Training{}, undeclared
	}
	terms, training, err := g.terms(ctx, d)
	if err != nil {
		return nil, Training{}, err
	}
	c, err := l.(learners.Private).FitPrivately(ctx, d, terms, rng)
	return c, training, err
}

// terms returns the terms for the data's number of records.
func (g Guard) terms(ctx context.Context, d table.Data) (learners.Terms, Training, error) {
	t := Training{Epsilon: g.Epsilon, Public: []string{"number of records", "columns", "both classes", "all settings"}}
	t.Public = append(t.Public, told("scale of ", scaled(d.Features, false))...)
	t.Public = append(t.Public, told("words of ", g.Words)...)
	if u := g.undeclared(d); u != nil {
		t.FromData = slices.Concat(told("scale of ", u.Scales), told("words of ", u.Words))
	}
	ratio, weights, terms := g.Ratio, private.Even, learners.Terms{}
	if g.Balance != AsTheyAre {
		if ratio > 0 {
			t.Public = append(t.Public, "class ratio "+strconv.FormatFloat(ratio, 'g', 4, 64))
		} else {
			ones := 0
			for _, class := range d.Y {
				ones += class
			}
			ratio = float64(d.Len()-ones) / float64(ones)
			t.FromData = append(t.FromData, "class ratio")
		}
		if !(ratio > 0) || math.IsInf(ratio, 1) {
			return terms, t, errors.New("the records have one class; two would work")
		}
	}
	switch g.Balance {
	case ByWeights:
		weights = private.Inverse(ratio)
	case ByThreshold:
		terms.LogOdds = private.PublicThreshold(ratio)
	}
	if g.Way.PerRecord > 0 {
		t.Neighbours = privacy.OneReplaced
		terms.Perturbation = &private.Fit{Epsilon: g.Epsilon, Lambda: g.Way.PerRecord / float64(d.Len()), Weights: weights}
		return terms, t, nil
	}
	steps := g.Way.Steps
	deviation, err := accounting.LeastDeviation(ctx, steps.Rate, steps.Steps, g.Epsilon, g.Delta)
	switch {
	case err != nil:
		return terms, t, err
	case !(deviation > 0) || math.IsInf(deviation, 1):
		return terms, t, fmt.Errorf("no σ up to 1e9 reaches ε = %g at δ = %g in %d steps; a greater ε or δ, or fewer steps, would work",
			g.Epsilon, g.Delta, steps.Steps)
	}
	steps.Deviation, steps.Weights = deviation, weights
	terms.Steps = steps
	t.Delta, t.Neighbours, t.Sigma, t.Rate, t.Steps = g.Delta, privacy.OneAdded, deviation, steps.Rate, float64(steps.Steps)
	return terms, t, nil
}

// undeclared names the columns whose scales or words come from the records; nil: none.
func (g Guard) undeclared(d table.Data) *UndeclaredError {
	e := UndeclaredError{Scales: scaled(d.Features, true)}
	for _, f := range d.Features {
		if f.Word != "" && !slices.Contains(g.Words, f.Column) && !slices.Contains(e.Words, f.Column) {
			e.Words = append(e.Words, f.Column)
		}
	}
	if e.Scales == nil && e.Words == nil {
		return nil
	}
	return &e
}

// scaled names the columns of numbers whose scales are taken from the data, or are declared.
func scaled(features []table.Feature, fromData bool) (names []string) {
	for _, f := range features {
		if f.Word == "" && f.Scale.FromData == fromData {
			names = append(names, f.Name)
		}
	}
	return names
}

// told returns a line for each name, or for the first of many.
func told(what string, names []string) (lines []string) {
	const most = 20
	for i, name := range names {
		if i == most {
			return append(lines, fmt.Sprintf("%s%d columns more", what, len(names)-most))
		}
		lines = append(lines, what+name)
	}
	return lines
}
