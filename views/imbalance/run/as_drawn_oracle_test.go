package run

import (
	"math"
	"testing"

	"dpscope/engine/param"
	"dpscope/views/control"
	"dpscope/views/viewtest"
)

// batchesAt returns how many batches an epoch has, and whether every record is in one of them.
func batchesAt(s viewtest.Setting) (count float64, all bool) {
	whole := 1 / s.Number("rate")
	if s.Option("size") == "batch" {
		whole = s.Number("records") / s.Number("batch")
	}
	if near := math.Round(whole); math.Abs(whole/near-1) < 1e-9 {
		return near, true
	}
	if s.Option("last") == "dropped" && whole >= 1 {
		return math.Floor(whole), false
	}
	return math.Ceil(whole), true
}

// rateAt returns the probability that a record is in a batch.
func rateAt(s viewtest.Setting) float64 {
	if s.Option("size") == "batch" {
		return math.Min(1, s.Number("batch")/s.Number("records"))
	}
	return s.Number("rate")
}

// stepsAt returns the number of steps.
func stepsAt(s viewtest.Setting) float64 {
	if s.Option("length") == "steps" {
		return s.Number("steps")
	}
	count, _ := batchesAt(s)
	return s.Number("epochs") * count
}

// passesAt returns how often a record is seen at most, where each comes once an epoch.
func passesAt(s viewtest.Setting) float64 {
	if s.Option("length") == "epochs" {
		return s.Number("epochs")
	}
	count, _ := batchesAt(s)
	return math.Ceil(s.Number("steps") / count)
}

// largest returns the ε that the largest sum of one epoch reveals, by thresholds: no epoch hides more.
func largest(s viewtest.Setting) float64 {
	m, all := batchesAt(s)
	sigma, delta, least := s.Number("sigma"), s.Number("delta"), 0.0
	if !all || s.Option("neighbours") != "zeroed" || s.Option("drawn") != "shuffled" || s.Option("length") != "epochs" {
		return 0
	}
	above := func(c, record float64) float64 { // the probability that the largest of m sums is above c
		return -math.Expm1(math.Log1p(-viewtest.NormalAbove((c-record)/sigma)) + (m-1)*math.Log1p(-viewtest.NormalAbove(c/sigma)))
	}
	for z := -4.0; z < 12; z += 0.05 {
		if p, q := above(1+z*sigma, 2), above(1+z*sigma, 1); p > delta && q > 0 {
			least = math.Max(least, math.Log((p-delta)/q))
		}
	}
	return least
}

