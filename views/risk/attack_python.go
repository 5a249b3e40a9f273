package risk

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

const noClosedForm = "the curve of this output is no closed form; dpscope read gives it to a program"

// python returns how often the best guess is right, where that has a closed form.
func (q asked) python(_ context.Context, v param.Values) view.Python {
	epsilon := "epsilon = " + view.Digits(v.Get(mechanisms.Epsilon)) + "\n"
	lines := ""
	of := v.Picked(subjects).Name
	if v.Get(times) > 1 && of != "normal" {
		return view.Python{None: noClosedForm}
	}
	switch of {
	case "claim":
		lines = epsilon + "delta = " + view.Digits(v.Get(mechanisms.Delta)) +
			"\n# The worst of all that keep the pair (Kairouz, Oh & Viswanath 2015).\nadvantage = (math.expm1(epsilon) + 2 * delta) / (math.exp(epsilon) + 1)\n"
	case "response", "bit", "labels":
		lines = epsilon + "advantage = math.tanh(epsilon / 2)\n"
	case "laplace":
		lines = epsilon + "advantage = -math.expm1(-epsilon / 2)\n"
	case "normal":
		lines = "mu = " + view.Digits(v.Get(control.Deviations)) + " * math.sqrt(" + view.Digits(max(v.Get(times), 1)) + ")\nadvantage = math.erf(mu / (2 * math.sqrt(2)))\n"
	default:
		return view.Python{None: noClosedForm}
	}
	return view.Python{Answer: engine.Key{Name: "right"}, Numpy: lines + "print((1 + advantage) / 2)\n"}
}
