package browser

import "sync"

// queue holds what waits for the loop. Putting never blocks.
type queue struct {
	mutex   sync.Mutex
	waiting []any
	filled  chan struct{} // holds a token while something waits
}

func newQueue() *queue { return &queue{filled: make(chan struct{}, 1)} }

// put adds a message. A value of a control replaces the value before it of the same control, if that still waits.
func (q *queue) put(msg any) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if last := len(q.waiting) - 1; last >= 0 {
		now, isNow := msg.(Message)
		before, isBefore := q.waiting[last].(Message)
		if isNow && isBefore && now.Kind == "set" && before.Kind == "set" && now.Control == before.Control {
			q.waiting[last] = msg
			return
		}
	}
	q.waiting = append(q.waiting, msg)
	select {
	case q.filled <- struct{}{}:
	default:
	}
}

// take returns all that waits.
func (q *queue) take() []any {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	all := q.waiting
	q.waiting = nil
	return all
}
