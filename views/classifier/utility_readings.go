package classifier

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/num/lattice"
	"dpscope/engine/numeral"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/views/control"
	"dpscope/views/view"
)

type reading = view.Reading[prediction]

var utilityReadings = append([]view.Entry[prediction]{
	agreementExact, boxMass,
	reading{Name: "agreement-estimate", Label: "prediction stays, sampled", Symbol: "p̂", Style: numeral.Percent, Goal: known.Higher,
		Range: known.Probability,
		When:  func(q prediction) bool { return q.sampled },
		Title: func(q prediction) string {
			switch {
			case q.few > 0:
				return fmt.Sprintf("… in %d samples", q.few)
			case q.computes():
				return "… sampled"
			}
			return q.stays()
		},
		LevelOf: view.LevelWhere(prediction.computes, view.Folded, view.Answering),
		Value: func(ctx context.Context, q prediction) (known.Value, error) {
			e, err := q.Estimated.Get(ctx)
			return e.Known(), err
		},
		Formula: "The share of draws that kept the class, with Clopper and Pearson's interval.",
		With: func(ctx context.Context, q prediction, _ known.Value) (string, error) {
			e, err := q.Estimated.Get(ctx)
			return fmt.Sprintf("%s of %s kept the class (seed %d).", numeral.Count(float64(e.Kept)), numeral.Things(e.Draws, "draw"), q.Seed), err
		},
		Source:  "Clopper & Pearson 1934",
		Assumes: "The interval, at 95 %, misses the truth in at most 5 % of cases."},
	reading{Name: "agreement-paper", Label: "paper's figure", Symbol: "ρ(1-ω)(1-τ)", Style: numeral.Percent,
		Range: known.Probability,
		Value: asInThePaper,
		Remark: view.Remark(func(_ prediction, v known.Value) string {
			if v.Missing() {
				return ""
			}
			return "not a bound"
		}),
		Cases: paperCases},
	ofNeed(reading{Name: "epsilon-required", Label: "ε proven to be enough", Partial: func(q prediction) known.Value { return q.Soon.Need() },
		Range:   known.NotNegative,
		Title:   func(q prediction) string { return "ε for " + control.Target.Text(q.Target) + ", proven" },
		Formula: "The least ε per feature at which the mass of the largest proven box reaches the target, rounded up.",
		With:    view.Says(func(q prediction) string { return "The target is " + control.Target.Text(q.Target) + "." }),
		Assumes: "The true need is no more."}, func(q prediction) *work.Once[agreement.RequiredBudget] { return q.ProvenNeed }, func(prediction) known.Basis { return known.AtMost }),
	ofNeed(reading{Name: "epsilon-required-exact", ExactOf: exactNeed, Label: "ε for the target",
		Range: known.NotNegative, Level: view.Shown,
		Title: func(q prediction) string { return "ε for " + control.Target.Text(q.Target) },
		Cases: needCases}, func(q prediction) *work.Once[agreement.RequiredBudget] { return q.ExactNeed },
		func(q prediction) known.Basis { return q.Region.NeedBasis() }),
	totalBudget,
	reading{Name: "agreement-with-indicator", ExactOf: "this record, this mechanism and the indicator's own chance",
		Label: "with the indicator", Symbol: "δ + (1-δ)ρ", Style: numeral.Percent, Goal: known.Higher,
		Range:   known.Probability,
		When:    func(q prediction) bool { return q.Indicator > 0 },
		Value:   withIndicator,
		Formula: "With probability δ the record is sent as it is: δ + (1-δ)·ρ.",
		With: view.Says(func(q prediction) string {
			return fmt.Sprintf("δ = %s. With one indicator for all private features the release of them is (%s, %s)-LDP in the standard sense, whose ε is d·ε "+
				"(separate indicators would send something raw with probability 1-(1-δ)^%d = %s).",
				numeral.Short(q.Indicator), numeral.Short(float64(len(q.Names))*q.epsilon), numeral.Short(q.RawDelta(q.Indicator)),
				len(q.Names), numeral.Short(agreement.ComposedDelta(q.Indicator, len(q.Names))))
		}),
		Assumes: "The paper calls it (ε, δ)-PAC, which is false for discrete mechanisms."},
	reading{Name: "exposed", ExactOf: "the indicator as it is set", Label: "sent without noise", Symbol: "δ", Style: numeral.Percent,
		Goal:    known.Lower,
		Range:   known.Probability,
		When:    func(q prediction) bool { return q.Indicator > 0 },
		Value:   view.Exactly(func(q prediction) float64 { return q.Indicator }),
		Formula: "δ·n of n people are exposed entirely.",
		With:    view.Says(func(q prediction) string { return numeral.Chance(q.Indicator) + " of all people." }),
		Assumes: "Keep δ far below 1/n."},
}, append(geometry(view.Folded), utilityVerdict)...)

