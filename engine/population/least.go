package population

import (
	"cmp"
	"context"
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"dpscope/engine/agreement"
	"dpscope/engine/num/least"
	"dpscope/engine/num/rootfind"
	"dpscope/mechanisms"
)

// Least finds the least budget per private feature at which people are kept as the
// goal says, on the safe side: the level was seen to reach the target there, and not
// to within a relative 1e-9 below. Levels need not rise with the budget. The walk
// doubles it or more, and looks between where the level comes near the target; a rise above
// it that is narrower than six parts in a hundred may be missed. On a lattice the walk only aims at the target, in
// wider steps, and the budget is proven to be enough, but maybe not the least.
func (a *Asked) Least(ctx context.Context, g Goal, m Walked) (Least, error) {
	s := a.searching(ctx, g, m, coarse, a.settled(exactly), nil)
	if err := g.check(); err != nil {
		return Least{RequiredBudget: emptyInterval()}, err
	}
	need, err := s.least()
	return Least{need, Curve(nil).With(s.curve)}, err
}

// Least is the least budget that a search found, and the levels that it met on its way.
type Least struct {
	agreement.RequiredBudget
	Curve Curve
}

// emptyInterval returns the answer if no budget suffices.
func emptyInterval() agreement.RequiredBudget {
	return agreement.RequiredBudget{Epsilon: math.NaN(), Value: math.NaN()}
}

// Enclosure is budgets between which the least lies, and the levels that the search met on
// its way.
type Enclosure struct {
	Low, High float64
	Curve     Curve
}

// Enclose returns budgets between which the least is that the population needs which
// the records speak of, with the given confidence, as far as levels rise with the
// budget: at low the upper end of the level's interval misses the target, and at high its
// lower end reaches it. They are looked for from the least budget of the records looked at,
// which Least has found. High is infinite where no budget is known to do; low is 0 where all
// may.
func (a *Asked) Enclose(ctx context.Context, g Goal, m Walked, of agreement.RequiredBudget, from From,
	confidence float64, seed uint64) (Enclosure, error) {
	if err := g.check(); err != nil {
		return Enclosure{}, err
	}
	end := a.enclosing(ctx, g, m, from, confidence, seed)
	var low, high float64
	var err error
	uppers, lowers := end(upperEnd), end(lowerEnd)
	switch {
	case !of.Reached():
		need, failed := uppers.least()
		low, high, err = need.Missed, math.Inf(1), failed
	case of.Epsilon > mechanisms.Epsilon.Min:
		low, _ = uppers.outward(of.Epsilon, mechanisms.Epsilon.Min)
		fallthrough
	default:
		_, high = lowers.outward(of.Epsilon, mechanisms.MostBudget(m.Make))
		high, _ = lowers.proven(high)
	}
	return Enclosure{low, high, uppers.curve.With(lowers.curve)}, cmp.Or(uppers.failed(), lowers.failed(), err)
}

// The ends of an interval.
const (
	lowerEnd = iota
	upperEnd
)

// enclosing makes searches for where an end of the level's interval reaches the target. They share their
// results, because an interval costs more than a look.
func (a *Asked) enclosing(ctx context.Context, g Goal, m Walked, from From, confidence float64, seed uint64) func(end int) *search {
	type at struct {
		budgets string
		proving bool
	}
	met := map[at][2]float64{}
	return func(end int) *search {
		return a.searching(ctx, g, m, coarse, a.settled(roughly), func(values []float64, budgets string, proving bool) (float64, error) {
			ends, known := met[at{budgets, proving}]
			if !known {
				var err error
				if ends[lowerEnd], ends[upperEnd], err = g.Ends(ctx, values, from, confidence,
					rand.NewPCG(seed, 2)); err != nil { // the same draws at every budget
					return 0, err
				}
				met[at{budgets, proving}] = ends
			}
			return ends[end], nil
		})
	}
}

// outward walks from a budget towards the end of their range, in growing steps, to a border of the budgets
// that reach the target: downwards from one that reaches it, upwards from one that misses it. It returns a
// budget on either side; without a border below is 0, or above infinite.
func (s *search) outward(from, end float64) (below, above float64) {
	up := end > from
	if here := s.at(from); here >= 0 == up {
		return from, from
	}
	w := s.along(func(yield func(float64) bool) {
		const first = 1.03
		for epsilon, ratio := from, first; yield(epsilon) && epsilon != end; ratio *= ratio {
			if up {
				epsilon = min(epsilon*ratio, end)
			} else {
				epsilon = max(epsilon/ratio, end)
			}
		}
	})
	found := w.Nearest(s.at)
	if !found.Reached() {
		return 0, math.Inf(1)
	}
	return found.Missed, found.Least
}

// along returns a walk that closes in on a border to the final width.
func (s *search) along(places iter.Seq[float64]) least.Walk {
	return least.Walk{
		Places:     places,
		Resolution: s.fine - 1,
		Narrow: func(f least.Function, missing, reaching least.Point) (below, above float64, found bool) {
			const stops = 4 // times the given width
			below, above = rootfind.Bracket(f, missing.X, reaching.X, missing.Value, reaching.Value, s.settled/stops)
			return below, above, true
		},
	}
}

// settled returns the relative width to which a budget is sought: for shares of draws, a hundredth.
func (a *Asked) settled(width float64) float64 {
	switch {
	case a.p.Draws > 0:
		return 0.01
	case a.onLattice():
		return max(width, 5e-4)
	}
	return width
}

