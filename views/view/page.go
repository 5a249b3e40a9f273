package view

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/work"
)

// page is a view's answers to one question.
type page[Q any] struct {
	declaration *Declaration[Q]
	values      param.Values // of the controls
	q           Q
	asked       []*asked[Q]   // in the order in which they were first asked or listed
	listed      [][]*asked[Q] // per entry, once they are known
}

// asked is a reading with what has been computed of it.
type asked[Q any] struct {
	keyed[Q]
	known, late bool
	value       known.Value // with its interval when late
	err         error
}

// list returns the readings that the question has, by entry.
func (p *page[Q]) list(ctx context.Context) ([][]*asked[Q], error) {
	if p.listed != nil {
		return p.listed, nil
	}
	listed := make([][]*asked[Q], len(p.declaration.Readings))
	for i := range listed {
		var err error
		if listed[i], err = p.present(ctx, i); err != nil {
			return nil, err
		}
	}
	p.listed = listed
	return listed, nil
}

// present returns the readings that the question has of one entry.
func (p *page[Q]) present(ctx context.Context, entry int) ([]*asked[Q], error) {
	present, err := p.declaration.Readings[entry].Present(ctx, p.q)
	if err != nil {
		return nil, err
	}
	var list []*asked[Q]
	for _, k := range present {
		list = append(list, p.enter(k))
	}
	return list, nil
}

// enter finds what is known under a key, or begins it.
func (p *page[Q]) enter(k keyed[Q]) *asked[Q] {
	for _, a := range p.asked {
		if a.key == k.key {
			return a
		}
	}
	a := &asked[Q]{keyed: k}
	p.asked = append(p.asked, a)
	return a
}

// find returns the reading under a key, whether or not it is among those that
// are shown.
func (p *page[Q]) find(key engine.Key) (*asked[Q], error) {
	for _, e := range p.declaration.Readings {
		if r, found := e.At(key); found {
			return p.enter(keyed[Q]{key, r}), nil
		}
	}
	var names []string
	for _, e := range p.declaration.Readings {
		names = append(names, e.Declare().Name)
	}
	return nil, fmt.Errorf("%s has no answer called %q; %s would work", p.declaration.Name, key, strings.Join(names, ", "))
}

// compute gives the value of a reading, now if it is not known yet. What was
// broken off is asked again.
func (p *page[Q]) compute(ctx context.Context, a *asked[Q]) (known.Value, error) {
	if !a.known {
		a.value, a.err = a.reading.Value(ctx, p.q)
		a.known = a.err == nil || ctx.Err() == nil && !errors.Is(a.err, ErrLater)
	}
	return a.value, a.err
}

// complete adds the interval of a reading that has one.
func (p *page[Q]) complete(ctx context.Context, a *asked[Q]) error {
	if _, err := p.compute(ctx, a); err != nil || a.late || a.reading.Late == nil {
		return err
	}
	v, err := a.reading.Late(ctx, p.q, a.value)
	if err == nil {
		a.value, a.late = v, true
	}
	return err
}

func (p *page[Q]) Value(ctx context.Context, key engine.Key) (known.Value, error) {
	a, err := p.find(key)
	if err != nil {
		return known.Value{}, err
	}
	if a.reading.When != nil && !a.reading.When(p.q) {
		return known.Nothing("it is not asked at this setting"), nil
	}
	return p.compute(ctx, a)
}

func (p *page[Q]) Answer(ctx context.Context, key engine.Key) (engine.Answer, error) {
	found, err := p.find(key)
	if err != nil {
		return engine.Answer{}, err
	}
	alone := *found
	alone.reading = alone.reading.quick()
	alone.reading.Beside = nil
	if alone.value, err = p.Value(ctx, key); err != nil {
		return engine.Answer{}, err
	}
	alone.known = true
	return p.explain(ctx, &alone)
}

