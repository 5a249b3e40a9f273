package classifier

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/population"
	"dpscope/views/control"
	"dpscope/views/view"
)

// theseRecords is what a number about only the records looked at is exact for.
const theseRecords = "the records looked at"

// theseReadings are about the records looked at, and no others.
var (
	reachCount = view.Reading[populationQuestion]{Name: "reach-count", ExactOf: theseRecords, Label: "reach the target", Style: numeral.Whole,
		Goal: known.Higher, Expensive: true,
		Range: known.NotNegative, Level: view.Answering,
		Title: func(q populationQuestion) string { return "reach " + control.Target.Text(q.target) },
		Value: view.Gets(populationQuestion.Described, func(q populationQuestion, t population.Spread) known.Value {
			return t.OfThese(t.Reach(q.target).Map(func(share float64) float64 { return math.Round(share * float64(t.Count)) }))
		}),
		Remark: func(ctx context.Context, q populationQuestion, _ known.Value) (string, error) {
			t, err := q.Described(ctx)
			of := "of " + numeral.Count(float64(t.Count))
			if err != nil || q.Quick || q.Whole() || t.Count == 0 {
				return of, err
			}
			if t, err = q.Summarised(ctx); err != nil {
				return "", err
			}
			return of + inParentheses(t.Reach(q.target)), nil
		},
		Formula: "How many of the records looked at reach the target, by their agreements or what is proven of them; in " +
			"parentheses between which shares that of all lies.",
		With: view.Tells(populationQuestion.Described, func(q populationQuestion, t population.Spread) string {
			return control.Sentences(q.words(t), "The target is "+control.Target.Text(q.target)+".", q.aboutPeople())
		}),
		Source: "Clopper & Pearson 1934, without replacement where the records are drawn from a file"}

	lowestReading = view.Reading[populationQuestion]{Name: "lowest", ExactOf: theseRecords, Label: "worst record of these", Brief: "worst record",
		Style: numeral.Percent, Goal: known.Higher, Expensive: true,
		Range: known.Probability, Level: view.Shown,
		Value: func(ctx context.Context, q populationQuestion) (known.Value, error) {
			t, err := q.Described(ctx)
			if err != nil || t.WorstAt < 0 {
				return known.Nothing("no record has an answer yet"), err
			}
			return t.OfThese(known.Exactly(t.Worst)), nil
		},
		Remark: func(ctx context.Context, q populationQuestion, _ known.Value) (string, error) {
			t, err := q.Described(ctx)
			if err != nil || t.WorstAt < 0 {
				return "", err
			}
			return inLead(q.Sample.NameOf(t.WorstAt)), nil
		},
		Opens: worstAddress,
		Formula: "The least agreement of the records looked at, or what is proven of it: the probability with which that record " +
			"keeps its prediction.",
		With: ofTold(func(q populationQuestion, t population.Spread) string {
			return control.Sentences(q.words(t), q.belowWorst(t))
		})}
)

// belowWorst says what the worst-off of a part implies for all people.
func (q populationQuestion) belowWorst(t population.Spread) string {
	text := q.unlessWhole("Of " + q.population() + " the worst-off keeps it no more often.")
	if t.BelowWorst >= 0 {
		text += fmt.Sprintf(" With 95 %% confidence at most %s of the population keep it less often.", numeral.Up.Chance(t.BelowWorst))
	}
	return text
}

// inParentheses writes the interval of a share after a number: " (70.8–87.4 %)"; empty where it has none.
func inParentheses(v known.Value) string {
	low, high, apart := v.Interval()
	if !apart {
		return ""
	}
	return fmt.Sprintf(" (%s–%s %%)", numeral.Down.Short(100*low), numeral.Up.Short(100*high))
}

