package work

import (
	"context"
	"reflect"
	"slices"
	"sync"
)

// Session holds what one user's computations share: kept results, and parts of packages above this one, one
// value of each type. It travels in the context, and a process may have several, isolated from one another.
// The zero Session keeps nothing, opens no file and computes on one core.
type Session struct {
	Store *Store // nil: nothing is kept

	// Files returns why a file may not be opened, in words for the user; nil: no file may.
	Files func(path string) error

	Cores  *Cores  // shared with others; nil: one core of its own
	Memory *Memory // of the process; nil: unmanaged

	// Yield lets others in from time to time, where goroutines have one thread and nothing interrupts them; nil: none need it.
	Yield func()

	lock    sync.Mutex
	parts   []any // in the order of Keep
	helpers int   // of Cores, under its lock
}

// Beside returns a new session that shares the processors and the memory of ctx's session, and nothing else.
func Beside(ctx context.Context, store *Store, files func(path string) error) *Session {
	s := &Session{Store: store, Files: files}
	if of := sessionOf(ctx); of != nil {
		s.Cores, s.Memory = of.Cores, of.Memory
	}
	return s
}

type sessionKey struct{}

// With returns a context whose computations belong to a session.
func With(ctx context.Context, s *Session) context.Context {
	return context.WithValue(ctx, sessionKey{}, s)
}

// sessionOf returns the session of a context, nil without one.
func sessionOf(ctx context.Context) *Session {
	s, _ := ctx.Value(sessionKey{}).(*Session)
	return s
}

// storeOf returns the session's store, nil if nothing is kept.
func storeOf(ctx context.Context) *Store {
	if s := sessionOf(ctx); s != nil {
		return s.Store
	}
	return nil
}

// Keep gives a session a part, which PartOf finds by its type. The session closes it if it has a Close. It
// panics if the session has one of that type.
func Keep[T any](s *Session, part T) {
	s.lock.Lock()
	defer s.lock.Unlock()
	for _, p := range s.parts {
		if _, is := p.(T); is {
			panic("work: a session keeps one part of each type, and has a " + reflect.TypeFor[T]().String())
		}
	}
	s.parts = append(s.parts, part)
}

// PartOf returns the session's part of a type.
func PartOf[T any](ctx context.Context) (part T, found bool) {
	s := sessionOf(ctx)
	if s == nil {
		return part, false
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	for _, p := range s.parts {
		if part, found = p.(T); found {
			return part, true
		}
	}
	return part, false
}

// Close ends the session: its parts are closed, the last kept first.
func (s *Session) Close() {
	s.lock.Lock()
	parts := s.parts
	s.parts = nil
	s.lock.Unlock()
	for _, part := range slices.Backward(parts) {
		if c, closes := part.(interface{ Close() }); closes {
			c.Close()
		}
	}
}
