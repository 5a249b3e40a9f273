package agreement

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/num/binomial"
	"dpscope/engine/param"
	"dpscope/mechanisms"
)

// On bins all answers of three private features can be listed.
func TestSlabsAreTheSumOverAllAnswers(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 2))
	for range 10 {
		c := smallForest(rng, 3, 3, 4)
		record := []float64{rng.Float64(), rng.Float64(), rng.Float64(), rng.Float64()}
		r := prepare(t, c, record, 0, 1, 3)
		if r.slabs == nil {
			t.Fatal("a forest of few cells has no slabs")
		}
		m, err := mechanisms.RandomisedResponse{Bins: 17}.WithEpsilon(2)
		if err != nil {
			t.Fatal(err)
		}
		laws := r.Laws(m)
		got, err := r.Exact(t.Context(), laws)
		if err != nil {
			t.Fatal(err)
		}
		want := 0.0
		for _, a := range laws[0].Atoms() {
			for _, b := range laws[1].Atoms() {
				for _, d := range laws[2].Atoms() {
					if c.Predict([]float64{a.At, b.At, record[2], d.At}) == r.Class {
						want += a.Mass * b.Mass * d.Mass
					}
				}
			}
		}
		if math.Abs(got.Value-want) > 1e-12 || got.Low > want || got.High < want {
			t.Errorf("%+v, the sum over all answers is %.15f", got, want)
		}
	}
}

// For every law the agreement lies in the interval of draws, each of which misses with a chance of 1e-6.
func TestSlabsAgainstDraws(t *testing.T) {
	const alpha = 1e-6
	draws := effort.Scale(20_000, 200_000, 1_000_000)
	rng := rand.New(rand.NewPCG(7, 2))
	c := smallForest(rng, 4, 3, 5)
	r := prepare(t, c, []float64{0.2, 0.7, 0.4, 0.9, 0.5}, 0, 1, 2, 4)
	for _, law := range lawNames {
		laws := r.Laws(mechanism(t, law, 3))
		got, err := r.Exact(t.Context(), laws)
		if err != nil {
			t.Fatal(err)
		}
		kept := math.Round(share(r, laws, draws, rng) * float64(draws))
		if low, high := binomial.Interval(kept, float64(draws), alpha); got.Value < low || got.Value > high {
			t.Errorf("%s: %.6f is outside [%.6f, %.6f]", law, got.Value, low, high)
		}
	}
}

// A need that every budget meets, and one that none does, are found with slabs too.
func TestNeedsWithSlabs(t *testing.T) {
	c := smallForest(rand.New(rand.NewPCG(1, 5)), 3, 3, 4)
	r := prepare(t, c, []float64{0.2, 0.7, 0.4, 0.9}, 0, 1, 2)
	kind, err := mechanisms.All.Find("pm")
	if err != nil {
		t.Fatal(err)
	}
	path := r.BudgetPath(mechanisms.FamilyOf(kind, param.Values{}), nil)
	last := 0.0
	for _, target := range []float64{0.01, 0.6, 0.9, 0.999} {
		need, err := path.RequiredForAgreement(t.Context(), target)
		if err != nil {
			t.Fatal(err)
		}
		if need.Reached() && (need.Epsilon < last || need.Value < target) {
			t.Errorf("target %g needs %g and keeps %g, less before: %g", target, need.Epsilon, need.Value, last)
		}
		last = need.Epsilon
	}
}
