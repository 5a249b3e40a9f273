package agreement

import (
	"context"
	"sync"

	"dpscope/engine/known"
	"dpscope/engine/work"
	"dpscope/mechanisms"
)

// SoFar holds the bounds that searches about one prediction have proven so far. It is safe for several
// goroutines; Tell, if set, is called on news.
type SoFar struct {
	Tell func()

	laws    []mechanisms.Law
	lattice bool // the agreement can be computed, perhaps as an interval
	lock    sync.Mutex
	mass    float64 // of the best box; 0: none
	epsilon float64 // enough for the target; 0: none
}

// SoFar begins with nothing proven.
func (p Prediction) SoFar() *SoFar {
	return &SoFar{laws: p.Laws(), lattice: !p.Many() || p.Region.OnLattice() || p.Region.slabs != nil}
}

// Watched runs a search, and notes the bounds proven on its way.
func Watched[T any](ctx context.Context, s *SoFar, search func(context.Context) (T, error)) (T, error) {
	if s.Tell == nil {
		return search(ctx)
	}
	news, stop := work.Throttle(s.Tell)
	defer stop()
	return search(work.Watching(ctx, func(p Proven) {
		if s.enter(p) {
			news()
		}
	}))
}

// enter reports whether a proven bound improves on the present one.
func (s *SoFar) enter(p Proven) (better bool) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if p.Sides != nil {
		if mass := Bound(s.laws, p.Sides); mass > s.mass {
			s.mass, better = mass, true
		}
	}
	if p.Epsilon > 0 && (s.epsilon == 0 || p.Epsilon < s.epsilon) {
		s.epsilon, better = p.Epsilon, true
	}
	return better
}

// Mass returns a bound on the agreement, and on the mass of the largest box.
func (s *SoFar) Mass() known.Value {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.mass == 0 {
		return known.Nothing("")
	}
	return known.OrMore(s.mass)
}

// Agreement encloses the agreement, where it can be computed at all.
func (s *SoFar) Agreement() known.Value {
	least := s.Mass()
	if least.Missing() || !s.lattice {
		return known.Nothing("")
	}
	return known.Enclosed(least.Value, least.Value, 1)
}

// Need returns a budget that suffices.
func (s *SoFar) Need() known.Value {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.epsilon == 0 {
		return known.Nothing("")
	}
	return known.OrLess(s.epsilon)
}
