package work

import (
	"context"
	"sync"
)

// Cores are the processors of a machine; all sessions of a process together compute on no more than these. A
// caller needs no token; a helper takes one, and returns it between two pieces of work if its session holds
// more than its share. It is safe for several goroutines.
type Cores struct {
	lock   sync.Mutex
	most   int              // greatest number of helpers: a caller has a processor anyway
	taken  int              // number of present helpers
	active map[*Session]int // callers in an Each or a Stream, by session
}

// NewCores returns that many processors, at least one.
func NewCores(processors int) *Cores {
	return &Cores{most: max(processors, 1) - 1, active: map[*Session]int{}}
}

// Seats returns the greatest number that work at once in an Each of ctx: one without a session.
func Seats(ctx context.Context) int { return sessionOf(ctx).helpersAtMost() + 1 }

func (s *Session) helpersAtMost() int {
	if s == nil || s.Cores == nil {
		return 0
	}
	return s.Cores.most
}

// share returns the number of helpers that a session may have now: the computing sessions divide the
// processors equally, rounded up. The lock is held.
func (c *Cores) share() int {
	n := max(len(c.active), 1)
	return (c.most + 1 - n + n - 1) / n
}

// full reports whether no processor is free beside one for each session that computes.
// The lock is held.
func (c *Cores) full() bool { return c.taken+max(len(c.active)-1, 0) >= c.most }

// take takes a processor for a helper, if one is free and of the session's share.
func (s *Session) take() bool {
	if s.helpersAtMost() == 0 {
		return false
	}
	c := s.Cores
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.full() || s.helpers >= c.share() {
		return false
	}
	c.taken++
	s.helpers++
	return true
}

// stay reports whether a helper may keep its processor; where others have fewer than
// their share it has given it back.
func (s *Session) stay() bool {
	c := s.Cores
	c.lock.Lock()
	defer c.lock.Unlock()
	if s.helpers <= c.share() && c.taken+max(len(c.active)-1, 0) <= c.most {
		return true
	}
	c.taken--
	s.helpers--
	return false
}

// give returns a helper's processor.
func (s *Session) give() {
	c := s.Cores
	c.lock.Lock()
	defer c.lock.Unlock()
	c.taken--
	s.helpers--
}

// enter counts a caller of the session that computes, and leave ends that.
func (s *Session) enter() {
	c := s.Cores
	c.lock.Lock()
	defer c.lock.Unlock()
	c.active[s]++
}

func (s *Session) leave() {
	c := s.Cores
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.active[s]--; c.active[s] == 0 {
		delete(c.active, s)
	}
}

// helper says whether the goroutine of a context holds a processor as a helper.
type helper struct{ holds bool }

// help does one piece of work after another with a processor that was taken, until
// there is none or others need the processor more.
func (s *Session) help(ctx context.Context, next func(context.Context) bool) {
	h := &helper{holds: true}
	r := runOf(ctx)
	r.helper = h
	ctx = running(ctx, r)
	for next(ctx) {
		if !h.holds && !s.take() {
			return
		}
		h.holds = true
		if !s.stay() {
			return
		}
	}
	if h.holds {
		s.give()
	}
}

// lend gives a helper's processor to others while the helper waits for another computation: otherwise 8
// records waiting for one forest would leave it only one. The returned function ends the wait; the helper
// goes on without a token if none is free, until its next piece of work.
func lend(ctx context.Context) (back func()) {
	h, s := runOf(ctx).helper, sessionOf(ctx)
	if h == nil || !h.holds {
		return func() {}
	}
	s.give()
	h.holds = false
	return func() { h.holds = s.take() }
}
