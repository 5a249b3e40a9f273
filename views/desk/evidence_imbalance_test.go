package desk_test

import (
	"math"
	"testing"

	"dpscope/engine/claim"
	"dpscope/engine/rareclass"
	"dpscope/learners/metric"
	"dpscope/learners/synth"
	"dpscope/views/formula"
)

func init() {
	evidence["SampleMidpoint"] = sampleMidpoint
	evidence["LogisticCurvature"] = logisticCurvature
	evidence["RecordedRanks"] = recordedRanks
}

// sampleMidpoint measures how often the midpoint of two sample means, without noise, errs by the paper's width, which is twice
// the right bound.
func sampleMidpoint(t *testing.T) claim.Finding {
	const beta, larger, rarer = 0.05, 1000, 100
	at, err := formula.At("threshold?preset=proposition10")
	if err != nil {
		t.Fatal(err)
	}
	f, _ := formula.Compile("2 * error-least")
	width, err := formula.Scope{Asker: formula.NewAsker(), At: at}.Number(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	deviation := math.Sqrt(1.0/larger+1.0/rarer) / 2
	probability := math.Erfc(width.Number / deviation / math.Sqrt2)
	return claim.Finding{Holds: probability >= 1-beta/2, Numbers: numbers{"probability": probability, "width": width.Number}}
}

// logisticCurvature finds the largest second derivative of ln(1 + exp(-z)), by differences.
func logisticCurvature(*testing.T) claim.Finding {
	const h = 1e-3
	loss := func(z float64) float64 { return math.Log1p(math.Exp(-z)) }
	largest := 0.0
	for z := -10.0; z <= 10; z += 0.01 {
		largest = max(largest, (loss(z+h)-2*loss(z)+loss(z-h))/(h*h))
	}
	return claim.Finding{Holds: largest > 1, Numbers: numbers{"largest": math.Round(largest*1e4) / 1e4}}
}

// recordedRanks returns the mean ranks of the paper's private approaches over the recorded runs, by set, budget and split; for
// three, and for all four where the transformer was run too. A spread is the mean, over places, of the variation from split to
// split.
func recordedRanks(t *testing.T) claim.Finding {
	gmean := func(r rareclass.Result) float64 { return metric.GeometricMean.Value(r.Half).Value }
	auc := func(r rareclass.Result) float64 { return r.AUC }
	names := map[string]string{"gem-boosted": "gem", "private-logreg": "plain", "private-logreg-weighted": "weighted",
		"private-transformer-weighted": "transformer"}
	found, cells := numbers{"four-cells": 0}, float64(len(rareclass.Sets)*len(rareclass.GridBudgets))
	found["all-cells"], found["fewest-splits"] = cells, math.Inf(1)
	ranked := func(runs []rareclass.Repeats, of func(rareclass.Result) float64, add func(i int, mean, deviation float64)) {
		same := make([]func(rareclass.Result) float64, len(runs))
		for i := range same {
			same[i] = of
		}
		for i, place := range rareclass.Ranks(runs, same) {
			add(i, place.Mean, place.Deviation)
		}
	}
	for _, set := range rareclass.Sets {
		from, recorded := rareclass.RecordedOf(set)
		if !recorded {
			t.Fatalf("%s is not recorded", set)
		}
		for _, epsilon := range rareclass.GridBudgets {
			var runs []rareclass.Repeats // the transformer's last
			var own []string
			for _, a := range rareclass.Approaches(synth.Labels, "") {
				if name := names[a.Name]; name != "" {
					runs, own = append(runs, from.Runs(a, epsilon)), append(own, name)
					found[name+"-printed"] = a.PrintedRank("g-mean").Value
				}
			}
			three := runs[:len(runs)-1]
			ranked(three, gmean, func(i int, mean, deviation float64) {
				found[own[i]], found[own[i]+"-spread"] = found[own[i]]+mean/cells, found[own[i]+"-spread"]+deviation/cells
			})
			ranked(three, auc, func(i int, mean, _ float64) { found[own[i]+"-auc"] += mean / cells })
			if splits := float64(len(runs[len(runs)-1])); splits > 0 {
				found["four-cells"]++
				found["fewest-splits"], found["most-splits"] = min(found["fewest-splits"], splits), max(found["most-splits"], splits)
				ranked(runs, gmean, func(i int, mean, _ float64) { found[own[i]+"-four"] += mean })
			}
		}
	}
	for name := range names {
		found[names[name]+"-four"] /= found["four-cells"]
	}
	for name, v := range found {
		found[name] = math.Round(v*100) / 100
	}
	return claim.Finding{Holds: found["gem"] < found["weighted"] && found["gem-auc"] < found["plain-auc"], Numbers: found}
}
