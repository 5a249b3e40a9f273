package work

import (
	"sync"
	"time"
)

// Throttle calls tell after news, at most some twenty times a second, never twice at a time, and not before a
// first moment has passed, so that short work is not slowed down. Neither news nor its caller waits for tell.
// stop ends it, and returns when no call is under way; it panics with a call's panic.
func Throttle(tell func()) (news, stop func()) {
	const between = 50 * time.Millisecond
	fresh, over := make(chan struct{}, 1), make(chan struct{})
	var teller sync.WaitGroup
	var fault error
	teller.Go(func() {
		for {
			select {
			case <-time.After(between):
			case <-over:
				return
			}
			select {
			case <-fresh:
			case <-over:
				return
			}
			if _, fault = Recover(func() (any, error) { tell(); return nil, nil }); fault != nil {
				return
			}
		}
	})
	news = func() {
		select {
		case fresh <- struct{}{}:
		default:
		}
	}
	return news, func() {
		close(over)
		teller.Wait()
		if fault != nil {
			rethrow(fault)
		}
	}
}
