package robustness

import (
	"context"
	"sync"

	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/work"
)

// soon is what has been proven so far of answers that take long. tell, if there
// is one, shows it.
type soon struct {
	tell func()

	lock    sync.Mutex
	mass    float64 // of the best box; 0: none
	epsilon float64 // enough for the target; 0: none
}

// watched runs a search, and shows now and then what it has proven.
func watched[T any](ctx context.Context, q *prediction, search func(context.Context) (T, error)) (T, error) {
	s := q.soon
	if s.tell == nil {
		return search(ctx)
	}
	news, stop := work.Telling(s.tell)
	defer stop()
	return search(work.Watching(ctx, func(p agreement.Proven) {
		if s.enter(q, p) {
			news()
		}
	}))
}

// enter reports whether something proven is better than what was.
func (s *soon) enter(q *prediction, p agreement.Proven) (better bool) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if p.Sides != nil {
		if mass := agreement.Bound(q.laws, p.Sides); mass > s.mass {
			s.mass, better = mass, true
		}
	}
	if p.Epsilon > 0 && (s.epsilon == 0 || p.Epsilon < s.epsilon) {
		s.epsilon, better = p.Epsilon, true
	}
	return better
}

// massSoFar is a bound on the agreement, and on the mass of the largest box.
func massSoFar(q prediction) known.Value {
	q.soon.lock.Lock()
	defer q.soon.lock.Unlock()
	if q.soon.mass == 0 {
		return known.Nothing("")
	}
	return known.OrMore(q.soon.mass)
}

// agreementSoFar encloses the agreement, where it can be computed at all.
func agreementSoFar(q prediction) known.Value {
	least := massSoFar(q)
	if least.Missing() || q.many() && !q.Region.OnLattice() {
		return known.Nothing("")
	}
	return known.Enclosed(least.Value, least.Value, 1)
}

// needSoFar is a budget that is enough.
func needSoFar(q prediction) known.Value {
	q.soon.lock.Lock()
	defer q.soon.lock.Unlock()
	if q.soon.epsilon == 0 {
		return known.Nothing("")
	}
	return known.OrLess(q.soon.epsilon)
}
