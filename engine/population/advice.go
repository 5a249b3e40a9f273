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

// People are the records of a table that are looked at, by content: which table, how many
// are drawn from it by which seed, and by what they are told apart, since further ones of
// small groups are looked at then.
type People struct {
	Table     TableKey
	Records   int // looked at, those of small groups among them
	Seed      uint64
	By, Truth string
}

// Advice asks which mechanism keeps people as they are promised for the least budget per
// private feature. It is comparable: what is found for it is kept under it.
type Advice struct {
	People        People
	For           GoalKind
	Target, Share float64             // see Goal
	Settings      mechanisms.Settings // of all mechanisms
	Guarantee     string              // tag of the mechanisms among which is chosen what is enough, where any of them reaches the goal
}

// adviceConfidence holds for intervals about all people.
const adviceConfidence = 0.95

// Advised is advice for people who are looked at. What its answers share is computed once.
type Advised struct {
	Advice
	Looked  Looked
	Goal    Goal
	Rough   bool // budgets are enough, and no more is said of them
	Bounded bool // agreements are lower ends

	Search *SearchProgress

	Needs  agreement.Needs                  // the least budgets, by the mechanism
	Within map[string]*work.Once[Enclosure] // budgets between which that of all people lies; where anything is estimated
	Ranked *work.Once[[]agreement.Ranked]   // the best first
	Shares *work.Once[Shares]               // of the best one's total
	Then   *work.Once[Summary]              // of the agreements with the best
	Enough *Sufficient                      // what is enough for all people
	every  *work.Once[struct{}]             // all of Within
	asked  *work.Once[*Asked]               // the records, made ready
	least  map[string]*work.Once[Least]     // what Needs are of
	walks  map[string]Walked                // along the budgets of each mechanism
	kinds  map[string]param.Kind[mechanisms.Mechanism]
}

// Keys of what the session keeps for advice.
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

// of names what is found for one mechanism, whatever is set of others.
func (a Advice) of(kind param.Kind[mechanisms.Mechanism]) adviceKey {
	a.Settings = a.Settings.Of(kind)
	return adviceKey{a, kind.Name}
}

// leastBytes and enclosureBytes are what the little that is found takes, with its key.
func leastBytes(l Least) int64         { return 500 + 16*int64(len(l.Curve)) }
func enclosureBytes(e Enclosure) int64 { return 500 + 16*int64(len(e.Curve)) }

// Of is the advice for its people, who are looked at.
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

// From is of what the records looked at speak.
func (d *Advised) From() From { return d.Looked.From() }

// prepared are the records made ready; the session keeps them for other targets.
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

// enclose looks for budgets between which that of all people lies, at 95 %. Where agreements
// are lower ends nothing is said of the lesser.
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

// rank sorts the mechanisms by what they need.
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

// fare is how the people fare with the best mechanism and what it needs.
func (d *Advised) fare(ctx context.Context) (Summary, error) {
	_, best, err := d.best(ctx)
	if err != nil || !best.Reached() {
		return Summary{}, err
	}
	return d.with(ctx, best.Name, d.alike(best.Epsilon))
}

// with is how the people fare with a mechanism and a budget for each private feature.
func (d *Advised) with(ctx context.Context, name string, budgets []float64) (Summary, error) {
	asked, err := d.asked.Get(ctx)
	if err != nil {
		return Summary{}, err
	}
	values, err := asked.Look(ctx, d.walks[name], budgets)
	return d.Looked.Sample.Describe(values), err
}

// attacker is who tells one of the people from another who use a mechanism with a budget for
// each private feature.
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

// alike is one budget for every private feature.
func (d *Advised) alike(epsilon float64) []float64 {
	return slices.Repeat([]float64{epsilon}, len(d.Looked.Private))
}

// best is the mechanism that needs least.
func (d *Advised) best(ctx context.Context) (*Asked, agreement.Ranked, error) {
	ranked, err := d.Ranked.Get(ctx)
	if err != nil {
		return nil, agreement.Ranked{}, err
	}
	asked, err := d.asked.Get(ctx)
	return asked, ranked[0], err
}
