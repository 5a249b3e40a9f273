package population

import (
	"context"
	"slices"

	"dpscope/engine/agreement"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/mechanisms"
)

// People identifies, by content, the records of a table to look at: the table, the number drawn by a seed,
// and the groups, because further records of small groups are looked at then.
type People struct {
	Table     TableKey
	Records   int // looked at, including those of small groups
	Seed      uint64
	By, Truth string
}

// Advice asks which mechanism keeps the people's promise at the least budget per private feature. It is
// comparable, and a key of its results.
type Advice struct {
	People        People
	For           GoalKind
	Target, Share float64             // see Goal
	Settings      mechanisms.Settings // of all mechanisms
	Guarantee     string              // tag of the mechanisms to choose a sufficient budget among, if any of them reaches the goal
}

// adviceConfidence holds for intervals about all people.
const adviceConfidence = 0.95

// Advised is advice for given people. It computes shared parts once.
type Advised struct {
	Advice
	Looked  Looked
	Goal    Goal
	Rough   bool // budgets only suffice, without further claims
	Bounded bool // agreements are lower ends

	Search *SearchProgress

	Needs  agreement.Needs                  // the least budgets, by the mechanism
	Within map[string]*work.Once[Enclosure] // bounds on the budget for all people, if anything is estimated
	Ranked *work.Once[[]agreement.Ranked]   // the best first
	Shares *work.Once[Shares]               // of the best mechanism's total
	Then   *work.Once[Summary]              // of the agreements with the best
	Enough *Sufficient                      // sufficient budgets for all people
	every  *work.Once[struct{}]             // all of Within
	asked  *work.Once[*Asked]               // the prepared records
	least  map[string]*work.Once[Least]     // the searches behind Needs
	walks  map[string]Walked                // along the budgets of each mechanism
	kinds  map[string]param.Kind[mechanisms.Mechanism]
}

// Keys of the session's results for advice.
type (
	peopleKey struct{ of People } // the records made ready
	walkKey   struct {            // agreements along the budgets of a mechanism
		of        People
		mechanism string
		settings  mechanisms.Settings
	}
	leastKey  adviceKey // the least budget of a mechanism
	withinKey adviceKey // the budgets that enclose it
	adviceKey struct {
		of        Advice
		mechanism string
	}
)

// of returns the key of one mechanism's result, independent of others' settings.
func (a Advice) of(kind param.Kind[mechanisms.Mechanism]) adviceKey {
	a.Settings = a.Settings.Of(kind)
	return adviceKey{a, kind.Name}
}

// leastBytes and enclosureBytes return the sizes of the results with their keys.
func leastBytes(l Least) int64         { return 500 + 16*int64(len(l.Curve)) }
func enclosureBytes(e Enclosure) int64 { return 500 + 16*int64(len(e.Curve)) }

// Of returns the advice for people already looked at.
func (a Advice) Of(l Looked) *Advised {
	d := &Advised{Advice: a, Looked: l, Search: newSearchProgress(),
		Goal:  Goal{For: a.For, Target: a.Target, Share: a.Share, Groups: l.Groups, Added: l.Sample.added},
		Needs: agreement.Needs{}, Within: map[string]*work.Once[Enclosure]{},
		least: map[string]*work.Once[Least]{}, walks: map[string]Walked{}, kinds: map[string]param.Kind[mechanisms.Mechanism]{}}
	d.Bounded = learners.CapabilitiesOf(l.Model.Classifier).Separating != nil && len(l.Private) > 2
	d.asked = work.NewOnce(d.prepared)
	for _, kind := range mechanisms.All.Kinds {
		d.kinds[kind.Name] = kind
		d.walks[kind.Name] = Walked{Make: a.Settings.Family(kind), Key: walkKey{a.People, kind.Name, a.Settings.Of(kind)},
			News: func(look float64) { d.Search.look(kind.Name, look) }}
		least := work.NewOnce(func(ctx context.Context) (Least, error) { return d.seek(ctx, kind) })
		d.least[kind.Name] = least
		d.Needs[kind.Name] = work.NewOnce(func(ctx context.Context) (agreement.RequiredBudget, error) {
			found, err := least.Get(ctx)
			return found.RequiredBudget, err
		})
		d.Within[kind.Name] = work.NewOnce(func(ctx context.Context) (Enclosure, error) { return d.enclose(ctx, kind) })
	}
	d.every = work.NewOnce(d.encloseAll)
	d.Ranked = work.NewOnce(d.rank)
	d.Shares = work.NewOnce(d.share)
	d.Then = work.NewOnce(d.fare)
	d.Enough = d.sufficient()
	return d
}

// From describes the population behind the records.
func (d *Advised) From() From { return d.Looked.From() }

// prepared returns the prepared records; the session keeps them for other targets.
func (d *Advised) prepared(ctx context.Context) (*Asked, error) {
	l := d.Looked
	p := Population{Classifier: l.Model.Classifier, Records: l.Sample.Records(), Private: l.Private, At: l.Sample.At, Name: l.Sample.NameOf,
		Draws: l.Draws, Seed: d.People.Seed}
	return work.Do(ctx, work.Job[*Asked]{Key: peopleKey{d.People}, Bytes: (*Asked).Bytes,
		Run: func(ctx context.Context, show func(*Asked, work.Progress)) (*Asked, error) {
			return p.Ask(ctx, func(p work.Progress) { show(nil, p) })
		}}, func(_ *Asked, p work.Progress) { d.Search.preparing(p) })
}

