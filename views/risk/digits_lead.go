package risk

import "dpscope/views/view"

// Conditions on the page.
var (
	snapped  = view.Picked("method", "snapping")
	sameHere = func(f view.Facts) bool { return f.Number("value") == f.Number("neighbour") }
	none     = func(f view.Facts) bool { return f.Of("revealed").Value == 0 }
	noneBack = func(f view.Facts) bool { return f.Of("revealed-neighbour").Value == 0 }
)

// anyGuess is the price where both values are the same.
const anyGuess = "Whatever an attacker guesses is right 50 % of the time."

var digitsLead = view.Lead{
	Answers: view.Either(
		view.Branch{When: sameHere, Variants: view.Always("Nothing to tell apart: both values are {value}.")},
		view.Branch{When: snapped, Variants: view.Always("{verdict}: each of {draws} answers from {value}, a multiple of {step}, can come from {neighbour} too; actual ε {epsilon-proven}.")},
		view.Branch{When: view.All(none, noneBack),
			Variants: view.Always("{verdict}: each of {draws} answers from either value can come from the other, which proves nothing.")},
		view.Branch{When: none, Variants: view.Always("{verdict}: {revealed-neighbour} of {draws} answers betray that the value was " +
			"{neighbour}, not {value}: their last digits cannot come from {value}.")},
		view.Branch{Variants: view.Always("{verdict}: {revealed} of {draws} answers betray that the value was {value}, not " +
			"{neighbour}: their last digits cannot come from {neighbour}.")},
	),
	Prices: view.Either(
		view.Branch{When: sameHere, Variants: view.Guessing(view.Always(anyGuess))},
		view.Branch{Variants: view.TaskSent.Price()},
	),
	Warnings: []view.Variant{view.HardlyAny},
}
