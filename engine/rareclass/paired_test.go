package rareclass

import (
	"math"
	"testing"
)

// A difference that all splits share has no interval, however much the splits differ; a split that one of both lacks is left
// out.
func TestPaired(t *testing.T) {
	auc := func(r Result) float64 { return r.AUC }
	a, b := Repeats{{AUC: 0.9}, {AUC: 0.5}, {AUC: math.NaN()}, {AUC: 0.7}}, Repeats{{AUC: 0.8}, {AUC: 0.4}, {AUC: 0.1}, {AUC: 0.6}}
	if s := Paired(a, b, auc, auc); s.Seeds != 3 || math.Abs(s.Mean-0.1) > 1e-15 || s.Deviation > 1e-15 {
		t.Errorf("%+v", s)
	}
	if s := Paired(a, nil, auc, auc); s.Seeds != 0 {
		t.Errorf("%+v", s)
	}
}
