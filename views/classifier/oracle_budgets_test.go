package classifier

import (
	"math"

	"dpscope/mechanisms"
	"dpscope/views/viewtest"
)

// ownBudget is the least budget for a target, as far as a walk along a grid tells.
type ownBudget struct {
	enclosure
	never, any, unsure bool
}

// Range of budgets.
const leastEpsilon, mostEpsilon = 1e-6, 1500.0

// leastBudget walks along a grid of budgets: the least lies after the last one that is far from the target, and not after the
// first one proven to reach it. Between neighbours it is narrowed as long as the level tells. Levels need not rise with the
// budget; between two budgets of the grid they are assumed to exceed both by at most near.
func leastBudget(mechanism string, target float64, grid int, level func(epsilon float64) enclosure) ownBudget {
	const near = 0.03
	most := float64(mostEpsilon)
	if mechanism == "gaussian-classic" { // it has no guarantee beyond
		most = 1
	}
	at := func(i int) float64 { return leastEpsilon * math.Pow(most/leastEpsilon, float64(i)/float64(grid)) }
	may, missed := -1, -1 // the first that comes near, and the last that is proven to miss it
	for i := range grid + 1 {
		of := level(at(i))
		if may < 0 && of.high >= target-near {
			may = i
		}
		if of.high < target {
			missed = i
		}
		switch {
		case of.low < target:
			continue
		case i == 0:
			return reachedByAll(target, grid, at, level)
		}
		before, epsilon := at(max(missed, 0)), at(i)
		for range 20 {
			middle := math.Sqrt(before * epsilon)
			of := level(middle)
			if of.low < target && of.high >= target {
				break
			}
			if of.low >= target {
				epsilon = middle
			} else {
				before = middle
			}
		}
		if may <= missed { // it came near before
			before = at(max(may-1, 0))
		}
		return ownBudget{enclosure: enclosure{before * (1 - 1e-6), epsilon * (1 + 1e-6)}, unsure: missed < 0} // the least of the range may suffice
	}
	return ownBudget{never: may < 0, unsure: may >= 0, enclosure: enclosure{at(max(may-1, 0)), math.Inf(1)}}
}

// reachedByAll returns the answer where the least of all budgets suffices: any, if all do.
func reachedByAll(target float64, grid int, at func(int) float64, level func(epsilon float64) enclosure) ownBudget {
	b := ownBudget{enclosure: enclosure{leastEpsilon, leastEpsilon}, any: true}
	for i := range grid + 1 {
		switch of := level(at(i)); {
		case of.high < target:
			b.any = false
		case of.low < target:
			b.unsure = true
		}
	}
	b.unsure = b.unsure && b.any
	return b
}

// truth returns the truth of the number.
func (b ownBudget) truth() viewtest.Truth {
	switch {
	case b.never:
		return viewtest.None()
	case b.unsure && !b.any:
		return viewtest.Cannot("the target is nearly reached")
	}
	return viewtest.Between(b.low, b.high)
}

// listed returns the truth of its entry in a ranking.
func (b ownBudget) listed() viewtest.Truth {
	switch {
	case b.unsure:
		return viewtest.Cannot("the target is nearly reached, or missed")
	case b.any:
		return b.truth().Or("any ε") // said where it is proven
	}
	return b.truth()
}

// ownRanking holds the least budgets of all mechanisms.
type ownRanking map[string]ownBudget

// bests returns the mechanisms that may need least, and an enclosure of the least budget.
func (r ownRanking) bests() (names []string, least enclosure) {
	least = enclosure{math.Inf(1), math.Inf(1)}
	for _, b := range r {
		if !b.never {
			least.low = min(least.low, b.low)
			least.high = min(least.high, b.high)
		}
	}
	for name, b := range r {
		if !b.never && b.low <= least.high {
			names = append(names, name)
		}
	}
	return names, least
}

// best is the oracle for the recommended mechanism.
func (r ownRanking) best() viewtest.Truth {
	names, least := r.bests()
	switch {
	case names == nil:
		return viewtest.None()
	case math.IsInf(least.high, 1):
		return viewtest.Cannot("the target is nearly reached")
	}
	return viewtest.Word(names...)
}

// withAny returns the mechanisms for which any budget suffices, in the order of the menu; sure is false where one nearly
// qualifies.
func (r ownRanking) withAny() (names []string, sure bool) {
	sure = true
	for _, name := range mechanisms.All.Names() {
		if sure = sure && !(r[name].any && r[name].unsure); r[name].any {
			names = append(names, name)
		}
	}
	return names, sure
}
