package fits

import (
	"context"
	"sync"

	"dpscope/engine/work"
)

// Sizes are the noises that a question has asked for: its trials are many and of few terms, and where no session keeps what they
// share they are sized once all the same.
type Sizes struct {
	lock sync.Mutex
	of   map[Terms]*work.Once[Sized]
}

// sizesKey is under what they are told.
type sizesKey struct{}

// Sharing returns a context under which noise is sized once.
func (s *Sizes) Sharing(ctx context.Context) context.Context {
	return context.WithValue(ctx, sizesKey{}, s)
}

// get is the noise of some terms.
func (s *Sizes) get(ctx context.Context, t Terms, size func(context.Context) (Sized, error)) (Sized, error) {
	s.lock.Lock()
	if s.of == nil {
		s.of = map[Terms]*work.Once[Sized]{}
	}
	once, known := s.of[t]
	if !known {
		once = work.NewOnce(size)
		s.of[t] = once
	}
	s.lock.Unlock()
	return once.Get(ctx)
}
