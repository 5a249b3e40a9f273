package work

import (
	"context"
	"sync"
	"sync/atomic"
)

// Stream does an unknown number of pieces of work: one after another, and by helpers as processors come free.
// A helper starts when a piece is added or begun and another is ready, and ends when none is.
type Stream[T any] struct {
	session *Session
	queue   chan T
	do      func(context.Context, T)
	help    func()      // does the ready pieces
	idle    atomic.Bool // the caller, who needs no token, waits for a piece
	workers sync.WaitGroup
}

// NewStream returns a Stream with room for that many waiting pieces. do must not panic.
func NewStream[T any](ctx context.Context, ahead int, do func(context.Context, T)) *Stream[T] {
	s := &Stream[T]{session: sessionOf(ctx), queue: make(chan T, ahead), do: do}
	s.help = func() { s.session.help(ctx, s.next) }
	if s.session.helpersAtMost() > 0 {
		s.session.enter()
	}
	s.idle.Store(true)
	s.workers.Go(func() {
		for piece := range s.queue {
			s.idle.Store(false)
			s.more()
			do(ctx, piece)
			s.idle.Store(true)
		}
	})
	return s
}

// Add queues a piece, and waits while too many do.
func (s *Stream[T]) Add(piece T) {
	s.queue <- piece
	s.more()
}

// more starts a helper if a processor is free and a piece is ready that no idle caller takes: such a helper
// would keep a processor from the work that the piece divides.
func (s *Stream[T]) more() {
	ready := len(s.queue)
	if s.idle.Load() {
		ready--
	}
	if ready > 0 && s.session.take() {
		s.workers.Go(s.help)
	}
}

// next does a piece that is ready, and reports whether there was one.
func (s *Stream[T]) next(ctx context.Context) bool {
	select {
	case piece, more := <-s.queue:
		if more {
			s.more()
			s.do(ctx, piece)
		}
		return more
	default:
		return false
	}
}

// Close says that no more pieces come, and returns when all are done.
func (s *Stream[T]) Close() {
	close(s.queue)
	s.workers.Wait()
	if s.session.helpersAtMost() > 0 {
		s.session.leave()
	}
}
