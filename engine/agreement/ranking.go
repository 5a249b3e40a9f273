package agreement

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/work"
	"dpscope/mechanisms"
)

// Choosing is a choice among mechanisms with its answers, each computed once.
type Choosing struct {
	Choice
	all    []mechanisms.Setting // to rank
	shared mechanisms.Setting   // shares out the total
	pure   string               // tag of the mechanisms to compare, if one of them reaches the target

	Needs    Needs
	Shares   *work.Once[Split]
	Attacker *work.Once[Attacker] // with the best mechanism at its least budget, as displayed
}

// Among returns the choice among mechanisms, one of which shares out the total; it compares first those with
// the tag.
func (c Choice) Among(all []mechanisms.Setting, shared mechanisms.Setting, tag string) *Choosing {
	d := &Choosing{Choice: c, all: all, shared: shared, pure: tag, Needs: Needs{}}
	d.Shares = work.NewOnce(func(ctx context.Context) (Split, error) { return c.Split(ctx, shared) })
	for _, m := range all {
		d.Needs[m.Kind] = work.NewOnce(func(ctx context.Context) (RequiredBudget, error) { return c.Need(ctx, m) })
	}
	d.Attacker = work.NewOnce(d.attackBest)
	return d
}

// Quickly returns the choice by sufficient budgets and the best of few splits; found is false if the session
// keeps the full choice.
func (d *Choosing) Quickly(ctx context.Context) (now *Choosing, found bool) {
	c := d.Choice
	c.Nearly = true
	return c.Among(d.all, d.shared, d.pure), !d.Known(ctx, d.all, d.shared)
}

// Ranked returns the mechanisms by need, the least first.
func (d *Choosing) Ranked(ctx context.Context) ([]Ranked, error) { return d.Needs.Rank(ctx, nil) }

// Setting returns the setting of a mechanism by name.
func (d *Choosing) Setting(name string) mechanisms.Setting {
	return d.all[slices.IndexFunc(d.all, func(m mechanisms.Setting) bool { return m.Kind == name })]
}

// Peers holds the ranked mechanisms under one guarantee, as guarantees do not compare: the one with the
// requested tag or, if none of these reaches the target, the guarantee of the best.
type Peers struct {
	List   []Ranked
	Alike  int    // how many need as little as the first
	Weaker string // another guarantee with a mechanism that needs less; empty: none
}

// Peers ranks them.
func (d *Choosing) Peers(ctx context.Context) (p Peers, err error) {
	ranked, err := d.Ranked(ctx)
	if err != nil {
		return p, err
	}
	tag := func(r Ranked) string {
		kind, _ := mechanisms.All.Find(r.Name)
		return kind.Tag
	}
	guarantee := d.pure
	if !slices.ContainsFunc(ranked, func(r Ranked) bool { return r.Reached() && tag(r) == guarantee }) {
		guarantee = tag(ranked[0])
	}
	for _, r := range ranked {
		if tag(r) == guarantee {
			p.List = append(p.List, r)
		}
	}
	p.Alike = Alike(p.List)
	if first := ranked[0]; p.Reached() && tag(first) != guarantee && !first.Ties(p.List[0]) {
		p.Weaker = first.Name
	}
	return p, nil
}

// Reached reports whether any of them reaches the target.
func (p Peers) Reached() bool { return p.List[0].Reached() }

// Next returns the first that needs more than the best; false if none is known to suffice.
func (p Peers) Next() (Ranked, bool) {
	if p.Alike < len(p.List) && p.List[p.Alike].Reached() {
		return p.List[p.Alike], true
	}
	return Ranked{}, false
}

// Times returns a budget summed over all private features, with its basis.
func (d *Choosing) Times(n RequiredBudget) known.Value {
	v := n.Known(d.Basis())
	if n.Any {
		v.Word = known.AnyBudget
		return v
	}
	return v.Map(func(epsilon float64) float64 { return float64(len(d.Names)) * epsilon })
}

// attackBest returns the attacker of the best mechanism at its least budget, rounded up as a page shows it.
func (d *Choosing) attackBest(ctx context.Context) (Attacker, error) {
	p, err := d.Peers(ctx)
	switch {
	case err != nil:
		return Attacker{}, err
	case !p.Reached():
		return Attacker{None: "no mechanism is known to reach the target"}, nil
	case p.List[0].Any:
		return Attacker{None: "any ε is enough, however small"}, nil
	}
	best := d.Setting(p.List[0].Name)
	by := best.WithBudget(min(numeral.Up.Significant(p.List[0].Epsilon, 3), mechanisms.MostBudget(best.Maker())))
	m, err := by.New()
	if err != nil {
		return Attacker{}, err
	}
	return Spending{Mechanism: m, By: by, Features: len(d.Names)}.Attacker(ctx)
}

// Unmet returns the answer if no mechanism is best: none reaches the target, or the ranking is unknown; a
// refusal if no mechanism could be asked.
func (d *Choosing) Unmet(ranked []Ranked) known.Value {
	failed := slices.DeleteFunc(slices.Clone(ranked), func(r Ranked) bool { return r.Err == nil })
	switch {
	case len(failed) == 0:
		return known.Nothing("no mechanism reaches it")
	case len(failed) < len(ranked):
		return known.Nothing(fmt.Sprintf("none of the %d that can be asked reaches it", len(ranked)-len(failed)))
	case !d.Certified:
		return known.Refused(failed[0].Err.Error() + "; by proven bounds (criterion=certified) more can be asked")
	}
	return known.Refused(failed[0].Err.Error())
}

// Later reports whether a need is none yet, of a target that moves.
func (n Needs) Later(ctx context.Context, mechanism string) bool {
	need, found := n[mechanism]
	if !found {
		return false
	}
	_, err := need.Get(ctx)
	return errors.Is(err, work.ErrLater)
}
