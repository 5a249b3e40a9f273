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
// that are known so far, in that order, now and then and never twice at a time.
func Rank(ctx context.Context, candidates []Candidate, need func(context.Context, Candidate) (Need, error), show func([]Ranked, work.Progress)) ([]Ranked, error) {
	r := &ranking{known: make([]*Ranked, len(candidates))}
	news, stop := work.Telling(func() {
		if some := r.sorted(); show != nil && len(some) < len(candidates) {
			show(some, work.Progress{Done: float64(len(some)), Of: float64(len(candidates)), What: "mechanisms"})
		}
	})
	defer stop()
	err := work.Each(ctx, len(candidates), func(ctx context.Context, i int) error {
		n, err := need(ctx, candidates[i])
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			n = Need{Epsilon: math.NaN(), Value: math.NaN()}
		}
		r.enter(i, Ranked{candidates[i], n, err})
		news()
		return nil
	})
	if err != nil {
		return nil, err
	}
	return r.sorted(), nil
}

// ranking gathers candidates that several goroutines ask.
type ranking struct {
	lock  sync.Mutex
	known []*Ranked // in the order given; nil where nothing is known yet
}

func (r *ranking) enter(i int, one Ranked) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.known[i] = &one
}

// sorted ranks those that are known.
func (r *ranking) sorted() []Ranked {
	r.lock.Lock()
	defer r.lock.Unlock()
	sorted := make([]Ranked, 0, len(r.known))
	for _, k := range r.known {
		if k != nil {
			sorted = append(sorted, *k)
		}
	}
	slices.SortStableFunc(sorted, func(a, b Ranked) int {
		return cmp.Or(cmp.Compare(orInfinity(a.Epsilon), orInfinity(b.Epsilon)), falseLast(a.Any, b.Any))
	})
	return sorted
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
