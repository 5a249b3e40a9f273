package view

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
)

// Case explains an answer under a condition: the first case that holds explains it, otherwise the reading itself does. All but
// the numbers is known without a question.
type Case[Q any] struct {
	If   string                    // in words when it holds, after "where": "ties count"; empty: in all that are left
	When func(Q, known.Value) bool // nil: in all remaining cases

	Formula  string                                                // what the number is: "ρ = Pr[M(x) in the window], both ends included."
	With     func(context.Context, Q, known.Value) (string, error) // the same with the user's numbers; nil: there are none
	Source   string                                                // source of the formula; empty: the view's source
	SourceOf func(Q) string                                        // the source where an option declares it; nil: Source
	Assumes  string                                                // what must hold for it, and what it does not say
}

// Whenever makes a When from a condition on the question alone.
func Whenever[Q any](of func(Q) bool) func(Q, known.Value) bool {
	return func(q Q, _ known.Value) bool { return of(q) }
}

// because explains a value by the first case that holds.
func (r Reading[Q]) because(ctx context.Context, q Q, v known.Value) (why engine.Why, err error) {
	c := r.caseOf(q, v)
	if c == nil {
		return engine.Why{}, fmt.Errorf("no case explains %s", cmp.Or(r.Name, r.Label))
	}
	why = engine.Why{Formula: c.Formula, Source: c.source(q), Assumes: c.assumes(r.Name)}
	if c.With != nil {
		why.With, err = c.With(ctx, q, v)
	}
	return why, err
}

// caseOf returns the case that explains a value; nil: there is none.
func (r Reading[Q]) caseOf(q Q, v known.Value) *Case[Q] {
	for _, c := range r.cases() {
		if c.When == nil || c.When(q, v) {
			return &c
		}
	}
	return nil
}

// cases lists the cases of a reading, ending with its own explanation of all others.
func (r Reading[Q]) cases() []Case[Q] {
	if r.Formula == "" {
		return r.Cases
	}
	return append(slices.Clip(r.Cases), Case[Q]{Formula: r.Formula, With: r.With, Source: r.Source, SourceOf: r.SourceOf, Assumes: r.Assumes})
}

// unexplained returns the reading without its cases.
func (r Reading[Q]) unexplained() Reading[Q] {
	r.Cases, r.Formula = nil, ""
	return r
}

// source returns the source of the formula at a question; empty: the view's source.
func (c *Case[Q]) source(q Q) string {
	if c.SourceOf != nil {
		return c.SourceOf(q)
	}
	return c.Source
}

// Explained holds the parts of a Case that are known without a question.
type Explained struct {
	Of                       string // the member of the family that it explains; empty: any
	If                       string
	Formula, Source, Assumes string
}

// assumes returns what must hold, and for an attacker's guess the limits of the verdicts.
func (c *Case[Q]) assumes(reading string) string {
	if reading != AttackerRight {
		return c.Assumes
	}
	return strings.TrimSpace(c.Assumes + " " + ProtectionLimits)
}

// explained lists the cases of a reading.
func (r Reading[Q]) explained(of string) (list []Explained) {
	for _, c := range r.cases() {
		list = append(list, Explained{of, c.If, c.Formula, c.Source, c.assumes(r.Name)})
	}
	return list
}

// explained lists the cases of all members that are known without a question: once where they are the same.
func (f Family[Q]) explained() (list []Explained) {
	common := f.Each("").explained("")
	for i, member := range f.All {
		of := f.Each(member).explained("")
		if i == 0 {
			common = of
		}
		if !slices.Equal(of, common) {
			list = nil
			for _, m := range f.All {
				list = append(list, f.Each(m).explained(m)...)
			}
			return list
		}
	}
	return common
}
