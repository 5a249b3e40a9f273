package risk

import (
	"math"
	"testing"

	"dpscope/views/viewtest"
)

func TestDigitsOracles(t *testing.T) {
	odds := func(s viewtest.Setting) float64 { return math.Exp(s.Number("epsilon")) }
	snaps := func(s viewtest.Setting) bool { return s.Option("method") == "snapping" }
	none := func(s viewtest.Setting) viewtest.Truth { // for snapped answers, and for equal values
		if snaps(s) || s.Number("value") == s.Number("neighbour") {
			return viewtest.Number(0)
		}
		return viewtest.Between(0, 1)
	}
	viewtest.Agree(t, Digits, viewtest.Suite{
		Oracles: map[string]viewtest.Oracle{
			"revealed": none, "revealed-neighbour": none, "delta-least": none,
			"attacker-right-allowed": func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(odds(s) / (1 + odds(s))) },
			"attacker-right": func(s viewtest.Setting) viewtest.Truth {
				switch {
				case s.Number("value") == s.Number("neighbour"):
					return viewtest.Number(0.5)
				case snaps(s):
					return viewtest.Within(odds(s)/(1+odds(s)), 1e-6)
				}
				return viewtest.Between(0, 1)
			},
			"wrong-once-in": func(s viewtest.Setting) viewtest.Truth {
				if s.Number("value") == s.Number("neighbour") {
					return viewtest.Number(2)
				}
				if snaps(s) {
					return viewtest.Within(1+odds(s), 1e-6*(1+odds(s)))
				}
				return viewtest.Number(1 + odds(s))
			},
			"step": func(s viewtest.Setting) viewtest.Truth {
				if !snaps(s) {
					return viewtest.None()
				}
				return viewtest.Number(math.Exp2(math.Ceil(-math.Log2(s.Number("epsilon")))))
			},
			"verdict": func(s viewtest.Setting) viewtest.Truth {
				switch {
				case snaps(s):
					return viewtest.Word("yes")
				case s.Number("value") == s.Number("neighbour"):
					return viewtest.Word("not-shown")
				}
				return viewtest.Word("no", "not-shown")
			},
		},
	})
}

// The three ways in order: more digits reveal less than the textbook's, and only snapping reveals nothing.
func TestWaysToDraw(t *testing.T) {
	of := func(method string) float64 {
		return viewtest.Answer(t, Digits, "method="+method+"&epsilon=1&value=0&neighbour=1&draws=1000&seed=1", "revealed").Value
	}
	naive, dense, snapping := of("naive"), of("dense"), of("snapping")
	if !(naive > dense && dense > 0.3 && snapping == 0) {
		t.Errorf("textbook %v, more digits %v, snapping %v", naive, dense, snapping)
	}
}
