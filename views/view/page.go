package view

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/work"
)

// page holds a view's answers to one question. It knows the question only by the interface asking, so that it is compiled once
// and not for each type of question.
type page struct {
	asking
	values param.Values // of the controls
	quick  bool         // only what is as quick as numbers
	asked  []*asked     // in the order in which they were first requested or listed
	listed [][]*asked   // by entry, once they are known
}

// asked is a reading with its computed parts.
type asked struct {
	keyed
	known, late bool
	value       known.Value // with its interval when late
	err         error
}

// list returns the readings of the question, by entry.
func (p *page) list(ctx context.Context) ([][]*asked, error) {
	if p.listed != nil {
		return p.listed, nil
	}
	listed := make([][]*asked, p.entries())
	for i := range listed {
		var err error
		if listed[i], err = p.present(ctx, i); err != nil {
			return nil, err
		}
	}
	p.listed = listed
	return listed, nil
}

// present returns the readings of one entry at the question.
func (p *page) present(ctx context.Context, entry int) ([]*asked, error) {
	present, err := p.asking.present(ctx, entry)
	if err != nil {
		return nil, err
	}
	var list []*asked
	for _, k := range present {
		list = append(list, p.enter(k))
	}
	return list, nil
}

// enter returns the reading under a key, and begins it if it is new.
func (p *page) enter(k keyed) *asked {
	for _, a := range p.asked {
		if a.key == k.key {
			return a
		}
	}
	if p.quick {
		k.reading = k.reading.quick()
	}
	a := &asked{keyed: k}
	p.asked = append(p.asked, a)
	return a
}

// find returns the reading under a key, whether or not it is among those that are shown.
func (p *page) find(key engine.Key) (*asked, error) {
	if r, found := p.at(key); found {
		return p.enter(keyed{key, r}), nil
	}
	return nil, fmt.Errorf("%s has no answer called %q; %s would work", p.about().name, key, strings.Join(p.names(), ", "))
}

// compute returns the value of a reading, and computes it if it is not known yet. A cancelled computation is started again.
func (p *page) compute(ctx context.Context, a *asked) (known.Value, error) {
	if !a.known {
		a.value, a.err = a.reading.value(ctx)
		a.known = a.err == nil || ctx.Err() == nil && !errors.Is(a.err, ErrLater)
	}
	return a.value, a.err
}

// complete adds the interval of a reading that has one.
func (p *page) complete(ctx context.Context, a *asked) error {
	if _, err := p.compute(ctx, a); err != nil || a.late {
		return err
	}
	v, err := a.reading.interval(ctx, a.value)
	if err == nil {
		a.value, a.late = v, true
	}
	return err
}

// walk returns how an answer is solved for a slider; nil where none is declared.
func (p *page) walk(key engine.Key, unknown string) func(context.Context, float64) (engine.Walked, error) {
	r, found := p.at(key)
	if !found {
		return nil
	}
	return r.walk(unknown)
}

func (p *page) Value(ctx context.Context, key engine.Key) (known.Value, error) {
	a, err := p.find(key)
	if err != nil {
		return known.Value{}, err
	}
	if !a.reading.there() {
		return known.Nothing("it is not asked at this setting"), nil
	}
	return p.compute(ctx, a)
}

func (p *page) Answer(ctx context.Context, key engine.Key) (engine.Reading, error) {
	found, err := p.find(key)
	if err != nil {
		return engine.Reading{}, err
	}
	alone := *found
	alone.reading = alone.reading.bare()
	if alone.value, err = p.Value(ctx, key); err != nil {
		return engine.Reading{}, err
	}
	alone.known = true
	return p.explain(ctx, &alone)
}

