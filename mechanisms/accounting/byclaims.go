package accounting

import (
	"context"
	"math"

	"dpscope/engine/known"
	"dpscope/mechanisms/privacy"
)

// Claims prices trees by the claims of their nodes and a composition theorem. Basic prices every tree of
// claims and profiles; the other theorems price one event repeated, and use Basic within that event.
//
// It needs no neighbours: the theorems hold for all adaptively chosen mechanisms that keep the claims, and
// the worst of these is randomised response that tells the truth with probability δ (Kairouz, Oh & Viswanath
// 2015).
type Claims struct{ Theorem Theorem }

// Theorem is a way to add up equal claims of ε at a slack besides.
type Theorem int

const (
	Basic         Theorem = iota // m·ε, with no slack besides
	Advanced                     // Dwork, Rothblum & Vadhan 2010, Theorem III.3
	AdvancedTight                // Kairouz, Oh & Viswanath 2015, Theorem 3.4
	Concentrated                 // Bun & Steinke 2016, Propositions 1.3 and 1.4
	Optimal                      // Kairouz, Oh & Viswanath 2015, Theorem 3.3, exactly
)

// Name returns the theorem's name.
func (a Claims) Name() string {
	return [...]string{"basic composition", "advanced composition", "advanced composition, tight",
		"concentrated privacy", "optimal composition of claims"}[a.Theorem]
}

// of returns the theorem's ε for equal claims.
func (t Theorem) of(r Repeated, slack float64) float64 {
	switch t {
	case Advanced:
		return r.Advanced(slack, Classic)
	case AdvancedTight:
		return r.Advanced(slack, Tight)
	case Concentrated:
		return r.Concentrated(slack)
	case Optimal:
		return r.Optimal(slack)
	}
	return r.Basic()
}

// Price returns an upper bound. If nodes have a profile and no claim, Basic shares the slack evenly among all
// their releases; the other theorems share half of it so, and keep the other half.
func (a Claims) Price(ctx context.Context, e Event, delta float64) (known.Value, error) {
	return a.price(e, delta, func(_ Event, l Law, share float64) (spent, error) { return ofLaw(ctx, l, share) })
}

// Bound prices trees without laws, and refuses laws.
func (a Claims) Bound(e Event, delta float64) (known.Value, error) {
	return a.price(e, delta, a.noLaw)
}

// asking prices a law at a share of the slack.
type asking func(e Event, l Law, share float64) (spent, error)

// noLaw refuses a law.
func (a Claims) noLaw(e Event, _ Law, _ float64) (spent, error) {
	return spent{}, &Refusal{a.Name(), e, "it has a profile and no claim; a price at a δ would work"}
}

func (a Claims) price(e Event, delta float64, ask asking) (known.Value, error) {
	if err := checked(e, delta); err != nil {
		return known.Value{}, err
	}
	epsilon, err := a.epsilon(e, delta, ask)
	switch {
	case err != nil:
		return known.Value{}, err
	case math.IsInf(epsilon, 1):
		return known.Nothing(known.NoBudget), nil
	}
	return known.OrLess(epsilon), nil
}

func (a Claims) epsilon(e Event, delta float64, ask asking) (float64, error) {
	if a.Theorem == Basic {
		return a.basic(e, delta, ask)
	}
	one, equal := repeated(e)
	if !equal {
		return 0, &Refusal{a.Name(), e, "it adds up equal claims; basic composition adds up any"}
	}
	s, err := a.spend(one.of, 0, ask)
	switch {
	case err != nil:
		return 0, err
	case s.free == 0 && s.delta == 0:
		return a.Theorem.of(Repeated{s.epsilon, one.times}, delta), nil
	case s.free == 0 || s.delta > 0 || a.Theorem == Concentrated:
		return 0, &Refusal{a.Name(), one.of, "it adds up claims of ε alone; basic composition adds up any"}
	}
	if s, err = a.spend(one.of, 0.5*delta/one.times/s.free, ask); err != nil {
		return 0, err
	}
	each := Repeated{s.epsilon, one.times}
	if a.Theorem == Optimal { // together they are 1 − (1 − δ₀)^m·(1 − δ′) with m·δ₀ = δ/2, or m·δ₀ = δ
		all, err := a.basic(e, delta, ask)
		return min(each.Optimal(-math.Expm1(math.Log1p(-delta)-one.times*math.Log1p(-delta/2/one.times))), all), err
	}
	return a.Theorem.of(each, delta/2), nil
}

// repeated returns a tree as one repeated event, if it is one.
func repeated(e Event) (p part, is bool) {
	switch e := e.(type) {
	case Times:
		p, is = repeated(e.Of)
		p.times *= e.Count
		return p, is
	case Both:
		a, is := repeated(e.First)
		b, are := repeated(e.Then)
		return part{a.of, a.times + b.times}, is && are && a.of == b.of
	}
	return part{e, 1}, true
}

