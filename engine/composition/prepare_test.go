package composition

import (
	"math"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/work"
)

// A long computation reports growing progress, and afterwards the session holds all of it.
func TestPrepareTellsHowFarItIs(t *testing.T) {
	effort.ForCheck(t)
	b := Budget{Rate: 0.01, Sigma: 2, Steps: 50, Delta: 1e-5}
	const target = 1
	told, last := 0, -1.0
	count := func(p work.Progress) {
		if !p.Partial() || p.Share() < last {
			t.Errorf("%v of %v %s were told after %v", p.Done, p.Of, p.What, last)
		}
		told, last = told+1, p.Share()
	}
	if err := b.Prepare(t.Context(), target, count); err != nil { // without a session everything is told
		t.Fatal(err)
	}
	if told < 6 || last < 0.7 {
		t.Errorf("%d times was told how far it is, at last %v", told, last)
	}
	ctx := work.With(t.Context(), &work.Session{Store: work.NewStore(1 << 20)})
	last = -1
	if err := b.Prepare(ctx, target, count); err != nil {
		t.Fatal(err)
	}
	asked := false
	again := work.Reporting(ctx, func(work.Progress) { asked = true })
	for _, ask := range []func() error{
		func() error { _, err := b.Bounds(again); return err },
		func() error { _, err := b.SigmaFor(again, target); return err },
		func() error { _, err := b.StepsFor(again, target); return err },
	} {
		if err := ask(); err != nil || asked {
			t.Errorf("what was prepared is computed again: %v, %v", asked, err)
		}
	}
}

// A course reports parts of every place, which may take a while, except for a single step with a known law.
func TestCourseTellsWithinAPlace(t *testing.T) {
	within, last := map[float64]bool{}, 0.0
	_, err := Budget{Sigma: 1, Rate: 0.01, Steps: 100, Delta: 1e-6}.Course(t.Context(), []string{"basic", "rdp"}, func(_ Course, p work.Progress) {
		if p.Done < last {
			t.Errorf("after %v comes %v", last, p.Done)
		}
		if p.Done != math.Trunc(p.Done) {
			within[math.Trunc(p.Done)] = true
		}
		last = p.Done
	})
	if err != nil || last != places || len(within) != places-1 || within[0] {
		t.Errorf("up to %v of %v places, told within %v, %v", last, places, within, err)
	}
}