func (p *page) Values(ctx context.Context) ([]engine.Reading, error) {
	listed, err := p.list(ctx)
	if err != nil {
		return nil, err
	}
	answers := make([]engine.Reading, 0, len(p.asked))
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

// told returns an answer with its value, its title and its source, without the parts that only people see.
func (p *page) told(a *asked) engine.Reading {
	answer := a.reading.answer()
	answer.Key, answer.Known, answer.ExactOf = a.key, a.value, a.reading.exactOf(a.value)
	answer.Why.Source = cmp.Or(a.reading.source(a.value), p.about().source)
	return answer
}

func (p *page) Chosen(ctx context.Context, only Chosen) ([]engine.Reading, error) {
	var answers []engine.Reading
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
			if only.told {
				answers = append(answers, p.told(a))
				continue
			}
			answers = append(answers, engine.Reading{Key: a.key, Unit: a.reading.unit(), Known: a.value})
		}
	}
	return answers, nil
}

func (p *page) Sheet(ctx context.Context, show func(engine.Sheet)) (engine.Sheet, error) {
	whose, err := p.whose(ctx)
	if err != nil {
		return engine.Sheet{}, err
	}
	telling := newTelling(show)
	telling.opened, _ = ctx.Value(openedKey{}).(float64)
	if stands, found, err := p.moving(ctx, show); err != nil {
		return engine.Sheet{}, err
	} else if found {
		telling.stands, telling.opened = &stands, stands.Progress.Share()
	}
	ctx = telling.on(ctx, func(quiet context.Context) []engine.Reading {
		answers, _ := p.soFar(quiet)
		return answers
	})
	answer := func(name string, member ...string) (known.Value, error) {
		return p.Value(ctx, engine.Key{Name: name, Member: strings.Join(member, "")})
	}
	sheet, err := p.draw(ctx, answer, func(part engine.Sheet) {
		part.Provenance = whose
		if part.Readings == nil && telling.stands == nil {
			part.Readings, _ = p.soFar(ctx)
		}
		part.Lead, _ = p.lead(part.Readings, part.Progress.Partial())
		telling.part(part)
	})
	if err != nil {
		return sheet, err
	}
	sheet.Provenance = whose
	telling.stand(sheet)
	if sheet.Readings, err = p.answers(ctx); err != nil {
		return sheet, err
	}
	sheet.Lead, err = p.lead(sheet.Readings, false)
	return sheet, err
}

// lead returns the page's lead, as far as its answers are known: the whole page, or a part.
func (p *page) lead(answers []engine.Reading, part bool) (engine.Lead, error) {
	of := p.about()
	facts := Facts{answers: answers, form: of.form, values: p.values, filled: p.filled(), part: part}
	lead, err := of.lead.lead(facts)
	if err == nil && lead.Said() {
		lead.Sees, err = facts.sees(of.sees)
	}
	if err != nil {
		return lead, fmt.Errorf("the lead of %s: %w", of.name, err)
	}
	return lead, nil
}