func TestAsDrawnOracles(t *testing.T) {
	clips := func(s viewtest.Setting) float64 {
		if s.Option("neighbours") == "replaced" {
			return 2
		}
		return 1
	}
	uncovered := func(s viewtest.Setting) bool {
		return s.Option("neighbours") == "left-out" && s.Option("drawn") != "poisson"
	}
	ordered := func(s viewtest.Setting) bool {
		return s.Option("drawn") == "fixed-order" || s.Option("drawn") == "shuffled" || s.Option("drawn") == "shuffled-once"
	}
	order := viewtest.Shared(func(s viewtest.Setting) float64 {
		return alone(1, clips(s)*math.Sqrt(passesAt(s))/s.Number("sigma"), s.Number("delta"))
	})
	// A run that sees all records in each step has one pass a step.
	whole := func(s viewtest.Setting) bool {
		return rateAt(s) == 1 && (s.Option("drawn") == "poisson" || s.Option("drawn") == "fixed-size")
	}
	steps := viewtest.Shared(func(s viewtest.Setting) float64 {
		return alone(1, clips(s)*math.Sqrt(stepsAt(s))/s.Number("sigma"), s.Number("delta"))
	})
	near := func(v float64) viewtest.Truth { return viewtest.Within(v, 1e-9*v+1e-12) }
	ends := func(low bool) viewtest.Oracle {
		return func(s viewtest.Setting) viewtest.Truth {
			switch delta := s.Number("delta"); {
			case uncovered(s) || delta == 0:
				return viewtest.None()
			case s.Option("neighbours") == "replaced" && s.Option("drawn") == "weighted" && !low:
				return viewtest.None()
			case whole(s):
				return near(steps(s))
			case s.Option("drawn") == "fixed-order" || ordered(s) && !low:
				return near(order(s))
			case ordered(s):
				return viewtest.Between(0.9*largest(s)-1e-3, order(s)*(1+1e-9))
			}
			return viewtest.Between(0, math.Inf(1))
		}
	}
	right := func(s viewtest.Setting) (most, wrong float64) {
		passes := passesAt(s)
		switch {
		case whole(s):
			passes = stepsAt(s)
		case !ordered(s):
			return 1, 0
		}
		wrong = viewtest.NormalAbove(clips(s) * math.Sqrt(passes) / s.Number("sigma") / 2)
		return 1 - wrong, wrong
	}
	viewtest.Agree(t, asDrawn, viewtest.Suite{
		Oracles: map[string]viewtest.Oracle{
			"epsilon-at-most":  ends(false),
			"epsilon-at-least": ends(true),
			"epsilon-poisson": func(s viewtest.Setting) viewtest.Truth {
				rate, delta := rateAt(s), s.Number("delta")
				c := convolved{rate, s.Number("sigma"), stepsAt(s), delta}
				switch {
				case delta == 0:
					return viewtest.None()
				case rate == 1 || stepsAt(s) == 1:
					return near(alone(rate, math.Sqrt(stepsAt(s))/s.Number("sigma"), delta))
				}
				return viewtest.Between(c.tested(), math.Inf(1))
			},
			"epsilon-fixed-order": func(s viewtest.Setting) viewtest.Truth {
				if s.Number("delta") == 0 {
					return viewtest.None()
				}
				return near(order(s))
			},
			"verdict": func(s viewtest.Setting) viewtest.Truth {
				return viewtest.Word("holds", "does-not-hold", "cannot-be-told", "not-covered")
			},
			"attacker-right": func(s viewtest.Setting) viewtest.Truth {
				if uncovered(s) || s.Option("neighbours") == "replaced" && s.Option("drawn") == "weighted" {
					return viewtest.None()
				}
				most, _ := right(s)
				return viewtest.Between(0.5, most+1e-12)
			},
			"attacker-right-at-least": func(s viewtest.Setting) viewtest.Truth {
				if uncovered(s) {
					return viewtest.None()
				}
				most, _ := right(s)
				return viewtest.Between(0.5, most+1e-12)
			},
			"wrong-once-in": func(s viewtest.Setting) viewtest.Truth {
				if _, wrong := right(s); s.Option("drawn") == "fixed-order" && !uncovered(s) && wrong > 1e-290 {
					return viewtest.Within(1/wrong, 1e-9/wrong)
				}
				return viewtest.Between(1, math.Inf(1)).OrNone()
			},
			"attacker-right-allowed": func(s viewtest.Setting) viewtest.Truth {
				if s.Option("drawn") != "fixed-order" || uncovered(s) || s.Number("delta") == 0 {
					return viewtest.Between(0.5, 1).OrNone()
				}
				return viewtest.Within(math.Min(1, (1+s.Number("delta")*math.Exp(-order(s)))/(1+math.Exp(-order(s)))), 1e-9)
			},
			"steps-taken": func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(stepsAt(s)) },
		},
		Easy: func(v param.Values) param.Values {
			if control.Drawings.Chosen(v).String() == "weighted" || control.Drawings.Chosen(v).String() == "fixed-size" {
				v = v.With(control.Batch, math.Min(v.Get(control.Batch), 300)).With(control.Epochs, math.Min(v.Get(control.Epochs), 5))
			}
			return v
		},
		Seldom: []string{"sigma-needed", "epochs-allowed", "epochs-kept", "batch-allowed"},
		Few:    60,
	})
}
