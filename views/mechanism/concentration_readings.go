package mechanism

import (
	"fmt"
	"math"

	"dpscope/engine/concentration"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

// windowReading is a reading that takes no time and cannot fail.
type windowReading = view.Reading[window]

// why returns an explanation with the mechanism's source.
func why(formula string, with func(window, known.Value) string, assumes string) []view.Case[window] {
	return []view.Case[window]{{Formula: formula, With: view.Remark(with), SourceOf: window.source, Assumes: assumes}}
}

// source returns the source of the mechanism.
func (q window) source() string { return q.kind.Source }

// lawOf writes the law of M(x) with its numbers.
func lawOf(q window, _ known.Value) string { return control.LawInWords(q.m, q.x) }

// landing declares how much of the law lands in the window, and the ε for the target.
var landing = []view.Entry[window]{
	windowReading{Name: "mass", ExactOf: "the distribution of the answer at x", Label: "lands in the window", Brief: "lands there",
		Symbol: "ρ", Style: numeral.Percent, Goal: known.Higher, When: inWindow,
		Range: known.Probability, Level: view.Answering,
		Value:  view.Exactly(func(q window) float64 { return q.law.Mass(q.From, q.To) }),
		Target: func(q window) float64 { return q.target },
		Cases: why("ρ = Pr[M(x) in the window], both ends included.", func(q window, v known.Value) string {
			return control.Sentences("ρ = Pr[M(x) in "+q.place()+"] at x = "+numeral.Short(q.x)+".", lawOf(q, v))
		}, "")},
	windowReading{Name: "epsilon-required", ExactOf: "the distribution of the answer at x, at every ε there is",
		Label: "least ε for the target", Symbol: "ε*", Round: numeral.Up, When: inWindow,
		Range: known.NotNegative, Level: view.Shown,
		Title:  func(q window) string { return "least ε for " + control.Target.Text(q.target) },
		Value:  view.Known(func(q window) known.Value { return knownRequired(q.required()) }),
		Remark: view.Remark(requiredRemark),
		Cases: why("The least ε at which ρ reaches the target, rounded up so that it is met.", func(q window, _ known.Value) string {
			return fmt.Sprintf("The least ε %s for which ρ ≥ %s.", anyBudget(), control.Target.Text(q.target))
		}, "")},
}

var windowReadings = []view.Entry[window]{
	verdict,
	windowReading{Name: "loss-audited", ExactOf: "the distributions of any two values and all answers", Label: "actual ε",
		Symbol: "sup ln ratio", Goal: known.Lower,
		Range: known.NotNegative, Level: view.Shown,
		Value: view.Exactly(func(q window) float64 { return q.m.Loss() }),
		Remark: view.Remark(func(q window, v known.Value) string {
			if math.IsInf(v.Value, 1) {
				return "δ covers the rest"
			}
			return "of " + numeral.Short(q.m.Guarantee().Claim().Epsilon) + " stated"
		}),
		Cases: lossCases},
	windowReading{Name: "standard-deviation", ExactOf: "the distribution of the answer at x", Label: "standard deviation", Symbol: "sd",
		Goal:  known.Lower,
		Range: known.NotNegative,
		Value: view.Known(func(q window) known.Value { return known.AboutZero(math.Sqrt(q.law.Variance()), 1e-161) }),
		Cases: why("The square root of the variance of M(x).", lawOf, "")},
	windowReading{Name: "outside", ExactOf: "the distribution of the answer at x", Label: "lands outside", Symbol: "1 - ρ",
		Style: numeral.Percent, Goal: known.Lower, When: inWindow,
		Range: known.Probability,
		Value: view.Exactly(func(q window) float64 { return q.law.Outside(q.From, q.To) }),
		Cases: why("1 - ρ = Pr[M(x) not in the window], computed by itself, so that small values keep their digits.",
			func(q window, v known.Value) string {
				return control.Sentences("1 - ρ = Pr[M(x) not in "+q.place()+"].", lawOf(q, v))
			}, "")},
	windowReading{Name: "mean", ExactOf: "the distribution of the answer at x", Label: "mean of the answers", Symbol: "E M(x)", When: inWindow,
		Range:  known.Signed,
		Value:  view.Exactly(func(q window) float64 { return q.law.Mean() }),
		Remark: view.Remark(func(q window, v known.Value) string { return "bias " + signed(v.Value-q.x) }),
		Cases: why("E M(x); the bias is E M(x) - x.", func(q window, v known.Value) string {
			return control.Sentences("The bias is "+signed(v.Value-q.x)+".", lawOf(q, v))
		}, "")},
	windowReading{Name: "variance", ExactOf: "the distribution of the answer at x", Label: "variance", Symbol: "Var M(x)", Goal: known.Lower,
		When:  inWindow,
		Range: known.NotNegative,
		Value: view.Known(func(q window) known.Value { return known.AboutZero(q.law.Variance(), 1e-322) }),
		Cases: why("E (M(x) - E M(x))². With the square of the bias it is the mean squared error.", func(q window, v known.Value) string {
			return control.Sentences("The mean squared error is "+numeral.Short(concentration.SquareError(q.law, q.x))+".", lawOf(q, v))
		}, "")},
	windowReading{Name: "sigma", ExactOf: "the noise before it is clamped", Label: "noise, σ", Symbol: "σ", Goal: known.Lower, When: hasSigma,
		Range: known.NotNegative,
		Value: view.Exactly(func(q window) float64 { return q.m.(mechanisms.GaussianScaled).Sigma() }),
		Cases: why("The standard deviation of the Gaussian noise before any clamping.", lawOf, "")},
	windowReading{Name: "delta-exact", ExactOf: "the distributions of any two values", Label: "smallest δ at this ε", Symbol: "δ(ε)",
		Goal:   known.Lower,
		Range:  known.Probability,
		When:   func(q window) bool { return q.m.Guarantee().Claim().Notion != privacy.Pure },
		Value:  view.Exactly(func(q window) float64 { return q.m.DeltaAt(q.m.Guarantee().Claim().Epsilon) }),
		Remark: view.Says(claimedDelta),
		Cases: why("The largest hockey-stick divergence over x, x′: the integral of [density of M(x) - e^ε density of M(x′)] where that is positive.", func(q window, _ known.Value) string {
			return "The least δ for which the mechanism is (ε, δ)-LDP in the standard sense at ε = " +
				numeral.Short(q.m.Guarantee().Claim().Epsilon) + "."
		}, "")},
	windowReading{Name: "loss-tail", ExactOf: "the distributions of any two values", Label: "Pr[loss > ε]", Symbol: "", Goal: known.Lower,
		When:  hasTail,
		Range: known.Probability,
		Value: view.Exactly(func(q window) float64 { return q.m.(mechanisms.LossTail).LossTail(q.m.Guarantee().Claim().Epsilon) }),
		Remark: view.Says(func(q window) string {
			if c := q.m.Guarantee().Claim(); c.Notion != privacy.Approximate { // else δ bounds another quantity
				return "stated " + numeral.Short(c.Delta)
			}
			return "not bounded by δ"
		}),
		Cases: why("The largest probability, over x, x′, of an answer at which the log-ratio of the densities of M(x) and M(x′) exceeds ε.",
			func(q window, _ known.Value) string {
				return fmt.Sprintf("At ε = %s; stated: %s.", numeral.Short(q.m.Guarantee().Claim().Epsilon), q.m.Guarantee().Claim())
			}, "The paper calls this δ. It is another quantity than the δ of (ε, δ)-LDP, and never below it.")},
	plateauReading("plateau-low", "plateau from", "", known.Probability,
		func(p mechanisms.Plateau) known.Value { return known.Exactly(p.Low) }),
	plateauReading("plateau-high", "plateau to", "", known.Probability,
		func(p mechanisms.Plateau) known.Value { return known.Exactly(p.High) }),
	plateauReading("plateau-half-width", "plateau half-width", "C", known.NotNegative,
		func(p mechanisms.Plateau) known.Value { return known.AboutZero(p.HalfWidth, 1e-322) }),
	plateauReading("plateau-density", "plateau density", "p", known.NotNegative, densityOf),
}

// densityOf returns the density on a plateau, which may exceed float64.
func densityOf(p mechanisms.Plateau) known.Value {
	if math.IsInf(p.Density, 1) {
		return known.OrMore(math.MaxFloat64)
	}
	return known.Exactly(p.Density)
}

func inWindow(q window) bool { return !q.pair }

func hasSigma(q window) bool { _, ok := q.m.(mechanisms.GaussianScaled); return ok }

func hasTail(q window) bool { _, ok := q.m.(mechanisms.LossTail); return ok }

func claimedDelta(q window) string {
	if p := q.m.Guarantee().Claim(); p.Notion == privacy.Approximate {
		return "stated " + numeral.Short(p.Delta)
	}
	return ""
}

// lossCases explains the audited loss beside the claimed one.
var lossCases = func() []view.Case[window] {
	c := view.Case[window]{
		Formula:  "The supremum, over all inputs x, x′ and answers y, of ln(density of M(x) at y / density of M(x′) at y), atoms included.",
		With:     view.Says(func(q window) string { return "Stated: " + q.m.Guarantee().Claim().String() + "." }),
		SourceOf: window.source,
	}
	unbounded := c
	unbounded.If, unbounded.When = "the noise is unbounded", func(_ window, v known.Value) bool { return math.IsInf(v.Value, 1) }
	unbounded.Assumes = "Unbounded noise has no bound on this ratio; what δ then says is read from the exact δ."
	return []view.Case[window]{unbounded, c}
}()

// required returns the least ε whose mass reaches the target.
func (q window) required() concentration.Required {
	return concentration.RequiredEpsilon(mechanisms.FamilyOf(q.kind, q.values), q.x, q.Window, q.target)
}

// knownRequired returns the least sufficient ε, if there is one.
func knownRequired(r concentration.Required) known.Value {
	if !r.Reached() {
		return known.Nothing(known.NoBudget)
	}
	v := known.Exactly(r.Epsilon)
	if r.Any { // the end of the range is no answer
		v.Word = known.AnyBudget
	}
	return v
}

func requiredRemark(q window, v known.Value) string {
	switch {
	case v.Missing() || v.Word != "":
		return ""
	case control.IsLeastBudget(v):
		return control.AtLeastBudget(q.required().Any)
	}
	return "s sets ε to it"
}

// plateauReading declares a reading of laws that have a plateau.
func plateauReading(name, label, symbol string, can known.Range, of func(mechanisms.Plateau) known.Value) windowReading {
	return windowReading{Name: name, Label: label, Symbol: symbol, ExactOf: "the distribution of the answer at x", Range: can,
		When:  func(q window) bool { _, ok := q.law.(mechanisms.Plateaued); return ok && inWindow(q) },
		Value: view.Known(func(q window) known.Value { return of(q.law.(mechanisms.Plateaued).Plateau()) }),
		Cases: why("The density is high on a plateau from l to r, of half-width C around x where there is room, and low on the rest of [0, 1].",
			lawOf, "")}
}

func signed(v float64) string {
	if v > 0 {
		return "+" + numeral.Short(v)
	}
	return numeral.Short(v)
}
