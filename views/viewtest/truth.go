package viewtest

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"dpscope/engine/known"
	"dpscope/engine/num/rootfind"
)

// Truth is what an oracle knows of a number: an enclosure, a word, that the number does not exist, or that the oracle cannot
// tell.
type Truth struct {
	low, high float64
	words     []string // any of them is right
	either    bool     // a number is right too
	missing   bool     // no answer is right too
	none      bool
	whatever  bool   // the number itself is compared, and not the side that it bounds
	cannot    string // why it cannot tell
}

// roundoff is the tolerance between two forms of a closed form, relative to their size.
const roundoff = 1e-9

// Number returns the truth of a number known to rounding: nine digits are compared.
func Number(v float64) Truth { return Within(v, roundoff*math.Abs(v)) }

// Within returns the truth of a number known up to an error: that of a quadrature or a sum, as its method bounds it.
func Within(v, most float64) Truth {
	if math.IsInf(v, 0) {
		return Truth{low: v, high: v}
	}
	return Between(v-most, v+most)
}

// Between returns the truth of an enclosed number.
func Between(low, high float64) Truth {
	if math.IsNaN(low) || math.IsNaN(high) {
		return Truth{cannot: "its enclosure is not a number"}
	}
	return Truth{low: low, high: high}
}

// sigmas is the number of standard errors that a mean may be off: a normal one is in two cases of 10⁹.
const sigmas = 6

// Mean returns the truth of a number estimated by a mean of many draws with a standard error.
func Mean(mean, standardError float64) Truth {
	return Within(mean, sigmas*standardError+roundoff*math.Abs(mean))
}

// alarm is the chance that the Chernoff bound of a share is wrong, on each side.
const alarm = 1e-9

// Share returns the truth of a probability from its draws: by Chernoff's bound, draws·KL(share ‖ p) ≤ ln(1/alarm), it is wrong
// in two cases of 10⁹ at most, for any number of draws.
func Share(hits, draws int) Truth {
	share, room := float64(hits)/float64(draws), -math.Log(alarm)/float64(draws)
	likely := func(p float64) bool { return divergence(share, p) <= room }
	low, _ := rootfind.Border(likely, share, 0, rootfind.Halving{Middle: rootfind.Mean})
	high, _ := rootfind.Border(likely, share, 1, rootfind.Halving{Middle: rootfind.Mean})
	if likely(0) {
		low = 0
	}
	if likely(1) {
		high = 1
	}
	return Between(low, high)
}

// ShareBetween is Share where some draws may or may not be hits.
func ShareBetween(few, many, draws int) Truth {
	return Between(Share(few, draws).low, Share(many, draws).high)
}

// divergence returns KL(a ‖ p) of two coins.
func divergence(a, p float64) float64 {
	part := func(a, p float64) float64 {
		if a == 0 {
			return 0
		}
		return a * math.Log(a/p)
	}
	return part(a, p) + part(1-a, 1-p)
}

// Itself compares the displayed number with an enclosure, even if it bounds or estimates something else: as a formula that is
// no law of the thing.
func (w Truth) Itself() Truth {
	w.whatever = true
	return w
}

// AtMost returns the truth of a number that is no greater than another: nothing, where that does not exist.
func AtMost(other Truth) Truth {
	if other.none {
		return Cannot("the greater number is none")
	}
	other.low = math.Inf(-1)
	return other
}

// Word returns the truth of an answer that is one of these words; two are right where they tie.
func Word(names ...string) Truth { return Truth{words: names} }

// Or also accepts a word.
func (w Truth) Or(word string) Truth {
	w.words, w.either = append(w.words, word), true
	return w
}

// OrNone also accepts no answer.
func (w Truth) OrNone() Truth {
	w.missing = true
	return w
}

// None says that the number does not exist.
func None() Truth { return Truth{none: true} }

// Cannot says that the oracle cannot tell at this setting.
func Cannot(why string) Truth { return Truth{cannot: why} }

// String returns the truth for messages.
func (w Truth) String() string {
	switch {
	case w.cannot != "":
		return "unknown: " + w.cannot
	case w.none:
		return "no number"
	case w.either:
		return fmt.Sprintf("%s, or between %.17g and %.17g", strings.Join(w.words, " or "), w.low, w.high)
	case len(w.words) > 0:
		text := strings.Join(w.words, " or ")
		if w.missing {
			text += ", or no answer"
		}
		return text
	}
	return fmt.Sprintf("between %.17g and %.17g", w.low, w.high)
}

// refutes reports whether a page's number is impossible.
func (w Truth) refutes(v known.Value) bool {
	switch {
	case w.cannot != "" || v.Refused || w.missing && v.Missing():
		return false
	case w.none || v.Missing():
		return w.none != v.Missing()
	case v.Word != "" || len(w.words) > 0 && !w.either:
		return !slices.Contains(w.words, v.Word)
	}
	if w.whatever || v.Basis == known.AsPrinted {
		return !(w.low <= v.Value && v.Value <= w.high)
	}
	switch v.Basis {
	case known.Exact, known.Between:
		return v.High < w.low || w.high < v.Low
	case known.AtLeast, known.ConfidentAtLeast: // all that are drawn with these seeds hold
		return w.high < v.Low
	case known.AtMost, known.ConfidentAtMost:
		return v.High < w.low
	}
	return false
}