// seek looks for the least budget of a mechanism.
func (d *Advised) seek(ctx context.Context, kind param.Kind[mechanisms.Mechanism]) (Least, error) {
	defer d.Search.over(kind.Name)
	return work.Do(ctx, work.Simple(leastKey(d.of(kind)), leastBytes, func(ctx context.Context) (Least, error) {
		asked, err := d.asked.Get(ctx)
		if err != nil {
			return Least{}, err
		}
		return asked.Least(ctx, d.Goal, d.walks[kind.Name])
	}), nil)
}

// enclose looks for bounds on the budget for all people, at 95 %. If agreements are lower ends, the lower
// bound is void.
func (d *Advised) enclose(ctx context.Context, kind param.Kind[mechanisms.Mechanism]) (Enclosure, error) {
	return work.Do(ctx, work.Simple(withinKey(d.of(kind)), enclosureBytes, func(ctx context.Context) (Enclosure, error) {
		asked, err := d.asked.Get(ctx)
		if err != nil {
			return Enclosure{}, err
		}
		least, err := d.Needs[kind.Name].Get(ctx)
		if err != nil {
			return Enclosure{}, err
		}
		within, err := asked.Enclose(ctx, d.Goal, d.walks[kind.Name], least, d.From(), adviceConfidence, d.People.Seed)
		if d.Bounded {
			within.Low = 0
		}
		return within, err
	}), nil)
}

// Every asks for all enclosures, several at a time, where anything is estimated. Why one
// has no answer, it says when it is asked itself.
func (d *Advised) Every(ctx context.Context) error {
	_, err := d.every.Get(ctx)
	return err
}

func (d *Advised) encloseAll(ctx context.Context) (struct{}, error) {
	if !d.From().Estimates() {
		return struct{}{}, nil
	}
	defer d.Search.reporting(ctx)()
	names := mechanisms.All.Names()
	return struct{}{}, work.Each(ctx, len(names), func(ctx context.Context, i int) error {
		if need, err := d.Needs[names[i]].Get(ctx); err == nil && need.Reached() && !need.Any {
			d.Within[names[i]].Get(ctx)
		}
		return ctx.Err()
	})
}

// rank sorts the mechanisms by their needs.
func (d *Advised) rank(ctx context.Context) ([]agreement.Ranked, error) {
	defer d.Search.reporting(ctx)()
	if _, err := d.asked.Get(ctx); err != nil {
		return nil, err
	}
	return d.Needs.Rank(ctx, d.Search.Known)
}

// share shares the best mechanism's total over the features.
func (d *Advised) share(ctx context.Context) (Shares, error) {
	defer d.Search.reporting(ctx)()
	asked, best, err := d.best(ctx)
	if err != nil || !best.Reached() {
		return Shares{}, err
	}
	return asked.Share(ctx, d.Goal, d.walks[best.Name], best.Epsilon)
}

// fare summarises the people's agreements with the best mechanism at its need.
func (d *Advised) fare(ctx context.Context) (Summary, error) {
	_, best, err := d.best(ctx)
	if err != nil || !best.Reached() {
		return Summary{}, err
	}
	return d.with(ctx, best.Name, d.alike(best.Epsilon))
}

// with summarises the people's agreements with a mechanism and a budget for each private feature.
func (d *Advised) with(ctx context.Context, name string, budgets []float64) (Summary, error) {
	asked, err := d.asked.Get(ctx)
	if err != nil {
		return Summary{}, err
	}
	values, err := asked.Look(ctx, d.walks[name], budgets)
	return d.Looked.Sample.Describe(values), err
}

// attacker bounds an attacker who tells two of the people apart under a mechanism with a budget for each
// private feature.
func (d *Advised) attacker(ctx context.Context, name string, budgets []float64) (agreement.Attacker, error) {
	mean := shared(budgets).Total / float64(len(budgets))
	made, err := d.walks[name].Make(mean)
	if err != nil {
		return agreement.Attacker{}, err
	}
	by := d.Settings.Setting(d.kinds[name]).WithBudget(mean)
	s := agreement.Spending{Mechanism: made, By: by, Features: len(budgets)}
	if slices.Max(budgets) > slices.Min(budgets) {
		for _, e := range budgets {
			s.Weights = append(s.Weights, e/mean)
		}
	}
	return s.Attacker(ctx)
}

// alike returns one budget for every private feature.
func (d *Advised) alike(epsilon float64) []float64 {
	return slices.Repeat([]float64{epsilon}, len(d.Looked.Private))
}

// best returns the mechanism with the least need.
func (d *Advised) best(ctx context.Context) (*Asked, agreement.Ranked, error) {
	ranked, err := d.Ranked.Get(ctx)
	if err != nil {
		return nil, agreement.Ranked{}, err
	}
	asked, err := d.asked.Get(ctx)
	return asked, ranked[0], err
}
