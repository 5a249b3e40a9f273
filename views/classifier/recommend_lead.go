package classifier

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/population"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// enoughOf is what an answer about the sufficient mechanism is exact for.
const enoughOf = "all records of the file that can be used, and the least budgets that were found"

// attacker returns the attacker who tells people apart with the sufficient mechanism.
func (q recommend) attacker(ctx context.Context) (agreement.Attacker, error) {
	return q.Enough.Attacker.Get(ctx)
}

// upper returns a sufficient budget with its basis: exact for all records, else the upper end of an interval.
func (q recommend) upper(e population.Enough, times float64) known.Value {
	switch {
	case e.Any && q.From().Estimates():
		return known.Named("any", "any ε").As(known.Estimate)
	case e.Any:
		return known.Named("any", "any ε")
	case q.From().Estimates():
		return known.OrLess(times * e.Epsilon).With(confidence)
	case q.Bounded:
		return known.OrLess(times * e.Epsilon)
	}
	return known.Exactly(times * e.Epsilon)
}

// ofChoice makes a Value from the sufficient choice, where there is one.
func ofChoice(of func(recommend, population.Choice) known.Value) func(context.Context, recommend) (known.Value, error) {
	return func(ctx context.Context, q recommend) (known.Value, error) {
		c, err := q.Enough.Choice.Get(ctx)
		switch {
		case err != nil:
			return known.Value{}, err
		case c.First.Name != "":
			return of(q, c), nil
		}
		ranked, err := q.Ranked.Get(ctx)
		if err != nil || !ranked[0].Reached() {
			return q.unmet(ranked), err
		}
		return known.Nothing("no ε is certain to be enough: too few records are used"), nil
	}
}

// wholeTable is the condition under which nothing is estimated.
const wholeTable = "all records are looked at"

// enoughCases explains the sufficient choice.
func enoughCases(formula string) []view.Case[recommend] {
	with := view.Says(func(q recommend) string { return control.Sentences("The goal: "+q.kept()+".", q.aboutPeople()) })
	all := view.Case[recommend]{If: wholeTable, When: view.Whenever(func(q recommend) bool { return !q.From().Estimates() }),
		Formula: formula + " Here it is the least ε that was found.", With: with}
	part := view.Case[recommend]{If: "some records speak for others", When: view.Whenever(func(q recommend) bool { return q.From().Estimates() }),
		Formula: formula + " It is the first ε, from the least for these records upwards, at which the lower end of the level's " +
			"interval reaches the target.",
		With:    with,
		Source:  "Bonferroni; Miller 1981, sec. 2.2",
		Assumes: "Of all mechanisms the one with the least upper end is taken, so each is held to 5 % divided by their number. The level rises with ε."}
	part.When = view.Whenever(func(q recommend) bool { return q.From().Estimates() && q.Draws == 0 })
	drawn := part
	drawn.If, drawn.When = "agreements are shares of draws", view.Whenever(func(q recommend) bool { return q.Draws > 0 })
	drawn.Formula = formula + " It is the last ε down a fixed ladder before the first at which the lower end of the level's interval misses the target, " +
		"so that the number of looks needs no correction. The ladder halves ε, then divides it by 1.09 and by 1.011."
	drawn.Source += "; fixed-sequence testing: Maurer, Hothorn & Lehmacher 1995"
	return []view.Case[recommend]{drawn, part, all}
}

