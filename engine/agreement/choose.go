package agreement

import (
	"cmp"
	"context"
	"math"
	"slices"

	"dpscope/mechanisms"
)

// Candidate is a mechanism that may be chosen.
type Candidate struct {
	Name string
	Make mechanisms.Maker
}

// Ranked is a candidate with the budget per private feature that it needs.
type Ranked struct {
	Candidate
	Need
	Err error // why there is no answer for this candidate
}

// Rank sorts candidates by the budget they need, the least first; those that
// never reach the target, or have no answer, come last in the order given.
func Rank(ctx context.Context, candidates []Candidate, need func(context.Context, mechanisms.Maker) (Need, error)) ([]Ranked, error) {
	ranking := make([]Ranked, len(candidates))
	for i, c := range candidates {
		n, err := need(ctx, c.Make)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			n = Need{Epsilon: math.NaN(), Value: math.NaN()}
		}
		ranking[i] = Ranked{c, n, err}
	}
	slices.SortStableFunc(ranking, func(a, b Ranked) int {
		return cmp.Compare(orInfinity(a.Epsilon), orInfinity(b.Epsilon))
	})
	return ranking, nil
}

func orInfinity(v float64) float64 {
	if math.IsNaN(v) {
		return math.Inf(1)
	}
	return v
}