func (p *page[Q]) Values(ctx context.Context) ([]engine.Answer, error) {
	listed, err := p.list(ctx)
	if err != nil {
		return nil, err
	}
	answers := make([]engine.Answer, 0, len(p.asked))
	var lock sync.Mutex
	var all along
	reporting := work.Reporting(ctx, func(p work.Progress) {
		lock.Lock()
		defer lock.Unlock()
		all.move(p.Share())
		work.Report(ctx, work.Progress{Done: all.done, Of: 1})
	})
	for _, entry := range listed {
		for _, a := range entry {
			if err := p.complete(reporting, a); err != nil {
				return nil, err
			}
			answers = append(answers, p.told(a))
		}
	}
	return answers, nil
}

// told is an answer whose value is known, with its title and its source, and nothing else for the eye.
func (p *page[Q]) told(a *asked[Q]) engine.Answer {
	r := &a.reading
	c, _ := r.caseOf(p.q, a.value)
	return engine.Answer{Key: a.key, Label: r.title(p.q), Unit: r.Unit, Style: r.style(p.q), Round: r.Round, Goal: r.Goal,
		Known: a.value, ExactOf: r.exactOf(a.value), Why: engine.Why{Source: cmp.Or(c.source(p.q), p.declaration.Source)}}
}

func (p *page[Q]) Chosen(ctx context.Context, only Chosen) ([]engine.Answer, error) {
	var answers []engine.Answer
	for _, entry := range only.entries {
		present, err := p.present(ctx, entry)
		if err != nil {
			return nil, err
		}
		for _, a := range present {
			if !only.holds(a.key) {
				continue
			}
			if err := p.complete(ctx, a); err != nil {
				return nil, err
			}
			answers = append(answers, engine.Answer{Key: a.key, Unit: a.reading.Unit, Known: a.value})
		}
	}
	return answers, nil
}

func (p *page[Q]) Sheet(ctx context.Context, show func(engine.Sheet)) (engine.Sheet, error) {
	var whose engine.Note
	if of := p.declaration.Whose; of != nil {
		var err error
		if whose, err = of(ctx, p.q); err != nil {
			return engine.Sheet{}, err
		}
	}
	telling := newTelling(show)
	telling.opened, _ = ctx.Value(openedKey{}).(float64)
	if stands, found, err := p.moving(ctx, show); err != nil {
		return engine.Sheet{}, err
	} else if found {
		telling.stands, telling.opened = &stands, stands.Progress.Share()
	}
	ctx = telling.on(ctx, func(quiet context.Context) []engine.Answer {
		answers, _ := p.soFar(quiet)
		return answers
	})
	answer := func(name string, member ...string) (known.Value, error) {
		return p.Value(ctx, engine.Key{Name: name, Member: strings.Join(member, "")})
	}
	sheet, err := p.declaration.Draw(ctx, p.q, answer, func(part engine.Sheet) {
		part.Whose = whose
		if part.Answers == nil && telling.stands == nil {
			part.Answers, _ = p.soFar(ctx)
		}
		part.Lead, _ = p.lead(part.Answers, part.Progress.Partial())
		telling.part(part)
	})
	if err != nil {
		return sheet, err
	}
	sheet.Whose = whose
	telling.stand(sheet)
	if sheet.Answers, err = p.answers(ctx); err != nil {
		return sheet, err
	}
	sheet.Lead, err = p.lead(sheet.Answers, false)
	return sheet, err
}

// lead is what the page says first, as far as its answers are known: of all there is, or of a part.
func (p *page[Q]) lead(answers []engine.Answer, part bool) (engine.Lead, error) {
	d := p.declaration
	f := Facts{answers: answers, form: d.Form, values: p.values, part: part}
	if d.Filled != nil {
		f.filled = d.Filled(p.q)
	}
	lead, err := d.Lead.lead(f)
	if err != nil {
		return lead, fmt.Errorf("the lead of %s: %w", d.Name, err)
	}
	return lead, nil
}

