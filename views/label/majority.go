package label

import (
	"context"
	"fmt"
	"math"
	"sync"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/labelling"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/views/view"
)

// majority is a question about whether half of n labels stay correct.
type majority struct {
	published
	n       float64
	ties    bool    // a tie counts as success
	kept    float64 // a number of correct labels
	figure1 bool    // the paper's Fig. 1 is drawn beside
	draw    func(majority) engine.Sheet
	score   func() labelling.Score // computed once
}

// askMajority reads a question that is drawn by one of some pictures.
func askMajority(pictures param.Menu[func(majority) engine.Sheet]) func(context.Context, param.Values) (majority, error) {
	return func(_ context.Context, v param.Values) (majority, error) {
		q := majority{n: v.Get(records), ties: ties.Chosen(v), kept: v.Get(keptLabels), figure1: successBeside.Chosen(v), draw: pictures.Chosen(v)}
		var err error
		q.published, err = askPublished(v)
		q.score = sync.OnceValue(func() labelling.Score { return labelling.ScoreOf(q.m, q.n) })
		return q, err
	}
}

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

// atLeastHalf reads the paper's success, which counts a tie.
var atLeastHalf = successReading(view.Reading[majority]{Name: "success", Label: "at least half correct", Brief: "at least half", Symbol: "Pr[q ≥ n/2]",
	LevelOf: func(q majority) view.Level { return topIf(q.ties) },
	Formula: "Pr[F ≤ ⌊n/2⌋]; a tie counts as success. The tail is summed from its boundary, never one minus the other.",
	With:    view.Says(func(q majority) string { return q.upTo(true) }),
	Source:  paper + ", Corollary 1, whose sum in the paper starts one too low for odd n",
}, func(s labelling.Score) (chance, logRest float64) { return s.Success, s.LogFailure })

// moreThanHalf reads the strict majority, which counts a tie as failure.
var moreThanHalf = successReading(view.Reading[majority]{Name: "success-strict", Label: "over half correct", Symbol: "Pr[q > n/2]",
	LevelOf: func(q majority) view.Level { return topIf(!q.ties) },
	Formula: "Pr[F ≤ ⌈n/2⌉ - 1]; a tie counts as failure. For odd n there is no tie.",
	With:    view.Says(func(q majority) string { return q.upTo(false) }),
}, func(s labelling.Score) (chance, logRest float64) { return s.SuccessStrict, s.LogFailureStrict })

// upTo writes a success by the flips that it bears.
func (q majority) upTo(ties bool) string {
	return fmt.Sprintf("Pr[F ≤ %s] with %s.", numeral.Count(labelling.MostFlips(q.n, ties)), q.flips())
}

// topIf returns the level of a reading of success: the one asked for stands on top and the other is folded.
func topIf(asked bool) view.Level {
	if asked {
		return view.Answering
	}
	return view.Folded
}

// successReading reads a chance of the score, and remarks on what is missing to 1 where it rounds to 1.
func successReading(r view.Reading[majority], of func(labelling.Score) (chance, logRest float64)) view.Reading[majority] {
	r.Style, r.Goal, r.Range, r.ExactOf = numeral.Percent, known.Higher, known.Probability, "the distribution of the labels kept"
	r.Value = view.Exactly(func(q majority) float64 {
		chance, _ := of(q.score())
		return chance
	})
	r.Remark = view.Says(func(q majority) string { return allBut(of(q.score())) })
	return r
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
func onceIn(log float64) string { return numeral.Count(numeral.Nearest.Significant(math.Exp(-log), 2)) }
