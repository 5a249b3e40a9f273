package run

import (
	"context"
	"fmt"

	"dpscope/engine/composition"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

var budgetSumReadings = func() []view.Entry[budget] {
	list := []view.Entry[budget]{lawUpper, stepsAllowed, noiseNeeded}
	list = append(append(list, sumAttackers...), lawLower)
	for i := len(composition.Theorems) - 1; i >= 0; i-- {
		list = append(list, byTheorem(composition.Theorems[i]))
	}
	return append(list, bestOrder, oneStep)
}()

var lawUpper = view.Reading[budget]{Name: "epsilon-at-most", Label: "ε, all steps", Symbol: "ε", Goal: known.Lower, Expensive: true,
	Range: known.NotNegative, Level: view.Answering,
	ExactOf: ofSteps,
	Target:  func(q budget) float64 { return q.target },
	Value:   view.Gets(budget.bounds, func(_ budget, b composition.Bounds) known.Value { return b.High }),
	Partial: func(q budget) known.Value { return q.stated().By["rdp"] },
	Remark: view.Remark(func(q budget, v known.Value) string {
		b, found := q.law.Peek()
		switch {
		case !found || v.Missing() || v.Value == 0 || b.Low.Missing():
			return ""
		case v.Basis == known.Exact:
			return "closed form"
		}
		return "at least " + written(b.Low)
	}),
	Formula: "The least ε with E[(1 - e^(ε-L))⁺] ≤ δ, L the sum of T privacy losses ln(P/Q) of one step, as 1/(2πi) ∫ E[e^(wL)] e^(-wε)/(w(w+1)) dw; L is blurred, which adds to it; every error of quadrature, truncation and arithmetic is bounded and counts against you.",
	With: view.Says(func(q budget) string {
		return q.words() + " P = (1-q)·N(0, σ²) + q·N(1, σ²), Q = N(0, σ²); the larger of both directions."
	}),
	Source:  imbalance.LawOfLoss,
	Assumes: imbalance.PoissonOnly}

// ofSteps is what the bounds are exact for where there is a closed form: for one step, for steps that see all records, and for
// a record that takes part in none, or more rarely than δ.
const ofSteps = "the least ε of all steps, in closed form"

var lawLower = view.Reading[budget]{Name: "epsilon-at-least", Label: "lower bound on ε", Symbol: "ε", Goal: known.Lower,
	Expensive: true,
	Range:     known.NotNegative,
	ExactOf:   ofSteps,
	Value:     view.Gets(budget.bounds, func(_ budget, b composition.Bounds) known.Value { return b.Low }),
	Remark: view.Remark(func(q budget, v known.Value) string {
		b, found := q.law.Peek()
		if !found || v.Missing() || !(v.Value > 0 && v.Value < b.High.Value) {
			return ""
		}
		return "within " + numeral.Relative.Rounded(b.High.Value/v.Value-1, numeral.Up)
	}),
	Formula: "The same integral with every error the other way: of tangents of E[(1 - e^(ε-L))⁺], which is convex in e^ε, their mean over as much of a blur.",
	With:    view.Says(budget.words),
	Source:  "our own construction: a convex function lies above its tangents",
	Assumes: "No smaller ε is true of these steps, by any accounting."}

// theorem finds a theorem by name.
func theorem(name string) composition.Theorem {
	for _, t := range composition.Theorems {
		if t.Name == name {
			return t
		}
	}
	return composition.Theorem{}
}

// byTheorem declares the budget by a theorem.
func byTheorem(t composition.Theorem) view.Reading[budget] {
	return view.Reading[budget]{Name: "epsilon-" + t.Name, Label: t.Title, Symbol: "ε", Goal: known.Lower, Range: known.NotNegative,
		ExactOf: "a record that takes part in no step",
		Target:  func(q budget) float64 { return q.target },
		Value:   view.Known(func(q budget) known.Value { return q.stated().By[t.Name] }),
		Remark: view.Remark(func(q budget, v known.Value) string {
			b, found := q.law.Peek() // it may be under computation
			if !found || v.Missing() || !(b.High.Value > 0) || v.Value <= b.High.Value {
				return ""
			}
			return numeral.Short(v.Value/b.High.Value) + " times"
		}),
		Formula: t.Formula,
		With:    view.Says(budget.words),
		Source:  t.Source,
		Assumes: t.Assumes + " " + imbalance.PoissonOnly}
}

var bestOrder = view.Reading[budget]{Name: "order", Label: "best Rényi order", Symbol: "α",
	Range:   known.NotNegative,
	ExactOf: "the order at which the bound by divergences is least",
	Value: view.Known(func(q budget) known.Value {
		if q.stated().Order == 0 {
			return known.Nothing("no order is looked at")
		}
		return known.Exactly(q.stated().Order)
	}),
	Remark: view.Remark(func(q budget, v known.Value) string {
		if whole := q.stated().Whole; whole > 0 {
			return "best integer " + numeral.Count(whole)
		}
		return ""
	}),
	Formula: "Where m·D_α + ln((α-1)/α) - (ln δ + ln α)/(α-1) is least. (α-1) times it is convex, so it has one valley.",
	With:    view.Says(budget.words),
	Source:  theorem("rdp").Source,
	Assumes: "Beyond some order one step alone gives nearly everything away, and the divergence leaps."}

var oneStep = view.Reading[budget]{Name: "epsilon-step", Label: "one step, at δ/T", Symbol: "ε₀", Goal: known.Lower,
	Range:   known.NotNegative,
	ExactOf: "the least ε of one step at δ/T",
	Value:   view.Known(func(q budget) known.Value { return q.Claim() }),
	Formula: "ln(1 + q(e^ε - 1)), ε the least of the noise alone at δ/(Tq).",
	With:    view.Says(budget.words),
	Source:  "Balle, Barthe & Gaboardi 2018, Theorem 8; Balle & Wang 2018, Theorem 8",
	Assumes: imbalance.PoissonOnly}

// atRest makes a Value that is not searched while a slider moves.
func atRest(value func(context.Context, budget) (known.Value, error)) func(context.Context, budget) (known.Value, error) {
	return func(ctx context.Context, q budget) (known.Value, error) {
		if q.moving {
			return known.Value{}, view.ErrLater
		}
		return value(ctx, q)
	}
}

var noiseNeeded = view.Reading[budget]{Name: "sigma-needed", Label: "σ that is enough", Symbol: "σ", Goal: known.Lower, Expensive: true,
	Range: known.NotNegative, Level: view.Shown,
	Value:   atRest(func(ctx context.Context, q budget) (known.Value, error) { return q.SigmaFor(ctx, q.target) }),
	Formula: "The least σ at which the upper bound of all steps keeps your limit, by the privacy loss distribution, and at most a millionth more, or a hundredth of what coarse bounds are apart by.",
	With: view.Remark(func(q budget, v known.Value) string {
		return fmt.Sprintf("ε* = %s. %s", numeral.Short(q.target), q.words())
	}),
	Source:  imbalance.LawOfLoss,
	Assumes: imbalance.PoissonOnly}

var stepsAllowed = view.Reading[budget]{Name: "steps-allowed", Label: "last step within ε*", Symbol: "T", Style: numeral.Whole,
	Goal: known.Higher, Expensive: true,
	Range: known.NotNegative, Level: view.Shown,
	Value: atRest(func(ctx context.Context, q budget) (known.Value, error) { return q.StepsFor(ctx, q.target) }),
	Remark: view.Remark(func(_ budget, v known.Value) string {
		if v.Value > 1 {
			return "all up to it are, too"
		}
		return ""
	}),
	Formula: "The most T at which the upper bound of all steps keeps your limit, by the privacy loss distribution, and at most a millionth fewer, or a hundredth of what coarse bounds are apart by.",
	With: view.Remark(func(q budget, v known.Value) string {
		return fmt.Sprintf("ε* = %s. %s", numeral.Short(q.target), q.words())
	}),
	Source:  imbalance.LawOfLoss,
	Assumes: imbalance.PoissonOnly}

// words says what is added up.
func (q budget) words() string {
	return fmt.Sprintf("q = %s, σ = %s, T = %s, δ = %s.", numeral.Short(q.Rate), numeral.Short(q.Sigma), numeral.Count(q.Steps),
		numeral.Short(q.Delta))
}
