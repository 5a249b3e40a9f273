package view

import (
	"context"
	"math"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
)

// asking is a declaration with a question of any type, as a page needs them. Its implementation is compiled for each type of
// question, so that each method does one thing and leaves the rest to the page.
type asking interface {
	about() about
	names() []string // of its answers
	entries() int
	// present lists an entry's readings at the question.
	present(ctx context.Context, entry int) ([]keyed, error)
	// at returns the reading under a key, whether or not it is present.
	at(engine.Key) (bound, bool)
	// level says how much of the page an answer of an entry gets.
	level(entry int, member string) Level
	// tabled reports whether members of an entry that are not on top stand only in a table.
	tabled(entry int) bool
	// ranking returns the order of an entry's members on the page, once all of them are known.
	ranking(ctx context.Context, entry int) (ranking, error)

	whose(context.Context) (engine.Note, error)
	filled() map[string]string
	draw(context.Context, Readings, func(engine.Sheet)) (engine.Sheet, error)
	// less returns the question to answer while a slider moves: found is false where that is the question itself, can is false
	// where none is declared.
	less(context.Context) (less asking, found, can bool)
}

// about holds the parts of a declaration that do not depend on the question.
type about struct {
	name, source string
	form         param.Form
	lead         Lead
	sees         []Sees
}

// ranking says how the members of a family are ranked.
type ranking struct {
	ranks   bool // some families are not ranked
	members []string
	places  bool
	group   func(member string) string
}

// question is a declaration with a question.
type question[Q any] struct {
	of *Declaration[Q]
	q  Q
}

func (a *question[Q]) about() about {
	return about{a.of.Name, a.of.Source, a.of.Form, a.of.Lead, a.of.Sees}
}

func (a *question[Q]) names() (list []string) {
	for _, e := range a.of.Readings {
		list = append(list, e.Declare().Name)
	}
	return list
}

func (a *question[Q]) entries() int { return len(a.of.Readings) }

func (a *question[Q]) present(ctx context.Context, entry int) ([]keyed, error) {
	return a.of.Readings[entry].Present(ctx, a.q)
}

func (a *question[Q]) at(key engine.Key) (bound, bool) {
	for _, e := range a.of.Readings {
		if r, found := e.At(key); found {
			return &posed[Q]{r, a.q}, true
		}
	}
	return nil, false
}

func (a *question[Q]) level(entry int, member string) Level {
	switch e := a.of.Readings[entry].(type) {
	case Family[Q]:
		return e.level(a.q, member)
	case Reading[Q]:
		return e.level(a.q)
	}
	return Folded
}

func (a *question[Q]) tabled(entry int) bool {
	f, family := a.of.Readings[entry].(Family[Q])
	return family && f.Tabled
}

func (a *question[Q]) ranking(ctx context.Context, entry int) (ranking, error) {
	f, family := a.of.Readings[entry].(Family[Q])
	if !family || f.Rank == nil || f.When != nil && !f.When(a.q) {
		return ranking{}, nil
	}
	members, err := f.Rank(ctx, a.q)
	return ranking{true, members, f.Places, f.Group}, err
}

func (a *question[Q]) whose(ctx context.Context) (note engine.Note, err error) {
	if a.of.Provenance != nil {
		note, err = a.of.Provenance(ctx, a.q)
	}
	return note, err
}

func (a *question[Q]) filled() map[string]string {
	if a.of.Filled == nil {
		return nil
	}
	return a.of.Filled(a.q)
}

func (a *question[Q]) draw(ctx context.Context, answer Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	return a.of.Draw(ctx, a.q, answer, show)
}

func (a *question[Q]) less(ctx context.Context) (less asking, found, can bool) {
	if a.of.Moving == nil {
		return nil, false, false
	}
	q, found := a.of.Moving(ctx, a.q)
	return &question[Q]{a.of, q}, found, true
}