// enoughReadings declares what to use.
var enoughReadings = []view.Entry[recommend]{
	using(view.Reading[recommend]{ExactOf: enoughOf,
		Value: ofChoice(func(q recommend, c population.Choice) known.Value {
			if c.Any == c.Of {
				return q.guessed(known.Named("any", "any mechanism"))
			}
			return q.guessed(mechanismOf(c.First.Name))
		}),
		Remark: func(ctx context.Context, q recommend, v known.Value) (string, error) {
			c, err := q.Enough.Choice.Get(ctx)
			if err != nil || v.Missing() || c.First.Any {
				return "", err
			}
			return "ε " + numeral.Up.Short(c.First.Epsilon) + " each", nil
		},
		Cases: enoughCases("The mechanism whose ε that is enough is the least, of those with the same guarantee.")}),
	enoughInTotal(view.Reading[recommend]{ExactOf: enoughOf,
		Value: ofChoice(func(q recommend, c population.Choice) known.Value {
			return q.upper(c.First, float64(len(q.Private)))
		}),
		Remark: view.Remark(recommend.shares),
		Opens:  adviceOpens,
		Cases: enoughCases("Every private feature is perturbed with the ε that is enough; what one person reveals adds up to d·ε " +
			"(basic composition), and δ, where the mechanism has one, to d·δ.")}),
	view.Reading[recommend]{Name: "epsilon-enough", ExactOf: enoughOf, Label: "enough, ε per feature", Goal: known.Lower, Round: numeral.Up,
		Expensive: true,
		Range:     known.NotNegative,
		Value:     ofChoice(func(q recommend, c population.Choice) known.Value { return q.upper(c.First, 1) }),
		Remark:    pointBeside,
		Opens:     adviceOpens,
		Cases:     enoughCases("The ε per private feature that is enough for all of whom the records speak, with 95 % confidence.")},
	nextToUse(view.Reading[recommend]{ExactOf: enoughOf,
		Value: ofChoice(func(q recommend, c population.Choice) known.Value {
			switch {
			case c.Any == c.Of:
				return known.Nothing("any mechanism is enough")
			case c.Next.Name == "":
				return noOther
			}
			return q.guessed(mechanismOf(c.Next.Name))
		}),
		Remark: func(ctx context.Context, q recommend, v known.Value) (string, error) {
			c, err := q.Enough.Choice.Get(ctx)
			if err != nil || v.Missing() || c.Next.Any {
				return "", err
			}
			each := numeral.Up.Short(c.Next.Epsilon) + " each"
			if slices.Contains(c.Same, c.Next.Name) {
				return each + ", cannot be told apart", nil
			}
			return "ε " + each, nil
		},
		Cases: enoughCases("The mechanism with the next larger ε that is enough, under the same guarantee.")}),
	view.Reading[recommend]{Name: "same", ExactOf: enoughOf, Label: "cannot be told apart", Expensive: true,
		Value: ofChoice(func(q recommend, c population.Choice) known.Value { return q.guessed(mechanismsOf(c.Same)) }),
		Formula: "The mechanisms under the same guarantee of which these records do not show that they need more: the 95 % " +
			"intervals overlap, and where the goal is an average, " +
			"the records' differences at the same ε have an interval that holds zero, at either end or inside.",
		With:   view.Says(recommend.aboutPeople),
		Source: "paired differences: Efron & Tibshirani 1993, ch. 13"},
	lessButWeaker(view.Reading[recommend]{ExactOf: enoughOf,
		Value: ofChoice(func(q recommend, c population.Choice) known.Value { return q.guessed(mechanismOf(c.Weaker.Name)) })}),
	view.Reading[recommend]{Name: "worst-at-enough", ExactOf: theseRecords, Label: "worst record of these", Brief: "worst record",
		Style: numeral.Percent, Goal: known.Higher, Expensive: true,
		Range: known.Probability, Level: view.Shown,
		Value:   worstAtEnough,
		Opens:   adviceOpens,
		Formula: "The least agreement of the records used, with the mechanism and the ε that are enough.",
		With:    view.Says(func(q recommend) string { return q.forTheseAlone("It is the worst-off") })},
}

// guessed returns a mechanism as an answer; where some people speak for others, another may be right for all.
func (q recommend) guessed(mechanism known.Value) known.Value {
	if q.From().Estimates() {
		mechanism.Basis = known.Estimate
	}
	return mechanism
}

// worstAtEnough returns how often the worst-off of the records keeps its prediction with the sufficient choice.
func worstAtEnough(ctx context.Context, q recommend) (known.Value, error) {
	return lowestOf(func(q recommend) *work.Once[population.Summary] { return q.Enough.Then })(ctx, q)
}

// lowestOf makes a Value of the least agreement in a summary, with the basis of agreements.
func lowestOf(of func(recommend) *work.Once[population.Summary]) func(context.Context, recommend) (known.Value, error) {
	return func(ctx context.Context, q recommend) (known.Value, error) {
		s, err := of(q).Get(ctx)
		if err != nil || math.IsNaN(s.Worst) {
			return known.Nothing("nothing is advised"), err
		}
		return known.Exactly(s.Worst).As(q.agreed()), nil
	}
}

// parts returns the number of features among which a total is split equally.
func (q recommend) parts() int { return len(q.Private) }

// shares says how a total is split equally: "4.27 per feature".
func (q recommend) shares(total known.Value) string {
	if total.Missing() || total.Word != "" || !q.several() {
		return ""
	}
	return numeral.Up.Short(total.Value/float64(len(q.Private))) + " per feature"
}

// pointBeside returns the least ε for the records used with the sufficient mechanism, and its interval.
func pointBeside(ctx context.Context, q recommend, v known.Value) (string, error) {
	c, err := q.Enough.Choice.Get(ctx)
	if err != nil || v.Missing() || c.First.Any {
		return "", err
	}
	least, err := q.Needs[c.First.Name].Get(ctx)
	if err != nil || !q.From().Estimates() {
		return "", err
	}
	within, err := q.Within[c.First.Name].Get(ctx)
	if err != nil {
		return "", err
	}
	return "these " + numeral.Up.Short(least.Epsilon) + " " +
		"(" + numeral.Down.Short(min(within.Low, least.Epsilon)) + "–" + numeral.Up.Short(max(within.High, least.Epsilon)) + ")", nil
}

// adviceOpens returns the address of these people's population with the sufficient choice.
func adviceOpens(ctx context.Context, q recommend, _ known.Value) (string, error) {
	c, err := q.Enough.Choice.Get(ctx)
	if err != nil || c.First.Name == "" {
		return "", err
	}
	return q.faring(c.First.Name, known.Exactly(c.First.Epsilon)), nil
}

