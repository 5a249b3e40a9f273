// Package memo remembers the results of pure functions that are asked the same
// again and again, as when only a slider moves.
package memo

import "sync"

// Of remembers the newest results by key. It is safe for several goroutines,
// which may compute the same result twice but never wait for one another.
type Of[K comparable, V any] struct {
	most  int
	lock  sync.Mutex
	known map[K]V
	order []K // oldest first
}

// New returns a memo of at most so many results.
func New[K comparable, V any](most int) *Of[K, V] {
	return &Of[K, V]{most: most, known: map[K]V{}}
}

// Get returns what is remembered under key, or what find gives. Errors are not
// remembered.
func (m *Of[K, V]) Get(key K, find func() (V, error)) (V, error) {
	if v, found := m.Peek(key); found {
		return v, nil
	}
	v, err := find()
	if err == nil {
		m.Put(key, v)
	}
	return v, err
}

// Peek returns what is remembered under key, at once.
func (m *Of[K, V]) Peek(key K) (V, bool) {
	m.lock.Lock()
	defer m.lock.Unlock()
	v, found := m.known[key]
	return v, found
}

// Put remembers v under key, and forgets the oldest result if there are too
// many.
func (m *Of[K, V]) Put(key K, v V) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if _, found := m.known[key]; !found {
		if len(m.order) == m.most {
			delete(m.known, m.order[0])
			m.order = m.order[1:]
		}
		m.order = append(m.order, key)
	}
	m.known[key] = v
}
