package classifier

import (
	"context"
	"fmt"

	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// ofPeers makes a Value from the compared mechanisms, where one reaches the target.
func ofPeers(of func(recordAdvice, agreement.Peers) known.Value) func(context.Context, recordAdvice) (known.Value, error) {
	return func(ctx context.Context, q recordAdvice) (known.Value, error) {
		p, err := q.Peers(ctx)
		if err != nil {
			return known.Value{}, err
		}
		if !p.Reached() {
			ranked, err := q.ranks(ctx)
			return q.Unmet(ranked), err
		}
		v := of(q, p)
		if q.Nearly && !v.Missing() && v.Basis == known.Exact { // another may need still less
			v.Basis = known.Estimate
		}
		return v, nil
	}
}

// besidePeers makes a remark about them.
func besidePeers(of func(recordAdvice, agreement.Peers) string) func(context.Context, recordAdvice, known.Value) (string, error) {
	return func(ctx context.Context, q recordAdvice, v known.Value) (string, error) {
		p, err := q.Peers(ctx)
		if err != nil || v.Missing() {
			return "", err
		}
		return of(q, p), nil
	}
}

const ofNeeds = "this record and the least budgets that were found"

// leastReadings declares which mechanism needs least, and which comes next.
var leastReadings = []view.Entry[recordAdvice]{
	using(view.Reading[recordAdvice]{ExactOf: ofNeeds,
		Value: ofPeers(func(_ recordAdvice, p agreement.Peers) known.Value { return mechanismOf(p.List[0].Name) }),
		Remark: besidePeers(func(_ recordAdvice, p agreement.Peers) string {
			if p.Alike > 1 {
				return fmt.Sprintf("tied with %d", p.Alike-1)
			}
			return ""
		}),
		Formula: "The mechanism that reaches the target with the least ε per feature, of those with ε alone; where none of these does, of those with one other guarantee.",
		With:    view.Says(func(q recordAdvice) string { return "The target is " + control.Target.Text(q.Target) + "." })}),
	enoughInTotal(view.Reading[recordAdvice]{ExactOf: ofNeeds,
		Value: ofPeers(func(q recordAdvice, p agreement.Peers) known.Value { return q.Times(p.List[0].RequiredBudget) }),
		Remark: besidePeers(func(q recordAdvice, p agreement.Peers) string {
			if len(q.Names) == 1 || p.List[0].Any {
				return ""
			}
			return numeral.Up.Short(p.List[0].Epsilon) + " per feature"
		}),
		Opens: func(ctx context.Context, q recordAdvice, _ known.Value) (string, error) {
			p, err := q.Peers(ctx)
			return withBudget("utility", p.List[0].Name, p.List[0].RequiredBudget.Known(q.basis())), err
		},
		Formula: "What one person reveals with the best mechanism at its least ε adds up to d·ε (basic composition), and δ, where it has one, to d·δ."}),
	nextToUse(view.Reading[recordAdvice]{ExactOf: ofNeeds,
		Value: ofPeers(func(_ recordAdvice, p agreement.Peers) known.Value {
			if next, is := p.Next(); is {
				return mechanismOf(next.Name)
			}
			return noOther
		}),
		Remark: besidePeers(func(q recordAdvice, p agreement.Peers) string {
			next, is := p.Next()
			if first := p.List[0]; !is || first.Any || first.Missed == 0 || q.basis() != known.Exact {
				return ""
			}
			return "+" + numeral.Short(100*(next.Epsilon/p.List[0].Epsilon-1)) + " % ε"
		}),
		Opens: func(ctx context.Context, q recordAdvice, _ known.Value) (string, error) {
			p, err := q.Peers(ctx)
			next, is := p.Next()
			if err != nil || !is {
				return "", err
			}
			return withBudget("utility", next.Name, next.Known(q.basis())), nil
		},
		Formula: "The mechanism under the same guarantee that needs more ε than the best, and less than the others."}),
	view.Reading[recordAdvice]{Name: "need-as-little", ExactOf: ofNeeds, Label: "need as little", Style: numeral.Whole, Expensive: true,
		Range:   known.NotNegative,
		Value:   ofPeers(func(_ recordAdvice, p agreement.Peers) known.Value { return known.Exactly(float64(p.Alike)) }),
		Formula: "How many mechanisms under the same guarantee need as little as the best, to a millionth, itself among them."},
	lessButWeaker(view.Reading[recordAdvice]{ExactOf: ofNeeds,
		Value: ofPeers(func(_ recordAdvice, p agreement.Peers) known.Value { return mechanismOf(p.Weaker) })}),
}

// filled returns the words of the lead that are no readings.
func (q recordAdvice) filled() map[string]string {
	words := map[string]string{"class": className(q.Model, q.Region.Class, namesInSentence),
		"epsilon-max": numeral.Short(mechanisms.Epsilon.Max), "guarantee": control.PureNotion}
	if len(q.Names) == 1 {
		words["single"] = "one value"
	}
	if q.basis() == known.AtMost {
		words["bounds"] = "bounds"
	}
	if !q.Certified {
		words["exactly"] = "exactly"
	}
	return words
}

// Conditions for the sentences on a choice.
var (
	noneCould   = func(f view.Facts) bool { return f.Refused("enough") }
	ofExact     = view.Fills("exactly")
	byBounds    = view.Fills("bounds")
	someTied    = func(f view.Facts) bool { return f.Of("need-as-little").Value > 1 }
	anyIsEnough = view.Reads("epsilon-enough-total", known.AnyBudget)
	smallest    = func(f view.Facts) bool { return control.IsLeastBudget(f.Member("epsilon", f.Of("enough").Word)) }
	hardlyMore  = func(f view.Facts) bool {
		return f.Member("epsilon", f.Of("next").Word).Value < (1+justHere)*f.Member("epsilon", f.Of("enough").Word).Value
	}
	noNext  = view.Lacks("next")
	allTied = func(f view.Facts) bool {
		return control.Notion(f.Of("enough").Word) == control.PureNotion && int(f.Of("need-as-little").Value) == len(control.WithNotion(control.PureNotion))
	}
)

const (
	keepsIt   = " keeps {class} with probability {target}"
	perNeed   = "ε = {epsilon-ENOUGH.bound} per feature"
	aloneNeed = "ε = {epsilon-ENOUGH.bound}"
	proven    = "Smallest proven ε: {enough}, "
)

// leastLead returns the variants for a budget in these words.
func leastLead(need, provenNeed string) []view.Variant {
	return []view.Variant{
		{When: view.All(byBounds, someTied), Text: proven + provenNeed + " keeps {class} {target} of the time; {need-as-little} mechanisms are tied."},
		{When: view.All(byBounds, noNext), Text: proven + provenNeed + " keeps {class} {target} of the time; no other is known to."},
		{When: view.All(byBounds, hardlyMore), Text: proven + provenNeed + " keeps {class} {target} of the time; {next} has hardly more."},
		{When: byBounds, Text: proven + provenNeed + " keeps {class} {target} of the time; {next} has {epsilon-NEXT.bound}."},
		{When: someTied, Text: "{enough}: " + need + keepsIt + "; {need-as-little} mechanisms are tied."},
		{When: noNext, Text: "{enough}: " + need + keepsIt + "; no other is known to."},
		{When: hardlyMore, Text: "{enough}: " + need + keepsIt + "; {next} needs hardly more."},
		{Text: "{enough}: " + need + keepsIt + "; {next} needs {epsilon-NEXT.bound}."},
	}
}

var recordLead = view.Lead{
	Answers: view.Either(
		view.Branch{Variants: []view.Variant{
			{When: view.All(noneCould, ofExact), Text: "None is known: with these private features the probability cannot be computed; set the criterion to proven bound."},
			{When: noneCould, Text: "None is known: nothing is proven for this classifier."},
			{When: nothingEnough, Text: "None: no mechanism is known to keep {class} with probability {target}, at any ε up to {epsilon-max}."},
			{When: view.All(anyIsEnough, allTied), Text: "Any: all {need-as-little} under {guarantee} keep {class} with probability {target} at every ε."},
			{When: anyIsEnough, Text: "Even pure noise" + keepsIt + ": for this target there is nothing to lose."},
			{When: smallest, Text: "{enough}: even the smallest ε tried" + keepsIt + "; larger ones need not."},
		}},
		view.Branch{When: single, Variants: leastLead(aloneNeed, aloneNeed)},
		view.Branch{Variants: leastLead(perNeed, "{epsilon-ENOUGH.bound} each ({epsilon-enough-total.bound} in total)")},
	),
	Prices:   advicePrices(anyIsEnough),
	Warnings: []view.Variant{view.HardlyAny, view.LargeDeltaWhere(weakEnough)},
}
