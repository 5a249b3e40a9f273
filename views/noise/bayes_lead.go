package noise

import (
	"strings"

	"dpscope/engine/fits"
	"dpscope/engine/numeral"
	"dpscope/views/view"
)

// filled returns the words of the lead that are not readings.
func (q bayes) filled() map[string]string {
	words := fitFilled(q.records, q.trial.Terms, q.focus.Name, q.guaranteed())
	words["none"], words["focus"], words["focus-noise"] = fits.None, q.focus.Name, q.focus.Noise()
	return words
}

// fitFilled returns the words that the leads of all fits share.
func fitFilled(r fits.Records, terms fits.Terms, noise string, guaranteed bool) map[string]string {
	words := map[string]string{"of": budgetWords(terms.Budget)}
	switch {
	case noise == fits.None:
		words["bare"] = "bare"
	case guaranteed:
		words["kept"] = "kept"
	case terms.Budget == fits.Query:
		words["each"] = "each"
	default:
		words["own"] = "own"
	}
	var odd []string
	if r.Clamped > 0 {
		odd = append(odd, numeral.Things(r.Clamped, "number")+" outside the declared bounds clamped")
	}
	if r.Strange > 0 {
		odd = append(odd, numeral.Things(r.Strange, "undeclared word")+" counted as none")
	}
	if len(odd) > 0 {
		words["odd"] = strings.Join(odd, ", ")
	}
	return words
}

// fitPrices says what an attacker learns from a fit.
var fitPrices = append([]view.Variant{
	{When: view.Fills("bare"), Guess: true, Text: "Without noise nothing is guaranteed: an attacker may know a record."},
}, view.TaskRecords.Price()...)

// seesFit says who sees what where a model is fitted with noise on counts and sums.
var seesFit = []view.Sees{
	{When: view.Fills("bare"), Raw: view.Office, Protected: "nothing", Instead: "No ε: there is no noise."},
	{When: view.Fills("kept"), Raw: view.Office, Protected: view.OneRecord, Neighbours: view.AnyOther, Reasons: view.LessTelling("fits")},
	{When: view.Fills("each"), Raw: view.Office, Protected: view.OneRecord, Neighbours: view.AnyOther, Allowed: rightByAnswer,
		Reasons: append([]view.Reason{{Kind: view.WhyEach, Text: "ε is for each answer, and one record moves several",
			When: func(f view.Facts) bool { return f.Of(view.AttackerRight).Value > f.Of(rightByAnswer).Value }}}, view.LessTelling("fits")...)},
	{Raw: view.Office, Protected: view.OneRecord, Neighbours: view.AnyOther, Instead: "No ε: value names and bounds are taken from the data."},
}

// asTheSameClass warns of an error hardly below the error of always naming one class. Where most records have that class, such
// an error is small although nothing was learned.
func asTheSameClass(reading string) view.Variant {
	const hardly = 0.95
	return view.Variant{When: func(f view.Facts) bool {
		return f.Of(reading).Value >= hardly*f.Of("error-majority").Value
	}, Text: "Always naming the most frequent class is wrong for {error-majority}: hardly anything is learned."}
}

// fitWarnings returns the warnings of a fit with the reading of its error.
func fitWarnings(wrong string) []view.Variant {
	return []view.Variant{
		{When: view.Fills("bare"), Text: "No noise: what is fitted tells of every record; pick noise to see what it costs."},
		{When: view.Fills("odd"), Text: "In the file: {odd}."},
		view.LargeDeltaWhere(view.Fills("kept")),
		asTheSameClass(wrong),
		{When: func(f view.Facts) bool {
			return f.Filled("each") != "" && f.Number("delta-pair") > f.Number("delta")
		}, Text: "Two tables that differ in one record have a δ of {delta-pair} at that ε, where {delta} is claimed."},
		view.HardlyAny,
	}
}

// besideBest reports whether the page is about another noise than the one that errs least. The answer then names the noise that
// the price is about.
func besideBest(f view.Facts) bool {
	best := f.Of("best").Word
	return best != "" && best != f.Filled("focus")
}

var bayesLead = view.Lead{
	Trials: true,
	Answers: []view.Variant{
		{When: view.Lacks("error-out-best"),
			Text: "Nobody can say: no noise of the menu fits ε = {epsilon} {of} and δ = {delta}; naive Bayes without noise gets {error-out-NONE} wrong."},
		{When: view.All(besideBest, view.Fills("bare")),
			Text: "Without noise naive Bayes errs on {error-out-NONE} of unseen records; {best} has {error-out-best} at ε = {epsilon} {of}."},
		{When: besideBest,
			Text: "With {focus-noise} naive Bayes errs on {error-out-FOCUS} of unseen records at ε = {epsilon} {of}; {best} has {error-out-best}."},
		{When: view.Reads("clear", "yes"),
			Text: "Naive Bayes gets {error-out-best} of unseen records wrong with {best} at ε = {epsilon} {of}; {error-out-NONE} without noise."},
		{When: view.Reads("clear", "tie"),
			Text: "Naive Bayes gets {error-out-best} of unseen records wrong with {best} (another may be as good) at ε = {epsilon} {of}; {error-out-NONE} without noise."},
		{Text: "Naive Bayes gets {error-out-best} of unseen records wrong with {best} at ε = {epsilon} {of} (one split); {error-out-NONE} without noise."},
	},
	Prices:   fitPrices,
	Warnings: fitWarnings("error-out-best"),
}
