// Package labelling says how many of n labels the exponential mechanism keeps:
// exactly, by bounds, and as its paper prints it.
package labelling

import (
	"dpscope/engine/known"
	"dpscope/engine/num/binomial"
	"dpscope/mechanisms"
)

// Score holds probabilities and moments of the score q, the number of labels kept among n, for one
// publication. All of it is exact.
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
	tie := law.Tails(MostFlips(n, true))
	strict := tie
	if MostFlips(n, false) < MostFlips(n, true) {
		strict = law.Tails(MostFlips(n, false))
	}
	return Score{
		Success: tie.Below, LogFailure: tie.LogAbove,
		SuccessStrict: strict.Below, LogFailureStrict: strict.LogAbove,
		MeanFlipped: law.Mean(), DeviationFlipped: law.Deviation(),
	}
}

// Chance returns the probability of a success, which a tie is or is not.
func (s Score) Chance(ties bool) float64 {
	if ties {
		return s.Success
	}
	return s.SuccessStrict
}

// LogFailing returns ln Pr of a failure, which a tie is or is not.
func (s Score) LogFailing(ties bool) float64 {
	if ties {
		return s.LogFailure
	}
	return s.LogFailureStrict
}

// LogKept returns ln Pr(q = kept).
func LogKept(m mechanisms.LabelFlip, n, kept float64) known.Value {
	if kept > n {
		return known.Nothing("q is above n")
	}
	return known.Exactly(lawKept(m, n).LogProb(kept))
}

// lawKept returns the law of the score.
func lawKept(m mechanisms.LabelFlip, n float64) binomial.Law { return m.Flips(n).Failures() }
