package agreement

import (
	"math/rand/v2"
	"testing"

	"dpscope/learners/proof"
)

// deepQuestion asks about a network of three hidden layers over seven features.
func deepQuestion(private int) Question {
	network := smallNetwork(rand.New(rand.NewPCG(4, 12)), 7, 13, 13, 15, 4)
	return Question{Classifier: network, Record: []float64{0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8}, Private: []int{0, 1, 2}[:private]}
}

// The verdict on a box does not depend on earlier failures.
func TestRememberedFailuresSayWhatProofsSay(t *testing.T) {
	for _, private := range []int{2, 3} {
		q := deepQuestion(private)
		r := prepare(t, q.Classifier, q.Record, q.Private...)
		rng := rand.New(rand.NewPCG(8, 1))
		held, failed := 0, 0
		for range 150 {
			var sides []proof.Side
			for _, i := range q.Private {
				sides = append(sides, proof.Side{Low: q.Record[i] * (1 - rng.Float64()*rng.Float64()*rng.Float64()), High: q.Record[i] + (1-q.Record[i])*rng.Float64()*rng.Float64()*rng.Float64()})
			}
			holds, err := r.holds(t.Context(), sides)
			v, failure := r.Proven(t.Context(), sides)
			if err != nil || failure != nil || holds != v.Proven {
				t.Fatalf("%v: holds %v, %v; proven %v, %v", sides, holds, err, v.Proven, failure)
			}
			if holds {
				held++
			} else {
				failed++
			}
		}
		if held < 20 || failed < 20 {
			t.Errorf("%d private: %d boxes hold, %d do not; 20 of each would tell", private, held, failed)
		}
	}
}
