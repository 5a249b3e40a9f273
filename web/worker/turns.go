//go:build js && wasm

package main

import (
	"sync"
	"syscall/js"
	"time"
)

// turn is how long goroutines may run before the messages that came meanwhile are let in.
const turn = 8 * time.Millisecond

// turns gives messages their turn: all goroutines share the worker's thread, and messages come in when all of them wait.
type turns struct {
	lock sync.Mutex
	last time.Time     // when messages were let in
	over chan struct{} // closes once they are; nil: it is the goroutines' turn
	ask  js.Value      // a port whose message comes after those that are there; a timer would take 4 ms
}

func newTurns() *turns {
	t := &turns{last: time.Now()}
	channel := js.Global().Get("MessageChannel").New()
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		t.lock.Lock()
		defer t.lock.Unlock()
		t.last = time.Now()
		close(t.over)
		t.over = nil
		return nil
	}))
	t.ask = channel.Get("port2")
	return t
}

// yield waits until messages were let in, if that is due. Whoever asks meanwhile waits too.
func (t *turns) yield() {
	t.lock.Lock()
	over := t.over
	if over == nil {
		if time.Since(t.last) < turn {
			t.lock.Unlock()
			return
		}
		over = make(chan struct{})
		t.over = over
		t.ask.Call("postMessage", nil)
	}
	t.lock.Unlock()
	<-over
}
