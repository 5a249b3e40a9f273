package risk

import (
	"math"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/param"
	"dpscope/views/viewtest"
)

// A list of one release tells what the same output tells by itself.
func TestReleaseAloneIsTheOutput(t *testing.T) {
	effort.Unwatched(t)
	for list, alone := range map[string]string{
		"normal:2":             "of=normal&mu=0.5",
		"laplace:0.5x12":       "of=laplace&epsilon=0.5&times=12",
		"gaussian:1.3:1e-6x3":  "of=noise&noise=analytic-gaussian&epsilon=1.3&delta=1e-6&times=3",
		"claim:0.7:1e-3x4":     "of=claim&epsilon=0.7&delta=1e-3&times=4",
		"steps:1.1:1/100:1000": "of=training&drawn=poisson&size=rate&rate=0.01&length=steps&steps=1000&neighbours=left-out&sigma=1.1",
	} {
		got := viewtest.Some(t, Attack, "of=release&neighbours=left-out&fpr=0.01&release="+list, "found", "right")
		want := viewtest.Some(t, Attack, alone+"&fpr=0.01", "found", "right")
		for name, v := range want {
			if g := got[name]; math.Abs(g.High-v.High) > 1e-3*v.High || g.Low > v.High*(1+1e-9) || v.Low > g.High*(1+1e-9) {
				t.Errorf("%s, %s: %v, alone %v", list, name, g, v)
			}
		}
	}
}

// The arrows change the marked release, and a place beyond the end is the last.
func TestArrowsChangeReleases(t *testing.T) {
	v := param.Values{}.Writing(releaseText, "laplace:0.5x24,normal:2")
	for _, c := range []struct {
		part  float64
		steps int
		great bool
		want  string
	}{
		{1, 1, false, "laplace:0.5x25,normal:2"},
		{9, 1, false, "laplace:0.5x24,normal:2x2"},
		{2, -1, false, "laplace:0.5x24,normal:2"},
		{1, -1, true, "normal:2"},
		{1, 1, true, "laplace:0.5x24,truncated-laplace:0.5:1e-06,normal:2"},
	} {
		if got := releaseText.Arrows.Step(v.With(markedRelease, c.part), c.steps, c.great); got != c.want {
			t.Errorf("%d at %g: %s, want %s", c.steps, c.part, got, c.want)
		}
	}
}