// computes reports whether the agreement is computed, perhaps as an interval.
func (q prediction) computes() bool { return agreement.Computes(q.Model.Classifier, q.Region.Private) }

// stays returns the label of the answer to the question.
func (q prediction) stays() string {
	return "stays " + className(q.Model, q.Region.Class, classInUtility)
}

// agreementOrders lists the inequalities between answers about one prediction.
var agreementOrders = slices.Concat(
	view.SameQuantity("agreement-exact", "agreement-estimate"),
	[]view.Inequality{
		{Less: "box-mass", More: "agreement-exact"},
		{Less: "box-mass", More: "agreement-estimate"},
		{Less: "agreement-exact", More: "agreement-with-indicator"},
		{Less: "epsilon-required-exact", More: "epsilon-required"},
		{Less: "radius-unbounded", More: "radius"},
		{Less: "box-low", More: "box-high"},
	})

// agreementExact declares the agreement computed without sampling.
var agreementExact = reading{Name: "agreement-exact",
	ExactOf: "this record and this mechanism, the classifier's numbers taken as its file has them", Label: "prediction stays",
	Symbol: "Pr[h(M(x)) = h(x)]", Style: numeral.Percent, Goal: known.Higher,
	Range: known.Probability, LevelOf: view.LevelWhere(prediction.computes, view.Answering, view.Folded),
	Title:   prediction.stays,
	Target:  func(q prediction) float64 { return q.Target },
	Value:   func(ctx context.Context, q prediction) (known.Value, error) { return q.Agreed.Get(ctx) },
	Partial: func(q prediction) known.Value { return q.Soon.Agreement() },
	Remark: view.Remark(func(_ prediction, v known.Value) string {
		if v.Basis == known.Between {
			return "≤ " + numeral.Up.Chance(v.High)
		}
		return ""
	}),
	Formula: "Pr[h(M(x)) = h(x)], not sampled: the distribution of every perturbed value, integrated over the region of the class.",
	With: view.Remark(func(q prediction, v known.Value) string {
		return control.Sentences(fmt.Sprintf("%s noise of ε = %s; the class is %s.", q.kind.Title, q.spread(), q.Class()), q.lawInWords(),
			q.between(v))
	}),
	SourceOf: func(q prediction) string { return q.kind.Source },
	Assumes:  "Agreement is about the class predicted, not about the truth."}

// between writes the interval of an exact agreement, where it has one.
func (q prediction) between(v known.Value) string {
	switch {
	case v.Missing():
	case v.Basis == known.Between:
		return fmt.Sprintf("With %d private features all distributions but the widest are convolved on a grid of %d steps, rounded both ways: the truth lies between %s and %s.",
			len(q.Names), lattice.Steps, numeral.Down.Chance(v.Low), numeral.Up.Chance(v.High))
	case q.Region.RoundsInputs():
		return fmt.Sprintf("%s it lies between %s and %s.", readingsOfThresholds, numeral.Exact(v.Low), numeral.Exact(v.High))
	}
	return ""
}

// needCases explains the least budget by the exact agreement.
var needCases = func() []view.Case[prediction] {
	c := view.Case[prediction]{
		Formula: "The least ε per feature found at which the exact agreement reaches the target, rounded up.",
		With:    view.Says(func(q prediction) string { return "The target is " + control.Target.Text(q.Target) + "." }),
		Assumes: "Agreement need not rise with ε everywhere.",
	}
	onLattice := c
	onLattice.If, onLattice.When = "the agreement is known as an interval",
		view.Whenever(func(q prediction) bool { return q.Region.OnLattice() })
	onLattice.Assumes += " The agreement is known as an interval, whose lower end reaches it; the true need may be less."
	return []view.Case[prediction]{onLattice, c}
}()

// What numbers of several views are exact for.
const (
	exactTotal = "basic composition: every private feature is told once"
	exactNeed  = "the first budget that a walk along all of them meets; a rise of the agreement that is narrower than its steps may come before"
	exactAll   = "all records of the file that can be used"
)

// readingsOfThresholds begins the sentence about how trees round their inputs.
const readingsOfThresholds = "Thresholds are taken as the real numbers in the file, while inputs are rounded to float32 first when predicting; whichever way,"

