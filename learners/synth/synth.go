// Package synth makes synthetic people: rows drawn from a model that was fitted, once, to noisy counts of the
// people in a table. The fit is differentially private for the replacement of one person; drawing from it
// costs nothing more.
//
// A fit's spending is a sum over its answers, each bounded for every table and every neighbour of the schema,
// given any earlier answers:
//
//   - replacing one person moves one count between two cells of any set of attributes: counts move by √2 in
//     length and by 2 in all, or not at all, and no pair of tables is farther apart;
//   - a score of GEM is a distance to a model that is the same for both tables, and moves by no more than the
//     counts do, 2, however far away the model is; the scores of PrivBayes move by the bounds of Zhang & others
//     for any counts (scoreMoves). So a pick has its ε for any table, among candidates that follow from n, the
//     schema and earlier answers;
//   - budgets of answers add up although each is chosen by those before (adaptive composition).
//
// All tables are covered: people beyond the declared bounds count in the outermost bins of both tables, and
// people who lack a value, or have an undeclared word, are no people of the schema. Their number is public.
//
// Before anyone looks at the table a Schema declares the possible values of every person. Two methods fit a
// model of it:
//
//   - GEM measures a few marginals with normal noise, one a round, picks those farthest
//     from the model so far if it cannot measure all, and fits a mixture of products
//     to all answers ((ε, δ); Liu, Vietri & Wu 2021, without their network);
//   - PrivBayes picks parents for one attribute after another, and counts each
//     attribute with its parents with Laplace noise (pure ε; Zhang, Cormode,
//     Procopiuc, Srivastava & Xiao 2017).
//
// Both draw the label first, so that half of the rows can be drawn of either class from the same model.
package synth

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/engine/known"
	"dpscope/mechanisms/accounting"
)

// Settings say how a model is fitted. They are public.
type Settings struct {
	Method   Method
	Workload Workload // of GEM
	Rounds   int      // of GEM; 0: one per attribute besides the label
	Epsilon  float64
	Delta    float64 // of GEM, above 0
	Seed     uint64  // of all noise, and of the start of GEM's search
}

// Method says how a model is fitted.
type Method int

const (
	GEM Method = iota
	PrivBayes
)

func (m Method) String() string { return [...]string{"GEM", "PrivBayes"}[m] }

// Model is a fitted model with its public description.
type Model struct {
	Schema Schema
	Plan   Plan
	Steps  []Step // the spending, in order
	Notes  []string

	law law
}

// Step is one answer of the table.
type Step struct {
	Attributes []int // which were counted together: the label first, or of PrivBayes the attribute and its parents
	Picked     bool  // it was picked, privately, from several
}

// law is a model's distribution of people.
type law interface {
	// classShares returns the probabilities of the label's words.
	classShares() []float64

	// draw fills in all attributes except the label of one person of the given class.
	draw(person []uint16, class int, rng *rand.Rand)

	// numbers returns the number of numbers that the law holds.
	numbers() int
}

// Bytes estimates the size of the model in a session's store.
func (m *Model) Bytes() int64 { return int64(8*m.law.numbers()) + int64(64*len(m.Steps)) }

// Plan holds the spending and the noise of a fit. It follows from declarations, before anyone looks at a
// table.
type Plan struct {
	Settings
	Rounds    int     // of GEM: marginals to measure; of PrivBayes: attributes, each counted once
	Picks     int     // number of rounds with a pick from several
	Rho       float64 // zero-concentrated budget of GEM
	Pick      float64 // ε of one pick
	Deviation float64 // of the noise of one cell, in people
	Rate      float64 // of PrivBayes: the probabilities of its noise fall by e^−Rate per person
	Event     accounting.Event
}

// Plan returns the spending of a fit on that many records. It refuses impossible settings.
func (s Settings) Plan(ctx context.Context, schema Schema, records int) (Plan, error) {
	switch {
	case !(s.Epsilon > 0) || math.IsInf(s.Epsilon, 1):
		return Plan{}, fmt.Errorf("epsilon = %g; above 0 would work", s.Epsilon)
	case records < 1:
		return Plan{}, fmt.Errorf("n = %d records; 1 at least would work", records)
	}
	if err := schema.check(); err != nil {
		return Plan{}, err
	}
	if s.Method == PrivBayes {
		return s.planBayes(schema, records), nil
	}
	return s.planGEM(ctx, schema)
}

// Price returns the spending of a whole fit at the δ of its settings: for PrivBayes, and without a δ, the sum
// over its answers. It bounds all tables and neighbours at once, because nothing in the tree depends on them;
// a round without a choice, or with equal counts for neighbours, spends less.
func (p Plan) Price(ctx context.Context) (known.Value, error) {
	delta := p.Delta
	if p.Method == PrivBayes {
		delta = 0
	}
	return p.accountant().Price(ctx, p.Event, delta)
}

// Normal reports whether all answers are together one normal mechanism, and its μ: how far the means of two tables lie apart at most, in standard
// deviations.
func (p Plan) Normal() (mu float64, is bool) {
	return math.Sqrt(float64(p.Rounds)) * countsMove / p.Deviation, p.Method == GEM && p.Picks == 0
}

// accountant returns the accountant of the plan's answers: answers with normal noise alone equal one answer
// with less noise, with a known δ at every ε.
func (p Plan) accountant() accounting.Accountant {
	switch {
	case p.Method == PrivBayes:
		return accounting.Claims{}
	case p.Picks > 0:
		return accounting.Orders{}
	}
	return accounting.Losses{Accuracy: accounting.Fine}
}

// After returns the release of the first of a plan's answers, at least one: of GEM rounds, of PrivBayes picks
// and then tables.
func (p Plan) After(answers int) accounting.Event {
	if p.Method == GEM {
		return p.rounds(answers)
	}
	both, picks := p.Event.(accounting.Both)
	if !picks {
		tables := p.Event.(accounting.Times)
		tables.Count = float64(answers)
		return tables
	}
	first := both.First.(accounting.Times)
	if answers <= p.Picks {
		first.Count = float64(answers)
		return first
	}
	tables := both.Then.(accounting.Times)
	tables.Count = float64(answers - p.Picks)
	return accounting.Both{First: first, Then: tables}
}

// Answers returns the number of a plan's answers.
func (p Plan) Answers() int {
	if p.Method == PrivBayes {
		return p.Picks + p.Rounds
	}
	return p.Rounds
}

// Fit fits a model, once. Drawing from it spends nothing more. It reports its progress to ctx; every error
// except that of ctx is found before it looks at the table.
func Fit(ctx context.Context, r Records, s Settings) (*Model, error) {
	p, err := s.Plan(ctx, r.Schema, r.Len())
	if err != nil {
		return nil, err
	}
	m := &Model{Schema: r.Schema, Plan: p}
	if s.Method == PrivBayes {
		err = m.fitBayes(ctx, r)
	} else {
		err = m.fitGEM(ctx, r)
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}