// filled returns the words of the lead that are no readings.
func (q recommend) filled() map[string]string {
	words := map[string]string{"goal": q.promise.goal, "epsilon-max": numeral.Short(mechanisms.Epsilon.Max)}
	if q.Goal.For == population.ShareOfPeople {
		words["goal"] = "for " + share.Text(q.Goal.Share) + " of people"
	}
	if len(q.Private) == 1 {
		words["single"] = "one value"
	}
	if !q.From().Estimates() {
		words["settled"] = "all records"
	}
	if q.unseen() != "" {
		words["unseen"] = "some"
	}
	if one, alike := q.oneClass(); one != "" {
		words["one-class"], words["alike"] = one, alike
	}
	words["more"] = ""
	if all := q.Sample.Of(); all > q.Sample.Len() {
		words["more"] = " (records=" + strconv.Itoa(all) + " takes all)"
	}
	return words
}

var (
	notYet       = func(f view.Facts) bool { return f.UnderWay() && !f.Later("best") && f.Later("enough") }
	nothingFound = func(f view.Facts) bool { return nothingEnough(f) && f.None("best") }
	unseenGroups = func(f view.Facts) bool { return nothingEnough(f) && f.Filled("unseen") != "" }
	anyForThese  = func(f view.Facts) bool { return f.Member("epsilon", f.Of("best").Word).Word != "" }
	anyEnough    = view.Reads("epsilon-enough", "any")
	oneClass     = view.Fills("one-class")
	settled      = view.Fills("settled")
	// ofAll is that the goal is short to say.
	ofAll = func(f view.Facts) bool { return f.Picked("for", "mean") || f.Picked("for", "worst") }
	// splitSaves reports whether the mechanism to use needs at least a tenth less in total where features share it unequally.
	splitSaves = func(f view.Facts) bool {
		const less = 0.9
		return !f.Later("split-total") && f.Said("best", f.Of("enough").Word) && f.Of("split-total").Value <= less*f.Of("epsilon-enough-total").Value
	}
	// tiedWithNext reports whether the records do not show that the next mechanism needs more.
	tiedWithNext = func(f view.Facts) bool { return slices.Contains(strings.Fields(f.Of("same").Word), f.Of("next").Word) }
)

// keepThem is the goal in words.
const keepThem = " to keep predictions {target} of the time {goal}"

var adviceLead = view.Lead{
	Answers: []view.Variant{
		{When: notYet, Text: "So far {best} needs the least ε for these {records-used} records alone, {epsilon-total} in total; what " +
			"is enough {goal} is being computed."},
		{When: nothingFound, Text: "None: no mechanism is known" + keepThem + ", at any ε up to {epsilon-max}."},
		{When: unseenGroups, Text: "No ε is certain: of some groups no record was used; for these records alone {best} needs ε = " +
			"{epsilon-total.bound} in total."},
		{When: view.All(nothingEnough, anyForThese), Text: "No ε is certain: {records-used} records are too few{more}; for these alone even " +
			"pure noise is enough."},
		{When: nothingEnough, Text: "No ε is certain: {records-used} records are too few{more}; for these alone {best} needs ε = " +
			"{epsilon-total.bound} in total."},
		{When: view.All(anyEnough, oneClass), Text: "This model says {one-class} to all {alike}: there is nothing to lose. Even pure noise keeps " +
			"predictions {target} of the time {goal}."},
		{When: view.All(anyEnough, settled), Text: "Even pure noise keeps predictions {target} of the time {goal}: this target asks for nothing that privacy costs."},
		{When: anyEnough, Text: "Even pure noise keeps predictions {target} of the time {goal}, with 95 % confidence: this target asks for nothing that privacy costs."},
		{When: view.All(single, settled), Text: "{enough} at ε = {epsilon-enough.bound}: enough" + keepThem + "."},
		{When: single, Text: "{enough} at ε = {epsilon-enough.bound}: enough, with 95 % confidence," + keepThem + "."},
		{When: view.All(settled, splitSaves), Text: "{enough} keeps predictions {target} of the time {goal} at ε = {epsilon-enough.bound} each, {epsilon-enough-total.bound} in total; split unequally, at {split-total.bound}."},
		{When: settled, Text: "{enough} at ε = {epsilon-enough.bound} per feature: enough" + keepThem + "."},
		{When: view.All(tiedWithNext, ofAll), Text: "{enough}, tied with {next}: ε = {epsilon-enough.bound} per feature keeps predictions {target} of the time {goal}, with 95 % confidence."},
		{Text: "{enough} at ε = {epsilon-enough.bound} per feature: enough, with 95 % " +
			"confidence," + keepThem + "."},
	},
	Prices:   advicePrices(anyEnough),
	Warnings: []view.Variant{view.HardlyAny, view.LargeDeltaWhere(weakEnough), aboveOneInN(weakEnough)},
}
