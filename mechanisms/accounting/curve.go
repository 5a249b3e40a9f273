package accounting

import (
	"context"

	"dpscope/engine/known"
	"dpscope/engine/work"
	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// Curve encloses the whole privacy profile of a tree, computed once for all ε.
type Curve struct {
	above, below orders  // either may be none
	rounded      float64 // greatest relative error of sums by rounding
}

// Curve computes the profile of a tree, for slacks down to a least above 0: coarsely, where Accuracy is
// Coarse, or to a few parts in ten thousand of ε. A Rough one is bounded from above alone, by one pair for both orders.
func (a Losses) Curve(ctx context.Context, e Event, least float64) (Curve, error) {
	if err := curved(e, least); err != nil {
		return Curve{}, err
	}
	list := parts(e)
	if a.Accuracy >= Rough {
		t := bounding(list, least, a.atoms(), pairs.Above)
		t.turning, t.Ends = true, true
		above, err := t.run(ctx, list)
		return Curve{above: above, rounded: rounded(list)}, err
	}
	return curve(ctx, list, least, a.atoms())
}

// Above returns the upper bound alone in half the time, for searches of sufficient noise.
func (a Losses) Above(ctx context.Context, e Event, least float64) (Curve, error) {
	above, off, err := a.side(ctx, e, least, pairs.Above)
	return Curve{above: above, rounded: off}, err
}

// Below returns the lower bound alone, for events without an upper end, or with a nearer one.
func (a Losses) Below(ctx context.Context, e Event, least float64) (Curve, error) {
	below, off, err := a.side(ctx, e, least, pairs.Below)
	return Curve{below: below, rounded: off}, err
}

func (a Losses) side(ctx context.Context, e Event, least float64, side pairs.Side) (of orders, off float64, err error) {
	if err := curved(e, least); err != nil {
		return of, 0, err
	}
	list := parts(e)
	of, err = bounded(ctx, list, least, a.atoms(), side)
	return of, rounded(list), err
}

// Replaced returns the curve between a record and any other, from the curve with and without a record: one is taken
// out, and then another put in. From below, the other adds nothing.
func (a Losses) Replaced(c Curve, least float64) Curve {
	t := pairs.Rounding{Side: pairs.Above, Atoms: a.atoms(), Least: 1e-3 * least, Lost: 1e-7 * least}
	c.above = orders{in: t.Then(c.above.in, c.above.reversed()), alike: true}
	c.rounded *= 3 // by the first curve, by the second, and by both
	return c
}

// curved reports an invalid request for a profile.
func curved(e Event, least float64) error {
	if err := checked(e, least); err != nil {
		return err
	}
	if least < leastSlack {
		return tooLittle(least)
	}
	return nil
}

// atoms returns the number of outcomes per pair.
func (a Losses) atoms() int {
	switch {
	case a.Accuracy >= Rough:
		return 120
	case a.Accuracy >= Coarse:
		return 250
	}
	return 1000
}

// Delta returns δ at ε ≥ 0, the worse of both orders of the neighbours.
func (c Curve) Delta(epsilon float64) known.Value {
	low, high := c.below.delta(epsilon)*(1-c.rounded), c.above.delta(epsilon)*(1+c.rounded)
	if !(high < 1) || c.above.none() { // a loss that is no number bounds nothing
		high = 1
	}
	if !(low > 0) {
		low = 0
	}
	return known.Enclosed(high, min(high, low), high)
}

// least returns one side's least ε at a slack.
func (c Curve) least(side pairs.Side, delta float64) float64 {
	if side == pairs.Above {
		return privacy.LeastEpsilon(func(epsilon float64) float64 { return c.above.delta(epsilon) * (1 + c.rounded) }, delta)
	}
	return privacy.LeastEpsilon(func(epsilon float64) float64 { return c.below.delta(epsilon) * (1 - c.rounded) }, delta)
}

// curve computes both sides with that many outcomes.
func curve(ctx context.Context, list []part, least float64, atoms int) (c Curve, err error) {
	c.rounded = rounded(list)
	sides := []*orders{pairs.Above: &c.above, pairs.Below: &c.below}
	err = work.Each(ctx, len(sides), func(ctx context.Context, i int) error {
		var err error
		*sides[i], err = bounded(ctx, list, least, atoms, pairs.Side(i))
		return err
	})
	return c, err
}

// bounded computes one side with that many outcomes.
func bounded(ctx context.Context, list []part, least float64, atoms int, of pairs.Side) (orders, error) {
	return bounding(list, least, atoms, of).run(ctx, list)
}

// bounding returns the tree that computes one side with that many outcomes.
func bounding(list []part, least float64, atoms int, of pairs.Side) tree {
	return tree{Rounding: pairs.Rounding{Side: of, Atoms: atoms, Least: 1e-3 * least, Lost: 1e-7 * least / releases(list)}}
}

// rounded bounds the relative error of sums: each release multiplies masses once.
func rounded(list []part) float64 { return 1e-10 + 8*unit*releases(list) }

// releases returns the number of releases in a run.
func releases(list []part) (sum float64) {
	for _, p := range list {
		sum += p.times * inside(p.of)
	}
	return max(sum, 1)
}

// inside returns the number of releases within a node.
func inside(e Event) float64 {
	switch e := e.(type) {
	case Sampled:
		return releases(parts(e.Of))
	case Group:
		return e.Size * releases(parts(e.Of))
	case Split:
		return releases(parts(e.Of)) + releases(parts(e.Or))
	}
	return 1
}

// orders holds the pairs of both orders of neighbours: with the record against without it, and reversed.
type orders struct {
	in, out pairs.Pair
	alike   bool // the first serves for both
	turned  bool // the second is the first reversed
}

// none reports whether nothing is bounded.
func (o orders) none() bool { return o.in.None() }

// one reports whether the first pair is all there is.
func (o orders) one() bool { return o.alike || o.turned }

// delta returns the worse of both orders.
func (o orders) delta(epsilon float64) float64 {
	delta := o.in.Delta(epsilon)
	if !o.alike {
		delta = max(delta, o.reversed().Delta(epsilon))
	}
	return delta
}

// each makes a pair of each order.
func (o orders) each(of func(pairs.Pair) (pairs.Pair, error)) (made orders, err error) {
	if made.in, err = of(o.in); err != nil || o.one() {
		made.alike, made.turned = o.alike, o.turned
		return made, err
	}
	made.out, err = of(o.out)
	return made, err
}

// with combines the pairs of two events.
func (o orders) with(other orders, of func(a, b pairs.Pair) pairs.Pair) (made orders) {
	if o.one() && other.one() { // a pair that bounds both orders also does so reversed
		alike := o.alike && other.alike
		return orders{in: of(o.in, other.in), alike: alike, turned: !alike}
	}
	return orders{in: of(o.in, other.in), out: of(o.reversed(), other.reversed())}
}

func (o orders) reversed() pairs.Pair {
	switch {
	case o.alike:
		return o.in
	case o.turned:
		return o.in.Reversed()
	}
	return o.out
}

// tree evaluates events from one side.
type tree struct {
	pairs.Rounding
	turning bool // one pair bounds both orders, in half of the time and less closely at the far end
}

// run composes parts one after another.
func (t tree) run(ctx context.Context, list []part) (orders, error) {
	sum := orders{in: pairs.Same(), alike: true}
	for _, p := range list {
		one, err := t.once(ctx, p.of)
		if err != nil {
			return sum, err
		}
		if one, err = one.each(func(pair pairs.Pair) (pairs.Pair, error) { return t.Power(ctx, pair, p.times) }); err != nil {
			return sum, err
		}
		sum = sum.with(one, t.Compose)
	}
	return sum, nil
}

// once returns the pairs of a node that is no composition.
func (t tree) once(ctx context.Context, e Event) (orders, error) {
	switch e := e.(type) {
	case Sampled:
		of, err := t.run(ctx, parts(e.Of))
		return t.sampled(of, e), err
	case Split:
		of, err := t.run(ctx, parts(e.Of))
		if err != nil {
			return of, err
		}
		or, err := t.run(ctx, parts(e.Or))
		if t.Side == pairs.Above {
			return of.with(or, t.Worse), err
		}
		return of.with(or, pairs.Clearer), err
	case Group:
		of, err := t.run(ctx, parts(e.Of))
		if err != nil || t.Side == pairs.Below { // a single row of the group reveals no more than all
			return of, err
		}
		return of.each(func(pair pairs.Pair) (pairs.Pair, error) { return t.Group(pair, e.Size), nil })
	}
	return t.leaf(ctx, e)
}

// sampled returns the pairs for a part of the records. Coins favour one order; with a fixed size both orders
// have the same upper bound, and from below single records without a coin are a special case.
func (t tree) sampled(of orders, e Sampled) orders {
	if e.By == FixedSize && t.Side == pairs.Above {
		return orders{in: t.Fewer(of.in.SampledFixed(e.Rate)), alike: true}
	}
	in := t.Fewer(of.in.SampledIn(e.Rate))
	if t.turning { // (1−q)·Q + q·P against Q, and reversed
		return orders{in: in, turned: true}
	}
	return orders{in: in, out: t.Fewer(of.reversed().SampledOut(e.Rate))}
}

// leaf returns the pairs of one release. From above both orders share a pair; from below a law's neighbours
// are in one order.
func (t tree) leaf(ctx context.Context, e Event) (orders, error) {
	switch e := e.(type) {
	case Claim:
		return orders{in: pairs.Of(e.cells()), alike: true}, nil
	case Bit:
		return orders{in: pairs.Of(Claim{privacy.Claim{Epsilon: e.Epsilon}}.cells()), alike: true}, nil
	}
	if t.Side == pairs.Above {
		if e, is := e.(Drawn); is {
			return orders{in: t.Dominating(e.profile(t.Lost)), alike: true}, nil
		}
		of, _, err := profile(ctx, e)
		if err != nil {
			return orders{}, err
		}
		return orders{in: t.Dominating(of), alike: true}, nil
	}
	switch e := e.(type) {
	case Normal:
		return orders{in: pairs.Of(e.cells(t.Rounding)), alike: true}, nil
	case Epoch:
		return t.parted(e.cells(t.Rounding)), nil
	case Drawn:
		return t.parted(e.cells(t.Rounding)), nil
	case Pick: // with a range from −ε/2 to ε/2
		return orders{in: pairs.Of(Claim{privacy.Claim{Epsilon: e.Epsilon / 2}}.cells()), alike: true}, nil
	case Noise:
		return t.law(ctx, e.Law)
	case Local:
		return t.law(ctx, e.Law)
	}
	return orders{}, &Refusal{Losses{}.Name(), e, "it is none of its nodes"}
}

// law returns one pair of neighbours of a law.
func (t tree) law(ctx context.Context, l Law) (orders, error) {
	cells, err := l.Cells(ctx, t.Atoms)
	return t.parted(cells), err
}

// parted returns the pair of one order of neighbours, and reversed of the other.
func (t tree) parted(cells []pairs.Cell) orders {
	pair := pairs.Of(cells)
	return orders{in: pair, out: pair.Reversed()}
}
