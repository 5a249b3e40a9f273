package population

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"

	"dpscope/engine/agreement"
	"dpscope/engine/num/root"
	"dpscope/engine/work"
	"dpscope/mechanisms"
)

// Least finds the least budget per private feature at which people are kept as the
// goal says, on the safe side: the level was seen to reach the target there, and not
// to within a relative 1e-9 below. Levels need not rise with the budget. The walk
// doubles it or more, and looks between where the level comes near the target; a rise above
// it that is narrower than six parts in a hundred may be missed.
func (a *Asked) Least(ctx context.Context, g Goal, m Walked) (agreement.Need, error) {
	if err := g.check(); err != nil {
		return agreement.Need{Epsilon: math.NaN(), Value: math.NaN()}, err
	}
	return a.searching(ctx, g, m, a.settled(exactly), g.levelAt).least()
}

// Enough is a budget with which people are kept as the goal says, and no more than a
// thousandth above the least that Least finds.
func (a *Asked) Enough(ctx context.Context, g Goal, m Walked) (agreement.Need, error) {
	if err := g.check(); err != nil {
		return agreement.Need{Epsilon: math.NaN(), Value: math.NaN()}, err
	}
	return a.searching(ctx, g, m, a.settled(roughly), g.levelAt).least()
}

// Enclose returns budgets between which the least is that the population needs which
// the records speak of, with the given confidence, as far as levels rise with the
// budget: at low the upper end of the level's interval misses the target, and at high its
// lower end reaches it. They are looked for from the least budget of the records looked at,
// which Least has found. High is infinite where no budget is known to do; low is 0 where all
// may.
func (a *Asked) Enclose(ctx context.Context, g Goal, m Walked, least agreement.Need, from From, confidence float64, seed uint64) (low, high float64, err error) {
	if err := g.check(); err != nil {
		return 0, 0, err
	}
	met := map[string][2]float64{} // what an interval costs is more than what a look does
	end := func(upper int) *search {
		return a.searching(ctx, g, m, a.settled(roughly), func(values []float64, budgets string) (float64, error) {
			ends, known := met[budgets]
			if !known {
				var err error
				if ends[0], ends[1], err = g.Ends(ctx, values, from, confidence, rand.NewPCG(seed, 2)); err != nil { // alike at every budget
					return 0, err
				}
				met[budgets] = ends
			}
			return ends[upper], nil
		})
	}
	uppers, lowers := end(1), end(0)
	switch {
	case !least.Reached():
		need, failed := uppers.least()
		low, high, err = need.Missed, math.Inf(1), failed
	case least.Epsilon > mechanisms.Epsilon.Min:
		low, _ = uppers.outward(least.Epsilon, mechanisms.Epsilon.Min)
		fallthrough
	default:
		_, high = lowers.outward(least.Epsilon, agreement.MostBudget(m.Make))
	}
	return low, high, cmp.Or(uppers.failed, lowers.failed, err)
}

// outward looks from a budget towards the end of their range for a border of those that
// reach the target, in steps that grow: from one that does downwards, from one that does
// not upwards. It returns a budget on either side; where there is no border 0 is below,
// or an infinity above.
func (s *search) outward(from, end float64) (below, above float64) {
	const first = 1.03
	here, up := s.at(from), end > from
	if here.over >= 0 == up {
		return from, from
	}
	for ratio := first; here.epsilon != end && s.failed == nil; ratio *= ratio {
		next := s.at(max(here.epsilon/ratio, end))
		if up {
			next = s.at(min(here.epsilon*ratio, end))
		}
		if next.over >= 0 == up {
			inside, outside := here, next
			if up {
				inside, outside = next, here
			}
			return s.narrow(outside, inside)
		}
		here = next
	}
	return 0, math.Inf(1)
}

// narrow closes in on the budget at which the target is reached.
func (s *search) narrow(outside, inside step) (missing, reaching float64) {
	const stops = 4 // times the width it is given
	return root.Bracket(s.over, outside.epsilon, inside.epsilon, outside.over, inside.over, s.settled/stops)
}

// settled is to which relative width a budget is sought: of shares of draws, a
// hundredth.
func (a *Asked) settled(width float64) float64 {
	if a.p.Draws > 0 {
		return 0.01
	}
	return width
}

// searching is a walk towards where what is made of the agreements reaches the target.
func (a *Asked) searching(ctx context.Context, g Goal, m Walked, settled float64, level func(values []float64, budgets string) (float64, error)) *search {
	return &search{Walked: m, a: a, ctx: ctx, goal: g, level: level, settled: settled, equal: make([]float64, len(a.p.Private))}
}

// Walked is a mechanism along whose budgets a search walks.
type Walked struct {
	Make mechanisms.Maker
	Kept *Kept              // what is known of the records under it; nil: nothing is remembered
	News func(look float64) // told how much of a look at a budget is done, and at its end 1; nil: nobody is
}

