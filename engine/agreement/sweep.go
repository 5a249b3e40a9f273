package agreement

import (
	"cmp"
	"context"
	"math"
	"slices"

	spaced "dpscope/engine/num/grid"
	"dpscope/engine/work"
	"dpscope/mechanisms"
)

// Sweep asks how the agreement of one prediction runs over the budgets of a
// mechanism: coarse first, then finer, so that there is soon something to see.
type Sweep struct {
	Key      any // comparable; all that decides the result
	Region   *Region
	Maker    mechanisms.Family
	Box      *work.Once[CertifiedBox] // one box for all budgets, where growing one for each would take long; nil: one each
	Paper    *work.Once[PaperBox]     // the paper's box
	Omega    float64                  // of the paper's figure
	Tau      float64
	Estimate func(ctx context.Context, epsilon float64, laws []mechanisms.Law) (Estimate, error) // nil: nothing is drawn
}

// The budgets that a sweep runs over.
const (
	LeastSwept = 0.1
	MostSwept  = 20
)

// Curves is agreement at increasing budgets, as far as it has been computed.
type Curves struct {
	Points []SweptPoint
	Drawn  []DrawnPoint
}

// SweptPoint holds the values at one budget; NaN: none. Exact is the lower end if only an interval is known
// (see Region.OnLattice).
type SweptPoint struct{ Epsilon, Exact, Certified, Printed float64 }

// DrawnPoint is an estimate at one budget.
type DrawnPoint struct {
	Epsilon float64
	Estimate
}

// Stages holds the number of budgets after each refinement.
var Stages = [...]int{9, 17, 33}

// SweepParts counts the parts of a sweep's progress: its refinements and the draws.
const SweepParts = float64(1 + len(Stages))

// Run sweeps once per session. show receives the curves so far after every budget.
func (s Sweep) Run(ctx context.Context, show func(Curves, work.Progress)) (Curves, error) {
	bytes := func(c Curves) int64 { return 100 + 32*int64(len(c.Points)) + 80*int64(len(c.Drawn)) }
	return work.Do(ctx, work.Job[Curves]{Key: s.Key, Bytes: bytes, Run: s.run}, show)
}

// part is a part of a sweep; tell says what share of it is done.
type part func(ctx context.Context, c *Curves, tell func(share float64)) error

// run draws after the first points, as very many may be drawn, but before them
// where one box stands for all budgets, which takes long to prove.
func (s Sweep) run(ctx context.Context, show func(Curves, work.Progress)) (c Curves, err error) {
	parts := []part{s.refine(Stages[0]), s.draw}
	if s.Box != nil {
		slices.Reverse(parts)
	}
	for _, count := range Stages[1:] {
		parts = append(parts, s.refine(count))
	}
	for k, do := range parts {
		tell := func(share float64) {
			show(Curves{slices.Clone(c.Points), c.Drawn}, work.Progress{Done: float64(k) + share, Of: SweepParts})
		}
		tell(0)
		if err := do(ctx, &c, tell); err != nil {
			return c, err
		}
	}
	return c, nil
}

// refine computes the missing ones of count budgets.
func (s Sweep) refine(count int) part {
	return func(ctx context.Context, c *Curves, tell func(share float64)) error {
		for k, epsilon := range spaced.Log(LeastSwept, MostSwept, count) {
			at, known := slices.BinarySearchFunc(c.Points, epsilon,
				func(p SweptPoint, epsilon float64) int { return cmp.Compare(p.Epsilon, epsilon) })
			if known {
				continue
			}
			p, err := s.point(work.Sparingly(work.Reporting(ctx, func(p work.Progress) { tell((float64(k) + p.Share()) / float64(count)) })),
				epsilon)
			if err != nil {
				return err
			}
			c.Points = slices.Insert(c.Points, at, p)
			tell(float64(k+1) / float64(count))
		}
		return nil
	}
}

// draw makes the estimates, at a few budgets.
func (s Sweep) draw(ctx context.Context, c *Curves, tell func(share float64)) error {
	if s.Estimate == nil {
		return nil
	}
	budgets := spaced.Log(LeastSwept, MostSwept, Stages[0])
	for k, epsilon := range budgets {
		m, err := s.Maker(epsilon)
		if err != nil { // the classical Gaussian beyond ε = 1
			continue
		}
		drawing := work.Reporting(ctx, func(p work.Progress) { tell((float64(k) + p.Share()) / float64(len(budgets))) })
		e, err := s.Estimate(drawing, epsilon, s.Region.Laws(m))
		if err != nil {
			return err
		}
		c.Drawn = append(c.Drawn, DrawnPoint{epsilon, e})
	}
	return nil
}

func (s Sweep) point(ctx context.Context, epsilon float64) (SweptPoint, error) {
	p := SweptPoint{epsilon, math.NaN(), math.NaN(), math.NaN()}
	m, err := s.Maker(epsilon)
	if err != nil { // the classical Gaussian beyond ε = 1
		return p, ctx.Err()
	}
	laws := s.Region.Laws(m)
	under := s.Region.Under(laws)
	var left work.RemainingWork
	if e, err := under.Exact(left.Step(ctx, 0.3)); err == nil {
		p.Exact, _ = e.Number()
	}
	if s.Box == nil {
		if box, err := under.LargestBox(left.Step(ctx, 0.5), UnitInterval); err == nil {
			p.Certified = box.Safe
		}
	} else if box, err := s.Box.Get(left.Step(ctx, 0.5)); err == nil { // it bounds the agreement at all of them
		p.Certified = Bound(laws, box.Sides)
	}
	if box, err := s.Paper.Get(left.Step(ctx, 0.9)); err == nil {
		if v, err := Printed(m, s.Region.values(), box.Sides, s.Omega, s.Tau); err == nil {
			p.Printed = v
		}
	}
	return p, ctx.Err()
}

// values returns the private values of the record.
func (q Question) values() []float64 {
	var x []float64
	for _, i := range q.Private {
		x = append(x, q.Record[i])
	}
	return x
}
