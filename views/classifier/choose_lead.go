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

// ofPeers is an answer about the mechanisms that are compared, where one reaches the target.
func ofPeers(of func(choose, agreement.Peers) known.Value) func(context.Context, choose) (known.Value, error) {
	return func(ctx context.Context, q choose) (known.Value, error) {
		p, err := q.Peers(ctx)
		if err != nil {
			return known.Value{}, err
		}
		if !p.Reached() {
			ranked, err := q.ranks(ctx)
			return q.Unmet(ranked), err
		}
		v := of(q, p)
		if q.Nearly && !v.Missing() && v.Basis == known.Exact { // another may need less still
			v.Basis = known.Estimate
		}
		return v, nil
	}
}

// besidePeers is a remark about them.
func besidePeers(of func(choose, agreement.Peers) string) func(context.Context, choose, known.Value) (string, error) {
	return func(ctx context.Context, q choose, v known.Value) (string, error) {
		p, err := q.Peers(ctx)
		if err != nil || v.Missing() {
			return "", err
		}
		return of(q, p), nil
	}
}

const ofNeeds = "this record and the least budgets that were found"

// leastReadings are which mechanism needs least, and what comes next.
var leastReadings = []view.Entry[choose]{
	view.Reading[choose]{Name: "best", ExactOf: ofNeeds, Label: "cheapest mechanism", Expensive: true, Level: view.Answering,
		Value: ofPeers(func(_ choose, p agreement.Peers) known.Value {
			return known.Named(p.List[0].Name, title(p.List[0].Name))
		}),
		Remark: besidePeers(func(_ choose, p agreement.Peers) string {
			if p.Alike > 1 {
				return fmt.Sprintf("tied with %d", p.Alike-1)
			}
			return ""
		}),
		Formula: "The mechanism that reaches the target with the least ε per feature, of those with ε alone; where none of these does, of those with one other guarantee.",
		With:    view.Says(func(q choose) string { return "The target is " + control.Target.Text(q.Target) + "." })},
	view.Reading[choose]{Name: "epsilon-required-total", ExactOf: ofNeeds, Label: "least ε in total", Goal: known.Lower, Round: numeral.Up,
		Expensive: true,
		Range:     known.NotNegative, Level: view.Shown,
		Value: ofPeers(func(q choose, p agreement.Peers) known.Value { return q.Times(p.List[0].RequiredBudget) }),
		Parts: func(q choose) int { return len(q.Names) },
		Remark: besidePeers(func(q choose, p agreement.Peers) string {
			if len(q.Names) == 1 || p.List[0].Any {
				return ""
			}
			return numeral.Up.Short(p.List[0].Epsilon) + " per feature"
		}),
		Opens: func(ctx context.Context, q choose, _ known.Value) (string, error) {
			p, err := q.Peers(ctx)
			return withBudget("utility", p.List[0].Name, p.List[0].RequiredBudget.Known(q.basis())), err
		},
		Formula: "What one person reveals with the best mechanism at its least ε adds up to d·ε (basic composition), and δ, where it has one, to d·δ."},
	view.Reading[choose]{Name: "runner-up", ExactOf: ofNeeds, Label: "next best", Expensive: true, Level: view.Shown,
		Value: ofPeers(func(_ choose, p agreement.Peers) known.Value {
			if next, is := p.Next(); is {
				return known.Named(next.Name, title(next.Name))
			}
			return known.Nothing("no other mechanism is known to be enough")
		}),
		Remark: besidePeers(func(q choose, p agreement.Peers) string {
			next, is := p.Next()
			if first := p.List[0]; !is || first.Any || first.Missed == 0 || q.basis() != known.Exact {
				return ""
			}
			return "+" + numeral.Short(100*(next.Epsilon/p.List[0].Epsilon-1)) + " % ε"
		}),
		Opens: func(ctx context.Context, q choose, _ known.Value) (string, error) {
			p, err := q.Peers(ctx)
			next, is := p.Next()
			if err != nil || !is {
				return "", err
			}
			return withBudget("utility", next.Name, next.Known(q.basis())), nil
		},
		Formula: "The mechanism under the same guarantee that needs more ε than the best, and less than the others."},
	view.Reading[choose]{Name: "tied", ExactOf: ofNeeds, Label: "need as little", Style: numeral.Whole, Expensive: true,
		Range:   known.NotNegative,
		Value:   ofPeers(func(_ choose, p agreement.Peers) known.Value { return known.Exactly(float64(p.Alike)) }),
		Formula: "How many mechanisms under the same guarantee need as little as the best, to a millionth, itself among them."},
	view.Reading[choose]{Name: "weaker", ExactOf: ofNeeds, Label: "less, but weaker", Expensive: true,
		Value: ofPeers(func(_ choose, p agreement.Peers) known.Value {
			if p.Weaker == "" {
				return known.Named("none", "none")
			}
			return known.Named(p.Weaker, title(p.Weaker))
		}),
		Formula: "A mechanism under another guarantee that needs less ε. The two guarantees do not compare, so that it is not ranked with the others."},
}

