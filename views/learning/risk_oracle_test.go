package learning

import (
	"math"
	"testing"

	"dpscope/views/viewtest"
)

// flipping is the effect of flips on n records, enumerated record by record.
type flipping struct{ slope, left, limit float64 }

var flipOneByOne = viewtest.Shared(func(s viewtest.Setting) flipping {
	n := int(s.Number("n"))
	positives := n - n/2
	keep := (1 + math.Tanh(s.Number("epsilon")/2)) / 2
	labelled := func(records int, chance float64) []float64 { // chances of 0, 1, ... labelled positive
		law := []float64{1}
		for range records {
			next := make([]float64, len(law)+1)
			for k, p := range law {
				next[k] += p * (1 - chance)
				next[k+1] += p * chance
			}
			law = next
		}
		return law
	}
	right, wrong := labelled(positives, keep), labelled(n-positives, 1-keep)
	var f flipping
	for a, p := range right {
		for b, q := range wrong {
			if m := a + b; m > 0 && m < n {
				f.left += p * q
				f.slope += p * q * (float64(a)/float64(m) - float64(positives-a)/float64(n-m))
			}
		}
	}
	f.slope /= f.left
	truly := float64(positives) / float64(n)
	f.limit = truly*keep/(truly*keep+(1-truly)*(1-keep)) - truly*(1-keep)/(truly*(1-keep)+(1-truly)*keep)
	return f
})

func TestRiskOracles(t *testing.T) {
	of := func(number func(flipping) float64) viewtest.Oracle {
		return func(s viewtest.Setting) viewtest.Truth { return viewtest.Within(number(flipOneByOne(s)), 1e-12) }
	}
	viewtest.Agree(t, modelRisks, viewtest.Suite{Oracles: map[string]viewtest.Oracle{
		"slope-expected": of(func(f flipping) float64 { return f.slope }),
		"slope-limit":    of(func(f flipping) float64 { return f.limit }),
		"both-labels":    of(func(f flipping) float64 { return f.left }),
		"attacker-right": func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(labelRight(s)) },
		"epsilon-stated": func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(2 * s.Number("epsilon")) },
		"wrong-once-in":  wrongOnceIn,
		"flip-probability": func(s viewtest.Setting) viewtest.Truth {
			return viewtest.Number(1 / (1 + math.Exp(s.Number("epsilon"))))
		},
	}})
}

// labelRight returns how often an attacker is right about a label that is published by itself: half of 1 plus the total
// variation of its two laws, one weight for each way round.
func labelRight(s viewtest.Setting) float64 {
	stays, turns := math.Exp(s.Number("epsilon")/2), math.Exp(-s.Number("epsilon")/2)
	return max(stays, turns) / (stays + turns)
}

// wrongOnceIn returns one over how often that attacker is wrong.
func wrongOnceIn(s viewtest.Setting) viewtest.Truth {
	if s.Number("epsilon") > 650 {
		return viewtest.Cannot("beyond what is counted")
	}
	return viewtest.Number(1 + math.Exp(s.Number("epsilon")))
}
