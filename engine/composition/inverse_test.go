package composition

import (
	"math"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/work"
)

// Noise and steps for a target keep it by the upper bound, and hardly less noise and one more
// step do not.
func TestEdges(t *testing.T) {
	for i, c := range []struct {
		of     Budget
		target float64
	}{
		{Budget{Rate: 0.000551, Sigma: 1.18, Steps: 1000, Delta: 1e-10}, 0.681},
		{Budget{Rate: 0.1, Sigma: 1, Steps: 100, Delta: 1e-5}, 1},
		{Budget{Rate: 0.02, Sigma: 1.5, Steps: 2000, Delta: 1e-6}, 3},
		{Budget{Rate: 0.3, Sigma: 4, Steps: 10, Delta: 1e-5}, 0.05},
		{Budget{Rate: 1e-4, Sigma: 0.5, Steps: 100, Delta: 1e-8}, 2},
		{Budget{Rate: 1, Sigma: 3, Steps: 40, Delta: 1e-8}, 2},
		{Budget{Rate: 0.01, Sigma: 30, Steps: 1, Delta: 1e-12}, 20},
	} {
		if !effort.Sample(i, 3, 1) {
			continue
		}
		ctx := work.With(t.Context(), &work.Session{Store: work.NewStore(1 << 20)})
		of := func(b Budget) float64 {
			epsilon, err := b.epsilon(ctx, false)
			if err != nil {
				t.Fatal(err)
			}
			return epsilon
		}
		noise, err := c.of.SigmaFor(ctx, c.target)
		if err != nil {
			t.Fatal(err)
		}
		with, less := c.of, c.of
		with.Sigma, less.Sigma = noise.Value, noise.Value*(1-3e-6)
		if !(of(with) <= c.target && (noise.Value == LeastSigma || of(less) > c.target)) {
			t.Errorf("%+v for %g: σ = %v gives %v, and a little less %v", c.of, c.target, noise.Value, of(with), of(less))
		}
		steps, err := c.of.StepsFor(ctx, c.target)
		if err != nil {
			t.Fatal(err)
		}
		next := math.Ceil(steps.Value + max(1, steps.Value*1e-6))
		if !((steps.Value == 0 || of(c.of.at(steps.Value)) <= c.target) && (steps.Value == MostSteps || of(c.of.at(next)) > c.target)) {
			t.Errorf("%+v for %g: %v steps give %v, and more %v", c.of, c.target, steps.Value, of(c.of.at(steps.Value)), of(c.of.at(next)))
		}
	}
}

// The whole outline of a course takes no longer than a frame.
func BenchmarkOutline(b *testing.B) {
	for b.Loop() {
		Budget{Rate: 0.01, Sigma: 1.1, Steps: 10_000, Delta: 1e-5}.Outline("basic", "rdp")
	}
}

func BenchmarkCourse(b *testing.B) {
	for b.Loop() {
		if _, err := (Budget{Rate: 0.01, Sigma: 1.1, Steps: 10_000, Delta: 1e-5}).course(b.Context(), 1e5, []string{"basic", "rdp"}, func(Course, work.Progress) {}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEdges(b *testing.B) {
	for b.Loop() {
		q := Budget{Rate: 0.01, Sigma: 1.1, Steps: 10_000, Delta: 1e-5}
		if _, err := q.SigmaFor(b.Context(), 2); err != nil {
			b.Fatal(err)
		}
		if _, err := q.StepsFor(b.Context(), 2); err != nil {
			b.Fatal(err)
		}
	}
}
