// Package work runs slow computations that outlive one question: opened models, tables, prepared records,
// grown boxes. A Session owns a Store and travels in the context. One flight computes a key for all callers;
// it is cancelled when no caller waits for it any more, and its result is kept within a number of bytes.
//
// Progress is reported by the work; with an unknown number of steps, each covers a fixed share of what is
// left, so that the bar always advances and never goes back. A page that does not listen keeps its last
// state.
package work

import (
	"container/list"
	"context"
	"sync"
)

// Job names a result by its content and says how to get it and how big it is.
type Job[T any] struct {
	Key   any           // comparable: words and numbers, a file's identity, no pointers
	Bytes func(T) int64 // nil: nothing is kept, only flights are shared
	Run   func(ctx context.Context, show func(T, Progress)) (T, error)
}

// Simple returns a Job without partial results.
func Simple[T any](key any, bytes func(T) int64, run func(context.Context) (T, error)) Job[T] {
	return Job[T]{key, bytes, func(ctx context.Context, _ func(T, Progress)) (T, error) { return run(ctx) }}
}

// Store keeps the results of one session. It is safe for several goroutines.
type Store struct {
	lock        sync.Mutex
	flights     map[any]*flight
	known       map[any]*list.Element // of kept
	recent      *list.List            // of kept, the last used first
	bytes, most int64
	running     int        // flights that have not ended, whether anybody waits for them or not
	ended       *sync.Cond // one of them has
}

// kept is a result in the store.
type kept struct {
	key   any
	value any
	bytes int64
}

// NewStore returns a store of at most most bytes.
func NewStore(most int64) *Store {
	s := &Store{flights: map[any]*flight{}, known: map[any]*list.Element{}, recent: list.New(), most: most}
	s.ended = sync.NewCond(&s.lock)
	return s
}

// find returns a result and notes that it was used. The lock is held.
func (s *Store) find(key any) (any, bool) {
	e, found := s.known[key]
	if !found {
		return nil, false
	}
	s.recent.MoveToFront(e)
	return e.Value.(kept).value, true
}

// keep stores a result, and drops the least recently used ones until all fit. It ignores results larger than
// the store. The lock is held.
func (s *Store) keep(key, value any, bytes int64) {
	if bytes > s.most {
		return
	}
	s.known[key] = s.recent.PushFront(kept{key, value, bytes})
	for s.bytes += bytes; s.bytes > s.most; {
		last := s.recent.Remove(s.recent.Back()).(kept)
		delete(s.known, last.key)
		s.bytes -= last.bytes
	}
}

// Bytes returns the size of the kept results, as their jobs count.
func (s *Store) Bytes() int64 {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.bytes
}

// Running returns the number of computations under way. One that everybody has left counts until it has ended.
func (s *Store) Running() int {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.running
}

// Rest waits until no computation is under way.
func (s *Store) Rest() {
	s.lock.Lock()
	defer s.lock.Unlock()
	for s.running > 0 {
		s.ended.Wait()
	}
}
