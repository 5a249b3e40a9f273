package robustness

import (
	"context"
	"fmt"
	"slices"

	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// peers are the mechanisms under one guarantee, ranked, as others do not compare: of those with ε
// alone, or where none of these reaches the target, of those with the guarantee of the best.
type peers struct {
	list      []agreement.Ranked
	alike     int    // how many need as little as the first
	guarantee string // of all of them
	weaker    string // under another guarantee, which needs less; empty: none does
}

func (q choice) compared(ctx context.Context) (p peers, err error) {
	ranked, err := q.ranks(ctx)
	if err != nil {
		return p, err
	}
	p.guarantee = control.PureNotion
	among := func(r agreement.Ranked) bool { return control.Notion(r.Name) == p.guarantee }
	if !slices.ContainsFunc(ranked, func(r agreement.Ranked) bool { return r.Reached() && among(r) }) {
		p.guarantee = control.Notion(ranked[0].Name)
	}
	for _, r := range ranked {
		if among(r) {
			p.list = append(p.list, r)
		}
	}
	p.alike = agreement.Alike(p.list)
	if first := ranked[0]; p.reached() && !among(first) && !first.Ties(p.list[0]) {
		p.weaker = first.Name
	}
	return p, nil
}

// reached reports whether any of them reaches the target.
func (p peers) reached() bool { return p.list[0].Reached() }

// next is the first that needs more than the best; false where none is known to be enough.
func (p peers) next() (agreement.Ranked, bool) {
	if p.alike < len(p.list) && p.list[p.alike].Reached() {
		return p.list[p.alike], true
	}
	return agreement.Ranked{}, false
}

// ofPeers is an answer about the mechanisms that are compared, where one reaches the target.
func ofPeers(of func(choice, peers) known.Value) func(context.Context, choice) (known.Value, error) {
	return func(ctx context.Context, q choice) (known.Value, error) {
		p, err := q.compared(ctx)
		if err != nil {
			return known.Value{}, err
		}
		if !p.reached() {
			ranked, err := q.ranks(ctx)
			return q.unmetValue(ranked), err
		}
		v := of(q, p)
		if q.Nearly && !v.Missing() && v.Basis == known.Exact { // another may need less still
			v.Basis = known.Estimate
		}
		return v, nil
	}
}

// besidePeers is a remark about them.
func besidePeers(of func(choice, peers) string) func(context.Context, choice, known.Value) (string, error) {
	return func(ctx context.Context, q choice, v known.Value) (string, error) {
		p, err := q.compared(ctx)
		if err != nil || v.Missing() {
			return "", err
		}
		return of(q, p), nil
	}
}

// times is a budget of every private feature together, as it is known.
func (q choice) times(n agreement.Need) known.Value {
	v := n.Known(q.basis())
	if n.Any {
		v.Word = known.AnyBudget
		return v
	}
	return v.Map(func(epsilon float64) float64 { return float64(len(q.Names)) * epsilon })
}

// least is the budget that the best one takes, as a page shows it.
func (q choice) least(p peers) float64 {
	return min(numeral.Up.Significant(p.list[0].Epsilon, 3), mechanisms.MostBudget(q.setting(p.list[0].Name).Maker()))
}

// setting is that of a mechanism by its name.
func (q choice) setting(name string) mechanisms.Setting {
	return q.all[slices.IndexFunc(q.all, func(m mechanisms.Setting) bool { return m.Kind == name })]
}

// attacker is who tells people apart with the best mechanism at its least budget, as it is
// displayed.
func (q choice) attacker(ctx context.Context) (agreement.Attacker, error) { return q.attack.Get(ctx) }

func (q choice) attackBest(ctx context.Context) (agreement.Attacker, error) {
	p, err := q.compared(ctx)
	switch {
	case err != nil:
		return agreement.Attacker{}, err
	case !p.reached():
		return agreement.Attacker{None: "no mechanism is known to reach the target"}, nil
	case p.list[0].Any:
		return agreement.Attacker{None: "any ε is enough, however small"}, nil
	}
	by := q.setting(p.list[0].Name).WithBudget(q.least(p))
	m, err := by.New()
	if err != nil {
		return agreement.Attacker{}, err
	}
	return agreement.Spending{Mechanism: m, By: by, Features: len(q.Names)}.Attacker(ctx)
}

const ofNeeds = "this record and the least budgets that were found"

// leastReadings are which mechanism needs least, and what comes next.
var leastReadings = []view.Entry[choice]{
	view.Reading[choice]{Name: "best", ExactOf: ofNeeds, Label: "needs least ε", Coarse: true, Level: view.Answering,
		Value: ofPeers(func(_ choice, p peers) known.Value { return known.Named(p.list[0].Name, title(p.list[0].Name)) }),
		Beside: besidePeers(func(_ choice, p peers) string {
			if p.alike > 1 {
				return fmt.Sprintf("tied with %d", p.alike-1)
			}
			return ""
		}),
		Cases: []view.Case[choice]{{
			Formula: "The mechanism that reaches the target with the least ε per feature, of those with ε alone; where none of these does, of those with one other guarantee.",
			With:    view.Remark(func(q choice, _ known.Value) string { return "The target is " + control.Target.Text(q.Target) + "." }),
		}}},
	view.Reading[choice]{Name: "epsilon-required-total", ExactOf: ofNeeds, Label: "its ε in total", Goal: known.Lower, Round: numeral.Up, Coarse: true,
		Range: known.NotNegative, Level: view.Shown,
		Value: ofPeers(func(q choice, p peers) known.Value { return q.times(p.list[0].Need) }),
		Beside: besidePeers(func(q choice, p peers) string {
			if len(q.Names) == 1 || p.list[0].Any {
				return ""
			}
			return numeral.Up.Short(p.list[0].Epsilon) + " per feature"
		}),
		Opens: func(ctx context.Context, q choice, _ known.Value) (string, error) {
			p, err := q.compared(ctx)
			return withBudget("utility", p.list[0].Name, p.list[0].Need.Known(q.basis())), err
		},
		Cases: []view.Case[choice]{{Formula: "What one person reveals with the best mechanism at its least ε adds up to d·ε (basic composition), and δ, where it has one, to d·δ."}}},
	view.Reading[choice]{Name: "runner-up", ExactOf: ofNeeds, Label: "next best", Coarse: true, Level: view.Shown,
		Value: ofPeers(func(_ choice, p peers) known.Value {
			if next, is := p.next(); is {
				return known.Named(next.Name, title(next.Name))
			}
			return known.Nothing("no other mechanism is known to be enough")
		}),
		Beside: besidePeers(func(q choice, p peers) string {
			next, is := p.next()
			if first := p.list[0]; !is || first.Any || first.Missed == 0 || q.basis() != known.Exact {
				return ""
			}
			return "+" + numeral.Short(100*(next.Epsilon/p.list[0].Epsilon-1)) + " % ε"
		}),
		Opens: func(ctx context.Context, q choice, _ known.Value) (string, error) {
			p, err := q.compared(ctx)
			next, is := p.next()
			if err != nil || !is {
				return "", err
			}
			return withBudget("utility", next.Name, next.Known(q.basis())), nil
		},
		Cases: []view.Case[choice]{{Formula: "The mechanism under the same guarantee that needs more ε than the best, and less than the others."}}},
	view.Reading[choice]{Name: "tied", ExactOf: ofNeeds, Label: "need as little", Style: numeral.Whole, Coarse: true,
		Range: known.NotNegative,
		Value: ofPeers(func(_ choice, p peers) known.Value { return known.Exactly(float64(p.alike)) }),
		Cases: []view.Case[choice]{{Formula: "How many mechanisms under the same guarantee need as little as the best, to a millionth, itself among them."}}},
	view.Reading[choice]{Name: "weaker", ExactOf: ofNeeds, Label: "less, but weaker", Coarse: true,
		Value: ofPeers(func(_ choice, p peers) known.Value {
			if p.weaker == "" {
				return known.Named("none", "none")
			}
			return known.Named(p.weaker, title(p.weaker))
		}),
		Cases: []view.Case[choice]{{
			Formula: "A mechanism under another guarantee that needs less ε. The two guarantees do not compare, so that it is not ranked with the others.",
		}}},
}

// filled are the words of the lead that are no readings.
func (q choice) filled() map[string]string {
	words := map[string]string{"class": className(q.Model, q.Region.Class, namesInSentence), "epsilon-max": numeral.Short(mechanisms.Epsilon.Max), "guarantee": control.PureNotion}
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
	noneBest     = func(f view.Facts) bool { return f.None("best") }
	noneCould    = func(f view.Facts) bool { return f.Refused("best") }
	ofExact      = func(f view.Facts) bool { return f.Filled("exactly") != "" }
	ofOneValue   = func(f view.Facts) bool { return f.Filled("single") != "" }
	byBounds     = func(f view.Facts) bool { return f.Filled("bounds") != "" }
	someTied     = func(f view.Facts) bool { return f.Of("tied").Value > 1 }
	anyIsEnough  = func(f view.Facts) bool { return f.Said("epsilon-required-total", known.AnyBudget) }
	smallest     = func(f view.Facts) bool { return control.IsLeastBudget(f.Member("epsilon-required", f.Of("best").Word)) }
	nextSmallest = func(f view.Facts) bool {
		return control.IsLeastBudget(f.Member("epsilon-required", f.Of("runner-up").Word))
	}
	hardlyMore = func(f view.Facts) bool {
		return f.Member("epsilon-required", f.Of("runner-up").Word).Value < (1+justHere)*f.Member("epsilon-required", f.Of("best").Word).Value
	}
	noNext   = func(f view.Facts) bool { return f.None("runner-up") }
	pureBest = func(f view.Facts) bool { return control.Notion(f.Of("best").Word) == control.PureNotion }
	reaches  = func(f view.Facts) bool { return f.Of("best").Word != "" }
	weakBest = func(f view.Facts) bool { return !pureBest(f) }
	allTied  = func(f view.Facts) bool {
		return pureBest(f) && int(f.Of("tied").Value) == len(control.WithNotion(control.PureNotion))
	}
)

const (
	keepsIt   = " keeps {class} with probability {target}"
	perNeed   = "ε = {epsilon-required-BEST.bound} per feature ({epsilon-required-total.bound} in total)"
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

var choiceLead = view.Lead{
	Answers: view.Either(
		view.Branch{Variants: []view.Variant{
			{When: view.All(noneCould, ofExact), Text: "None is known: with these private features the probability cannot be computed; set the criterion to proven bound."},
			{When: noneCould, Text: "None is known: nothing is proven for this classifier."},
			{When: noneBest, Text: "None: no mechanism is known to keep {class} with probability {target}, at any ε up to {epsilon-max}."},
			{When: view.All(anyIsEnough, allTied), Text: "Any: all {tied} under {guarantee} keep {class} with probability {target} at every ε."},
			{When: view.All(anyIsEnough, someTied), Text: "{best} at any ε" + keepsIt + "; {tied} mechanisms are tied."},
			{When: view.All(anyIsEnough, noNext), Text: "{best}: at any ε it" + keepsIt + "; no other is known to."},
			{When: view.All(anyIsEnough, nextSmallest), Text: "{best}: at any ε it" + keepsIt + "; no other is known to at every ε."},
			{When: anyIsEnough, Text: "{best}: at any ε it" + keepsIt + "; {runner-up} needs {epsilon-required-RUNNER-UP}."},
			{When: smallest, Text: "{best}: even the smallest ε tried" + keepsIt + "; larger ones need not."},
		}},
		view.Branch{When: ofOneValue, Variants: leastLead(aloneNeed, aloneNeed)},
		view.Branch{Variants: leastLead(perNeed, "{epsilon-required-BEST.bound} each ({epsilon-required-total.bound} in total)")},
	),
	Prices: view.Either(
		view.Branch{When: anyIsEnough, Variants: view.Always("So ε can be as small as you like: an attacker choosing between two people then does little better than guessing.")},
		view.Branch{When: ofOneValue, Variants: view.Attacker{Before: "At ε = {epsilon-required-BEST.bound} ", Who: choosingPeople}.Says()},
		view.Branch{Variants: view.Attacker{Before: "At {epsilon-required-total.bound} in total ", Who: choosingPeople}.Says()},
	),
	Warnings: []view.Variant{view.HardlyAny, view.LargeDeltaWhere(view.All(reaches, weakBest))},
}
