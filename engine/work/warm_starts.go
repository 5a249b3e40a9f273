package work

import (
	"context"
	"sync"
	"time"
)

// WarmStarts holds, for a moving slider, what computations leave as starts for the next of their kind, the
// newest of each type.
//
// It is separate from the Store: a result from a warm start may differ, if only in its last digits. So it
// serves the eye while the slider moves; flights and stores never see it.
type WarmStarts struct {
	lock sync.Mutex
	left map[any]any // by type
}

// WithStarts returns a context whose computations may begin with the starts in s, and leave new ones there.
func WithStarts(ctx context.Context, s *WarmStarts) context.Context {
	r := runOf(ctx)
	r.starts = s
	return running(ctx, r)
}

// Moving reports whether ctx asks for a slider that moves: it carries Starts.
func Moving(ctx context.Context) bool { return runOf(ctx).starts != nil }

// rest is for how long a slider stands before it rests: longer than between two
// strokes of a key that is held, or struck fast.
const rest = 250 * time.Millisecond

// Rest waits until ctx's moving slider rests, that is, until ctx has lasted for a while: moving the slider
// again ends the ctx of its old place. Work longer than a frame then has the processors to itself. It fails
// only when ctx ends.
func Rest(ctx context.Context) error {
	if !Moving(ctx) {
		return ctx.Err()
	}
	select {
	case <-time.After(rest):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// StartOf returns the last start left of its type.
func StartOf[T any](ctx context.Context) (v T, found bool) {
	s := runOf(ctx).starts
	if s == nil {
		return v, false
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	left, found := s.left[typeKey[T]{}]
	return as[T](left), found
}

// LeaveStart leaves something for the next of its kind, if ctx is of a slider that
// moves.
func LeaveStart[T any](ctx context.Context, v T) {
	s := runOf(ctx).starts
	if s == nil {
		return
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.left == nil {
		s.left = map[any]any{}
	}
	s.left[typeKey[T]{}] = v
}

// typeKey tells types apart.
type typeKey[T any] struct{}
