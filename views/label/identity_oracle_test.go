package label

import (
	"math"
	"math/bits"
	"testing"

	"dpscope/views/viewtest"
)

// enumerated is the exponential mechanism on labels as it is defined: every output weighs
// e^(εq), q being the labels that agree with the true ones.
type enumerated struct {
	most, least float64 // log-ratios of an output between any two data sets that differ in one label
	flip, keep  float64 // of the first label
}

var enumerate = viewtest.Shared(func(s viewtest.Setting) enumerated {
	n, epsilon := int(s.Number("labels")), s.Number("epsilon")
	weight := func(labels, output uint) float64 { // over that of the true labels themselves
		return -epsilon * float64(bits.OnesCount(labels^output))
	}
	total := func(labels uint) float64 {
		sum := 0.0
		for output := range uint(1) << n {
			sum += math.Exp(weight(labels, output))
		}
		return sum
	}
	const labels = 0b1011001101
	var e enumerated
	mask := uint(1)<<n - 1
	here := total(labels & mask)
	for output := range uint(1) << n {
		share := math.Exp(weight(labels&mask, output)) / here
		if (output^labels)&1 == 1 {
			e.flip += share
		} else {
			e.keep += share
		}
	}
	for b := range n {
		other := labels&mask ^ 1<<b
		there := total(other)
		for output := range uint(1) << n {
			ratio := weight(labels&mask, output) - weight(other, output) + math.Log(there/here)
			e.most, e.least = max(e.most, ratio), min(e.least, ratio)
		}
	}
	return e
})

func TestIdentityOracles(t *testing.T) {
	rounding := func(s viewtest.Setting) float64 { return 1e-14 * (1 + s.Number("labels")*s.Number("epsilon")) }
	viewtest.Agree(t, everyOutcome, viewtest.Suite{Wide: true, Oracles: map[string]viewtest.Oracle{
		"difference":       func(s viewtest.Setting) viewtest.Truth { return viewtest.Between(0, rounding(s)) },
		"labellings":       func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(math.Pow(2, s.Number("labels"))) },
		"loss-most":        func(s viewtest.Setting) viewtest.Truth { return viewtest.Within(enumerate(s).most, rounding(s)) },
		"loss-least":       func(s viewtest.Setting) viewtest.Truth { return viewtest.Within(enumerate(s).least, rounding(s)) },
		"epsilon-stated":   func(s viewtest.Setting) viewtest.Truth { return viewtest.Within(2*enumerate(s).most, 2*rounding(s)) },
		"flip-probability": func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(enumerate(s).flip) },
		"attacker-right":   func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(enumerate(s).keep) },
		"wrong-once-in":    func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(1 / enumerate(s).flip) },
		"verdict":          func(viewtest.Setting) viewtest.Truth { return viewtest.Word("yes") },
		"attacker-right-stated": func(s viewtest.Setting) viewtest.Truth {
			return viewtest.Number(1 / (1 + math.Exp(-2*s.Number("epsilon"))))
		},
		"contraction": func(s viewtest.Setting) viewtest.Truth {
			e := enumerate(s)
			return viewtest.Within(e.keep-e.flip, rounding(s))
		},
	}})
}