// lawInWords writes the law of the first private answer; the others are alike, about values of their own.
func (q prediction) lawInWords() string {
	text := control.LawInWords(q.First(), q.Region.Record[q.Region.Private[0]])
	if len(q.Names) > 1 && text != "" {
		return "For " + q.Names[0] + ": " + text
	}
	return text
}

// promised writes the part of a proven number that holds for both readings of thresholds.
func (q prediction) promised(v known.Value) string {
	if !q.Region.RoundsInputs() {
		return ""
	}
	return fmt.Sprintf("%s it is at least %s.", readingsOfThresholds, numeral.Exact(v.Low))
}

// safeRemark returns the remark on a proven number where the value that holds for both readings of thresholds is written
// differently.
func safeRemark(style numeral.Style) func(context.Context, prediction, known.Value) (string, error) {
	return view.Remark(func(q prediction, v known.Value) string {
		if !q.Region.RoundsInputs() || v.Missing() {
			return ""
		}
		if written := style.Rounded(v.Low, numeral.Down); written != style.Rounded(v.Value, numeral.Down) {
			return "safe " + written
		}
		return ""
	})
}

// boxMass declares the certified bound.
var boxMass = reading{Name: "box-mass", Label: "prediction stays, proven", Symbol: "ρ(box)", Style: numeral.Percent, Goal: known.Higher,
	Range: known.Probability, LevelOf: view.LevelWhere(func(q prediction) bool { return q.computes() || q.sampled }, view.Shown, view.Answering),
	Title: func(prediction) string { return "proven to stay" },
	Value: func(ctx context.Context, q prediction) (known.Value, error) {
		box, err := q.Box.Get(ctx)
		return agreement.OrRefused(ctx, box.Known(), err)
	},
	Partial: func(q prediction) known.Value { return q.Soon.Mass() },
	Remark: func(ctx context.Context, q prediction, v known.Value) (string, error) {
		if words, err := safeRemark(numeral.Percent)(ctx, q, v); words != "" || err != nil {
			return words, err
		}
		return q.whereCut(ctx, v)
	},
	Cases: boxCases}

// whereCut says that the proven box ends with [0, 1] where answers lie beyond, so that it holds less than a radius without
// limits would.
func (q prediction) whereCut(ctx context.Context, v known.Value) (string, error) {
	if v.Missing() {
		return "", nil
	}
	box, err := q.Box.Get(ctx)
	if err != nil {
		return "", err
	}
	if q.Cut(box) {
		return "cut to [0, 1]", nil
	}
	return "", nil
}

// boxCases explains the mass of the proven box.
var boxCases = []view.Case[prediction]{{
	If:      "nothing is proven",
	When:    func(_ prediction, v known.Value) bool { return v.Missing() },
	Formula: "The mass of the largest box on which the class is proven constant.",
	Assumes: "No box on which the class is constant could be proven for this kind of classifier.",
}, {
	Formula: "The class is proven constant on a box, and the private answers all fall into it with this probability: the product of the masses of its sides, " +
		"since features are perturbed independently.",
	With:    boxWords,
	Assumes: "The box bounds the agreement from below at every ε, not only at this one.",
}}

// boxWords writes the sides of the proven box, and its mass.
func boxWords(ctx context.Context, q prediction, v known.Value) (string, error) {
	box, err := q.Box.Get(ctx)
	if err != nil {
		return "", err
	}
	var sides []string
	for k, side := range box.Sides {
		low, high := side.Ends()
		sides = append(sides, fmt.Sprintf("%s in %s", q.Names[k], control.Place(low, high)))
	}
	most := "No robust box within [0, 1] has more."
	if box.Upper > box.Mass {
		most = fmt.Sprintf("No robust box within [0, 1] has more than %s.", numeral.Up.Chance(box.Upper))
	}
	return control.Sentences(fmt.Sprintf("%s: %s.", strings.Join(sides, ", "), numeral.Down.Chance(box.Mass)), most, q.promised(v)), nil
}

// asInThePaper returns the figure that the paper's procedure prints.
func asInThePaper(ctx context.Context, q prediction) (known.Value, error) {
	search, err := q.Paper.Get(ctx)
	if err != nil {
		return agreement.OrRefused(ctx, known.Value{}, err)
	}
	value, err := q.Printed(search)
	return agreement.OrRefused(ctx, known.Printed(value), err)
}

// paperCases explains the paper's figure.
var paperCases = []view.Case[prediction]{{
	If:      "there is none",
	When:    func(_ prediction, v known.Value) bool { return v.Missing() },
	Formula: ofPaperBox,
	With:    paperWords,
	Source:  paperSections,
}, {
	Formula: ofPaperBox,
	With:    paperWords,
	Source:  paperSections,
	Assumes: "It is NOT a bound: the mechanism is not uniform in the box, ω is a confidence and not a share, and the search reuses its draws.",
}}