// Look is Agreements under a mechanism that is walked along: remembered where it
// remembers, and told of.
func (a *Asked) Look(ctx context.Context, m Walked, budgets []float64) ([]float64, error) {
	news := m.News
	if news == nil {
		news = func(float64) {}
	}
	values, err := m.Kept.agreements(budgets, func() ([]float64, error) {
		looking := work.Reporting(ctx, func(p work.Progress) { news(math.Min(p.Share(), math.Nextafter(1, 0))) })
		return a.agreements(looking, m.Make, budgets)
	})
	if err == nil {
		news(1)
	}
	return values, err
}

// search is a walk along the budgets of one mechanism.
type search struct {
	Walked
	a      *Asked
	ctx    context.Context
	goal   Goal
	level  func(values []float64, budgets string) (float64, error) // of the agreements, which has to reach the target
	equal  []float64                                               // one budget for each feature
	failed error

	settled float64 // relative width of what is left at last
}

// step is a budget and by how much the level there exceeds the target.
type step struct{ epsilon, over float64 }

const (
	fine = 1.06 // ratio of budgets between which nobody looks
	near = 0.02 // of the target: where the level comes so near, budgets between are looked at
	flat = 0.05 // a budget below which levels hardly change
)

// Relative widths to which a budget is sought: as the answer, and as the end of an
// interval.
const (
	exactly = 1e-9
	roughly = 1e-3
)

func (s *search) least() (agreement.Need, error) {
	need, err := s.walk()
	if s.failed != nil {
		need, err = agreement.Need{Epsilon: math.NaN(), Value: math.NaN()}, s.failed
	}
	return need, err
}

func (s *search) walk() (agreement.Need, error) {
	most := agreement.MostBudget(s.Make)
	before := s.at(mechanisms.Epsilon.Min)
	if before.over >= 0 {
		return s.any(before, most)
	}
	for epsilon := min(flat/4, most); ; epsilon = min(farther(epsilon), most) {
		here := s.at(epsilon)
		if below, above, found := s.first(before, here); found && s.failed == nil {
			low, high := s.narrow(below, above)
			return agreement.Need{Epsilon: high, Value: s.over(high) + s.goal.Target, Missed: low}, nil
		}
		if before = here; epsilon == most || s.failed != nil {
			return agreement.Need{Epsilon: math.NaN(), Value: math.NaN()}, nil
		}
	}
}

// farther is the next budget of the walk, whose steps are wide where budgets are so
// small that answers say little.
func farther(epsilon float64) float64 {
	if epsilon < 16*flat {
		return 4 * epsilon
	}
	return 2 * epsilon
}

// any is the answer where the least of all budgets does.
func (s *search) any(least step, most float64) (agreement.Need, error) {
	every := true
	for e := flat / 4; every && e < 2*most; e *= 2 {
		every = s.over(min(e, most)) >= 0
	}
	return agreement.Need{Epsilon: least.epsilon, Value: least.over + s.goal.Target, Any: every}, nil
}

// first finds two budgets near one another between which the level first reaches
// the target, from one where it does not to any.
func (s *search) first(from, to step) (below, above step, found bool) {
	close := to.epsilon <= from.epsilon*fine
	switch {
	case s.failed != nil:
		return from, to, false
	case to.over >= 0 && close:
		return from, to, true
	case to.over < 0 && (close || !s.mayReach(from, to)):
		return from, to, false
	}
	middle := s.at(math.Sqrt(from.epsilon * to.epsilon))
	if below, above, found = s.first(from, middle); found || middle.over >= 0 {
		return below, above, found
	}
	return s.first(middle, to)
}

// mayReach reports whether the level may reach the target between two budgets at
// which it does not.
func (s *search) mayReach(from, to step) bool {
	slack := 2 * math.Abs(to.over-from.over)
	if to.epsilon > flat {
		slack = max(slack, near)
	}
	return max(from.over, to.over)+slack >= 0
}

func (s *search) at(epsilon float64) step { return step{epsilon, s.over(epsilon)} }

// over is by how much the level exceeds the target; what cannot be asked has none.
func (s *search) over(epsilon float64) float64 {
	for k := range s.equal {
		s.equal[k] = epsilon
	}
	return s.overAt(s.equal)
}

func (s *search) overAt(budgets []float64) float64 {
	if s.failed == nil {
		s.failed = s.ctx.Err()
	}
	if s.failed != nil {
		return math.Inf(-1)
	}
	values, err := s.a.Look(s.ctx, s.Walked, budgets)
	if err != nil {
		s.failed = err
		return math.Inf(-1)
	}
	level, err := s.level(values, keyOf(budgets))
	if err != nil {
		s.failed = err
		return math.Inf(-1)
	}
	return level - s.goal.Target
}
