package work

import "context"

// Remember returns the result that the session's store keeps under a key, or computes and keeps it. It is for
// the many small results of one search, which is a flight itself: computations here report to ctx and end
// with it, and two concurrent callers may both compute. Without a session nothing is kept.
func Remember[T any](ctx context.Context, key any, bytes func(T) int64, compute func() (T, error)) (T, error) {
	s := storeOf(ctx)
	if s == nil {
		return compute()
	}
	if v, found := Peek[T](ctx, key); found {
		return v, nil
	}
	v, err := compute()
	if err != nil {
		return v, err
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	if first, found := s.find(contentKey[T]{key}); found { // from another caller
		return as[T](first), nil
	}
	s.keep(contentKey[T]{key}, v, bytes(v))
	return v, nil
}
