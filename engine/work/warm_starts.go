package work

import (
	"context"
	"sync"
	"time"
)

// WarmStarts is where the computations for a slider that moves leave what the next of
// their kind may begin with, the newest of each type.
//
// It is apart from the Store: what begins where another stopped may differ from
// what begins from nothing, if only in its last digits. So it is for the eye while
// the slider moves; what a flight computes, and a store keeps, sees no Starts.
type WarmStarts struct {
	lock sync.Mutex
	left map[any]any // by type
}

// WithStarts returns a context whose computations may begin with what is left in
// s, and leave something there.
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

// Rest waits until ctx's moving slider rests, which it does once ctx has not ended
// for a while: whoever moves it again ends the ctx of where it was. What takes
// longer than a frame has the processors to itself then. Its error is that of ctx.
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

// StartOf is what was left last of its type.
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
