package rareclass

import (
	"math"
	"testing"

	"dpscope/engine/known"
	"dpscope/learners/metric"
)

// Of two approaches, the first is ahead on each split of the first cell, on average but not on each of the second, and level in all
// others; it has no number in the last.
func TestCells(t *testing.T) {
	const cells = len(MixtureSizes) * len(MixtureRatios)
	found := func(each ...float64) (r Repeats) {
		for _, n := range each {
			r = append(r, Result{Half: metric.Outcomes{TruePositive: n, FalseNegative: 100 - n}})
		}
		return r
	}
	recall := func(r Result, _ bool) float64 { return r.Half.TruePositive / 100 }
	var runs []Repeats
	for approach := range 2 {
		for cell := range cells {
			switch {
			case approach == 1:
				runs = append(runs, found(50, 60, 70, 80))
			case cell == 0:
				runs = append(runs, found(61, 70, 80, 91))
			case cell == 1:
				runs = append(runs, found(99, 60, 71, 72))
			case cell == cells-1:
				runs = append(runs, nil)
			default:
				runs = append(runs, found(50, 60, 70, 80))
			}
		}
	}
	sized := []Approach{{Name: "one"}, {Name: "other"}}
	all := Cells(sized, runs, recall, func(s known.Summary) bool { return s.Seeds > 1 && s.Value().Low > 0 })
	if len(all) != cells || !all[0].Clear || all[0].Best != 0 || all[1].Clear || all[1].Best != 0 || all[2].Clear {
		t.Errorf("the first cells are %+v", all[:3])
	}
	if last := all[cells-1]; last.Best != 1 || last.Clear || !math.IsNaN(last.Means[0]) {
		t.Errorf("the last is %+v", last)
	}
	if Wins(all, 0) != 1 || Wins(all, 1) != 0 || Ties(all) != cells-1 {
		t.Errorf("%d and %d wins, %d ties", Wins(all, 0), Wins(all, 1), Ties(all))
	}
	if got := Average(all, 1); math.Abs(got-0.65) > 1e-12 {
		t.Errorf("the average is %v", got)
	}
}
