package rareclass

import (
	"context"
	"math"
	"reflect"
	"slices"
	"testing"

	"dpscope/engine/work/worktest"
)

// trained runs a short training of the mixture.
func trained(t *testing.T, change func(*NetworkTrial)) (of NetworkTrial, r Trained, shown []Trained) {
	t.Helper()
	of = NetworkTrial{Ratio: MixtureRatio, Hidden: 8, Descent: Descent{Rate: 0.1, Steps: 60, Clip: 1, Pace: 1}, Epsilon: 8, Slack: 1e-5, Seed: 1}
	change(&of)
	r, err := of.Run(worktest.Session(t.Context(), 1<<20), func(so Trained) { shown = append(shown, so) })
	if err != nil {
		t.Fatal(err)
	}
	return of, r, shown
}

// A training shows each stage as it comes, and ends with the last step; earlier stages do not change.
func TestNetworkTrialShowsItsCourse(t *testing.T) {
	of, r, shown := trained(t, func(*NetworkTrial) {})
	if last := r.Course[len(r.Course)-1]; last.Step != of.Steps || last.AUC != r.AUC || !r.Ended {
		t.Errorf("it ends with %+v and AUC %g", last, r.AUC)
	}
	for i, so := range shown {
		if len(so.Course) != i+1 || so.Ended != (i == len(shown)-1) || so.Course[i].Step != r.Course[i].Step {
			t.Errorf("part %d is %+v", i, so)
		}
	}
	if _, again, _ := trained(t, func(*NetworkTrial) {}); !reflect.DeepEqual(again, r) {
		t.Errorf("equal trials end with %+v and %+v", r, again)
	}
}

// With a wide budget both learners find the rare class of the mixture, with weights and with a threshold, and loss falls.
func TestNetworksFindTheRareClass(t *testing.T) {
	for _, hidden := range []int{0, 8} {
		for _, weighted := range []bool{false, true} {
			_, r, _ := trained(t, func(n *NetworkTrial) { n.Hidden, n.Weighted, n.Steps = hidden, weighted, 300 })
			first, last := r.Course[0].Loss, r.Course[len(r.Course)-1].Loss
			if r.GMean < 0.75 || r.AUC < 0.85 || last >= first {
				t.Errorf("%d hidden units, weights %t: G-mean %g, AUC %g, loss %g to %g", hidden, weighted, r.GMean, r.AUC, first, last)
			}
		}
	}
}

// A gradient longer than the clip is counted as clipped: all of them where it is tiny, none where it is large.
func TestClippedShare(t *testing.T) {
	for clip, want := range map[float64]float64{1e-9: 1, 1e9: 0} {
		if _, r, _ := trained(t, func(n *NetworkTrial) { n.Clip = clip; n.Pace = 1e-9 }); r.Clipped != want {
			t.Errorf("with a clip of %g the share %g is clipped, want %g", clip, r.Clipped, want)
		}
	}
	_, r, _ := trained(t, func(*NetworkTrial) {})
	for _, s := range r.Course {
		if !(s.Low <= s.Median && s.Median <= s.High) {
			t.Errorf("norms of step %d: %g, %g, %g", s.Step, s.Low, s.Median, s.High)
		}
	}
}

// Tenths returns the deciles of a hundred and one numbers in any order; without numbers it returns none.
func TestTenths(t *testing.T) {
	var numbers []float64
	for i := range 101 {
		numbers = append(numbers, float64((i*37)%101))
	}
	if low, median, high := tenths(numbers); low != 10 || median != 50 || high != 90 {
		t.Errorf("%g, %g, %g", low, median, high)
	}
	if low, _, _ := tenths(nil); !math.IsNaN(low) {
		t.Errorf("of none it is %g", low)
	}
}

// Unfinished trainings count for nothing, and pairs belong to one split.
func TestPairedTrainings(t *testing.T) {
	a := Trainings{{Ended: true, GMean: 0.5}, {GMean: 0.1}, {Ended: true, GMean: math.NaN()}, {Ended: true, GMean: 0.9}}
	b := Trainings{{Ended: true, GMean: 0.25}, {Ended: true, GMean: 0.9}, {Ended: true, GMean: 0.5}, {Ended: true, GMean: 0.4}}
	if s := PairedTrainings(a, b); s.Seeds != 2 || math.Abs(s.Mean-0.375) > 1e-15 {
		t.Errorf("%+v", s)
	}
	if s := a.Summary(func(r Trained) float64 { return r.GMean }); s.Seeds != 2 || math.Abs(s.Mean-0.7) > 1e-15 {
		t.Errorf("%+v", s)
	}
}

// Trainings of minutes and overflowing features are refused with what would work.
func TestNetworkTrialRefuses(t *testing.T) {
	ctx := worktest.Session(context.Background(), 1<<20)
	of := NetworkTrial{Ratio: MixtureRatio, Hidden: 1000, Descent: Descent{Rate: 1, Steps: 20_000, Clip: 1, Pace: 1}, Epsilon: 1, Slack: 1e-5}
	if _, err := of.Run(ctx, func(Trained) {}); err == nil {
		t.Error("minutes are not refused")
	}
	p, err := Trial{Clip: math.Inf(1)}.parts(ctx)
	if err != nil {
		t.Fatal(err)
	}
	p.learnt.X = slices.Clone(p.learnt.X)
	p.learnt.X[0] = 1e30
	if _, err := single(p.learnt); err == nil {
		t.Error("a feature of 1e30 is not refused")
	}
}
