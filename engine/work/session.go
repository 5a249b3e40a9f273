package work

import (
	"context"
	"reflect"
	"slices"
	"sync"
)

// Session is what the computations of one user share: what is kept, and what packages
// above this one keep in it, a value of each type. It travels in the context, and a
// process may have several, of which none sees anything of another. The zero Session
// keeps nothing, opens no file and computes on one core.
type Session struct {
	Store *Store // nil: nothing is kept

	// Files says why a file may not be opened, in words for the user; nil: none may.
	Files func(path string) error

	Cores  *Cores  // that it shares with others; nil: one of its own
	Memory *Memory // of the process; nil: nobody looks after it

	lock    sync.Mutex
	parts   []any // the last one kept last
	helpers int   // of Cores, under the lock of those
}

type sessionKey struct{}

// With returns a context whose computations belong to a session.
func With(ctx context.Context, s *Session) context.Context {
	return context.WithValue(ctx, sessionKey{}, s)
}

// sessionOf is the session of a context, nil where it has none.
func sessionOf(ctx context.Context) *Session {
	s, _ := ctx.Value(sessionKey{}).(*Session)
	return s
}

// storeOf is the session's store, nil where nothing is kept.
func storeOf(ctx context.Context) *Store {
	if s := sessionOf(ctx); s != nil {
		return s.Store
	}
	return nil
}

// Keep gives a session a part, which PartOf finds by its type. The session closes it
// where it has a Close. It panics where the session has one of that type.
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

// PartOf is what the session of a context keeps of a type.
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
