package agreement

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"dpscope/engine/work"
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

// Rank asks all candidates, several at a time, and sorts them by the budget
// they need, the least first, and those that do with any budget before others
// that need as little; those that never reach the target, or have no
// answer, come last in the order given. show, which may be nil, is handed those
// that are known so far, in that order, and never twice at a time.
func Rank(ctx context.Context, candidates []Candidate, need func(context.Context, Candidate) (Need, error), show func([]Ranked, work.Progress)) ([]Ranked, error) {
	var lock sync.Mutex
	known := make([]*Ranked, len(candidates))
	done := 0
	err := work.Each(ctx, len(candidates), func(ctx context.Context, i int) error {
		n, err := need(ctx, candidates[i])
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			n = Need{Epsilon: math.NaN(), Value: math.NaN()}
		}
		lock.Lock()
		defer lock.Unlock()
		known[i] = &Ranked{candidates[i], n, err}
		if done++; show != nil && done < len(candidates) {
			show(ranked(known), work.Progress{Done: float64(done), Of: float64(len(candidates)), What: "mechanisms"})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return ranked(known), nil
}

func ranked(known []*Ranked) []Ranked {
	ranking := make([]Ranked, 0, len(known))
	for _, k := range known {
		if k != nil {
			ranking = append(ranking, *k)
		}
	}
	slices.SortStableFunc(ranking, func(a, b Ranked) int {
		return cmp.Or(cmp.Compare(orInfinity(a.Epsilon), orInfinity(b.Epsilon)), falseLast(a.Any, b.Any))
	})
	return ranking
}

// Alike counts the candidates that need as much as the first.
func Alike(ranking []Ranked) int {
	count := 0
	for count < len(ranking) && ranking[count].Epsilon == ranking[0].Epsilon && ranking[count].Any == ranking[0].Any {
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
