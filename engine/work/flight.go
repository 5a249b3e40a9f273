package work

import (
	"context"
	"fmt"
	"runtime/debug"
)

// flight is one computation with its waiting callers.
type flight struct {
	waiters map[*waiter]bool
	cancel  context.CancelFunc
	done    chan struct{}
	value   any
	err     error
}

// waiter is one who waits for a flight, and the newest that it has shown.
type waiter struct {
	news     chan struct{} // holds one when there is something not seen yet
	part     any
	progress Progress
}

// contentKey tells apart results of different types under one content.
type contentKey[T any] struct{ content any }

// as returns a result in its type; a nil interface value loses its type in an any.
func as[T any](result any) T {
	v, _ := result.(T)
	return v
}

// Do returns the result that the session's store keeps under the key, or joins the flight that computes it,
// or starts one. watch, which may be nil, receives the flight's partial results, the newest each time, in the
// caller's goroutine. When ctx ends, Do returns its error; the flight goes on while others wait for it.
//
// Without a session the job runs by itself and nothing is kept. A panic of Run
// becomes a *PanicError.
func Do[T any](ctx context.Context, j Job[T], watch func(T, Progress)) (T, error) {
	if v, found := Peek[T](ctx, j.Key); found {
		return v, nil
	}
	of := job{key: contentKey[T]{j.Key}, run: func(ctx context.Context, show func(any, Progress)) (any, error) {
		return j.Run(ctx, func(part T, p Progress) { show(part, p) })
	}}
	if j.Bytes != nil {
		of.bytes = func(v any) int64 { return j.Bytes(as[T](v)) }
	}
	v, err := of.do(ctx, func(part any, p Progress) {
		if watch != nil {
			watch(as[T](part), p)
		}
	})
	return as[T](v), err
}

// job is a Job of any type, so that the code below compiles once instead of once per result type.
type job struct {
	key   any
	bytes func(any) int64
	run   func(ctx context.Context, show func(any, Progress)) (any, error)
}

// do implements Do without a type.
func (j job) do(ctx context.Context, watch func(any, Progress)) (any, error) {
	s := storeOf(ctx)
	if s == nil {
		return j.guarded(ctx, watch)
	}
	s.lock.Lock()
	if v, found := s.find(j.key); found {
		s.lock.Unlock()
		return v, nil
	}
	f := s.flights[j.key]
	if f == nil {
		f = j.takeOff(ctx, s)
	}
	w := &waiter{news: make(chan struct{}, 1)}
	f.waiters[w] = true
	s.lock.Unlock()
	defer lend(ctx)()
	for {
		select {
		case <-f.done:
			if f.err != nil {
				return nil, f.err
			}
			return f.value, nil
		case <-ctx.Done():
			f.leave(s, j.key, w)
			return nil, ctx.Err()
		case <-w.news:
			s.lock.Lock()
			part, progress := w.part, w.progress
			s.lock.Unlock()
			watch(part, progress)
		}
	}
}

// Reported is Do for a job that shows only its progress, which it reports to its context and thus to all who
// wait for the flight.
func Reported[T any](ctx context.Context, key any, bytes func(T) int64, run func(context.Context) (T, error)) (T, error) {
	return Do(ctx, Job[T]{Key: key, Bytes: bytes, Run: func(ctx context.Context, show func(T, Progress)) (T, error) {
		return run(Reporting(ctx, func(p Progress) {
			var none T
			show(none, p)
		}))
	}}, func(_ T, p Progress) { Report(ctx, p) })
}

// Peek returns the result that the session's store keeps under a key, at once.
func Peek[T any](ctx context.Context, key any) (v T, found bool) {
	value, found := peek(ctx, contentKey[T]{key})
	return as[T](value), found
}

// peek implements Peek without a type.
func peek(ctx context.Context, key any) (value any, found bool) {
	s := storeOf(ctx)
	if s == nil {
		return nil, false
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.find(key)
}

// takeOff starts the flight of a key. The store's lock is held.
func (j job) takeOff(ctx context.Context, s *Store) *flight {
	own, cancel := context.WithCancel(running(context.WithoutCancel(ctx), run{})) // who asked first may leave
	f := &flight{cancel: cancel, done: make(chan struct{}), waiters: map[*waiter]bool{}}
	s.flights[j.key] = f
	s.running++
	go func() {
		defer cancel()
		defer close(f.done)
		v, err := Spared(Yielding(own), func(ctx context.Context) (any, error) {
			return j.guarded(ctx, func(part any, p Progress) { f.show(s, part, p) })
		})
		s.lock.Lock()
		defer s.lock.Unlock()
		s.running--
		s.ended.Broadcast()
		f.value, f.err = v, err
		if s.flights[j.key] != f { // everybody has left
			return
		}
		delete(s.flights, j.key)
		if err == nil && j.bytes != nil {
			s.keep(j.key, v, j.bytes(v))
		}
	}()
	return f
}

// leave ends one caller's wait. The last to leave ends the flight, and removes it from the map at that
// instant, so that no caller joins a dying one.
func (f *flight) leave(s *Store, key any, w *waiter) {
	s.lock.Lock()
	defer s.lock.Unlock()
	delete(f.waiters, w)
	if len(f.waiters) == 0 {
		f.cancel()
		if s.flights[key] == f {
			delete(s.flights, key)
		}
	}
}

// show tells everybody who waits of a part.
func (f *flight) show(s *Store, part any, p Progress) {
	s.lock.Lock()
	defer s.lock.Unlock()
	for w := range f.waiters {
		w.part, w.progress = part, p
		select {
		case w.news <- struct{}{}:
		default:
		}
	}
}

// PanicError is a panic of a job: an error of the program, not of the question.
type PanicError struct {
	Cause any
	Stack []byte
}

func (f *PanicError) Error() string {
	return fmt.Sprintf("this setting met a fault in the program (%v); another setting may work", f.Cause)
}

// ExternalError is the panic value of a run failed by something outside the program, where no error can be
// returned: Recover returns that error.
type ExternalError struct{ Err error }

// Recover turns a panic of run, which would end the program and leave the
// terminal broken, into a *PanicError.
func Recover[T any](run func() (T, error)) (value T, err error) {
	err = guard(func() (err error) {
		value, err = run()
		return err
	})
	return value, err
}

func guard(run func() error) (err error) {
	defer func() {
		switch cause := recover().(type) {
		case nil:
		case ExternalError:
			err = cause.Err
		case *PanicError: // of a goroutine that was waited for
			err = cause
		default:
			err = &PanicError{cause, debug.Stack()}
		}
	}()
	return run()
}

// rethrow panics with what Recover made an error of.
func rethrow(err error) {
	if fault, is := err.(*PanicError); is {
		panic(fault)
	}
	panic(ExternalError{err})
}

func (j job) guarded(ctx context.Context, show func(any, Progress)) (any, error) {
	return Recover(func() (any, error) { return j.run(ctx, show) })
}