// moving shows the page of the question that is answered while a slider moves, and waits
// until it rests. Where that page fails, the question's own says why.
func (p *page[Q]) moving(ctx context.Context, show func(engine.Sheet)) (sheet engine.Sheet, found bool, err error) {
	if p.declaration.Moving == nil || !work.Moving(ctx) {
		return sheet, false, nil
	}
	q, found := p.declaration.Moving(ctx, p.q)
	if !found {
		return sheet, false, ctx.Err()
	}
	const most = 0.9 // of the whole, which the rest is after
	opened, _ := ctx.Value(openedKey{}).(float64)
	before := func(p work.Progress) work.Progress {
		p.Done = p.Of * (opened + most*(p.Share()-opened))
		return p
	}
	less := *p.declaration
	less.Readings, less.Moving = quick(less.Readings), nil
	now := &page[Q]{declaration: &less, values: p.values, q: q}
	sheet, err = now.Sheet(ctx, func(part engine.Sheet) {
		if part.Progress.Partial() {
			part.Progress = before(part.Progress)
		}
		show(part)
	})
	if err != nil {
		return sheet, false, ctx.Err()
	}
	sheet.Progress, sheet.Settling = before(work.Progress{Done: 1, Of: 1}), true
	show(sheet)
	return sheet, true, work.Rest(ctx)
}

// answers computes and explains everything, in the order of the page.
func (p *page[Q]) answers(ctx context.Context) ([]engine.Answer, error) {
	listed, err := p.list(ctx)
	if err != nil {
		return nil, err
	}
	for _, entry := range listed {
		for _, a := range entry {
			if err := p.complete(ctx, a); err != nil && !errors.Is(err, ErrLater) {
				return nil, err
			}
		}
	}
	return p.soFar(ctx)
}

// soFar explains what has been computed, in the order of the page; what has not
// is pending.
func (p *page[Q]) soFar(ctx context.Context) ([]engine.Answer, error) {
	listed, err := p.list(ctx)
	if err != nil {
		return nil, err
	}
	var byLevel [Answering + 1][]engine.Answer
	for i, entry := range listed {
		ranks, err := p.ranks(ctx, p.declaration.Readings[i], entry)
		if err != nil {
			return nil, err
		}
		place := 0
		var ranked []engine.Answer
		var levels []Level
		for rank, a := range ranks.order {
			answer, err := p.explain(ctx, a)
			if err != nil {
				return nil, err
			}
			if ranks.numbered {
				answer.Group = ranks.group(a)
				if place++; rank > 0 && answer.Group != ranks.group(ranks.order[rank-1]) {
					place = 1
				}
				answer.Place = place
			}
			level := p.levelOf(p.declaration.Readings[i], a)
			answer.Top = level > Folded
			if f, family := p.declaration.Readings[i].(Family[Q]); family {
				answer.Tabled = f.Tabled && !answer.Top
			}
			ranked, levels = append(ranked, answer), append(levels, level)
		}
		engine.Tie(ranked)
		for k, answer := range ranked {
			byLevel[levels[k]] = append(byLevel[levels[k]], answer)
		}
	}
	return slices.Concat(byLevel[Answering], byLevel[Shown], byLevel[Folded]), nil
}

// levelOf is how much of the page an answer is.
func (p *page[Q]) levelOf(e Entry[Q], a *asked[Q]) Level {
	if f, family := e.(Family[Q]); family {
		return f.level(p.q, a.key.Member)
	}
	return a.reading.level(p.q)
}

// ranked is a family in the order of the page.
type ranked[Q any] struct {
	order    []*asked[Q]
	numbered bool
	by       func(member string) string
}

// group is what a member is ranked among.
func (r ranked[Q]) group(a *asked[Q]) string {
	if r.by == nil {
		return ""
	}
	return r.by(a.key.Member)
}