const (
	ofPaperBox    = "The mass of the box that the paper's sampled search finds, times (1-ω)(1-τ)."
	paperSections = "Quantifying Classifier Utility under LDP, sections 4.2 and 5.1, with its authors' table of masses"
)

// paperWords writes the numbers of the paper's procedure, or why it has none.
func paperWords(ctx context.Context, q prediction, v known.Value) (string, error) {
	found := ""
	search, err := q.Paper.Get(ctx)
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil && learners.CapabilitiesOf(q.Model.Classifier).TakesLong:
		found = err.Error()
	case err != nil:
		found = "The paper's procedure needs an example to start from."
	case v.Missing():
		found = "The paper has no such mechanism."
	default:
		found = q.paperVerdict(ctx, search)
	}
	return control.Sentences(fmt.Sprintf("ω = %g and τ = %g.", agreement.PaperOmega, q.PaperTau()), found), nil
}

// needed makes a reading's Value and Beside of a budget that is searched once.
func needed(of func(prediction) *work.Once[agreement.RequiredBudget], basis func(prediction) known.Basis) (
	value func(context.Context, prediction) (known.Value, error), beside func(context.Context, prediction, known.Value) (string, error)) {
	value = func(ctx context.Context, q prediction) (known.Value, error) {
		need, err := of(q).Get(ctx)
		v, err := agreement.OrRefused(ctx, need.Known(basis(q)), err)
		if need.Any { // the end of the range is no answer
			v.Word = known.AnyBudget
		}
		return v, err
	}
	beside = func(ctx context.Context, q prediction, v known.Value) (string, error) {
		need, err := of(q).Get(ctx)
		switch {
		case v.Missing() || v.Word != "" || err != nil:
			return "", ctx.Err()
		case need.Missed == 0:
			return "smallest ε tried", nil
		case len(q.Names) > 1:
			return numeral.Up.Sum(float64(len(q.Names))*need.Epsilon, len(q.Names)) + " in total", nil
		}
		return "", nil
	}
	return value, beside
}

// ofNeed declares a reading about a budget.
func ofNeed(r reading, of func(prediction) *work.Once[agreement.RequiredBudget], basis func(prediction) known.Basis) reading {
	r.Symbol, r.Goal, r.Round = "ε*", known.Lower, numeral.Up
	r.Value, r.Remark = needed(of, basis)
	return r
}

// withIndicator returns the agreement with an indicator.
func withIndicator(ctx context.Context, q prediction) (known.Value, error) {
	base, err := q.Agreed.Get(ctx)
	if err != nil {
		return base, err
	}
	return agreement.Raised(base, func() (known.Value, error) {
		box, err := q.Box.Get(ctx)
		return agreement.OrRefused(ctx, box.Known(), err)
	}, q.Indicator)
}

// totalBudget declares what a person spends when every private feature gets ε.
var totalBudget = reading{Name: "epsilon-total", ExactOf: exactTotal, Label: "ε in total", Symbol: "d·ε", Goal: known.Lower,
	Range: known.NotNegative, Level: view.Shown,
	Value:   view.Exactly(func(q prediction) float64 { return float64(len(q.Names)) * q.epsilon }),
	Parts:   func(q prediction) int { return equalParts(q.Region.Weights, q.Names) },
	Remark:  view.Says(func(q prediction) string { return summed(q.Region.Weights, q.Names, q.epsilon) }),
	Formula: "What one person reveals adds up to d·ε (basic composition), and δ, where the mechanism has one, to d·δ.",
	With:    view.Remark(func(q prediction, v known.Value) string { return control.Sentences(q.spent(v), q.slackInTotal()) })}

// spent says what the total is made of.
func (q prediction) spent(total known.Value) string {
	if len(q.Names) == 1 {
		return "One private feature is perturbed, with ε = " + q.spread() + "."
	}
	return fmt.Sprintf("%d private features are perturbed independently, with ε = %s: %s.", len(q.Names), q.spread(),
		numeral.Nearest.Sum(total.Value, equalParts(q.Region.Weights, q.Names)))
}

// slackInTotal says what the δ of a mechanism adds up to.
func (q prediction) slackInTotal() string {
	_, delta := q.Claim()
	if delta == 0 {
		return ""
	}
	return fmt.Sprintf("Their δ = %s adds up to %s.", numeral.Short(delta), numeral.Up.Short(float64(len(q.Names))*delta))
}
