package learning

import (
	"testing"

	"dpscope/engine/training"
	"dpscope/learners/table"
	"dpscope/learners/train"
)

// The best possible value is known only for made-up records.
func TestTheBestPossibleIsOfMadeUpRecords(t *testing.T) {
	most := func(q race) float64 { return rangeTo[race](train.Gauss2AUC)(q).High }
	if got := most(race{entrants: entrants{each: []training.Trial{{}}}}); got != train.Gauss2AUC {
		t.Errorf("of made-up records it is %g", got)
	}
	if got := most(race{entrants: entrants{each: []training.Trial{{Source: training.Source{File: "people.csv"}}}}}); got != 1 {
		t.Errorf("of a file it is %g", got)
	}
	madeUp := training.PlaneKey{Mixture: table.Mixture{Separation: 4, Share: 0.1}}
	ofFile := madeUp
	ofFile.File = "people.csv"
	for _, m := range metrics {
		if got := m.possible(boundary{PlaneKey: ofFile}).High; got != 1 {
			t.Errorf("%s of a file is %g at most", m.name, got)
		}
		if got := m.possible(boundary{PlaneKey: madeUp}).High; m.name == "test-auc" && got != madeUp.BestAUC() || got > 1 || got < madeUp.BestBalancedAccuracy() {
			t.Errorf("%s is %g at most", m.name, got)
		}
	}
}
