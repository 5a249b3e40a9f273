package label

import (
	"fmt"
	"math"
	"sync"

	"dpscope/engine/known"
	"dpscope/engine/labelling"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/views/view"
)

// majority is the part of a question about whether half of n labels are kept.
type majority struct {
	published
	n     float64
	ties  bool                   // a tie counts as success
	score func() labelling.Score // computed once
}

func askMajority(v param.Values) (majority, error) {
	q := majority{n: v.Get(records)}
	var err error
	q.ties = ties.Chosen(v)
	q.published, err = askPublished(v)
	q.score = sync.OnceValue(func() labelling.Score { return labelling.ScoreOf(q.m, q.n) })
	return q, err
}

func (q majority) half() majority { return q }

// asked names the reading of the success that the control of ties picks.
func (q majority) asked() string {
	if q.ties {
		return "success"
	}
	return "success-strict"
}

// flips names the law behind every number here.
func (q majority) flips() string {
	return fmt.Sprintf("F = n - q flips, binomial with n = %s and p = %s", numeral.Count(q.n), numeral.Short(q.m.Flip))
}

// halving is a question about half of the labels.
type halving interface{ half() majority }

// atLeastHalf reads the paper's success, which counts a tie.
func atLeastHalf[Q halving]() view.Reading[Q] {
	r := successReading[Q](func(s labelling.Score) (chance, logRest float64) { return s.Success, s.LogFailure })
	r.Name, r.Label, r.Brief, r.Symbol = "success", "at least half correct", "at least half", "Pr[q ≥ n/2]"
	r.LevelOf = func(q Q) view.Level { return topIf(q.half().ties) }
	r.Cases = []view.Case[Q]{{
		Formula: "Pr[F ≤ ⌊n/2⌋]; a tie counts as success. The tail is summed from its boundary, never one minus the other.",
		With: view.Says(func(q Q) string {
			return fmt.Sprintf("Pr[F ≤ %s] with %s.", numeral.Count(labelling.MostFlips(q.half().n, true)), q.half().flips())
		}),
		Source: paper + ", Corollary 1, whose sum in the paper starts one too low for odd n",
	}}
	return r
}

// moreThanHalf reads the strict majority, which counts a tie as failure.
func moreThanHalf[Q halving]() view.Reading[Q] {
	r := successReading[Q](func(s labelling.Score) (chance, logRest float64) { return s.SuccessStrict, s.LogFailureStrict })
	r.Name, r.Label, r.Symbol = "success-strict", "over half correct", "Pr[q > n/2]"
	r.LevelOf = func(q Q) view.Level { return topIf(!q.half().ties) }
	r.Cases = []view.Case[Q]{{
		Formula: "Pr[F ≤ ⌈n/2⌉ - 1]; a tie counts as failure. For odd n there is no tie.",
		With: view.Says(func(q Q) string {
			return fmt.Sprintf("Pr[F ≤ %s] with %s.", numeral.Count(labelling.MostFlips(q.half().n, false)), q.half().flips())
		}),
	}}
	return r
}

// topIf returns the level of a reading of success: the one asked for stands on top and the other is folded.
func topIf(asked bool) view.Level {
	if asked {
		return view.Answering
	}
	return view.Folded
}

// successReading reads a chance of the score, and remarks on what is missing to 1 where it rounds to 1.
func successReading[Q halving](of func(labelling.Score) (chance, logRest float64)) view.Reading[Q] {
	return view.Reading[Q]{Style: numeral.Percent, Goal: known.Higher, Range: known.Probability,
		ExactOf: "the distribution of the labels kept",
		Value: view.Exactly(func(q Q) float64 {
			chance, _ := of(q.half().score())
			return chance
		}),
		Remark: view.Says(func(q Q) string { return allBut(of(q.half().score())) })}
}

// allBut says what a probability that rounds to 1 lacks.
func allBut(p, logRest float64) string {
	if p < 1 || math.IsInf(logRest, -1) {
		return ""
	}
	return "but " + chanceOf(logRest)
}

// chanceOf writes a probability given by its logarithm, however small.
func chanceOf(log float64) string {
	if log > -600 || math.IsInf(log, -1) {
		return numeral.Chance(math.Exp(log))
	}
	return "10^" + numeral.Count(math.Floor(log/math.Ln10))
}

// onceIn writes one over a probability given by its logarithm, above one in a billion.
func onceIn(log float64) string {
	return numeral.Count(numeral.Nearest.Significant(math.Exp(-log), 2))
}
