// Package synth makes synthetic people: rows that are drawn from a model which was
// fitted, once, to noisy counts of the people in a table. What is fitted is
// differentially private where one person is replaced by any other; whatever is drawn
// from it afterwards costs nothing more.
//
// What a fit spends is a sum over its answers, each bounded for every table and every neighbour that the schema has, whatever
// the answers before it were:
//
//   - one person who is replaced leaves one cell of any set of attributes for another: counts move by √2 in length and by 2 in
//     all, or not at all, and no pair of tables is farther apart;
//   - a score of GEM is a distance to a model that both tables have alike, and moves by no more than the counts do, 2, however
//     far away the model is; the scores of PrivBayes move by what Zhang & others prove for any counts (scoreMoves). So a pick is of ε
//     wherever the table is, and of candidates that follow from n, from the schema and from what was told before;
//   - budgets of answers add up although each is chosen by those before (adaptive composition).
//
// There is no other table to look at: people beyond the declared bounds count in the outermost bins of both tables, and those
// who lack a value, or are none of the declared words, are no people of the schema. How many there are is public.
//
// Before anybody looks at the table a Schema declares what every person can be. Two
// methods fit a model of it:
//
//   - GEM measures a few marginals with normal noise, one a round, picked for being
//     farthest from the model so far where not all are measured, and fits a mixture of
//     products to all answers ((ε, δ); Liu, Vietri & Wu 2021, without their network);
//   - PrivBayes picks parents for one attribute after another, and counts each
//     attribute with its parents with Laplace noise (pure ε; Zhang, Cormode,
//     Procopiuc, Srivastava & Xiao 2017).
//
// Both draw the label first, so that half of the rows can be drawn of either class from
// the model that there is.
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
	Rounds   int      // of GEM; 0: as many as there are attributes beside the label
	Epsilon  float64
	Delta    float64 // of GEM, above 0
	Seed     uint64  // of all noise, and of where GEM's search begins
}

// Method is how a model is fitted.
type Method int

const (
	GEM Method = iota
	PrivBayes
)

func (m Method) String() string { return [...]string{"GEM", "PrivBayes"}[m] }

// Model is what was fitted, and what may be told of it.
type Model struct {
	Schema Schema
	Plan   Plan
	Steps  []Step // what was spent on what, in order
	Notes  []string

	law law
}

// Step is one answer of the table.
type Step struct {
	Attributes []int // which were counted together: the label first, or of PrivBayes the attribute and its parents
	Picked     bool  // it was picked, privately, from several
}

// law is what a model knows of people.
type law interface {
	// classShares are the probabilities of the label's words.
	classShares() []float64

	// draw fills in everything but the label of one person, whose class that is.
	draw(person []uint16, class int, rng *rand.Rand)

	// numbers are how many the law holds.
	numbers() int
}

// Bytes is the size of the model in a session's store, about.
func (m *Model) Bytes() int64 { return int64(8*m.law.numbers()) + int64(64*len(m.Steps)) }

// Plan is what a fit spends, and how noisy it is. It follows from what is declared, before
// anybody looks at a table.
type Plan struct {
	Settings
	Rounds    int     // of GEM: marginals that are measured; of PrivBayes: attributes, each counted once
	Picks     int     // how many of them are picked from several
	Rho       float64 // zero-concentrated budget of GEM
	Pick      float64 // ε of one pick
	Deviation float64 // of the noise of one cell, in people
	Rate      float64 // of PrivBayes: the probabilities of its noise fall by e^−Rate a person
	Event     accounting.Event
}

// Plan says what a fit spends on so many records. It refuses what it cannot do.
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

// Price is what a whole fit spends at the δ of its settings: of PrivBayes, and without a
// δ, the sum of what its answers do. It is a bound for all tables and neighbours at once, as nothing in the tree depends on them;
// a round in which there is nothing to pick from, or in which neighbours count alike, spends less.
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

// accountant is what the plan's answers are priced by: answers with normal noise alone are one answer with less of it, of which the
// δ at every ε is known.
func (p Plan) accountant() accounting.Accountant {
	switch {
	case p.Method == PrivBayes:
		return accounting.Claims{}
	case p.Picks > 0:
		return accounting.Orders{}
	}
	return accounting.Losses{Accuracy: accounting.Fine}
}

// After is what the first of a plan's answers have told, one of them at least: of GEM rounds, of PrivBayes picks and then tables.
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

// Answers are how many a plan has.
func (p Plan) Answers() int {
	if p.Method == PrivBayes {
		return p.Picks + p.Rounds
	}
	return p.Rounds
}

// Fit fits a model, once. Whatever is drawn of it afterwards spends nothing more. It
// reports how far it is; every error but that of the context is found before the table is
// looked at.
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