// filled are the words of the lead that are no readings.
func (q choose) filled() map[string]string {
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

// Facts that decide what is said of a choice.
var (
	noneBest    = view.Lacks("best")
	noneCould   = func(f view.Facts) bool { return f.Refused("best") }
	ofExact     = view.Fills("exactly")
	ofOneValue  = view.Fills("single")
	byBounds    = view.Fills("bounds")
	someTied    = func(f view.Facts) bool { return f.Of("tied").Value > 1 }
	anyIsEnough = view.Reads("epsilon-required-total", known.AnyBudget)
	smallest    = func(f view.Facts) bool { return control.IsLeastBudget(f.Member("epsilon-required", f.Of("best").Word)) }
	hardlyMore  = func(f view.Facts) bool {
		return f.Member("epsilon-required", f.Of("runner-up").Word).Value < (1+justHere)*f.Member("epsilon-required", f.Of("best").Word).Value
	}
	noNext   = view.Lacks("runner-up")
	pureBest = func(f view.Facts) bool { return control.Notion(f.Of("best").Word) == control.PureNotion }
	reaches  = func(f view.Facts) bool { return f.Of("best").Word != "" }
	weakBest = view.Not(pureBest)
	allTied  = func(f view.Facts) bool {
		return pureBest(f) && int(f.Of("tied").Value) == len(control.WithNotion(control.PureNotion))
	}
)

const (
	keepsIt   = " keeps {class} with probability {target}"
	perNeed   = "ε = {epsilon-required-BEST.bound} per feature"
	aloneNeed = "ε = {epsilon-required-BEST.bound}"
	proven    = "Smallest proven ε: {best}, "
)

// leastLead are the variants for a budget that is in words so.
func leastLead(need, provenNeed string) []view.Variant {
	return []view.Variant{
		{When: view.All(byBounds, someTied), Text: proven + provenNeed + " keeps {class} {target} of the time; {tied} mechanisms are tied."},
		{When: view.All(byBounds, noNext), Text: proven + provenNeed + " keeps {class} {target} of the time; no other is known to."},
		{When: view.All(byBounds, hardlyMore), Text: proven + provenNeed + " keeps {class} {target} of the time; {runner-up} has hardly more."},
		{When: byBounds, Text: proven + provenNeed + " keeps {class} {target} of the time; {runner-up} has {epsilon-required-RUNNER-UP.bound}."},
		{When: someTied, Text: "{best}: " + need + keepsIt + "; {tied} mechanisms are tied."},
		{When: noNext, Text: "{best}: " + need + keepsIt + "; no other is known to."},
		{When: hardlyMore, Text: "{best}: " + need + keepsIt + "; {runner-up} needs hardly more."},
		{Text: "{best}: " + need + keepsIt + "; {runner-up} needs {epsilon-required-RUNNER-UP.bound}."},
	}
}

// asSmallAsYouLike is the price where any ε is enough.
var asSmallAsYouLike = view.Always("So ε can be as small as you like: an attacker choosing between two people then does little better than guessing.")

var choiceLead = view.Lead{
	Answers: view.Either(
		view.Branch{Variants: []view.Variant{
			{When: view.All(noneCould, ofExact), Text: "None is known: with these private features the probability cannot be computed; set the criterion to proven bound."},
			{When: noneCould, Text: "None is known: nothing is proven for this classifier."},
			{When: noneBest, Text: "None: no mechanism is known to keep {class} with probability {target}, at any ε up to {epsilon-max}."},
			{When: view.All(anyIsEnough, allTied), Text: "Any: all {tied} under {guarantee} keep {class} with probability {target} at every ε."},
			{When: anyIsEnough, Text: "Even pure noise" + keepsIt + ": for this target there is nothing to lose."},
			{When: smallest, Text: "{best}: even the smallest ε tried" + keepsIt + "; larger ones need not."},
		}},
		view.Branch{When: ofOneValue, Variants: leastLead(aloneNeed, aloneNeed)},
		view.Branch{Variants: leastLead(perNeed, "{epsilon-required-BEST.bound} each ({epsilon-required-total.bound} in total)")},
	),
	Prices: view.Either(
		view.Branch{When: anyIsEnough, Variants: asSmallAsYouLike},
		view.Branch{When: ofOneValue, Variants: spending("{epsilon-required-BEST.bound}", "")},
		view.Branch{Variants: spending("{epsilon-required-total.bound}", inTotal)},
	),
	Warnings: []view.Variant{view.HardlyAny, view.LargeDeltaWhere(view.All(reaches, weakBest))},
}
