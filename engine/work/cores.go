package work

import (
	"context"
	"sync"
)

// Cores are the processors of a machine, of which the sessions of a process compute on
// no more than there are. Who computes needs none; whoever helps takes one, and gives it
// back between two pieces of work when its session holds more than its share. It is safe
// for several goroutines.
type Cores struct {
	lock   sync.Mutex
	most   int              // helpers in all: one who computes has a processor anyway
	taken  int              // of them
	active map[*Session]int // who computes in an Each or a Stream, by session
}

// NewCores are so many processors, at least one.
func NewCores(processors int) *Cores {
	return &Cores{most: max(processors, 1) - 1, active: map[*Session]int{}}
}

// Seats is how many work at once in an Each of ctx, at most: without a session one.
func Seats(ctx context.Context) int { return sessionOf(ctx).helpersAtMost() + 1 }

func (s *Session) helpersAtMost() int {
	if s == nil || s.Cores == nil {
		return 0
	}
	return s.Cores.most
}

// share is how many helpers a session may have now: the sessions that compute have the
// processors in equal parts, rounded up. The lock is held.
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

// give gives a helper's processor back.
func (s *Session) give() {
	c := s.Cores
	c.lock.Lock()
	defer c.lock.Unlock()
	c.taken--
	s.helpers--
}

// enter says that somebody of the session computes, and leave that they have done.
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

// lend gives the processor of a helper to others while it waits for what somebody
// else computes: 8 records that wait for one forest would keep it from all but one. What
// is returned ends the wait; the helper goes on without one where none is free, up to its
// next piece of work.
func lend(ctx context.Context) (back func()) {
	h, s := runOf(ctx).helper, sessionOf(ctx)
	if h == nil || !h.holds {
		return func() {}
	}
	s.give()
	h.holds = false
	return func() { h.holds = s.take() }
}