// lowestClass declares the class that keeps its predictions least often.
var lowestClass = view.Reading[populationQuestion]{Name: "worst-group", ExactOf: exactAll, Label: "lowest group", Brief: "lowest", Expensive: true,
	Level: view.Shown,
	When:  func(q populationQuestion) bool { return !q.inGroups() },
	Value: func(ctx context.Context, q populationQuestion) (known.Value, error) {
		d, err := q.LowestClass(ctx)
		if err != nil || d.Of == nil {
			return known.Nothing("all of them have one class"), err
		}
		return d.Named(d.Least()), nil
	},
	Remark: func(ctx context.Context, q populationQuestion, v known.Value) (string, error) {
		d, err := q.LowestClass(ctx)
		if err != nil || v.Missing() {
			return "", err
		}
		return q.of(d.Of).served(d.GroupSpread, d.Least()), nil
	},
	Formula: "The class, predicted or true, of which the records have the lowest average agreement.",
	With: func(ctx context.Context, q populationQuestion, _ known.Value) (string, error) {
		d, err := q.LowestClass(ctx)
		if err != nil || d.Of == nil {
			return "", err
		}
		return control.Sentences(q.of(d.Of).toldApart(), q.aboutPeople()), nil
	},
	Source: "intervals that hold all together: Bonferroni; Miller 1981, sec. 2.2"}

// ofLowest makes a Value from that class, where there is one.
func ofLowest(of func(populationQuestion, population.Lowest) known.Value) func(context.Context, populationQuestion) (known.Value, error) {
	return func(ctx context.Context, q populationQuestion) (known.Value, error) {
		d, err := q.LowestClass(ctx)
		if err != nil || d.Of == nil || d.Least() < 0 {
			return known.Nothing("all of them have one class"), err
		}
		return of(q, d), nil
	}
}

// lowestMean declares how often that class keeps them on average.
var lowestMean = view.Reading[populationQuestion]{Name: "worst-group-mean", ExactOf: theseRecords, Label: "average of the lowest",
	Style: numeral.Percent,
	Goal:  known.Higher, Expensive: true, Range: known.Probability,
	When: func(q populationQuestion) bool { return !q.inGroups() },
	Value: ofLowest(func(_ populationQuestion, d population.Lowest) known.Value {
		return population.Settled(known.Exactly(d.Each[d.Least()].Mean.Value), d.Basis)
	}),
	Formula: "The average agreement of the records looked at of that class, or of what is proven of them.",
	With: func(ctx context.Context, q populationQuestion, _ known.Value) (string, error) {
		d, err := q.LowestClass(ctx)
		if err != nil || d.Of == nil {
			return "", err
		}
		return control.Sentences("For all such people: "+q.of(d.Of).served(d.GroupSpread, d.Least())+".", q.aboutPeople()), nil
	}}

// lowestSize declares how many records of that class are looked at; few get a remark.
var lowestSize = view.Reading[populationQuestion]{Name: "worst-group-size", ExactOf: theseRecords, Label: "records of the lowest",
	Style: numeral.Whole, Expensive: true, Range: known.NotNegative,
	When: func(q populationQuestion) bool { return !q.inGroups() },
	Value: ofLowest(func(q populationQuestion, d population.Lowest) known.Value {
		if named := d.Named(d.Least()); named.Missing() {
			return named
		}
		return known.Exactly(float64(q.of(d.Of).Groups.Count(d.Least())))
	}),
	Remark: view.Remark(func(q populationQuestion, v known.Value) string {
		if !v.Missing() && population.Few(int(v.Value)) {
			return "only " + numeral.Count(v.Value)
		}
		return ""
	}),
	Formula: "How many of the records looked at have that class, predicted or true."}

// served writes how a group fares, and how many of it were looked at: "72.4 % (54.1–80.2 %), 15 records".
func (q populationQuestion) served(d population.GroupSpread, group int) string {
	if group < 0 {
		return ""
	}
	mean := d.Say(group, d.Each[group].Mean)
	size := q.groupSize(group)
	if q.Groups.Small(group) {
		size = "only " + numeral.Count(float64(q.Groups.Count(group))) // of records: short beside an interval
	}
	return numeral.Percent.Format(mean.Value) + inParentheses(mean) + ", " + size
}

// filled returns the words of the lead that are no readings.
func (q populationQuestion) filled() map[string]string {
	words := map[string]string{"people": "records"}
	switch {
	case q.Sample.Truth != nil:
		words["people"] = "simulated people"
	case q.Sample.Lines == nil:
		words["people"] = "simulated records"
	}
	if q.Sample.Len() == 1 {
		words["one"] = "one"
	}
	if len(q.Private) == 1 {
		words["single"] = "one value"
	}
	if q.Sample.Added() > 0 {
		words["more"] = "more"
	}
	return words
}

