package explorer

import (
	"testing"

	"dpscope/mechanisms"
)

// A slider runs a notch at a time, waits for its picture, and stops at a key.
func TestPlayWaitsForThePicture(t *testing.T) {
	h := holdView(t)
	first := h.run(t)
	<-h.started
	h.release <- struct{}{}
	h.begin(h.e.arrive(first()))
	h.later = nil
	h.e.Quiet()
	h.begin(h.e.Do(Play{}))
	one := h.epsilon()
	if one <= mechanisms.Epsilon.Default || !h.e.Scene().Playing {
		t.Fatalf("it begins at ε = %v, playing %v", one, h.e.Scene().Playing)
	}
	h.send()
	h.send()
	if got := h.epsilon(); got != one {
		t.Errorf("before the picture of ε = %v arrives it runs on to %v", one, got)
	}
	run := h.run(t)
	<-h.started
	h.release <- struct{}{}
	h.begin(h.e.arrive(run()))
	h.send()
	two := h.epsilon()
	if two <= one {
		t.Errorf("after its picture has come it stays at ε = %v", two)
	}
	h.e.Quiet() // a key
	if h.e.Do(Play{}); h.e.Scene().Playing {
		t.Error("the key that stops it lets it run again")
	}
	h.send()
	if got := h.epsilon(); got != two {
		t.Errorf("after it was stopped it runs to %v", got)
	}
	h.e.Leave()
}

// At its end a slider stops, and from there it begins again.
func TestPlayEnds(t *testing.T) {
	h := holdView(t)
	h.e.behind = false
	_, high := mechanisms.Epsilon.Travel()
	h.e.values = h.e.values.With(mechanisms.Epsilon, mechanisms.Epsilon.Step(high, -1, false))
	h.e.Do(Play{})
	h.e.behind = false
	h.send()
	h.e.behind = false
	h.send()
	if got := h.epsilon(); got != high || h.e.Scene().Playing {
		t.Errorf("it ends at ε = %v, playing %v", got, h.e.Scene().Playing)
	}
	low, _ := mechanisms.Epsilon.Travel()
	if h.e.Do(Play{}); h.epsilon() != low || !h.e.Scene().Playing {
		t.Errorf("from its end it begins at ε = %v", h.epsilon())
	}
	h.e.Leave()
	if h.e.Scene().Playing {
		t.Error("it runs on when the view is left")
	}
}
