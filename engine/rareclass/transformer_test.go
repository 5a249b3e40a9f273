package rareclass

import (
	"testing"

	"dpscope/engine/effort"
	"dpscope/learners/private"
)

// A private transformer separates the classes of the mixture where there is little noise, and gives the same result again;
// without a class it separates none.
func TestTransformer(t *testing.T) {
	effort.ForNumbers(t)
	few := Transformer{Descent{Rate: 0.1, Steps: 40, Clip: 1, Pace: 0.5}}
	trial := Trial{Source: Source{Scaling: ZScore, Seed: 1}, Ratio: MixtureRatio, Learner: few, Epsilon: 50, Slack: 1e-2, Seed: 3}
	got, err := trial.Content(t.Context()).Run(t.Context(), nil)
	if err != nil || !(got.AUC > 0.9) {
		t.Fatalf("AUC %v, %v", got.AUC, err)
	}
	if again, err := trial.Content(t.Context()).Run(t.Context(), nil); err != nil || again != got {
		t.Errorf("equal trials end with %+v and %+v, %v", got, again, err)
	}
	rows := private.Rows{Dims: 1, X: []float64{1, 2}, Positive: []bool{false, false}}
	if scores, err := few.scores(t.Context(), trial, rows, rows); err != nil || scores[0] != 0 || scores[1] != 0 {
		t.Errorf("of one class: %v, %v", scores, err)
	}
}

// Weights of the private one are public, and at most 1.
func TestTransformerWeights(t *testing.T) {
	if w := PrivateTransformer.Weights(42, 10, 1000); w != private.Inverse(42) {
		t.Errorf("private weights are %v", w)
	}
	if w := (Transformer{}).Weights(42, 10, 1000); w != private.Balanced(10, 1000) {
		t.Errorf("plain weights are %v", w)
	}
}
