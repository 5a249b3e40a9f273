package training

import (
	"math"
	"testing"
)

// The share of noisy risk explained by the truth is 1 minus the noisy risk of the loss that counts wrong pairs; pairs of one
// class are wrong half of the time.
func TestExplained(t *testing.T) {
	for _, epsilon := range []float64{0, 0.5, 1, 7, 1500} {
		for _, auc := range []float64{0, 0.3, 0.5, 0.95, 1} {
			m := flips(t, epsilon)
			for _, share := range []float64{0.02, 0.5, 0.9} {
				a, b := Mix(m, share).Positive, Mix(m, share).Negative
				want := a*(1-b)*auc + (a*b+(1-a)*(1-b))/2 + (1-a)*b*(1-auc)
				if got := Explained(auc, m, share); math.Abs(got-want) > 1e-15 {
					t.Errorf("ε = %g: of %g positive an AUC of %g on true labels explains %g, want %g", epsilon, share, auc, got, want)
				}
			}
			if got := Explained(auc, m, 1); got != 0.5 {
				t.Errorf("ε = %g: of one class an AUC of %g explains %g", epsilon, auc, got)
			}
		}
	}
}

// The best epoch is the first of the greatest means over the seeds that got there.
func TestBest(t *testing.T) {
	course := func(values ...float64) (c TrainingHistory) {
		for i, v := range values {
			c.Epochs = append(c.Epochs, Epoch{Number: i + 1, TestAUC: v})
		}
		return c
	}
	for _, c := range []struct {
		name        string
		runs        Repeats
		epoch, mean float64
	}{
		{"none", nil, 0, 0},
		{"the first of two", Repeats{course(0.5, 0.7, 0.6, 0.7)}, 2, 0.7},
		{"of the mean", Repeats{course(0.5, 0.9), course(0.75, 0.25)}, 1, 0.625},
		{"beyond where one ends", Repeats{course(0.5, 0.5, 0.75), course(0.5)}, 3, 0.75},
	} {
		if epoch, mean := c.runs.Best(func(e Epoch) float64 { return e.TestAUC }); epoch != c.epoch || mean != c.mean {
			t.Errorf("%s: epoch %g with %g, want %g with %g", c.name, epoch, mean, c.epoch, c.mean)
		}
	}
}
