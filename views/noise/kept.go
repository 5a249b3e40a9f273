package noise

import (
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf8"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/querynoise"
	"dpscope/mechanisms/optimal"
	"dpscope/views/view"
)

// pointsKept returns the certificates at the further points, each named by its ε.
func pointsKept[Q asking]() view.Family[Q] {
	return view.Family[Q]{Name: "delta-at", Of: "further point", Label: "certified δ at a further point",
		Members: view.Named(func(q Q) []optimal.Point { return q.shared().Also.List() }, func(at optimal.Point) string { return strconv.FormatFloat(at.Epsilon, 'g', -1, 64) }),
		Each: func(name string) view.Reading[Q] {
			return view.Reading[Q]{Symbol: "δ", Goal: known.Lower, Range: known.Probability, ExactOf: "the noise that is drawn, over all shifts",
				Title: func(Q) string { return "certified δ at ε = " + name },
				Value: ofBest(func(q Q, b querynoise.Best) known.Value {
					for i, at := range q.shared().Also.List() {
						if strconv.FormatFloat(at.Epsilon, 'g', -1, 64) == name && b.Solved != nil {
							return known.Exactly(b.Solved.Also[i].Delta)
						}
					}
					return known.Nothing("no such point is kept")
				}),
				Formula: "max over all real shifts φ up to the sensitivity of ∫ (f(x) − e^ε·f(x−φ))⁺ dx at the ε of the point; at ε = 0 it is the advantage.",
				With: view.Says(func(q Q) string {
					return "Kept are (" + numeral.Short(q.shared().Epsilon) + ", " + numeral.Short(q.shared().Delta) + ") and " +
						q.shared().Also.String() + "."
				}),
				Assumes: "It is computed from the noise alone, by other code than that which found it. dpscope verify --also takes it in rational numbers."}
		}}
}

// floorCertified returns the certificate of noise below a curve.
func floorCertified[Q asking]() view.Reading[Q] {
	return view.Reading[Q]{Name: "floor-certified", Label: "certified floor", Goal: known.Lower, Range: known.Probability,
		When: func(q Q) bool { return q.shared().Below.Any() },
		Value: ofBest(func(_ Q, b querynoise.Best) known.Value {
			if b.Solved == nil {
				return known.Nothing(noProgram)
			}
			return known.OrLess(b.Solved.Under.High)
		}),
		Formula: "The least floor with TPR(α) ≤ Φ(Φ⁻¹(α) + μ) + floor at every false positive rate α and every shift: the curve of one shift is a polygon, whose corners decide, as the Gaussian's is concave.",
		With: view.Says(func(q Q) string {
			return fmt.Sprintf("μ = %s, and asked for was a floor of %s.", numeral.Short(q.shared().Below.Mu),
				numeral.Short(q.shared().Below.Floor))
		}),
		Source:  "Dong, Roth & Su 2022, for the curve of normal distributions",
		Assumes: "It is computed from the noise alone, by other code than that which found it, and rounded up. Where no floor is asked for, what is left is rounding, and the tails, which are cut where they are less than that."}
}

// keptBeside returns notes on further points: which of them hold nothing back, or why there is no noise.
func (q asked) keptBeside(b querynoise.Best) (notes []engine.Note) {
	if b.None != "" && (q.Also.Any() || q.Below.Any()) {
		notes = append(notes, engine.Note{Text: sentence(b.None) + "."})
	}
	if by, found := q.Implied(); found {
		at := fmt.Sprintf("δ at ε = %s", numeral.Short(by.Epsilon))
		if by.Epsilon == 0 {
			at = "the advantage"
		}
		notes = append(notes, engine.Note{Text: fmt.Sprintf("δ = %s at ε = %s holds nothing back: %s is at most %s.",
			numeral.Short(q.Delta), numeral.Short(q.Epsilon), at, numeral.Short(by.Delta))})
	}
	if q.Below.Any() && q.Below.Floor == 0 {
		notes = append(notes, engine.Note{Text: "Beyond ±" + numeral.Short(q.Reach()) +
			" its last sensitivity goes on as a tail, written out until nothing is left beside 1."})
	}
	return notes
}

// sentence returns the text with a capital at its beginning.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