// moving shows the page of the question that is answered while a slider moves, and waits until it rests. Where that page fails,
// the question's own page says why.
func (p *page) moving(ctx context.Context, show func(engine.Sheet)) (sheet engine.Sheet, found bool, err error) {
	if p.quick || !work.Moving(ctx) {
		return sheet, false, nil
	}
	less, found, can := p.less(ctx)
	if !can {
		return sheet, false, nil
	} else if !found {
		return sheet, false, ctx.Err()
	}
	const most = 0.9 // of the whole; the rest comes after
	opened, _ := ctx.Value(openedKey{}).(float64)
	before := func(p work.Progress) work.Progress {
		p.Done = p.Of * (opened + most*(p.Share()-opened))
		return p
	}
	now := &page{asking: less, values: p.values, quick: true}
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

// show shows a sheet with all answers, unless one of them fails.
func (p *page) show(ctx context.Context, sheet engine.Sheet, show func(engine.Sheet)) {
	answers, err := p.answers(ctx)
	if err != nil {
		return
	}
	sheet.Readings = answers
	show(sheet)
}

// answers computes and explains all answers, in the order of the page.
func (p *page) answers(ctx context.Context) ([]engine.Reading, error) {
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

// soFar explains the computed answers, in the order of the page; the others are pending.
func (p *page) soFar(ctx context.Context) ([]engine.Reading, error) {
	listed, err := p.list(ctx)
	if err != nil {
		return nil, err
	}
	var byLevel [Answering + 1][]engine.Reading
	for i, entry := range listed {
		ranks, err := p.ranks(ctx, i, entry)
		if err != nil {
			return nil, err
		}
		place := 0
		var ranked []engine.Reading
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
			level := p.level(i, a.key.Member)
			answer.Top = level > Folded
			answer.Tabled = p.tabled(i) && !answer.Top
			ranked, levels = append(ranked, answer), append(levels, level)
		}
		engine.Tie(ranked)
		for k, answer := range ranked {
			byLevel[levels[k]] = append(byLevel[levels[k]], answer)
		}
	}
	answers := slices.Concat(byLevel[Answering], byLevel[Shown], byLevel[Folded])
	besideAllowed(answers)
	return answers, nil
}

// ranked is a family in the order of the page.
type ranked struct {
	order    []*asked
	numbered bool
	by       func(member string) string
}

// group returns the group within which a member is ranked.
func (r ranked) group(a *asked) string {
	if r.by == nil {
		return ""
	}
	return r.by(a.key.Member)
}

// ranks orders the members of a ranked family, once all are known, and returns the ranking; other families keep their order.
func (p *page) ranks(ctx context.Context, place int, entry []*asked) (ranked, error) {
	if slices.ContainsFunc(entry, func(a *asked) bool { return !a.known }) {
		return ranked{order: entry}, nil
	}
	by, err := p.ranking(ctx, place)
	switch {
	case errors.Is(err, ErrLater):
		return ranked{order: entry}, nil
	case err != nil:
		return ranked{}, err
	case !by.ranks:
		return ranked{order: entry}, nil
	}
	rank := func(a *asked) int {
		if i := slices.Index(by.members, a.key.Member); i >= 0 {
			return i
		}
		return len(by.members)
	}
	r := ranked{slices.Clone(entry), by.places, by.group}
	var groups []string // in the order of their first members
	for _, a := range entry {
		if g := r.group(a); !slices.Contains(groups, g) {
			groups = append(groups, g)
		}
	}
	slices.SortStableFunc(r.order, func(a, b *asked) int {
		return cmp.Or(slices.Index(groups, r.group(a))-slices.Index(groups, r.group(b)), rank(a)-rank(b))
	})
	return r, nil
}

// explain makes an answer for people from the known parts of a reading; it leaves out the others.
func (p *page) explain(ctx context.Context, a *asked) (engine.Reading, error) {
	r := a.reading
	answer := r.answer()
	answer.Key, answer.Known, answer.Pending = a.key, a.value, !a.known
	r.dress(&answer)
	if !a.known {
		answer.Known = r.partial()
	}
	if a.err != nil && !errors.Is(a.err, ErrLater) {
		return answer, a.err
	}
	if !a.known {
		return answer, nil
	}
	answer.ExactOf = r.exactOf(a.value)
	var err error
	if answer.Remark, err = r.remark(ctx, a.value); err != nil && !errors.Is(err, ErrLater) {
		return answer, err
	}
	if a.key.Name == AttackerRight { // its meaning comes before its derivation
		answer.Remark = cmp.Or(Protection(a.value), answer.Remark)
	}
	if !a.value.Missing() {
		answer.DisplayText = r.displayText(a.value)
		if answer.Opens, err = r.opens(ctx, a.value); err != nil && !errors.Is(err, ErrLater) {
			return answer, err
		}
	}
	if answer.Why, err = r.why(ctx, a.value); err != nil && !errors.Is(err, ErrLater) {
		return answer, err
	}
	return answer, nil
}

// ErrLater is the error of a reading under SoFar when its question does not know it yet.
var ErrLater = work.ErrLater

// SoFar shows an unfinished sheet, with the answers to a partial question, apart from its page and without intervals; answers
// with ErrLater are pending. It shows nothing where others fail: the page will say why.
func SoFar[Q any](ctx context.Context, sheet engine.Sheet, readings []Entry[Q], q Q, show func(engine.Sheet)) {
	p := &page{asking: &question[Q]{&Declaration[Q]{Readings: readings}, q}, quick: true}
	p.show(ctx, sheet, show)
}
