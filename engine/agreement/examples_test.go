package agreement

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"dpscope/engine/num/binomial"
	"dpscope/learners"
	"dpscope/learners/model"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// Each kind answers rightly about its example: the agreement lies in the interval of draws, which misses with probability at
// most 1e-6, box and ball hold no point of another class, and the box has no more mass than the agreement. For an unsupported
// question a kind names itself in the error.
func TestExamplesOfAllKinds(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 5))
	for _, k := range model.Kinds {
		m, err := model.Read(strings.NewReader(`{"format":"`+model.Format+`","kind":"`+k.Name+`",`+k.Example+`}`), k.Name)
		if err != nil {
			t.Fatal(err)
		}
		record := make([]float64, m.Classifier.Dims())
		for i := range record {
			record[i] = 0.3 + 0.4*rng.Float64()
		}
		private := []int{0, 1}[:min(2, len(record))]
		r := prepare(t, m.Classifier, record, private...)
		for _, law := range []string{"pm", "laplace", "krr"} {
			checkExample(t, k, r, r.Laws(mechanism(t, law, 3)), rng)
		}
	}
}

func checkExample(t *testing.T, k learners.Kind, r *Region, laws []mechanisms.Law, rng *rand.Rand) {
	t.Helper()
	const draws, alpha = 4000, 1e-6
	low, high := binomial.Interval(math.Round(share(r, laws, draws, rng)*draws), draws, alpha)
	exact, err := r.Exact(t.Context(), laws)
	if err == nil && (exact.Value < low-rounding || exact.Value > high+rounding) {
		t.Errorf("%s: exact %.6f is outside [%.6f, %.6f]", k.Name, exact.Value, low, high)
	}
	if err != nil && !strings.Contains(err.Error(), k.Title) {
		t.Errorf("%s: %v", k.Name, err)
	}
	box, err := r.LargestBox(t.Context(), laws, UnitInterval)
	if err == nil {
		checkConstant(t, k, r, box.Sides, rng)
		if box.Safe > high {
			t.Errorf("%s: a box of mass %.6f is proven, the agreement is at most %.6f", k.Name, box.Safe, high)
		}
	} else if !strings.Contains(err.Error(), k.Title) {
		t.Errorf("%s: %v", k.Name, err)
	}
	radius, err := r.Radius(t.Context(), UnitInterval)
	if err == nil {
		ball := proof.Ball(r.Record, r.Private, math.Min(radius.Safe, 2), UnitInterval)
		var sides []proof.Side
		for _, i := range r.Private {
			sides = append(sides, ball[i])
		}
		checkConstant(t, k, r, sides, rng)
	} else if !strings.Contains(err.Error(), k.Title) {
		t.Errorf("%s: %v", k.Name, err)
	}
}

// checkConstant draws points between the sides and asks for their class.
func checkConstant(t *testing.T, k learners.Kind, r *Region, sides []proof.Side, rng *rand.Rand) {
	t.Helper()
	x := append([]float64(nil), r.Record...)
	for range 500 {
		for j, i := range r.Private {
			low, high := sides[j].Ends()
			x[i] = min(low+rng.Float64()*(high-low), high)
		}
		if got := r.Classifier.Predict(x); got != r.Class {
			t.Fatalf("%s: %v lies in what is proven of class %d and has class %d", k.Name, x, r.Class, got)
		}
	}
}
