package population

import (
	"context"
	"math"

	"dpscope/mechanisms"
)

// rungs says how many budgets of a ladder, evenly spaced on a log scale, divide the gap above the first budget
// that is not proven: halves first, then an eighth of an octave, then an eighth of that.
var rungs = [...]float64{1, 8, 64}

// descend goes down a fixed ladder of budgets, and returns the last one at which the lower end of the level's
// interval reaches the target, before the first at which it does not: infinite if it misses at the largest.
// Every budget is enough where none on the ladder misses.
//
// The ladder is fixed beforehand and left at the first budget that is not proven, so that a wrong budget can be
// returned only if the interval at the largest wrong one misses: no correction for the number of looks is
// needed (fixed-sequence testing: Maurer, Hothorn & Lehmacher 1995). Each finer ladder is another such sequence,
// so that the confidence is shared among them.
func (a *Asked) descend(ctx context.Context, g Goal, m Walked, of From, confidence float64, seed uint64) (epsilon float64, anyBudget bool, err error) {
	each := 1 - (1-confidence)/float64(len(rungs))
	lowers := a.enclosing(ctx, g, m, of, each, seed)(lowerEnd)
	most := mechanisms.MostBudget(m.Make)
	if !(lowers.at(most) >= 0) {
		return math.Inf(1), false, lowers.failed()
	}
	epsilon = most
	for i, perOctave := range rungs {
		next, missed := lowers.down(epsilon, math.Exp2(1/perOctave))
		epsilon = next
		if anyBudget = i == 0 && !missed; anyBudget {
			epsilon = mechanisms.Epsilon.Min
			break
		}
	}
	return epsilon, anyBudget, lowers.failed()
}

// down divides a budget by a ratio, again and again, and returns the last before the first that misses. Below
// flat/4 levels hardly change, and the least of all budgets is looked at next.
func (s *search) down(from, ratio float64) (last float64, missed bool) {
	for last = from; last > mechanisms.Epsilon.Min; {
		next := last / ratio
		if next < flat/4 {
			next = mechanisms.Epsilon.Min
		}
		if !(s.at(next) >= 0) {
			return last, true
		}
		last = next
	}
	return last, false
}
