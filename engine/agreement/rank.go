package agreement

import (
	"cmp"
	"context"
	"math"
	"slices"

	"dpscope/engine/work"
	"dpscope/mechanisms"
)

// Candidate is a mechanism that may be chosen.
type Candidate struct {
	Name string
	Make mechanisms.Family
}

// Ranked is a candidate with the budget per private feature that it needs.
type Ranked struct {
	Candidate
	RequiredBudget
	Err error // why there is no answer for this candidate
}

// Rank asks all candidates, several at a time, and sorts them by the budget they need, the least first; of
// equal budgets, candidates that reach the target with any budget come first. Candidates that never reach it,
// or have no answer, come last in the order given. show, which may be nil, receives those known so far, in
// that order, now and then and never twice at a time.
func Rank(ctx context.Context, candidates []Candidate, need func(context.Context, Candidate) (RequiredBudget, error),
	show func([]Ranked, work.Progress)) ([]Ranked, error) {
	ask := func(ctx context.Context, i, _ int, _ func(Ranked)) (Ranked, error) {
		n, err := need(ctx, candidates[i])
		if err != nil {
			n = RequiredBudget{Epsilon: math.NaN(), Value: math.NaN()}
		}
		return Ranked{candidates[i], n, err}, ctx.Err()
	}
	all, err := work.Repeat(ctx, len(candidates), 1, ask, func(so [][]Ranked, done float64) {
		if show != nil {
			show(sorted(so), work.Progress{Done: done, Of: float64(len(candidates)), What: "mechanisms"})
		}
	})
	return sorted(all), err
}

// sorted ranks the candidates asked so far.
func sorted(asked [][]Ranked) []Ranked {
	ranked := slices.Concat(asked...)
	slices.SortStableFunc(ranked, func(a, b Ranked) int {
		return cmp.Or(cmp.Compare(orInfinity(a.Epsilon), orInfinity(b.Epsilon)), falseLast(a.Any, b.Any))
	})
	return ranked
}

// Ties reports whether a candidate needs as little as another, to a millionth, as
// budgets are searched for.
func (r Ranked) Ties(with Ranked) bool {
	const near = 1 + 1e-6
	return r.Reached() && with.Reached() && r.Any == with.Any && r.Epsilon <= with.Epsilon*near && with.Epsilon <= r.Epsilon*near
}

// Alike counts the candidates that need as much as the first.
func Alike(ranking []Ranked) int {
	count := 0
	for count < len(ranking) && ranking[count].Ties(ranking[0]) {
		count++
	}
	return count
}

func orInfinity(v float64) float64 {
	if math.IsNaN(v) {
		return math.Inf(1)
	}
	return v
}

func falseLast(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
