package risk

import (
	"fmt"

	"dpscope/engine/matching"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/view"
)

// inWords names the equal risk.
func (q profile) inWords(v param.Values) string {
	switch q.By {
	case matching.Advantage:
		if q.costs {
			return "right guesses (" + equalRight.Text(v.Get(equalRight)) + ")"
		}
	case matching.Budget:
		return fmt.Sprintf("ε = %s, δ = %s", mechanisms.Epsilon.Text(v.Get(mechanisms.Epsilon)), mechanisms.Delta.Text(v.Get(mechanisms.Delta)))
	case matching.Found:
		return fmt.Sprintf("%s found at FPR %s", numeral.Chance(q.Value), fpr.Text(q.FPR))
	case matching.Gaussian:
		return "μ = " + numeral.Short(q.Value)
	case matching.Loss:
		return q.cost + " " + numeral.Short(q.Value*q.Scale())
	}
	return "advantage " + numeral.Short(q.Value)
}

// turned writes a value of the equal risk, in words.
func (q profile) turned(at float64) string {
	switch q.By {
	case matching.Advantage:
		if q.costs {
			return numeral.Chance(at)
		}
	case matching.Budget:
		return "ε = " + numeral.Short(at)
	case matching.Found:
		return numeral.Chance(at)
	case matching.Loss:
		return numeral.Short(at * q.Scale())
	}
	return numeral.Short(at)
}

func (q profile) filled() map[string]string {
	words := map[string]string{"equal": q.what, "error": q.cost, "optimised": optimised}
	if q.Times > 1 {
		words["again"] = releases.Text(q.Times) + " releases"
	}
	return words
}

// Conditions on the page.
var (
	upwards = func(f view.Facts) bool {
		here := f.Number("value")
		switch {
		case f.Picked("equal", "budget"):
			here = f.Number("epsilon")
		case guesses(f):
			here = f.Number("right")
		}
		return f.Of("turn").Value > here
	}
	turns     = func(f view.Facts) bool { return !f.None("turn") }
	once      = view.Not(repeated)
	repeated  = view.Fills("again")
	equalLoss = view.Picked("equal", "loss")
	exposed   = func(f view.Facts) bool {
		return f.Picked("equal", "budget") && f.Of("safest").Word != f.Of("least").Word
	}
	guesses = view.Picked("equal", byGuesses)
	// exposing reports whether the cheapest noise exposes records outright, and another does not.
	exposing = func(f view.Facts) bool { return f.Member("certain", f.Of("least").Word).Value > 0 && !f.None("hidden") }
	// optimisedExposes reports whether the program's noise costs least of all, and exposes records outright.
	optimisedExposes = func(f view.Facts) bool {
		optimal := f.Member("loss", optimised)
		return !optimal.Missing() && optimal.Value < f.Member("loss", f.Of("least").Word).Value && f.Member("certain", optimised).Value > 0
	}
	nobody = view.Lacks("least")
	// saves reports whether Gaussian noise at the risk of the best noise after all releases costs clearly less than it.
	saves = func(f view.Facts) bool {
		const clearly = 0.99
		least := f.Of("least").Word
		after := f.Member("gaussian-after", least)
		return !after.Missing() && after.High < clearly*f.Member("loss", least).Value
	}
)

// Sentences on the noise that is best by cost, or by what it reveals.
const (
	leastAt    = "At {equal} {least} costs least of the fixed shapes"
	costsThat  = "{least} noise is the best fixed shape: {error} {loss-LEAST} at equal {equal}"
	cheapestBy = "{least} noise is the best fixed shape: {error} {loss-LEAST} if an attacker is right {right} of the time"
	safestOne  = "{least} noise is the safest fixed shape"
	hidesAll   = "{hidden} noise is best if nobody may be exposed outright: {error} {loss-HIDDEN} where an attacker is right {right} of the time"
)

// turning returns a sentence with the value where another shape takes over, above or below.
func turning(text string) []view.Variant {
	return []view.Variant{
		{When: view.All(turns, upwards), Text: text + "; from {turn} on it is {turned} noise."},
		{When: turns, Text: text + "; below {turn} it is {turned} noise."},
		{Text: text + "."},
	}
}

// outright warns where the best noise exposes records outright, at any ε.
var outright = view.Variant{
	When: func(f view.Facts) bool {
		said := guesses(f) && once(f) && exposing(f) // in the price
		return !said && f.Member("certain", f.Of("least").Word).Value >= view.LargeDeltaFrom
	},
	Text: "{certain-LEAST} of the answers by {least} noise reveal the record for certain."}

var profileLead = view.Lead{
	Answers: view.Either(
		view.Branch{When: nobody, Variants: view.Always("No fixed shape has noise at equal {equal}: another value is needed.")},
		view.Branch{When: view.All(equalLoss, repeated), Variants: turning(safestOne + " for one release, at equal {equal}")},
		view.Branch{When: equalLoss, Variants: turning(safestOne + ": advantage {advantage-LEAST} at equal {equal}")},
		view.Branch{When: view.All(exposed, repeated), Variants: view.Always(
			leastAt + "; after {again} its advantage is {advantage-LEAST}, of {safest} {advantage-SAFEST}.")},
		view.Branch{When: exposed, Variants: view.Always(
			"At the same {equal} {least} noise is the best fixed shape, {error} {loss-LEAST}; {safest} noise is safest, at {loss-SAFEST}.")},
		view.Branch{When: view.All(guesses, once, exposing), Variants: []view.Variant{
			{When: view.Picked("loss", "l1"), Guess: true, Text: hidesAll + view.CoinToss + "."}, // a square has no room for it
			{Guess: true, Text: hidesAll + "."},
		}},
		view.Branch{When: view.All(guesses, once), Variants: turning(cheapestBy)},
		view.Branch{When: view.All(repeated, saves), Variants: view.Always(
			costsThat + "; over {again} Gaussian: {gaussian-after-LEAST}.")},
		view.Branch{Variants: turning(costsThat)},
	),
	Prices: view.Either(
		view.Branch{When: view.All(guesses, once, exposing, optimisedExposes),
			Variants: view.Always("With optimised noise it is {loss-OPTIMISED}, but {certain-OPTIMISED} of the time the answer exposes the record " +
				"outright.")},
		view.Branch{When: view.All(guesses, once, exposing),
			Variants: view.Always("With {least} noise it is {loss-LEAST}, but {certain-LEAST} of the time the answer exposes the record " +
				"outright.")},
		view.Branch{Variants: view.TaskRecords.Price()},
	),
	Warnings: []view.Variant{view.HardlyAny, outright, view.LargeDelta},
}
