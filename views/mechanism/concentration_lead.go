package mechanism

import (
	"strings"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

// asks returns the question of the page: about two values, or about a window.
func asks(v param.Values) string {
	if v.Picked(shown).Name == "window" {
		return "How close does a private answer land?"
	}
	return "What does one private answer give away?"
}

// nearly is how far below its target a share counts as not quite there.
const nearly = 0.02

// verdict answers the page's question in a word.
var verdict = windowReading{Name: "verdict", Label: "verdict", ExactOf: "the limits that stand in the explanation",
	Value: view.Known(func(q window) known.Value {
		if q.pair {
			return q.gives()
		}
		return q.meets()
	}),
	Cases: []view.Case[window]{
		{If: "two values are compared", When: view.Whenever(isPair),
			Formula: "By how often the best guess between x and x′ is right: " + view.HintLimits + ".",
			With:    view.Says(func(q window) string { return "Right " + numeral.Chance(q.rightGuess()) + " of the time." })}},
	Formula: "Yes where the share of answers in the window reaches the target, not quite where it misses it by at most 2 points, else no.",
	With: view.Says(func(q window) string {
		return numeral.Chance(q.law.Mass(q.From, q.To)) + " against " + control.Target.Text(q.target) + "."
	})}

func (q window) gives() known.Value {
	if q.x == q.other {
		return known.Named("nothing", "Nothing")
	}
	hint := privacy.HintOf(q.rightGuess())
	return known.Named(hint.Name, strings.ToUpper(hint.Title[:1])+hint.Title[1:])
}

func (q window) meets() known.Value {
	switch mass := q.law.Mass(q.From, q.To); {
	case mass >= q.target:
		return known.Named("yes", "Yes")
	case mass >= q.target-nearly:
		return known.Named("not-quite", "Not quite")
	}
	return known.Named("no", "No")
}

// filled returns the words of the lead that are no readings.
func (q window) filled() map[string]string {
	c := q.m.Guarantee().Claim()
	at := mechanisms.Epsilon.Format(q.epsilon)
	if c.Notion != privacy.Pure {
		at += ", " + mechanisms.Delta.Format(c.Delta)
	}
	words := map[string]string{"setting": at, "epsilon-max": mechanisms.Epsilon.Text(mechanisms.Epsilon.Max)}
	if m, ok := q.m.(mechanisms.Overstating); ok && m.Honest() != "" {
		words["same-noise"] = m.Honest()
	}
	if s, ok := q.law.(mechanisms.Discretised); ok && s.Snapped() != q.x {
		words["bin"] = trueValue.Text(s.Snapped())
	}
	if mechanisms.TwoLevels(q.law) {
		words["two-levels"] = "two levels"
	}
	if q.x < q.From || q.To < q.x {
		words["outside"] = trueValue.Text(q.x)
	}
	return words
}

var (
	pair        = view.Picked("show", "neighbour")
	same        = view.Decides("nothing")
	met         = view.Decides("yes")
	never       = view.Lacks("epsilon-required")
	anyEpsilon  = view.Reads("epsilon-required", known.AnyBudget)
	leastTried  = func(f view.Facts) bool { return control.IsLeastBudget(f.Of("epsilon-required")) }
	enoughBelow = func(f view.Facts) bool { return f.Of("epsilon-required").Value < f.Number("epsilon") }
)

// tellsApart reports whether each value's answers are nearly always its own.
func tellsApart(f view.Facts) bool { return view.HardlyEver(f) }

const (
	shareInWindow = "{verdict}: {mass} of answers land between {from} and {to} (target {target}); "
	shownOne      = "{verdict}: shown one answer, an attacker "
)

var concentrationLead = view.Lead{
	Answers: []view.Variant{
		{When: view.All(pair, same), Text: "{verdict}: the two values are the same, so every guess is a coin flip."},
		{When: view.All(pair, view.PracticallyNever), Guess: true, Text: shownOne + "choosing between {x} and {neighbour} is practically never wrong."},
		{When: view.All(pair, tellsApart), Guess: true, Text: shownOne +
			"choosing between {x} and {neighbour} is wrong about once in {wrong-once-in} guesses."},
		{When: pair, Guess: true, Text: shownOne + "picks the right one of {x} and {neighbour} at most {attacker-right} of the time" + view.CoinToss + "."},
		{When: view.All(met, anyEpsilon), Text: shareInWindow + "any ε would have been enough."},
		{When: view.All(met, leastTried), Text: shareInWindow + "the smallest ε tried meets it too."},
		{When: view.All(met, enoughBelow), Text: shareInWindow + "ε = {epsilon-required} would have been enough."},
		{When: view.All(never, view.Fills("outside")),
			Text: shareInWindow + "no ε up to {epsilon-max} does, for x = {x} lies outside."},
		{When: never, Text: shareInWindow + "this mechanism never puts {target} there."},
		{When: leastTried, Text: shareInWindow + "a far smaller ε does."},
		{When: enoughBelow, Text: shareInWindow + "a smaller ε, {epsilon-required}, does."},
		{Text: shareInWindow + "{epsilon-required} is the least ε that meets it."},
	},
	Prices: append([]view.Variant{
		{When: overstated, Text: "Its actual ε is {loss-audited}, not {epsilon}: {same-noise} at {loss-audited} gives the same answers."},
		{When: view.All(pair, same), Text: "Move x or x′ apart to see what an answer gives away."},
		{When: view.All(pair, pointlike), Text: "The price: every answer is the value itself; at {setting} hardly anything is hidden."},
		{When: view.All(pair, allowsAll), Text: "The price: answers scatter by {standard-deviation} (standard deviation); {setting} hides hardly anything."},
		{When: pair, Text: "The price: answers scatter by {standard-deviation} (standard deviation)."},
	}, view.TaskSent.PriceBy("attacker-right-worst", "")...),
	Warnings: []view.Variant{
		{When: view.All(view.Fills("bin")),
			Text: "x = {x} lies between two bins: the answer is that for {bin}, the nearest."},
		view.HardlyAny, view.LargeDelta,
	},
}

// pointlike reports whether answers do not scatter.
func pointlike(f view.Facts) bool { return f.Of("standard-deviation").Value == 0 }

// allowsAll reports whether the guarantee lets an attacker be right nearly always.
func allowsAll(f view.Facts) bool { return f.Of(view.AttackerAllowed).Value >= 0.9995 }

// tellsLess holds the reasons why an attacker is right less often than ε allows: the mechanism spends less than it states, its
// density has two values, or it falls with the distance from the private value.
var tellsLess = append([]view.Reason{
	{Kind: view.WhyPart, When: overstated, Text: "this mechanism spends {loss-audited} of it"},
	{Kind: view.WhyKinder, When: view.Fills("two-levels"), Text: view.SomeFitBoth.Text},
	{Kind: view.WhyKinder, When: withoutDelta, Text: view.BetweenIsLess.Text},
}, view.LessTelling("answers")...)

// withoutDelta is that no δ is spent.
func withoutDelta(f view.Facts) bool { return !(f.Number("delta") > 0) }

// overstated reports whether the mechanism costs less than it states.
func overstated(f view.Facts) bool { return f.Filled("same-noise") != "" }
