package learning

import (
	"math"
	"testing"

	"dpscope/engine/param"
	"dpscope/views/viewtest"
)

// fewOf makes a setting take less time by limiting a slider's count.
func fewOf(p param.Param, most float64) func(param.Values) param.Values {
	return func(v param.Values) param.Values { return v.With(p, min(v.Get(p), most)) }
}

// Training results are estimates: in these views only the numbers of the mechanism are exact.
func TestTrainedOracles(t *testing.T) {
	short := func(v param.Values) param.Values {
		for p, most := range map[*param.Param]float64{&trainRecords: 40, &epochs: 2, &hiddenUnits: 4, &seeds: 2} {
			v = fewOf(*p, most)(v)
		}
		return v
	}
	labels := map[string]viewtest.Oracle{
		"attacker-right": func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(labelRight(s)) },
		"epsilon-stated": func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(2 * s.Number("epsilon")) },
		"wrong-once-in":  wrongOnceIn,
		"flip-probability": func(s viewtest.Setting) viewtest.Truth {
			return viewtest.Number(1 / (1 + math.Exp(s.Number("epsilon"))))
		},
	}
	viewtest.Agree(t, Race, viewtest.Suite{Easy: short, Oracles: labels})
	viewtest.Agree(t, Learning, viewtest.Suite{Easy: short, Oracles: labels})
}
