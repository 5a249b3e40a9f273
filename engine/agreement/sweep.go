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
	Maker    mechanisms.Maker
	Box      *work.Once[Certified] // one box for all budgets, where growing one for each would take long; nil: one each
	Paper    *work.Once[PaperBox]  // the paper's box
	Omega    float64               // of the paper's figure
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

// SweptPoint is what is known at one budget; NaN where there is nothing. Exact
// is the lower end where only an interval is known (see Region.OnLattice).
type SweptPoint struct{ Epsilon, Exact, Certified, Printed float64 }

// DrawnPoint is an estimate at one budget.
type DrawnPoint struct {
	Epsilon float64
	Estimate
}

// Stages are the numbers of budgets after each refinement.
var Stages = [...]int{9, 17, 33}

// Run sweeps once per session. show is handed what there is after the draws and
// after each refinement but the last.
func (s Sweep) Run(ctx context.Context, show func(Curves, work.Progress)) (Curves, error) {
	bytes := func(c Curves) int64 { return 100 + 32*int64(len(c.Points)) + 80*int64(len(c.Drawn)) }
	return work.Do(ctx, work.Job[Curves]{Key: s.Key, Bytes: bytes, Run: s.run}, show)
}

func (s Sweep) run(ctx context.Context, show func(Curves, work.Progress)) (c Curves, err error) {
	show(c, work.Progress{Of: 1 + float64(len(Stages))})
	if c.Drawn, err = s.draw(ctx); err != nil {
		return c, err
	}
	known := map[float64]bool{}
	for stage, count := range Stages {
		show(Curves{slices.Clone(c.Points), c.Drawn}, work.Progress{Done: 1 + float64(stage), Of: 1 + float64(len(Stages))})
		for _, epsilon := range spaced.Log(LeastSwept, MostSwept, count) {
			if known[epsilon] {
				continue
			}
			known[epsilon] = true
			p, err := s.point(ctx, epsilon)
			if err != nil {
				return c, err
			}
			c.Points = append(c.Points, p)
		}
		slices.SortFunc(c.Points, func(a, b SweptPoint) int { return cmp.Compare(a.Epsilon, b.Epsilon) })
	}
	return c, nil
}

// draw makes the estimates, at a few budgets.
func (s Sweep) draw(ctx context.Context) ([]DrawnPoint, error) {
	if s.Estimate == nil {
		return nil, nil
	}
	var drawn []DrawnPoint
	for _, epsilon := range spaced.Log(LeastSwept, MostSwept, Stages[0]) {
		m, err := s.Maker(epsilon)
		if err != nil { // the classical Gaussian beyond ε = 1
			continue
		}
		e, err := s.Estimate(ctx, epsilon, s.Region.Laws(m))
		if err != nil {
			return nil, err
		}
		drawn = append(drawn, DrawnPoint{epsilon, e})
	}
	return drawn, nil
}

func (s Sweep) point(ctx context.Context, epsilon float64) (SweptPoint, error) {
	p := SweptPoint{epsilon, math.NaN(), math.NaN(), math.NaN()}
	m, err := s.Maker(epsilon)
	if err != nil { // the classical Gaussian beyond ε = 1
		return p, ctx.Err()
	}
	laws := s.Region.Laws(m)
	under := s.Region.Under(laws)
	if e, err := under.Exact(ctx); err == nil {
		p.Exact, _ = e.Number()
	}
	if s.Box == nil {
		if box, err := under.LargestBox(ctx, UnitInterval); err == nil {
			p.Certified = box.Safe
		}
	} else if box, err := s.Box.Get(ctx); err == nil { // it bounds the agreement at all of them
		p.Certified = Bound(laws, box.Sides)
	}
	if box, err := s.Paper.Get(ctx); err == nil {
		if v, err := Printed(m, s.Region.values(), box.Sides, s.Omega, s.Tau); err == nil {
			p.Printed = v
		}
	}
	return p, ctx.Err()
}

// values are the private values of the record.
func (q Question) values() []float64 {
	var x []float64
	for _, i := range q.Private {
		x = append(x, q.Record[i])
	}
	return x
}
