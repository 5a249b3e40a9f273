package views

import (
	"context"
	"maps"
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/num/grid"
	"dpscope/engine/param"
	"dpscope/mechanisms"
)

// sketch hands out a figure of what is quickly known: draws.
func (c *utilityCurves) sketch(ctx context.Context, f *engine.Figure, v param.Values) error {
	e, err := c.q.estimate(ctx, c.q.region.Laws(c.q.mechanism))
	if err != nil {
		return err
	}
	if err := c.drawAll(ctx); err != nil {
		return err
	}
	partial := *f
	partial.Marks, partial.Readings, partial.Progress = c.marks(v), []engine.Reading{e, c.q.total(c.q.epsilon)}, 0.1
	engine.Report(ctx, partial)
	return nil
}

// The budgets that the curves run over.
const (
	leastDrawn = 0.1
	mostDrawn  = 20
)

// utilityCurves gathers agreement at more and more budgets.
type utilityCurves struct {
	q     utilityQuestion
	at    map[float64]utilityPoint
	drawn map[float64]agreement.Estimate
	paper *agreement.PaperBox
	box   *agreement.Certified // with many features: one box for all budgets
}

type utilityPoint struct{ exact, certified, paper float64 }

func newUtilityCurves(q utilityQuestion) *utilityCurves {
	return &utilityCurves{q: q, at: map[float64]utilityPoint{}, drawn: map[float64]agreement.Estimate{}}
}

// drawAll makes the estimates, at a few budgets.
func (c *utilityCurves) drawAll(ctx context.Context) error {
	if len(c.drawn) > 0 || !c.q.sampled {
		return nil
	}
	for _, epsilon := range grid.Log(leastDrawn, mostDrawn, 9) {
		m, err := c.q.maker(epsilon)
		if err != nil { // the classical Gaussian beyond ε = 1
			continue
		}
		if c.drawn[epsilon], err = c.q.region.Estimate(ctx, c.q.region.Laws(m), c.q.draws, 0.95, c.q.rng(epsilon)); err != nil {
			return err
		}
	}
	return nil
}

// refine computes the budgets that are not known yet.
func (c *utilityCurves) refine(ctx context.Context, epsilons []float64) error {
	if len(c.at) == 0 {
		if err := c.begin(ctx); err != nil {
			return err
		}
	}
	for _, e := range epsilons {
		if _, known := c.at[e]; known {
			continue
		}
		p, err := c.point(ctx, e)
		if err != nil {
			return err
		}
		c.at[e] = p
	}
	return nil
}

// begin makes what all budgets share.
func (c *utilityCurves) begin(ctx context.Context) error {
	if err := c.drawAll(ctx); err != nil {
		return err
	}
	if box, err := c.q.paperBox(ctx); err == nil {
		c.paper = &box
	}
	if c.q.many() {
		if box, err := c.q.largestBox(ctx); err == nil {
			c.box = &box
		}
	}
	return ctx.Err()
}

func (c *utilityCurves) point(ctx context.Context, epsilon float64) (utilityPoint, error) {
	p := utilityPoint{exact: math.NaN(), certified: math.NaN(), paper: math.NaN()}
	m, err := c.q.maker(epsilon)
	if err != nil { // the classical Gaussian beyond ε = 1
		return p, ctx.Err()
	}
	laws := c.q.region.Laws(m)
	if e, err := c.q.region.Exact(ctx, laws); err == nil {
		p.exact, _ = e.Number()
	}
	if c.box != nil { // growing one for every budget would take long; this one bounds at all of them
		p.certified = agreement.Bound(laws, c.box.Sides)
	} else if !c.q.many() {
		if box, err := c.q.region.LargestBox(ctx, laws, agreement.UnitInterval); err == nil {
			p.certified = box.Safe
		}
	}
	if c.paper != nil {
		if v, err := agreement.Printed(m, c.q.values(), c.paper.Sides, paperOmega, c.q.paperTau()); err == nil {
			p.paper = v
		}
	}
	return p, ctx.Err()
}

// marks draws what is known.
func (c *utilityCurves) marks(v param.Values) []engine.Mark {
	epsilons := slices.Sorted(maps.Keys(c.at))
	curve := func(name, title string, basis known.Basis, value func(utilityPoint) float64) engine.Curve {
		m := engine.Curve{Name: name, Title: title, Basis: basis, X: epsilons}
		for _, e := range epsilons {
			m.Y = append(m.Y, value(c.at[e]))
		}
		return m
	}
	var marks []engine.Mark
	var x, share, low, high []float64
	for _, e := range slices.Sorted(maps.Keys(c.drawn)) {
		d := c.drawn[e]
		x, share, low, high = append(x, e), append(share, d.Value), append(low, d.Low), append(high, d.High)
	}
	exact, title := known.Exact, "exact"
	if c.q.region.OnLattice() {
		exact, title = known.AtLeast, "computed, lower end"
	}
	for _, m := range []engine.Curve{
		curve("exact", title, exact, func(p utilityPoint) float64 { return p.exact }),
		curve("certified", "proven", known.AtLeast, func(p utilityPoint) float64 { return p.certified }),
		curve("paper", "as in the paper", known.AsPrinted, func(p utilityPoint) float64 { return p.paper }),
	} {
		if slices.ContainsFunc(m.Y, func(y float64) bool { return !math.IsNaN(y) }) {
			marks = append(marks, m)
		}
	}
	if len(x) > 0 {
		marks = append(marks,
			engine.Band{Name: "estimate", Basis: known.Estimate, X: x, Low: low, High: high},
			engine.Points{Name: "estimate", Title: "drawn", Basis: known.Estimate, X: x, Y: share})
	}
	return append(marks,
		engine.Rule{Name: "target", Title: "target", At: c.q.target},
		engine.Rule{Name: "epsilon", Title: "ε", Vertical: true, At: v.Get(mechanisms.Epsilon), Pointer: true})
}
