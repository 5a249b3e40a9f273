package classifier

import (
	"strings"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/views/control"
	"dpscope/views/view"
)

// Recommend's answers about one record and about a whole table: each has one name and one label, and each side fills in how it
// is known.

// using declares the mechanism to use.
func using[Q any](r view.Reading[Q]) view.Reading[Q] {
	r.Name, r.Label, r.Level, r.Expensive = "enough", "use", view.Answering, true
	return r
}

// enoughInTotal declares the sufficient ε with it, for all private features together.
func enoughInTotal[Q private](r view.Reading[Q]) view.Reading[Q] {
	r.Name, r.Label, r.Brief, r.Level, r.Expensive = "epsilon-enough-total", "enough, ε in total", "ε in total", view.Shown, true
	r.Goal, r.Round, r.Range = known.Lower, numeral.Up, known.NotNegative
	r.Parts = func(q Q) int { return len(q.features()) }
	return r
}

// nextToUse declares the mechanism that needs the next larger ε.
func nextToUse[Q any](r view.Reading[Q]) view.Reading[Q] {
	r.Name, r.Label, r.Level, r.Expensive = "next", "next", view.Shown, true
	return r
}

// lessButWeaker declares a mechanism that needs less ε, under another guarantee.
func lessButWeaker[Q any](r view.Reading[Q]) view.Reading[Q] {
	r.Name, r.Label, r.Expensive = "weaker", "less, but weaker", true
	r.Formula = "A mechanism under another guarantee that is enough with a smaller ε. The two guarantees do not compare, so " +
		"that it is not ranked with the others."
	return r
}

// noOther is the answer where no mechanism comes next.
var noOther = known.Nothing("no other mechanism is known to be enough")

// mechanismOf returns a mechanism as an answer, "none" where there is none.
func mechanismOf(name string) known.Value { return mechanismsOf(strings.Fields(name)) }

// mechanismsOf returns several.
func mechanismsOf(names []string) known.Value {
	if len(names) == 0 {
		return known.Named("none", "none")
	}
	var titles []string
	for _, name := range names {
		titles = append(titles, title(name))
	}
	return known.Named(strings.Join(names, " "), strings.Join(titles, ", "))
}

// leastWithIt is the label of the least ε with each mechanism.
const leastWithIt = "least ε found with it, per feature"

// Conditions on the recommended mechanism.
var (
	nothingEnough = view.Lacks("enough")
	weakEnough    = func(f view.Facts) bool {
		word := f.Of("enough").Word
		return word != "" && word != "any" && control.Notion(word) != control.PureNotion
	}
	single = view.Fills("single")
)

// asSmallAsYouLike is the price where any ε is enough.
var asSmallAsYouLike = view.Guessing(view.Always("So ε can be as small as you like: an attacker is then right about " + string(view.TaskPeople) +
	" hardly more often than a coin toss."))

// advicePrices say what an attacker can do with what is to be used.
func advicePrices(anyIsEnough func(view.Facts) bool) []view.Variant {
	return view.Either(view.Branch{When: anyIsEnough, Variants: asSmallAsYouLike}, view.Branch{Variants: view.TaskPeople.Price()})
}

// seesEnough says who sees what with what is to be used.
func seesEnough(anyIsEnough func(view.Facts) bool) []view.Sees {
	sees := seesFeatures("{epsilon-enough-total.bound}", weakEnough)
	all, none := sees[1], sees[1]
	all.When, all.Instead = anyIsEnough, "Any ε is enough."
	none.When, none.Instead = nothingEnough, "No ε is known to be enough."
	return append([]view.Sees{all, none}, sees...)
}
