package classifier

import (
	"context"
	"math"

	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// nearlyThere is how far below its target a probability counts as not quite there.
const nearlyThere = 0.02

// Verdicts on a prediction: from the computed value, else from the proven one, else from draws.
var (
	yesVerdict         = known.Named("yes", "Yes")
	notQuiteVerdict    = known.Named("not-quite", "Not quite")
	noVerdict          = known.Named("no", "No")
	undecidedVerdict   = known.Named("undecided", "Undecided")
	probablyVerdict    = known.Named("probably", "Probably")
	probablyNotVerdict = known.Named("probably-not", "Probably not")
	notProvenVerdict   = known.Named("not-proven", "Not proven")
)

// utilityVerdict declares whether the prediction survives as often as its target.
var utilityVerdict = reading{Name: "verdict", Label: "verdict", ExactOf: "the limits that stand in the explanation",
	Value: func(ctx context.Context, q prediction) (known.Value, error) { return q.survives(ctx) },
	Formula: "Yes where the probability that the prediction stays reaches the target, not quite where it misses it by at most 2 points, else no. " +
		"Where it cannot be computed: yes where what is proven reaches the target; probably, or probably not, where all of the sampled interval is on one side of it.",
	With: view.Says(func(q prediction) string { return "The target is " + control.Target.Text(q.Target) + "." })}

func (q prediction) survives(ctx context.Context) (known.Value, error) {
	exact, err := q.Agreed.Get(ctx)
	if err != nil {
		return exact, err
	}
	raised := func(v float64) float64 { return agreement.WithIndicator(v, q.Indicator) }
	if !exact.Missing() {
		return meets(exact.Map(raised), q.Target), nil
	}
	box, err := q.Box.Get(ctx)
	proven, err := agreement.OrRefused(ctx, box.Known(), err)
	switch {
	case err != nil:
		return proven, err
	case raised(proven.Safe(known.Higher)) >= q.Target:
		return yesVerdict, nil
	case !q.sampled || q.Indicator > 0:
		return notProvenVerdict, nil
	}
	e, err := q.Estimated.Get(ctx)
	switch {
	case err != nil:
		return known.Value{}, err
	case e.Low >= q.Target:
		return probablyVerdict, nil
	case e.High < q.Target:
		return probablyNotVerdict, nil
	}
	return undecidedVerdict, nil
}

// meets compares a computed value with a target.
func meets(v known.Value, target float64) known.Value {
	low, high := v.Value, v.Value
	if v.Basis == known.Between {
		low, high = v.Low, v.High
	}
	switch {
	case low >= target:
		return yesVerdict
	case high < target-nearlyThere:
		return noVerdict
	case high < target:
		return notQuiteVerdict
	}
	return undecidedVerdict
}

// filled returns the words of the lead that are no readings.
func (q prediction) filled() map[string]string {
	words := map[string]string{
		"class": className(q.Model, q.Region.Class, classInUtility), "epsilon-max": mechanisms.Epsilon.Text(mechanisms.Epsilon.Max), "mean": "",
		"each": "",
	}
	switch {
	case len(q.Names) == 1:
		words["single"] = "one value"
	case q.Region.Weights != nil:
		words["mean"] = "a mean "
	default:
		words["each"] = " per feature"
	}
	if q.Indicator > 0 {
		words["one-in"] = "1 record in " + numeral.Count(math.Round(1/q.Indicator))
	}
	return words
}

// Conditions for the sentences on one prediction.
var (
	isRaised   = view.Fills("one-in")
	computed   = func(f view.Facts) bool { return !f.None("agreement-exact") }
	isMet      = view.Decides(yesVerdict.Word)
	anyBudget  = view.Reads("epsilon-required-exact", known.AnyBudget)
	noBudget   = view.Lacks("epsilon-required-exact")
	leastOfAll = func(f view.Facts) bool { return control.IsLeastBudget(f.Of("epsilon-required-exact")) }
	isEnough   = func(f view.Facts) bool { return f.Of("epsilon-required-exact").Basis == known.AtMost }
	fromBelow  = func(f view.Facts) bool { return aside(f) > justHere }
	fromAbove  = func(f view.Facts) bool { return aside(f) < -justHere }
	allBut     = func(f view.Facts) bool { return f.Of("agreement-exact").Value > 0.9999 }
	sampledToo = func(f view.Facts) bool { return !f.None("agreement-estimate") }
)

// justHere is the relative difference up to which two budgets are displayed as nearly equal.
const justHere = 0.005

// aside returns the relative distance of the least budget above ε.
func aside(f view.Facts) float64 { return f.Of("epsilon-required-exact").Value/f.Number("epsilon") - 1 }

// besideNeed returns the endings for computed values, from the semicolon on.
func besideNeed(begins string) []view.Variant {
	return []view.Variant{
		{When: view.All(noBudget, isMet), Text: begins + "."},
		{When: noBudget, Text: begins + "; no ε up to {epsilon-max} reaches it."},
		{When: view.All(leastOfAll, isMet), Text: begins + "; even the smallest ε tried reaches it."},
		{When: leastOfAll, Text: begins + "; a far smaller ε reaches it (see the curve)."},
		{When: view.All(isMet, fromAbove), Text: begins + "; {epsilon-required-exact.bound} would have been enough."},
		{When: view.All(isMet, fromBelow), Text: begins + "."},
		{When: isMet, Text: begins + ", with hardly more ε than it takes."},
		{When: fromAbove, Text: begins + "; a smaller ε, {epsilon-required-exact.bound}, reaches it (see the curve)."},
		{When: isEnough, Text: begins + "; ε = {epsilon-required-exact.bound} is enough."},
		{Text: begins + "; {epsilon-required-exact.bound} is the least that reaches it."},
	}
}

const (
	atThisBudget = "{verdict}: at {mean}ε = {epsilon}{each} "
	ofSampled    = atThisBudget + "{agreement-estimate} of noisy records stay {class} (95 %: {agreement-estimate.low}–{agreement-estimate.high}"
)

var utilityLead = view.Lead{
	Answers: view.Either(
		view.Branch{When: isRaised, Variants: []view.Variant{
			{When: func(f view.Facts) bool { return f.Of("agreement-with-indicator").Value > 0.9999 },
				Text: atThisBudget + "the prediction stays {class} {agreement-with-indicator} of the time (target {target}), counting the {exposed} sent without noise."},
			{Text: atThisBudget + "the prediction stays {class} with probability {agreement-with-indicator} (target {target}), counting the {exposed} sent without noise."},
		}},
		view.Branch{When: view.All(computed, anyBudget), Variants: []view.Variant{
			{Text: "{verdict}: even pure noise keeps {class} at least {target} of the time, so there is nothing to lose; at {mean}ε = {epsilon}{each} it stays {agreement-exact}."},
		}},
		view.Branch{When: view.All(computed, allBut),
			Variants: besideNeed(atThisBudget + "the prediction stays {class} {agreement-exact} of the time (target {target})")},
		view.Branch{When: computed, Variants: besideNeed(atThisBudget +
			"the prediction stays {class} with probability {agreement-exact} (target {target})")},
		view.Branch{Variants: []view.Variant{
			{When: isMet, Text: atThisBudget + "the prediction is proven to stay {class} with probability at least {box-mass} (target {target})."},
			{When: sampledToo, Text: ofSampled + "; proven: {box-mass}); the target is {target}."},
			{When: sampledToo, Text: ofSampled + "; target {target}); nothing is proven for this classifier."},
			{Text: atThisBudget + "only a probability of at least {box-mass} is proven for {class} (target {target})."},
			{Text: "{verdict}: nothing is proven for this classifier; set the estimate to sampled."},
		}},
	),
	Prices: view.TaskPeople.Price(),
	Warnings: []view.Variant{
		{When: isRaised, Text: "{one-in} is sent without noise: keep δ_I well below one in the number of people."},
		view.HardlyAny, view.LargeDelta,
	},
}
