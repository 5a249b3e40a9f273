package work

import (
	"context"
	"slices"
	"sync"
)

// Memory is the memory of the process: if it runs out, the newest work in any of its sessions ends first, and
// the rest goes on. It is safe for several goroutines.
type Memory struct {
	lock     sync.Mutex
	underWay []*ending // in order of beginning
	last     func(cause error) (over <-chan struct{})
}

// Last sets what ends when memory runs out while no work is under way, as a session with all that it keeps: last returns a
// channel that closes when that is over. Without it, nothing ends then.
func (m *Memory) Last(last func(cause error) (over <-chan struct{})) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.last = last
}

// ending ends a piece of work.
type ending struct {
	cancel context.CancelCauseFunc
	over   chan struct{}
}

// MemoryOf returns the memory of ctx's session; nil: it is unmanaged.
func MemoryOf(ctx context.Context) *Memory {
	if s := sessionOf(ctx); s != nil {
		return s.Memory
	}
	return nil
}

// End ends the newest work with the given cause, else what Last says, and returns a channel that closes when it is over; nil if
// there is neither.
func (m *Memory) End(cause error) (over <-chan struct{}) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if len(m.underWay) == 0 && m.last != nil {
		return m.last(cause)
	}
	if len(m.underWay) == 0 {
		return nil
	}
	last := len(m.underWay) - 1
	e := m.underWay[last]
	m.underWay = m.underWay[:last]
	e.cancel(cause)
	return e.over
}

// begin registers work in the session of ctx, until done is called.
func (m *Memory) begin(ctx context.Context) (within context.Context, done func()) {
	within, cancel := context.WithCancelCause(ctx)
	e := &ending{cancel, make(chan struct{})}
	m.lock.Lock()
	defer m.lock.Unlock()
	m.underWay = append(m.underWay, e)
	return Yielding(within), func() {
		m.lock.Lock()
		defer m.lock.Unlock()
		if i := slices.Index(m.underWay, e); i >= 0 {
			m.underWay = slices.Delete(m.underWay, i, i+1)
		}
		cancel(nil)
		close(e.over)
	}
}

// Spared runs something that may be ended where memory runs out, which is its error then.
func Spared[T any](ctx context.Context, run func(context.Context) (T, error)) (T, error) {
	s := sessionOf(ctx)
	if s == nil || s.Memory == nil {
		return run(ctx)
	}
	within, done := s.Memory.begin(ctx)
	defer done()
	v, err := run(within)
	if err != nil && ctx.Err() == nil && within.Err() != nil {
		err = context.Cause(within)
	}
	return v, err
}
