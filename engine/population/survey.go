package population

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/model"
	"dpscope/mechanisms"
)

// Survey asks how people's predictions survive a mechanism at one budget. It is comparable; Open prepares its
// shared answers.
type Survey struct {
	Cohort    Cohort
	By, Truth string             // see Looked.Apart
	Weights   string             // how the private features share a budget; empty: equally
	Mechanism mechanisms.Setting // with its budget per private feature
}

// Surveyed is a survey of given people. It computes shared parts once.
type Surveyed struct {
	Survey
	Looked   Looked
	Basis    known.Basis        // of the agreements that are computed, or estimated by draws
	Run      Population         // through the records, at the survey's budget
	Spending agreement.Spending // of each person
	Quick    bool               // intervals are left out, because they cost more than the numbers

	whole                *Outcome // of an unfinished or finished run to read answers from; nil: they run themselves
	exact, certified     *work.Once[[]float64]
	both                 *work.Once[Outcome]
	ofExact, ofCertified *work.Once[Summary]     // with intervals
	groups, ofGroups     *work.Once[GroupSpread] // without and with them
	attacker             *work.Once[agreement.Attacker]
	lowest               *work.Once[Lowest]
}

// surveyKey identifies the prepared records of a table.
type surveyKey struct {
	table   TableKey
	weights string
}

// surveyConfidence holds for intervals about all people.
const surveyConfidence = 0.95

// Open looks at the people.
func (s Survey) Open(ctx context.Context) (*Surveyed, error) {
	looked, err := s.Cohort.Look(ctx)
	if err != nil {
		return nil, err
	}
	if looked, err = looked.Apart(ctx, s.By, s.Truth); err != nil {
		return nil, err
	}
	d := &Surveyed{Survey: s, Looked: looked}
	if d.Run, d.Spending, d.Basis, err = s.of(looked.Model, looked.Private, looked.Draws); err != nil {
		return nil, err
	}
	d.Run.Records, d.Run.At, d.Run.Name = looked.Sample.Records(), looked.Sample.At, looked.Sample.NameOf
	d.Run.Key = surveyKey{looked.Sample.Key, s.Weights}
	d.ask()
	return d, nil
}

// of returns the survey's run through given records, each person's spending, and the basis of agreements.
func (s Survey) of(m *model.Model, private []int, draws int) (run Population, spending agreement.Spending, basis known.Basis, err error) {
	made, err := s.Mechanism.New()
	if err != nil {
		return run, spending, basis, err
	}
	weights, err := agreement.ReadWeights(m, private, s.Weights)
	if err != nil {
		return run, spending, basis, err
	}
	maker, epsilon := s.Mechanism.Maker(), s.Mechanism.Epsilon()
	if err := weights.Check(maker, epsilon); err != nil {
		return run, spending, basis, err
	}
	spending = agreement.Spending{Mechanism: made, By: s.Mechanism, Weights: weights, Features: len(private)}
	run = Population{
		Classifier: m.Classifier, Private: private, Weights: weights,
		Candidates: []agreement.Candidate{{Name: s.Mechanism.Kind, Make: maker}},
		Epsilons:   []float64{epsilon}, Limits: agreement.UnitInterval,
		Exact: true, Certified: learners.CapabilitiesOf(m.Classifier).Provable != nil,
		Draws: draws, Seed: s.Cohort.Seed,
	}
	switch {
	case draws > 0:
		basis = known.Estimate
	case len(private) > 2: // lower ends for a linear classifier
		basis = known.AtLeast
	}
	return run, spending, basis, nil
}

// Quickly returns the survey without intervals; more reports whether it has any.
func (d *Surveyed) Quickly() (now *Surveyed, more bool) {
	quick := *d
	quick.Quick = true
	quick.ask()
	return &quick, quick.Looked.From().Estimates()
}

// Knowing returns the survey with all answers read from the outcome of an unfinished run.
func (d *Surveyed) Knowing(o Outcome) *Surveyed {
	now := *d
	if d.Looked.Groups != nil {
		some := *d.Looked.Groups
		some.Unfinished = true
		now.Looked.Groups = &some
	}
	now.Looked.UnderWay, now.Quick, now.whole = true, true, &o
	now.ask()
	return &now
}

// Known lets the survey read its answers from the outcome of a finished run.
func (d *Surveyed) Known(o Outcome) { d.whole = &o }

// ask prepares the runs that answers need: one of both kinds, unless a single answer is
// asked for, which takes its own kind alone.
func (d *Surveyed) ask() {
	d.both = work.NewOnce(func(ctx context.Context) (Outcome, error) { return d.Run.Run(ctx, nil) })
	values := func(exact bool) *work.Once[[]float64] {
		return work.NewOnce(func(ctx context.Context) ([]float64, error) {
			run := d.Run
			if work.Alone(ctx) {
				run.Exact, run.Certified = exact, !exact && run.Certified
				alone, err := run.Run(ctx, nil)
				return alone.Now(exact), err
			}
			if d.whole != nil {
				return d.whole.Now(exact), nil
			}
			both, err := d.both.Get(ctx)
			return both.Now(exact), err
		})
	}
	d.exact, d.certified = values(true), values(false)
	summary := func(values *work.Once[[]float64], agreements bool) *work.Once[Summary] {
		return work.NewOnce(func(ctx context.Context) (Summary, error) {
			v, err := values.Get(ctx)
			if err != nil {
				return Summary{}, err
			}
			return d.Summarise(ctx, v, agreements)
		})
	}
	d.ofExact, d.ofCertified = summary(d.exact, true), summary(d.certified, false)
	d.groups, d.ofGroups = work.NewOnce(d.describeGroups), work.NewOnce(d.summariseGroups)
	d.lowest = work.NewOnce(d.lowestClass)
	d.attacker = work.NewOnce(d.Spending.Attacker)
}

