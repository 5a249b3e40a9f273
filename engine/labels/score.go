// Package labels says how many of n labels the exponential mechanism keeps:
// exactly, by bounds, and as its paper prints it.
package labels

import (
	"math"

	"dpscope/engine/num/binomial"
	"dpscope/mechanisms"
)

// Score is what can be said of the score q, the number of labels kept
// among n, when the labels are published once. All of it is exact.
type Score struct {
	Success       float64 // Pr(q ≥ n/2): at least half are kept, a tie counts
	SuccessStrict float64 // Pr(q > n/2): a tie counts as failure

	LogFailure       float64 // ln Pr(q < n/2)
	LogFailureStrict float64 // ln Pr(q ≤ n/2)

	MeanFlipped, DeviationFlipped float64 // of n − q
}

// ScoreOf returns the law's landmarks for n labels, whole, from 1 to
// binomial.MaxTrials.
//
// With F = n − q flips, success is F ≤ ⌊n/2⌋ and strict success F ≤ ⌈n/2⌉ − 1.
// They differ for even n by the tie. (Corollary 1 of the paper, as typeset,
// starts its sum over q at ⌊n/2⌋, which for odd n counts a failure as success.)
func ScoreOf(m mechanisms.LabelFlip, n float64) Score {
	law := m.Flips(n)
	half := math.Floor(n / 2)
	tie := law.Tails(half)
	strict := tie
	if 2*half == n {
		strict = law.Tails(half - 1)
	}
	return Score{
		Success: tie.Below, LogFailure: tie.LogAbove,
		SuccessStrict: strict.Below, LogFailureStrict: strict.LogAbove,
		MeanFlipped: law.Mean(), DeviationFlipped: law.Deviation(),
	}
}

// Kept returns the law of the score.
func Kept(m mechanisms.LabelFlip, n float64) binomial.Law { return m.Flips(n).Failures() }

// Bins is the law of the flipped fraction as a picture needs it.
type Bins struct {
	Bins  []binomial.Bin // counts of flips, most to least likely by e^14
	Width float64        // counts in a bin; the last may hold fewer
}

// FlippedBins returns the visible part of the law of the number of flips in at
// most the given number of bins. Its cost does not grow with n.
func FlippedBins(m mechanisms.LabelFlip, n float64, most int) Bins {
	const depth = 14 // e^−14 is below a thousandth of a pixel
	law := m.Flips(n)
	from, to := law.Visible(depth)
	bins := law.Bins(from, to, most)
	return Bins{Bins: bins, Width: bins[0].To - bins[0].From + 1}
}
