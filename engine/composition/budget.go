// Package composition asks what privacy adds up to: over the steps of a training,
// over copies of a record, and over the learners of a vote.
package composition

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/work"
	"dpscope/mechanisms/accounting"
)

// Budget asks for the ε of a run of noisy steps at a slack. It is comparable.
type Budget struct {
	Rate  float64 // probability that a record takes part in a step, in [0, 1]
	Sigma float64 // standard deviation of the noise, in sensitivities
	Steps float64 // whole
	Delta float64 // in [0, 1)
}

// leastDelta is the smallest slack above 0 that is told apart from it: a share of it
// is still a number.
const leastDelta = 1e-200

// event returns the run as a tree.
func (b Budget) event() accounting.Event { return accounting.NormalSteps(b.Rate, b.Sigma, b.Steps) }

func (b Budget) run() accounting.Run {
	return accounting.Run{Step: accounting.Step{Rate: b.Rate, Deviation: b.Sigma}, Steps: b.Steps}
}

// closed returns the answer of cases that need no accounting; found is false for others.
func (b Budget) closed() (v known.Value, found bool) {
	switch {
	case b.Rate == 0:
		return known.Exactly(0), true
	case b.Delta == 0: // normal noise has losses of any size
		return known.Nothing(known.NoBudget), true
	case b.Delta < leastDelta:
		return known.Refused(fmt.Sprintf("a δ below %g is not computed here", leastDelta)), true
	}
	return known.Value{}, false
}

// Theorem is a way to bound the ε of a run in closed form, or nearly.
type Theorem struct {
	Name, Title, Short string // "advanced-tight", "advanced, tight", "tight"
	Formula            string
	Source             string
	Assumes            string
	by                 accounting.Bounding
}

// Theorems lists them, the sharpest last.
var Theorems = []Theorem{
	{"basic", "basic composition", "basic", "m·ε₀, ε₀ the least of one step at δ/m: ε₀ = ln(1 + q(e^ε - 1)) with ε that of the noise alone at δ/(mq).",
		"Dwork & others 2006; Balle, Barthe & Gaboardi 2018, Theorem 8, for one step, which is exact", "It knows only the guarantee of one step.",
		accounting.Claims{Theorem: accounting.Basic}},
	{"advanced", "advanced composition", "adv.", "√(2m ln(1/δ′))·ε₀ + m·ε₀(e^ε₀ - 1), δ′ = δ/2 and ε₀ that of one step at δ/(2m).",
		"Dwork, Rothblum & Vadhan 2010, Theorem III.3", "It is above basic composition where ε₀ is not small.",
		accounting.Claims{Theorem: accounting.Advanced}},
	{"advanced-tight", "advanced, tight", "tight",
		"√(2m ln(1/δ′))·ε₀ + m·ε₀(e^ε₀ - 1)/(e^ε₀ + 1), δ′ = δ/2 and ε₀ that of one step at δ/(2m).",
		"Kairouz, Oh & Viswanath 2015, Theorem 3.4", "The drift is that of randomised response, the most there is.",
		accounting.Claims{Theorem: accounting.AdvancedTight}},
	{"optimal", "optimal composition", "opt.", "The ε of m-fold randomised response with ε₀ of one step at δ/(2m), exactly, at what is left of δ; or m·ε₀ with ε₀ at δ/m, where that is less.",
		"Kairouz, Oh & Viswanath 2015, Theorem 3.3", "No accounting that knows only the guarantee (ε₀, δ/(2m)) of a step gives less.",
		accounting.Claims{Theorem: accounting.Optimal}},
	{"rdp-classic", "moments accountant", "mom.", "min over whole α of m·D_α + ln(1/δ)/(α - 1).",
		"Abadi & others 2016; Mironov 2017, Proposition 3", "Orders 2 to 64 and ten more up to 1024.",
		accounting.WholeOrders{Classic: true}},
	{"rdp-integer", "Rényi (integer α)", "int. α",
		"min over whole α of m·D_α + ln((α-1)/α) - (ln δ + ln α)/(α-1), D_α = ln Σ C(α,k)(1-q)^(α-k) q^k e^((k²-k)/(2σ²))/(α-1).",
		"Mironov, Talwar & Zhang 2019; Canonne, Kamath & Steinke 2020, Proposition 12", "Orders 2 to 64 and ten more up to 1024.",
		accounting.WholeOrders{}},
	{"rdp", "Rényi (any α)", "any α", "min over α > 1 of m·D_α + ln((α-1)/α) - (ln δ + ln α)/(α-1), D_α = ln E_Q[(P/Q)^α]/(α-1) by the trapezoid sum.",
		"Mironov, Talwar & Zhang 2019; Canonne, Kamath & Steinke 2020, Proposition 12",
		"P = (1-q)·N(0, σ²) + q·N(1, σ²) and Q = N(0, σ²). The cost is convex, so that the least is found.",
		accounting.Orders{}},
}