// Now returns an outcome's values at its first budget, exact agreements or certified ones; nil if they were
// not requested.
func (o Outcome) Now(exact bool) []float64 {
	kind := o.Certified
	if exact {
		kind = o.Exact
	}
	if len(kind) == 0 {
		return nil
	}
	return kind[0][0]
}

// Summarise describes agreements, or else bounds, of the records looked at, with
// intervals at 95 % unless they are all that there are, and computed.
func (d *Surveyed) Summarise(ctx context.Context, values []float64, agreements bool) (Summary, error) {
	draws := 0
	if agreements {
		draws = d.Looked.Draws
	}
	return Summarise(ctx, values, d.Looked.Sample.From(draws), surveyConfidence, rand.NewPCG(d.Cohort.Seed, 2))
}

// Spread describes how the people's agreements are spread or, without them, their proven bounds.
type Spread struct {
	Summary
	Basis  known.Basis // of each value
	Proven bool        // they are bounds
	all    bool        // nothing is estimated: all records, with computed values
}

// Described returns the spread without intervals.
func (d *Surveyed) Described(ctx context.Context) (Spread, error) {
	exact, err := d.exact.Get(ctx)
	if s := d.Looked.Sample.Describe(exact); err != nil || s.Count > 0 {
		return d.ofAgreements(s), err
	}
	proven, err := d.certified.Get(ctx)
	return d.ofBounds(d.Looked.Sample.Describe(proven)), err
}

// Summarised returns the spread with intervals.
func (d *Surveyed) Summarised(ctx context.Context) (Spread, error) {
	exact, err := d.ofExact.Get(ctx)
	if err != nil || exact.Count > 0 {
		return d.ofAgreements(exact), err
	}
	proven, err := d.ofCertified.Get(ctx)
	return d.ofBounds(proven), err
}

func (d *Surveyed) ofAgreements(s Summary) Spread {
	return Spread{Summary: s, Basis: d.Basis, all: d.Looked.Whole() && d.Looked.Draws == 0}
}

func (d *Surveyed) ofBounds(s Summary) Spread {
	return Spread{Summary: s, Basis: known.AtLeast, Proven: true, all: d.Looked.Whole()}
}

// Say returns a number of the spread: no estimate if the records are all.
func (s Spread) Say(v known.Value) known.Value {
	switch {
	case s.all:
		return Settled(v, s.Basis)
	case s.Basis == known.AtLeast:
		return bounding(v, false)
	}
	return v
}

// OfThese returns a number of the records looked at, on their agreements' basis.
func (s Spread) OfThese(v known.Value) known.Value { return Settled(v, s.Basis) }

// Least returns the worst of the records as a statement about the worst of everyone.
func (d *Surveyed) Least(s Summary, basis known.Basis) known.Value {
	return s.Least(basis, d.Looked.Whole())
}

// Proven returns the mean of the proven bounds; its interval is about that mean.
func (d *Surveyed) Proven(ctx context.Context) (known.Value, error) {
	proven, err := d.certified.Get(ctx)
	return d.provenMean(d.Looked.Sample.Describe(proven)), err
}

// ProvenSummarised returns the same with an interval, and its number of records.
func (d *Surveyed) ProvenSummarised(ctx context.Context) (mean known.Value, records int, err error) {
	s, err := d.ofCertified.Get(ctx)
	return d.provenMean(s), s.Count, err
}

func (d *Surveyed) provenMean(s Summary) known.Value {
	switch {
	case !d.Run.Certified:
		return known.Nothing("nothing can be proven of " + learners.Title(d.Looked.Model.Classifier))
	case d.Looked.Whole():
		return Settled(s.Mean, known.AtLeast)
	}
	return s.Mean
}

// WhoBasis returns the basis of who fares worst.
func (d *Surveyed) WhoBasis() known.Basis {
	if d.Looked.Draws > 0 || !d.Looked.Whole() {
		return known.Estimate
	}
	return known.Exact
}

// Attacker bounds an attacker who tells two of the people apart.
func (d *Surveyed) Attacker(ctx context.Context) (agreement.Attacker, error) {
	return d.attacker.Get(ctx)
}

// AtShare returns the record at a share of all, the worst first; -1: none has an answer.
func (d *Surveyed) AtShare(ctx context.Context, share float64) (record int, err error) {
	values, _, err := d.spoken(ctx)
	if err != nil {
		return -1, err
	}
	var order []int
	for i, v := range values {
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	if len(order) == 0 {
		return -1, nil
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	at := int(math.Floor(share*float64(len(order)) + 1e-9))
	return order[min(max(at, 0), len(order)-1)], nil
}
