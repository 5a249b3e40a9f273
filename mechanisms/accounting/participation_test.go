package accounting

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

// Counts of a run lie on the right side of its budget: for one step with a closed form, for steps that see all records, and for
// a few steps with losses composed as pairs.
func TestCountsEncloseBudgets(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 4))
	between := func(low, high float64) float64 { return low * math.Exp(rng.Float64()*math.Log(high/low)) }
	for i := range 300 {
		r, delta := Run{Step{between(1e-3, 1), between(0.01, 3)}, math.Round(between(1, 40))}, between(1e-12, 1)
		want := Bounds{}
		switch i % 3 {
		case 0:
			r.Steps = 1
			want.High = r.Epsilon(delta)
			want.Low = want.High
		case 1:
			r.Rate = 1 - 1e-15
			want = Bounds{r.unsampled(delta) * (1 - 1e-9), r.unsampled(delta) * (1 + 1e-9)}
		default:
			if i%30 != 2 {
				continue
			}
			r.Deviation, r.Steps = between(0.08, 1), math.Min(r.Steps, 4) // its losses are below 600
			v, err := Losses{Accuracy: Coarse}.enclose(context.Background(), parts(NormalSteps(r.Rate, r.Deviation, r.Steps)), delta)
			if err != nil {
				t.Fatal(err)
			}
			if want = (Bounds{v.Low, v.High}); v.Missing() {
				continue
			}
		}
		const rounded = 1e-9
		for name, least := range map[string]float64{"Seen": r.Seen(delta), "counted": r.counted(delta), "likely": r.likely(delta)} {
			if least > want.High*(1+rounded) {
				t.Errorf("%v at δ = %g: %s says at least %g, and it is at most %g", r, delta, name, least, want.High)
			}
		}
		if most := r.told(delta); most < want.Low*(1-rounded) {
			t.Errorf("%v at δ = %g: told says at most %g, and it is at least %g", r, delta, most, want.Low)
		}
	}
}

// Where the noise hides next to nothing both counts are within a twentieth of each other, for any slack and any number of
// steps.
func TestCountsAreNearWithoutNoise(t *testing.T) {
	for _, r := range []Run{{Step{0.01, 0.01}, 1e4}, {Step{0.9, 0.01}, 1e9}, {Step{1e-4, 0.01}, 1e6}, {Step{0.5, 0.05}, 1e6}} {
		for _, delta := range []float64{0.99, 1e-5, 1e-100} {
			b := bounds(t, r, delta, Coarse)
			if !(b.Low > 0 && b.High <= 1.06*b.Low) {
				t.Errorf("%v at δ = %g: %v", r, delta, b)
			}
		}
	}
}

// Of very many steps the mean of the losses is near the budget, and never above it where that is known in closed form.
func TestMeansOfManyLosses(t *testing.T) {
	for _, steps := range []float64{1e5, 1e7, 1e9} {
		for _, deviation := range []float64{0.05, 0.3, 2} {
			for _, delta := range []float64{0.999, 0.5, 1e-5} {
				r := Run{Step{1 - 1e-15, deviation}, steps}
				want, got := r.unsampled(delta), r.likely(delta)
				if !(got <= want*(1+1e-9) && got >= want*(1-30*deviation/math.Sqrt(steps))) {
					t.Errorf("%v at δ = %g: at least %g, and it is %g", r, delta, got, want)
				}
			}
		}
	}
}

// Where records take part in most of very many steps both bounds are near, where contours alone left a gap.
func TestManyLossesAreSettled(t *testing.T) {
	for _, r := range []Run{{Step{0.999, 0.3}, 1e9}, {Step{0.5, 0.7}, 1e9}, {Step{0.5, 0.2}, 1e7}, {Step{0.999, 0.5}, 123456789}, {Step{0.99999, 0.1}, 1e5}} {
		for _, delta := range []float64{0.999, 0.99, 0.5} {
			if b := bounds(t, r, delta, Fine); !b.narrow(0.02) {
				t.Errorf("%v at δ = %g: %v", r, delta, b)
			}
		}
	}
}

// The attackers of both counts, simulated: their finds with the record, less δ, are at most e^ε times those without it, for ε
// the claimed bound.
func TestCountingAttackers(t *testing.T) {
	const draws, threshold = 200_000, 0.5
	rng := rand.New(rand.NewPCG(22, 5))
	r, delta := Run{Step{0.3, 0.6}, 6}, 0.05
	high := func(with bool) (counts [7]float64) {
		for range draws {
			n := 0
			for range 6 {
				x := r.Deviation * rng.NormFloat64()
				if with && rng.Float64() < r.Rate {
					x++
				}
				if x > threshold {
					n++
				}
			}
			for k := 0; k <= n; k++ {
				counts[k] += 1. / draws
			}
		}
		return counts
	}
	with, without, most := high(true), high(false), 0.0
	for k := 1; k <= 6; k++ {
		if without[k] > 1e-3 && with[k] > delta {
			most = max(most, math.Log((with[k]-delta)/without[k]))
		}
	}
	if got := r.counted(delta); !(math.Abs(got-most) < 0.1) {
		t.Errorf("counts above ½ promise ε of at least %g, and %g was drawn", got, most)
	}
}