// endOf computes a number that must reach a target in place of a level, from the agreements at named budgets.
type endOf func(values []float64, budgets string, proving bool) (float64, error)

// searching returns a search for where the goal's level, or a number in its place, reaches the target; it looks
// along the budgets on a lattice of steps, where one is needed.
func (a *Asked) searching(ctx context.Context, g Goal, m Walked, steps int, settled float64, end endOf) *search {
	s := &search{maker: m.Make, target: g.Target, settled: settled, fine: fine}
	exceeding := func(steps int, values func(seen) []float64) excess {
		return func(ctx context.Context, budgets []float64) (float64, error) {
			met, err := a.look(ctx, m, budgets, steps)
			if err != nil {
				return 0, err
			}
			if len(slices.Compact(slices.Clone(budgets))) == 1 {
				s.curve = append(s.curve, Level{budgets[0], g.level(met.Low)})
			}
			if end == nil {
				return g.level(values(met)) - g.Target, nil
			}
			level, err := end(values(met), keyOf(budgets), steps == finely)
			return level - g.Target, err
		}
	}
	s.over = exceeding(steps, func(s seen) []float64 { return s.Aim })
	s.of, s.failed = least.Asking(ctx)
	along := func(over excess) least.Function {
		return s.of(func(ctx context.Context, epsilon float64) (float64, error) {
			return over(ctx, slices.Repeat([]float64{epsilon}, len(a.p.Private)))
		})
	}
	s.prove, s.at = s.over, along(s.over)
	s.sure = s.at
	if a.onLattice() {
		s.fine, s.prove = finest, exceeding(finely, func(s seen) []float64 { return s.Low })
		s.sure = along(s.prove)
	}
	return s
}

// excess returns by how much the level exceeds the target, given a budget for each feature.
type excess func(ctx context.Context, budgets []float64) (float64, error)

// search looks for budgets of one mechanism.
type search struct {
	maker   mechanisms.Family
	target  float64
	settled float64 // final relative width
	curve   Curve   // the goal's levels met, in the order of the looks

	fine float64 // ratio of budgets without a look between them

	over, prove excess         // to look along the budgets, and for certain
	at, sure    least.Function // the same at one budget for all
	of          func(func(ctx context.Context, x float64) (float64, error)) least.Function
	failed      func() error
}

const (
	fine   = 1.06 // ratio of budgets without a look between them
	finest = 1.25 // the same on a lattice
	near   = 0.02 // of the target: if the level comes this near, budgets between are looked at
	flat   = 0.05 // a budget below which levels hardly change
)

// Relative widths to which a budget is sought: as the answer, and as the end of an
// interval.
const (
	exactly = 1e-9
	roughly = 1e-3
)

// least walks up the budgets, and says whether all others that it looks at do too where the
// least of all does.
func (s *search) least() (agreement.RequiredBudget, error) {
	most := mechanisms.MostBudget(s.maker)
	w := s.along(func(yield func(float64) bool) {
		if !yield(mechanisms.Epsilon.Min) {
			return
		}
		for epsilon := min(flat/4, most); yield(epsilon) && epsilon < most; {
			epsilon = min(farther(epsilon), most)
		}
	})
	w.Between = s.between
	found := w.Find(s.at)
	need := emptyInterval()
	if epsilon, over := s.proven(found.Least); !math.IsInf(epsilon, 1) {
		need = agreement.RequiredBudget{Epsilon: epsilon, Value: over + s.target}
		if !math.IsNaN(found.Missed) {
			need.Missed = found.Missed
		}
		need.Any = need.Missed == 0
		for e := flat / 4; need.Any && e < 2*most; e *= 2 {
			need.Any = s.sure(min(e, most)) >= 0
		}
	}
	if err := s.failed(); err != nil {
		return emptyInterval(), err
	}
	return need, nil
}

// proven raises a budget that a walk has found until the level reaches the target for certain, and returns by how
// much it exceeds it: infinite if none is seen to do, or found.
func (s *search) proven(epsilon float64) (_, over float64) {
	if math.IsNaN(epsilon) || math.IsInf(epsilon, 1) {
		return math.Inf(1), 0
	}
	most := mechanisms.MostBudget(s.maker)
	for step := s.settled; ; step *= 2 {
		switch over = s.sure(epsilon); {
		case over >= 0:
			return epsilon, over
		case epsilon >= most || s.failed() != nil:
			return math.Inf(1), 0
		}
		epsilon = min(epsilon*(1+step), most)
	}
}

// farther returns the next budget of the walk, with wide steps for budgets so small that answers reveal
// little.
func farther(epsilon float64) float64 {
	if epsilon < 16*flat {
		return 4 * epsilon
	}
	return 2 * epsilon
}

// between returns a budget half-way between two, if the level reaches the target at the second or may reach
// it between them, and they are not near one another.
func (s *search) between(from, to least.Point) (float64, bool) {
	apart := to.X > from.X*s.fine
	return math.Sqrt(from.X * to.X), apart && (to.Reaches || mayReach(from, to))
}

// mayReach reports whether the level may reach the target between two budgets at
// which it does not.
func mayReach(from, to least.Point) bool {
	slack := 2 * math.Abs(to.Value-from.Value)
	if to.X > flat {
		slack = max(slack, near)
	}
	return max(from.Value, to.Value)+slack >= 0
}
