package proof

import (
	"math"
	"testing"
)

func TestSides(t *testing.T) {
	open := Side{Low: 0.25, High: 0.5, OpenLow: true}
	for _, c := range []struct {
		v    float64
		want bool
	}{{0.25, false}, {math.Nextafter(0.25, 1), true}, {0.5, true}, {math.Nextafter(0.5, 1), false}, {math.NaN(), false}} {
		if got := open.Contains(c.v); got != c.want {
			t.Errorf("(0.25, 0.5] contains %v: %v", c.v, got)
		}
	}
	if got := open.Within(Side{Low: 0.25, High: 0.5, OpenHigh: true}); got != (Side{Low: 0.25, High: 0.5, OpenLow: true, OpenHigh: true}) {
		t.Errorf("the two half-open sides meet in %+v", got)
	}
	if got := open.Within(Side{Low: 0.3, High: 2}); got != (Side{Low: 0.3, High: 0.5}) {
		t.Errorf("cut off at 0.3: %+v", got)
	}
}

// A record outside the limits keeps its place, and the ball reaches back to them.
func TestBallKeepsTheRecord(t *testing.T) {
	b := Ball([]float64{1.5, 0.5, -0.2}, []int{0, 1, 2}, 0.75, Side{Low: 0, High: 1})
	want := Box{{Low: 0.75, High: 1.5}, {Low: 0, High: 1}, {Low: -0.2, High: 0.55}}
	for i := range want {
		if b[i] != want[i] {
			t.Errorf("side %d is %+v, want %+v", i, b[i], want[i])
		}
	}
	if !b.Contains([]float64{1.5, 0.5, -0.2}) {
		t.Error("the record is not in its own ball")
	}
}
