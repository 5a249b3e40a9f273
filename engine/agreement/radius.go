package agreement

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine/num/rootfind"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/proof"
)

// Radius says how far all private values may move at once without a change of class: the ball is in the
// maximum norm, and public values stay.
type Radius struct {
	Value float64 // the largest radius proven; +Inf when the class never changes within the limits
	Safe  float64 // at most Value: proven for the closed ball, with Predict's rounding and ties
	Upper float64 // no larger radius holds; +Inf: unknown

	// Attained says whether the closed ball of supremal radius is robust too; otherwise only smaller ones
	// are.
	Attained       bool
	Counterexample []float64 // at distance Upper, when one was met
}

// gap returns the distance between the proven and the refuted radius.
func (r Radius) gap() float64 {
	if r.Upper == r.Value {
		return 0
	}
	return r.Upper - r.Value
}

// Radius returns the largest radius of a ball, cut off at the limits, on which
// the class is proven constant. Proofs need no search for holes: a ball holds
// all smaller ones, so bisection is sound. A radius that was asked for before is
// remembered.
func (r *Region) Radius(ctx context.Context, limits proof.Side) (Radius, error) {
	switch {
	case r.grid != nil:
		return r.grid.radius(limits), nil
	case r.verifier == nil:
		return Radius{}, fmt.Errorf("no radius of %s can be proven; it can be estimated", learners.Title(r.Classifier))
	}
	if err := r.radii.turn.take(ctx); err != nil {
		return Radius{}, err
	}
	defer r.radii.turn.leave()
	if known, ok := r.radii.known[limits]; ok {
		return known, nil
	}
	radius, err := r.bisect(ctx, limits)
	if err == nil {
		if r.radii.known == nil {
			r.radii.known = map[proof.Side]Radius{}
		}
		r.radii.known[limits] = radius
	}
	return radius, err
}

// radii remembers the radius within each of some limits.
type radii struct {
	turn  ctxMutex
	known map[proof.Side]Radius
}

func (r *Region) bisect(ctx context.Context, limits proof.Side) (Radius, error) {
	b := bisection{r: r, limits: limits, low: 0, high: math.Inf(1), refuted: math.Inf(1)}
	if ok, err := b.try(ctx, b.cover()); ok || err != nil {
		return Radius{Value: math.Inf(1), Safe: math.Inf(1), Upper: math.Inf(1), Attained: true}, err
	}
	if err := b.search(ctx); err != nil {
		return Radius{}, err
	}
	radius := Radius{Value: b.low, Safe: b.low, Upper: b.refuted, Counterexample: b.counterexample}
	if b.counterexample != nil {
		radius.Attained = r.Class < r.Classifier.Predict(b.counterexample) // the lower class takes a tie
	}
	return radius, nil
}

// bisection narrows the radius between one that is proven and one that is not.
type bisection struct {
	r              *Region
	limits         proof.Side
	low, high      float64 // proven, and not proven
	refuted        float64 // least radius with a counterexample
	counterexample []float64
}

// search goes out to a radius that is not proven, and halves from there.
func (b *bisection) search(ctx context.Context) error {
	if b.r.can.Separating != nil {
		if err := b.narrow(ctx, linearRadius(b.r, b.limits)); err != nil {
			return err
		}
	}
	for step := 1.0; math.IsInf(b.high, 1); step *= 8 {
		ok, err := b.try(ctx, step)
		if err != nil {
			return err
		}
		if ok && step > 1e12 {
			break
		}
	}
	for !math.IsInf(b.high, 1) && b.high-b.low > b.tolerance() {
		mid := rootfind.Mean(b.low, b.high)
		if mid <= b.low || mid >= b.high {
			break
		}
		if _, err := b.try(ctx, mid); err != nil {
			return err
		}
	}
	return b.sharpen(ctx)
}

// cover returns a radius with a ball that reaches all limits.
func (b *bisection) cover() float64 {
	most := 0.0
	for _, i := range b.r.Private {
		x := b.r.Record[i]
		most = max(most, x-b.limits.Low, b.limits.High-x)
	}
	return most
}

// try asks for one radius, and learns from the answer.
func (b *bisection) try(ctx context.Context, radius float64) (proven bool, err error) {
	v, err := b.r.verifier.Constant(ctx, proof.Ball(b.r.Record, b.r.Private, radius, b.limits), b.r.Class)
	if err != nil {
		return false, err
	}
	if v.Proven {
		if radius > b.low {
			b.low = radius
			work.Tell(ctx, Proven{Sides: b.r.ball(radius, b.limits)})
		}
		return true, nil
	}
	b.high = min(b.high, radius)
	if v.Counterexample != nil {
		c, distance := b.closer(v.Counterexample)
		if distance < b.refuted {
			b.refuted, b.counterexample = distance, c
		}
		b.high = min(b.high, max(distance, b.low))
	}
	return false, nil
}

// closer goes from a counterexample towards the record as long as the class is
// another one, where proofs alone would leave a wide gap.
func (b *bisection) closer(c []float64) (closest []float64, distance float64) {
	away := func(x []float64) float64 {
		most := 0.0
		for _, i := range b.r.Private {
			most = max(most, math.Abs(x[i]-b.r.Record[i]))
		}
		return most
	}
	if b.r.Exactness == proof.Partial {
		const near = 0x1p-20
		toward := func(share float64) []float64 {
			x := slices.Clone(b.r.Record)
			for _, i := range b.r.Private {
				x[i] += share * (c[i] - x[i])
			}
			return x
		}
		_, share := rootfind.Border(func(share float64) bool { return b.r.Classifier.Predict(toward(share)) == b.r.Class }, 0, 1, rootfind.Halving{
			Near: func(inside, outside float64) bool { return outside-inside <= near },
		})
		if share < 1 {
			c = toward(share)
		}
	}
	return c, away(c)
}

// sharpen looks for a counterexample closer to the proven radius. Balls of radii between the two come within
// rounding error of the boundary.
func (b *bisection) sharpen(ctx context.Context) error {
	if math.IsInf(b.refuted, 1) {
		return nil
	}
	undecided, tolerance := b.high, b.tolerance()
	if b.r.Exactness == proof.Partial {
		tolerance = 0.02 * b.refuted
	}
	for b.refuted-undecided > tolerance {
		mid, was := rootfind.Mean(undecided, b.refuted), b.refuted
		if mid <= undecided || mid >= b.refuted {
			break
		}
		proven, err := b.try(ctx, mid)
		if err != nil {
			return err
		}
		if proven || b.refuted == was {
			undecided = mid
		}
	}
	return nil
}

// narrow brackets a radius that is known but for rounding.
func (b *bisection) narrow(ctx context.Context, guess float64) error {
	for width := 0x1p-52; width < 0.5; width *= 16 {
		inner, outer := guess*(1-width), guess*(1+width)
		for _, radius := range [...]float64{inner, outer} {
			if radius > b.low && radius < b.high {
				if _, err := b.try(ctx, radius); err != nil {
					return err
				}
			}
		}
		if b.low >= inner && b.high <= outer {
			break
		}
	}
	return nil
}

// tolerance returns how close bisection goes: to rounding for kinds that decide quickly, such as thresholds,
// and to a few digits for kinds with hard, partly undecided questions.
func (b *bisection) tolerance() float64 {
	if b.r.can.Thresholded == nil && b.r.Exactness == proof.Partial {
		return 1e-6 * b.high
	}
	return 0x1p-54 * b.high
}
