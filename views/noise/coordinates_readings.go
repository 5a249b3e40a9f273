package noise

import (
	"context"
	"slices"

	"dpscope/engine/fits"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/views/view"
)

// descentError returns the reading of an error of a descent.
func descentError(name, label string, level view.Level, of int,
	part func(fits.Descent) []float64, on string) view.Reading[coordinates] {
	return view.Reading[coordinates]{Name: name, Label: label, Style: numeral.Percent, Goal: known.Lower, Expensive: true,
		Range: known.Probability, Level: level,
		Value:   func(ctx context.Context, q coordinates) (known.Value, error) { return q.error(ctx, of, part) },
		Formula: "The share of " + on + " whose class is not that of the sign of ⟨h, x⟩, h the mean of the last round's iterates.",
		With:    view.Says(func(q coordinates) string { return q.with() + " " + q.over() }),
		Source:  fitHere,
		Assumes: student + " The coordinates are picked by public coins, alike with and without noise."}
}

var coordinatesReadings = slices.Concat([]view.Entry[coordinates]{
	descentError("error", "error", view.Answering, withNoise, fits.Out, "the held-out records"),
	descentError("error-none", "without noise", view.Shown, withoutNoise, fits.Out, "the held-out records"),
	descentError("error-in", "error in sample", view.Folded, withNoise, fits.In, "the records learned from"),
	view.Reading[coordinates]{Name: "error-majority", Label: "always the same", Style: numeral.Percent, Goal: known.Lower,
		Range: known.Probability, ExactOf: "all records",
		Value:   view.Known(func(q coordinates) known.Value { return known.Exactly(q.records.Majority()) }),
		Formula: "The share of records that are not of the most frequent class: the error of naming it always.",
		Source:  fitHere},
	view.Reading[coordinates]{Name: "iterations", Label: "noisy gradients", Symbol: "rounds·K", Style: numeral.Whole, Range: known.NotNegative,
		ExactOf: "the rounds and the features",
		Value:   view.Known(func(q coordinates) known.Value { return known.Exactly(q.asks.Whole) }),
		Formula: "As many rounds of K = ⌈d/4⌉ gradients, d the features with the constant: one for each column of numbers, and one for each word but the first of its column.",
		With:    view.Says(coordinates.with),
		Source:  paper + ", section 5.4",
		Assumes: "Every gradient is a sum over all records, so that picking coordinates by coins hides nobody."},
	view.Reading[coordinates]{Name: "vacuous", Label: "Σ δ is one after", Unit: "gradients", Symbol: "1/δ", Style: numeral.Whole,
		Goal: known.Higher, Range: known.NotNegative,
		LevelOf: func(q coordinates) view.Level {
			if q.trial.Terms.Budget == fits.Query {
				return view.Shown
			}
			return view.Folded
		},
		ExactOf: "the sum of what is printed",
		Value: view.Known(func(q coordinates) known.Value {
			if q.trial.Terms.Delta == 0 {
				return known.Nothing("δ is 0, and so is its sum")
			}
			return known.Exactly(q.trial.Terms.Vacuous())
		}),
		Formula: "⌈1/δ⌉: with δ for each gradient basic composition guarantees nothing from there on.",
		With:    view.Says(coordinates.with),
		Source:  "Dwork & Roth 2014, Theorem 3.16",
		Assumes: "Basic composition: by the privacy loss of all gradients less may be lost, which δ of the whole fit says."},
	noiseSize(func(q coordinates) fits.Terms { return q.trial.Terms }, coordinates.with),
	view.Reading[coordinates]{Name: "gradients-near", Label: "true gradients within ±10", Style: numeral.Percent, Expensive: true,
		Range: known.Probability,
		Value: func(ctx context.Context, q coordinates) (known.Value, error) {
			const near = 10 // the paper has only one law beyond it
			runs, err := q.runs(ctx, withNoise)
			if err != nil || len(runs) == 0 || len(runs[0].Out) == 0 {
				return known.Nothing("there is no such noise"), err
			}
			return known.Approximated(runs.Sums().Near(near)), nil
		},
		Formula: "The share of the true sums, over all rounds and splits, that lie between -10 and 10.",
		With:    view.Says(func(q coordinates) string { return q.with() + " " + q.over() }),
		Source:  paper + ", appendix, Figure 3",
		Assumes: "The owner's: nobody else sees true sums."},
}, spentReadings(spending[coordinates]{
	terms:      func(q coordinates) fits.Terms { return q.trial.Terms },
	asks:       func(q coordinates) fits.Asks { return q.asks },
	spent:      func(ctx context.Context, q coordinates) (fits.Spent, error) { return q.spent.Get(ctx) },
	each:       func(ctx context.Context, q coordinates) (fits.Spent, error) { return q.each.Get(ctx) },
	guaranteed: coordinates.guaranteed,
	with:       coordinates.with,
	pair:       func(q coordinates) fits.Asks { return q.trial.Pair(q.records) },
	pairIs: "Tables that differ in the class of one record alone, whose features are −1 or 1 where those of one record can be: the gradient along these " +
		"moves by x, which is half of the sensitivity, whatever was released before. Public coins pick the coordinates.",
}))

// filled returns the words of the lead that are not readings.
func (q coordinates) filled() map[string]string {
	words := fitFilled(q.records, q.trial.Terms, q.focus.Name, q.guaranteed())
	words["ran"] = numeral.Things(q.trial.Rounds, "round") + " of " + numeral.Things(fits.Each(q.records.Dims()), "gradient")
	if q.asks.Whole >= q.trial.Terms.Vacuous() {
		words["vacuous-here"] = "vacuous"
	}
	return words
}

var coordinatesLead = view.Lead{
	Trials: true,
	Answers: []view.Variant{
		{When: view.Lacks("error"),
			Text: "Nobody can say: there is no such noise for {iterations} gradients at ε = {epsilon}, δ = {delta}; without noise the error is {error-none}."},
		{When: view.Fills("bare"), Text: "Coordinate descent gets {error} of unseen records wrong after {ran} without noise."},
		{When: view.All(view.Fills("each"), view.Fills("vacuous-here")),
			Text: "Coordinate descent gets {error} of unseen records wrong with ε = {epsilon} for each of {iterations} gradients, but δ " +
				"adds up to one after {vacuous}."},
		{When: view.Fills("each"), Text: "Coordinate descent gets {error} of unseen records wrong with ε = {epsilon} for each of {iterations} " +
			"gradients; {error-none} without noise."},
		{Text: "Private coordinate descent gets {error} of unseen records wrong at ε = {epsilon} in all, after {ran}; {error-none} " +
			"without noise."},
	},
	Prices:   fitPrices,
	Warnings: fitWarnings("error"),
}