// ranks orders the members of a family that ranks them, once all are known, and what
// ranks them is; others stay as they are.
func (p *page[Q]) ranks(ctx context.Context, e Entry[Q], entry []*asked[Q]) (ranked[Q], error) {
	f, family := e.(Family[Q])
	if !family || f.Rank == nil || slices.ContainsFunc(entry, func(a *asked[Q]) bool { return !a.known }) {
		return ranked[Q]{order: entry}, nil
	}
	members, err := f.Rank(ctx, p.q)
	if errors.Is(err, ErrLater) {
		return ranked[Q]{order: entry}, nil
	} else if err != nil {
		return ranked[Q]{}, err
	}
	place := func(a *asked[Q]) int {
		if i := slices.Index(members, a.key.Member); i >= 0 {
			return i
		}
		return len(members)
	}
	r := ranked[Q]{slices.Clone(entry), f.Places, f.Group}
	var groups []string // in the order of their first members
	for _, a := range entry {
		if g := r.group(a); !slices.Contains(groups, g) {
			groups = append(groups, g)
		}
	}
	slices.SortStableFunc(r.order, func(a, b *asked[Q]) int {
		return cmp.Or(slices.Index(groups, r.group(a))-slices.Index(groups, r.group(b)), place(a)-place(b))
	})
	return r, nil
}

// explain makes an answer for the eye of what is known of a reading; what says more of it
// and is not known yet is left out.
func (p *page[Q]) explain(ctx context.Context, a *asked[Q]) (engine.Answer, error) {
	r, q := &a.reading, p.q
	answer := engine.Answer{Key: a.key, Label: r.title(q), Symbol: r.Symbol, Unit: r.Unit, Style: r.style(q), Round: r.Round, Goal: r.Goal,
		Target: math.NaN(), Coarse: r.Coarse, Known: a.value, Pending: !a.known}
	if r.Sign != nil {
		answer.Symbol = r.Sign(q)
	}
	if r.Target != nil {
		answer.Target = r.Target(q)
	}
	if r.RangeOf != nil {
		answer.Most = r.RangeOf(q).High
	}
	if !a.known {
		answer.Known = known.Nothing("")
		if r.Soon != nil {
			answer.Known = r.Soon(q)
		}
	}
	if a.err != nil && !errors.Is(a.err, ErrLater) {
		return answer, a.err
	}
	if !a.known {
		return answer, nil
	}
	answer.ExactOf = r.exactOf(a.value)
	if r.Spoken != nil && !a.value.Missing() {
		answer.Spoken = r.Spoken(q, a.value)
	}
	var err error
	if r.Beside != nil {
		if answer.Beside, err = r.Beside(ctx, q, a.value); err != nil && !errors.Is(err, ErrLater) {
			return answer, err
		}
	}
	if a.key.Name == AttackerRight { // what it means comes before how it was reached
		answer.Beside = cmp.Or(Protection(a.value), answer.Beside)
	}
	if r.Opens != nil && !a.value.Missing() {
		if answer.Opens, err = r.Opens(ctx, q, a.value); err != nil && !errors.Is(err, ErrLater) {
			return answer, err
		}
	}
	if r.Cases != nil {
		if answer.Why, err = r.because(ctx, q, a.value); err != nil && !errors.Is(err, ErrLater) {
			return answer, err
		}
	}
	return answer, nil
}

// ErrLater is what a reading of SoFar gives that its question does not know yet.
var ErrLater = work.ErrLater

// SoFar shows a sheet that is not finished, with the answers to a question that
// knows no more, apart from its page and without intervals; those that give ErrLater
// are pending. It shows nothing where others fail: the page will say why.
func SoFar[Q any](ctx context.Context, sheet engine.Sheet, readings []Entry[Q], q Q, show func(engine.Sheet)) {
	p := &page[Q]{declaration: &Declaration[Q]{Readings: quick(readings)}, q: q}
	answers, err := p.answers(ctx)
	if err != nil {
		return
	}
	sheet.Answers = answers
	show(sheet)
}

// quick are readings without what takes longer than their numbers.
func quick[Q any](readings []Entry[Q]) []Entry[Q] {
	all := make([]Entry[Q], len(readings))
	for i, e := range readings {
		switch e := e.(type) {
		case Reading[Q]:
			all[i] = e.quick()
		case Family[Q]:
			each := e.Each
			e.Each = func(member string) Reading[Q] { return each(member).quick() }
			all[i] = e
		}
	}
	return all
}

// quick is the reading without what takes longer than its number.
func (r Reading[Q]) quick() Reading[Q] {
	r.Cases, r.Late, r.Opens = nil, nil, nil
	return r
}