// Stated holds bounds on a run from less than the law of its loss.
type Stated struct {
	By           map[string]known.Value // every theorem's bound on ε, by name
	Order, Whole float64                // the best Rényi orders: of all, and of whole ones; 0 if none is used
}

// Stated computes it: the divergences at whole orders once for all that look at them.
func (b Budget) Stated() Stated {
	s := Stated{By: map[string]known.Value{}}
	whole := b.run().Whole()
	for _, t := range Theorems {
		s.By[t.Name] = b.by(t, func(accounting.Step) accounting.Whole { return whole })
	}
	if _, found := b.closed(); !found {
		improved, _ := whole.Renyi(b.Steps, b.Delta)
		s.Order, s.Whole = b.run().Renyi(b.Delta).Order, improved.Order
	}
	return s
}

// by returns a theorem's bound on ε, given the divergences of a step at whole orders, which are the same for
// any number of steps.
func (b Budget) by(t Theorem, whole func(accounting.Step) accounting.Whole) known.Value {
	if v, found := b.closed(); found {
		return v
	}
	by := t.by
	if orders, is := by.(accounting.WholeOrders); is {
		orders.Of = whole
		by = orders
	}
	v, err := by.Bound(b.event(), b.Delta)
	if err != nil {
		return known.Refused(err.Error())
	}
	return v
}

// Claim returns the ε of one step at its share of the total slack, exactly.
func (b Budget) Claim() known.Value {
	if v, found := b.closed(); found {
		return v
	}
	return known.Exactly(b.run().Epsilon(b.Delta / b.Steps))
}

// Bounds enclose ε by the law of the privacy loss; or say why nothing does.
type Bounds struct{ Low, High known.Value }

// boundsKey identifies the bounds of a question in a session's store, coarseKey coarser ones, and soonKey
// those computed as precisely only if that is quick.
type (
	boundsKey struct{ of Budget }
	coarseKey struct{ of Budget }
	soonKey   struct{ of Budget }
)

// Bounds adds up the law of the loss.
func (b Budget) Bounds(ctx context.Context) (Bounds, error) {
	return b.kept(ctx, boundsKey{b}, accounting.Losses{Accuracy: accounting.Fine})
}

// Known reports whether the session has the Bounds.
func (b Budget) Known(ctx context.Context) bool {
	_, known := work.Peek[Bounds](ctx, boundsKey{b})
	return known
}

// Coarse returns true bounds a few parts in a thousand apart, within a frame.
func (b Budget) Coarse(ctx context.Context) (Bounds, error) {
	return b.kept(ctx, coarseKey{b}, accounting.Losses{Accuracy: accounting.Coarse})
}

// either returns the bounds, coarse or not.
func (b Budget) either(ctx context.Context, coarse bool) (Bounds, error) {
	if coarse {
		return b.Coarse(ctx)
	}
	return b.Bounds(ctx)
}

func (b Budget) kept(ctx context.Context, key any, by accounting.Losses) (Bounds, error) {
	if v, found := b.closed(); found {
		return Bounds{v, v}, nil
	}
	size := func(Bounds) int64 { return 500 }
	return work.Reported(ctx, key, size, func(ctx context.Context) (Bounds, error) {
		v, err := by.Price(ctx, b.event(), b.Delta)
		if v.Low == v.High {
			return Bounds{v, v}, err
		}
		high, low := b.sharpest(v.High), known.Refused("no lower bound is found here")
		if v.Low > 0 {
			low = known.OrMore(min(v.Low, high))
		}
		return Bounds{low, known.OrLess(high)}, err
	})
}

// sharpest returns an upper bound, or a smaller one of a theorem about claims, as happens when steps hardly
// involve the record.
func (b Budget) sharpest(high float64) float64 {
	for _, t := range []accounting.Theorem{accounting.Optimal, accounting.Basic} {
		if v, err := (accounting.Claims{Theorem: t}).Bound(b.event(), b.Delta); err == nil && !v.Missing() {
			high = min(high, v.High)
		}
	}
	return high
}

// epsilon returns the upper bound as a number, coarse or not; +Inf if there is none.
func (b Budget) epsilon(ctx context.Context, coarse bool) (float64, error) {
	v, err := b.either(ctx, coarse)
	if err != nil || v.High.Missing() {
		return math.Inf(1), err
	}
	return v.High.Value, nil
}
