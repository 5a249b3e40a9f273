package work

import (
	"context"
	"errors"
)

// Once is a value that several readings of one question share: it is computed when the first of them asks and
// dies with the question. The zero Once is not ready; use NewOnce. It is safe for several goroutines, each of
// which waits no longer than its own context.
type Once[T any] struct {
	turn  chan struct{} // holds one token: its owner may look and compute
	run   func(context.Context) (T, error)
	known bool
	value T
	err   error
}

// NewOnce returns a Once that run will fill. An error of the context is not
// remembered, nor is ErrLater; any other is.
func NewOnce[T any](run func(context.Context) (T, error)) *Once[T] {
	o := &Once[T]{turn: make(chan struct{}, 1), run: run}
	o.turn <- struct{}{}
	return o
}

// Given returns a Once with a known value.
func Given[T any](value T) *Once[T] {
	o := NewOnce[T](nil)
	o.value, o.known = value, true
	return o
}

// Get returns the value, computing it on the first call. While another goroutine computes it, a context of
// Unwaiting gets ErrLater.
func (o *Once[T]) Get(ctx context.Context) (T, error) {
	if err := o.wait(ctx); err != nil {
		var none T
		return none, err
	}
	defer func() { o.turn <- struct{}{} }()
	if !o.known {
		v, err := o.run(ctx)
		if err != nil && (ctx.Err() != nil || errors.Is(err, ErrLater)) {
			return v, err
		}
		o.value, o.err, o.known = v, err, true
	}
	return o.value, o.err
}

// Peek returns the value if it is known: it neither computes nor waits, so that a remark may ask during the
// computation.
func (o *Once[T]) Peek() (v T, found bool) {
	select {
	case <-o.turn:
		defer func() { o.turn <- struct{}{} }()
		return o.value, o.known && o.err == nil
	default:
		return v, false
	}
}

// wait waits for the turn, and says why it did not come.
func (o *Once[T]) wait(ctx context.Context) error {
	select {
	case <-o.turn:
		return nil
	default:
	}
	if runOf(ctx).unwaiting {
		return ErrLater
	}
	defer lend(ctx)()
	select {
	case <-o.turn:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// ErrLater says that a value is not computed yet.
var ErrLater = errors.New("it is still being computed")

// Later returns a Once that always fails with ErrLater.
func Later[T any]() *Once[T] {
	return NewOnce(func(context.Context) (none T, err error) { return none, ErrLater })
}