// Conditions for the variants.
var (
	oneRecord = view.Fills("one")
	nobody    = view.Lacks("lowest")
	noneReach = func(f view.Facts) bool { return f.Of("reach-count").Value == 0 }
	allReach  = func(f view.Facts) bool { return f.Of("reach-count").Value == f.Of("records-used").Value }
	allDrawn  = func(f view.Facts) bool { return f.Of("reach-target").Value == 1 }
	bounds    = func(f view.Facts) bool { return f.Of("lowest").Basis == known.AtLeast }
	byDraws   = func(f view.Facts) bool { return f.Of("lowest").Basis == known.Estimate }
	extra     = view.Fills("more")
	loneLeast = func(f view.Facts) bool { return f.Of("worst-group-size").Value == 1 }
)

// aboveOneInN warns, under a condition, of a δ above one in the number of people.
func aboveOneInN(holds func(view.Facts) bool) view.Variant {
	return view.Variant{
		When: func(f view.Facts) bool {
			return f.Number("delta")*f.Of("records-total").Value > 1 && (holds == nil || holds(f))
		},
		Text: "δ = {delta} is above one in {records-total}, the number of people: set it far below.",
	}
}

// keepPrediction says how the average and the worst-off keep it.
const (
	keepPrediction = " keep their prediction at least {target} of the time"
	averageWorst   = "; average {mean.bound}, worst ({worst-record}) {lowest}."
	averageAny     = "; average {mean.bound}, worst of any group ({worst-record}) {lowest}."
	worstAlone     = "; worst-off ({worst-record}) {lowest}."
	whoLeast       = "; worst off are the {worst-group-size} {worst-group}, at {worst-group-mean} on average."
	oneLeast       = "; worst off is the only one {worst-group}, at {worst-group-mean}."
)

var crowdLead = view.Lead{
	Answers: []view.Variant{
		{When: nobody, Text: "None: no record has an answer yet."},
		{When: oneRecord, Text: "The only one, {worst-record}, keeps its prediction with probability {lowest} (target {target})."},
		{When: view.Facts.UnderWay, Text: "So far {reach-count} of {records-used} {people}" + keepPrediction + averageWorst},
		{When: view.All(bounds, noneReach), Text: "None of these {records-used} {people} is proven to keep its prediction with " +
			"probability {target}" + worstAlone},
		{When: view.All(bounds, extra), Text: "At least {reach-count.bound} of the {people} drawn" + keepPrediction + worstAlone},
		{When: bounds, Text: "At least {reach-count.bound} of these {records-used} {people}" + keepPrediction + worstAlone},
		{When: view.All(byDraws, extra), Text: "About {reach-count.bound} of the {people} drawn" + keepPrediction + averageAny},
		{When: byDraws, Text: "About {reach-count.bound} of these {records-used} {people}" + keepPrediction + averageWorst},
		{When: view.All(extra, allDrawn), Text: "All {people} drawn" + keepPrediction + averageAny},
		{When: view.All(extra, noneReach), Text: "None of the {people} drawn" + keepPrediction + averageAny},
		{When: extra, Text: "{reach-count} of the {people} drawn" + keepPrediction + averageAny},
		{When: view.All(allReach, loneLeast), Text: "All {records-used} {people}" + keepPrediction + oneLeast},
		{When: view.All(noneReach, loneLeast), Text: "None of these {records-used} {people}" + keepPrediction + oneLeast},
		{When: loneLeast, Text: "{reach-count} of these {records-used} {people}" + keepPrediction + oneLeast},
		{When: allReach, Text: "All {records-used} {people}" + keepPrediction + whoLeast},
		{When: noneReach, Text: "None of these {records-used} {people}" + keepPrediction + whoLeast},
		{Text: "{reach-count} of these {records-used} {people}" + keepPrediction + whoLeast},
		{When: allReach, Text: "All {records-used} {people}" + keepPrediction + averageWorst},
		{When: noneReach, Text: "None of these {records-used} {people}" + keepPrediction + averageWorst},
		{Text: "{reach-count} of these {records-used} {people}" + keepPrediction + averageWorst},
	},
	Prices:   view.TaskPeople.Price(),
	Warnings: []view.Variant{view.HardlyAny, view.LargeDelta, aboveOneInN(nil)},
}