// bound is a reading at a question of any type. Undeclared parts are empty.
type bound interface {
	// there reports whether the question has this answer.
	there() bool
	unit() string
	// answer returns the answer without its value, dress adds what only people see.
	answer() engine.Reading
	dress(*engine.Reading)

	value(context.Context) (known.Value, error)
	walk(unknown string) func(ctx context.Context, target float64) (engine.Walked, error)
	interval(context.Context, known.Value) (known.Value, error)
	partial() known.Value
	exactOf(known.Value) string
	source(known.Value) string
	displayText(known.Value) string
	remark(context.Context, known.Value) (string, error)
	opens(context.Context, known.Value) (string, error)
	why(context.Context, known.Value) (engine.Why, error)

	// quick returns the reading without what takes longer than its number, bare without remarks too.
	quick() bound
	bare() bound
}

// posed is a reading with its question.
type posed[Q any] struct {
	r Reading[Q]
	q Q
}

func (a *posed[Q]) there() bool { return a.r.When == nil || a.r.When(a.q) }

func (a *posed[Q]) unit() string { return a.r.Unit }

func (a *posed[Q]) answer() engine.Reading {
	return engine.Reading{Label: a.r.title(a.q), Unit: a.r.Unit, Style: a.r.style(a.q), Round: a.r.Round, Parts: a.r.parts(a.q), Summands: a.r.summands(a.q), Goal: a.r.Goal}
}

func (a *posed[Q]) dress(answer *engine.Reading) {
	answer.Symbol, answer.Expensive, answer.Target = a.r.Symbol, a.r.Expensive, math.NaN()
	if a.r.SymbolOf != nil {
		answer.Symbol = a.r.SymbolOf(a.q)
	}
	if a.r.Target != nil {
		answer.Target = a.r.Target(a.q)
	}
	if a.r.RangeOf != nil {
		answer.Most = a.r.RangeOf(a.q).High
	}
}

func (a *posed[Q]) value(ctx context.Context) (known.Value, error) { return a.r.Value(ctx, a.q) }

func (a *posed[Q]) walk(unknown string) func(context.Context, float64) (engine.Walked, error) {
	if a.r.Walk == nil {
		return nil
	}
	return a.r.Walk(a.q, unknown)
}

func (a *posed[Q]) interval(ctx context.Context, v known.Value) (known.Value, error) {
	if a.r.Interval == nil {
		return v, nil
	}
	return a.r.Interval(ctx, a.q, v)
}

func (a *posed[Q]) partial() known.Value {
	if a.r.Partial == nil {
		return known.Nothing("")
	}
	return a.r.Partial(a.q)
}

func (a *posed[Q]) exactOf(v known.Value) string { return a.r.exactOf(v) }

func (a *posed[Q]) source(v known.Value) string {
	if c := a.r.caseOf(a.q, v); c != nil {
		return c.source(a.q)
	}
	return ""
}

func (a *posed[Q]) displayText(v known.Value) string {
	if a.r.DisplayText == nil {
		return ""
	}
	return a.r.DisplayText(a.q, v)
}

func (a *posed[Q]) remark(ctx context.Context, v known.Value) (string, error) {
	if a.r.Remark == nil {
		return "", nil
	}
	return a.r.Remark(ctx, a.q, v)
}

func (a *posed[Q]) opens(ctx context.Context, v known.Value) (string, error) {
	if a.r.Opens == nil {
		return "", nil
	}
	return a.r.Opens(ctx, a.q, v)
}

func (a *posed[Q]) why(ctx context.Context, v known.Value) (engine.Why, error) {
	if a.r.Formula == "" && a.r.Cases == nil {
		return engine.Why{}, nil
	}
	return a.r.because(ctx, a.q, v)
}

func (a *posed[Q]) quick() bound {
	now := posed[Q]{a.r.unexplained(), a.q}
	now.r.Interval, now.r.Opens = nil, nil
	return &now
}

func (a *posed[Q]) bare() bound {
	now := posed[Q]{a.r.unexplained(), a.q}
	now.r.Interval, now.r.Opens, now.r.Remark = nil, nil, nil
	return &now
}
