package claims

import (
	"context"

	"dpscope/engine/claim"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/views/view"
)

var readings = []view.Entry[claims]{
	counted("holds", "hold", claim.Holds, view.Answering),
	counted("corrected", "hold, corrected", claim.Corrected, view.Shown),
	counted("refuted", "are false", claim.False, view.Shown),
	worded("looked-at", "claim", view.Shown, "The claim of the list that is looked at.",
		func(c claim.Claim, _ claim.Outcome) known.Value { return known.Named(c.ID, c.ID) }),
	worded("judged", "its verdict", view.Shown, "The verdict follows from the check: what holds needs it true, what is false needs it refuted.",
		func(c claim.Claim, _ claim.Outcome) known.Value {
			return known.Named(c.Verdict.Key(), string(c.Verdict))
		}),
	worded("printed", "printed there", view.Folded, "The number of the paper, in its digits.",
		func(_ claim.Claim, o claim.Outcome) known.Value { return text(o.Printed) }),
	worded("computed", "computed here", view.Folded, "What this program gives, as it is recorded; a test computes it anew.",
		func(_ claim.Claim, o claim.Outcome) known.Value { return text(o.Ours) }),
	counted("not-reproducible", "unmatched", claim.NotReproducible, view.Folded),
	counted("not-checkable", "unchecked", claim.NotCheckable, view.Folded),
	counted("not-computed", "not computed yet", claim.NotComputed, view.Folded),
	listedCount,
}

// counted declares how many claims have a verdict.
func counted(name, label string, v claim.Verdict, level view.Level) view.Reading[claims] {
	return view.Reading[claims]{Name: name, Label: label, Style: numeral.Whole, Range: known.NotNegative, Level: level,
		ExactOf: "the claims of the files, as they are recorded",
		Value:   view.Exactly(func(q claims) float64 { return q.count(v) }),
		Formula: "How many claims of the papers that are listed have the verdict “" + string(v) + "”. " + meanings[v],
		Source:  source}
}

var listedCount = view.Reading[claims]{Name: "listed", Label: "in the list", Style: numeral.Whole, Range: known.NotNegative,
	ExactOf: "the claims of the files that pass both menus",
	Value:   view.Exactly(func(q claims) float64 { return float64(len(q.listed)) }),
	Formula: "How many claims have the paper and the verdict that are picked.",
	Source:  source}

// worded declares a text about the claim in focus, which leads to the view that shows it.
func worded(name, label string, level view.Level, formula string, of func(claim.Claim, claim.Outcome) known.Value) view.Reading[claims] {
	return view.Reading[claims]{Name: name, Label: label, Level: level,
		ExactOf: "the file of claims",
		Value: view.Known(func(q claims) known.Value {
			c, o, found := q.one()
			if !found {
				return known.Nothing("no claim of this paper has this verdict")
			}
			return of(c, o)
		}),
		Opens: func(_ context.Context, q claims, _ known.Value) (string, error) {
			_, o, _ := q.one()
			return o.Address, nil
		},
		Formula: formula,
		With: view.Says(func(q claims) string {
			c, o, found := q.one()
			if !found {
				return ""
			}
			return c.Says + " " + o.Why
		}),
		Source: source}
}

// text returns a word of the record; where there is none it says so.
func text(s string) known.Value {
	if s == "" {
		return known.Nothing("no number belongs to it")
	}
	return known.Named(s, s)
}