// basic adds up the claims of a tree.
func (a Claims) basic(e Event, delta float64, ask asking) (float64, error) {
	s, err := a.spend(e, 0, ask)
	if err != nil {
		return 0, err
	}
	if s.delta > delta {
		return math.Inf(1), nil
	}
	if s.free > 0 {
		s, err = a.spend(e, (delta-s.delta)/s.free, ask)
	}
	return s.epsilon, err
}

// Promise returns the ε and δ that claims alone give a tree, without a free slack: basic composition,
// sampling and groups. It fails with a Refusal for a node without a claim, or as Neighbours does.
func Promise(e Event) (epsilon, delta float64, err error) {
	if _, _, err := Neighbours(e); err != nil {
		return 0, 0, err
	}
	by := Claims{}
	s, err := by.spend(e, 0, by.noLaw)
	if err == nil && s.free > 0 {
		err = &Refusal{by.Name(), e, "it has no claim, but a δ for every ε; a δ to price it at would work"}
	}
	return s.epsilon, s.delta, err
}

// spent is a node's spending: ε, the slack of its claims, and the number of its releases that spend a given
// slack.
type spent struct{ epsilon, delta, free float64 }

// spend applies basic composition; each release without a claim spends a share of the slack.
func (a Claims) spend(e Event, share float64, ask asking) (spent, error) {
	switch e := e.(type) {
	case Nothing:
		return spent{}, nil
	case Claim:
		return spent{epsilon: e.Epsilon, delta: e.Delta}, nil
	case Bit:
		return spent{epsilon: e.Epsilon}, nil
	case Pick:
		return spent{epsilon: e.Epsilon}, nil
	case Normal:
		if share == 0 {
			return spent{epsilon: math.Inf(1), free: 1}, nil
		}
		return spent{epsilon: privacy.LeastEpsilon(e.profile, share), free: 1}, nil
	case Epoch:
		return a.spend(e.Fixed(), share, ask)
	case Drawn:
		return spent{}, &Refusal{a.Name(), e, "the privacy loss distribution would work"}
	case Noise:
		return ask(e, e.Law, share)
	case Local:
		return ask(e, e.Law, share)
	case Both:
		return a.two(e.First, e.Then, share, ask, func(s, t spent) spent {
			return spent{s.epsilon + t.epsilon, s.delta + t.delta, s.free + t.free}
		})
	case Split:
		return a.two(e.Of, e.Or, share, ask, func(s, t spent) spent {
			return spent{max(s.epsilon, t.epsilon), max(s.delta, t.delta), max(s.free, t.free)}
		})
	case Times:
		s, err := a.spend(e.Of, share, ask)
		return spent{e.Count * s.epsilon, e.Count * s.delta, e.Count * s.free}, err
	case Sampled:
		return a.sampled(e, share, ask)
	case Group:
		return a.group(e, share, ask)
	}
	return spent{}, &Refusal{a.Name(), e, "it is none of its nodes"}
}

// ofLaw returns the spending of a release with a profile: ε alone if that is finite without a slack.
func ofLaw(ctx context.Context, l Law, share float64) (spent, error) {
	profile, err := l.Profile(ctx)
	if err != nil {
		return spent{}, err
	}
	if pure := privacy.LeastEpsilon(profile, 0); pure < math.Inf(1) {
		return spent{epsilon: pure}, nil
	}
	return spent{epsilon: privacy.LeastEpsilon(profile, share), free: 1}, nil
}

// two combines the spending of two events.
func (a Claims) two(x, y Event, share float64, ask asking, of func(s, t spent) spent) (spent, error) {
	s, err := a.spend(x, share, ask)
	if err != nil {
		return s, err
	}
	t, err := a.spend(y, share, ask)
	return of(s, t), err
}

// sampled amplifies: sampling multiplies the slack by the rate, so that a release may spend accordingly more.
func (a Claims) sampled(e Sampled, share float64, ask asking) (spent, error) {
	if e.Rate == 0 {
		return spent{}, nil
	}
	s, err := a.spend(e.Of, min(share/e.Rate, 1), ask)
	if err != nil {
		return s, err
	}
	return spent{Amplified(s.epsilon, e.Rate), e.Rate * s.delta, s.free}, nil
}

// group multiplies claims by the rows per record; it simplifies other nodes first.
func (a Claims) group(e Group, share float64, ask asking) (spent, error) {
	of := grouped(simple(e.Of), e.Size)
	if _, still := of.(Group); !still {
		return a.spend(of, share, ask)
	}
	s, err := a.spend(e.Of, 0, ask)
	switch {
	case err != nil:
		return s, err
	case s.free > 0:
		return s, &Refusal{a.Name(), e, "of a group it knows claims; the privacy loss distribution would work"}
	}
	epsilon, delta := groupClaim(s.epsilon, s.delta, e.Size)
	return spent{epsilon: epsilon, delta: delta}, nil
}
