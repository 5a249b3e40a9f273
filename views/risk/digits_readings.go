package risk

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/sampling"
	"dpscope/engine/work"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

// ofSample makes a Value from the draws.
func ofSample(of func(sampling.Sample) known.Value) func(context.Context, digits) (known.Value, error) {
	return view.Got(func(q digits) *work.Once[sampling.Sample] { return q.drawn }, of)
}

const (
	digitsDecided = "Whether a value can give an answer is decided exactly: the few uniform numbers that may are found by the inverse and tried. The logarithm is rounded correctly."
	digitsGuess   = "Both values are equally likely beforehand, and the attacker sees one answer with all its digits."
	exactInterval = "Clopper & Pearson 1934"
)

// shareOfAnswers explains a share of draws.
func shareOfAnswers(formula string, of, not func(digits) float64) []view.Case[digits] {
	return []view.Case[digits]{{Formula: formula, Source: mironov + "; " + exactInterval, Assumes: digitsDecided,
		With: view.Remark(func(q digits, v known.Value) string {
			return fmt.Sprintf("%s of %s answers from %s could not have come from %s; 95 %%: %s to %s.",
				numeral.Count(math.Round(v.Value*float64(q.Draws))), numeral.Count(float64(q.Draws)),
				numeral.Short(of(q)), numeral.Short(not(q)), numeral.Down.Chance(v.Low), numeral.Up.Chance(v.High))
		})}}
}

func ofValue(q digits) float64     { return q.Value }
func ofNeighbour(q digits) float64 { return q.Neighbour }

var digitsReadings = []view.Entry[digits]{
	view.Reading[digits]{Name: "revealed", Label: "reveal the value", Brief: "revealed", Symbol: "of x alone", Style: numeral.Percent, Goal: known.Lower,
		Range: known.Probability, Level: view.Answering, Expensive: true,
		Value: ofSample(sampling.Sample.Revealed),
		Cases: shareOfAnswers("The share of the sampled answers from x that no random bits give from x′, with an exact interval.", ofValue,
			ofNeighbour)},
	view.RightGuess(view.Reading[digits]{
		Level: view.Shown, Expensive: true,
		Title: func(q digits) string {
			if q.snaps() {
				return "attacker is right"
			}
			return "guess by digits right"
		},
		RangeOf: func(q digits) known.Range {
			if q.snaps() {
				return known.Range{Low: 0.5, High: 1}
			}
			return known.Probability
		},
		ExactOf: "one distribution, where both values are the same",
		Value: func(ctx context.Context, q digits) (known.Value, error) {
			switch {
			case q.same():
				return known.Exactly(privacy.RightGuess(0)), nil
			case q.snaps():
				return known.OrLess(privacy.RightUnder(q.claim())), nil
			}
			return ofSample(sampling.Sample.Right)(ctx, q)
		},
		Opens: view.Says(func(q digits) string {
			if q.snaps() && !q.same() {
				return control.AttackOnClaim(q.claim())
			}
			return ""
		}),
		Cases: []view.Case[digits]{
			{If: "both values are the same", When: view.Whenever(digits.same),
				Formula: "1/2: every answer is as likely from the one value as from the other.",
				With:    view.Says(func(q digits) string { return "Both values are " + numeral.Short(q.Value) + "." }),
				Source:  "Neyman & Pearson 1933", Assumes: digitsGuess},
			{If: "the last digits are rounded away", When: view.Whenever(digits.snaps),
				Formula: "e^ε/(1 + e^ε) of the actual ε that is proven: the most that it allows.",
				With:    view.Says(func(q digits) string { return "Actual ε ≤ " + provenInWords(q) + "." }),
				Source:  mironov + ", theorem 1", Assumes: digitsGuess}},
		Formula: "How often a guess is right that names the only value that can give the answer, and where both can the nearer one, over answers from x and from x′ alike, with an exact interval.",
		With: func(ctx context.Context, q digits, _ known.Value) (string, error) {
			s, err := q.drawn.Get(ctx)
			if err != nil {
				return "", err
			}
			return fmt.Sprintf("Of %s answers from either value: %s of those from x and %s of those from x′ betray it, and of the others the nearer is guessed.",
				numeral.Count(float64(q.Draws)), numeral.Chance(s.Revealed().Value), numeral.Chance(s.RevealedBeside().Value)), nil
		},
		Source: mironov + "; " + exactInterval + "; Hoeffding 1956", Assumes: digitsGuess + " Other guesses may be better still."}),
	view.Reading[digits]{Name: "epsilon-audited", Label: "ε shown by an audit", Brief: "ε shown", Symbol: "ε", Goal: known.Lower,
		Range: known.NotNegative, Expensive: true,
		LevelOf: view.LevelWhere(digits.snaps, view.Shown, view.Folded), // beside an answer that no ε holds, a finite one reads as its opposite
		Value: func(ctx context.Context, q digits) (known.Value, error) {
			s, err := q.drawn.Get(ctx)
			if err != nil {
				return known.Value{}, err
			}
			return s.Shown()
		},
		Remark:  view.Says(func(q digits) string { return "stated " + numeral.Short(q.Epsilon) }),
		Formula: "The greatest ln(TPR/FPR) of the thresholds that are tested, by exact binomial intervals: what the draws show at least, 95 % confidence.",
		With: view.Says(func(q digits) string {
			return fmt.Sprintf("%s answers from either value; a threshold is chosen on one half and tested on the other.",
				numeral.Count(float64(q.Draws)))
		}),
		Source: clopper, Assumes: "The score is the privacy loss of true Laplace noise, and more where one value alone gives the answer. What is not refuted is not proven."},
	view.Reading[digits]{Name: "delta-least", Label: "actual δ", Symbol: "δ", Goal: known.Lower, Range: known.Probability, Level: view.Shown,
		Expensive: true,
		Value:     ofSample(sampling.Sample.LeastDelta),
		Formula:   "δ ≥ Pr[answers from one value alone], whatever ε is: the other value gives them with probability 0. The lower end of the exact interval of the larger share, 95 % confidence.",
		With: view.Says(func(q digits) string {
			return fmt.Sprintf("Of %s answers from either value.", numeral.Count(float64(q.Draws)))
		}),
		Source: "Dwork, Kenthapadi, McSherry, Mironov & Naor 2006; " + exactInterval, Assumes: "0 shows no δ, and proves none."},
	view.Reading[digits]{Name: "epsilon-proven", Label: "actual ε, proven", Brief: "ε proven", Symbol: "ε", Goal: known.Lower,
		Range: known.NotNegative, LevelOf: view.LevelWhere(digits.snaps, view.Shown, view.Folded),
		Value: view.Known(func(q digits) known.Value {
			if !q.snaps() {
				return known.Nothing("no proof: the one for real numbers does not hold for these")
			}
			return known.OrLess(q.Method.Proven())
		}),
		DisplayText: func(q digits, v known.Value) string {
			if v.Missing() {
				return ""
			}
			return provenInWords(q)
		},
		Formula: "1/λ + 2^-49·B/λ, λ = 1/ε the scale of the noise, B what answers are clamped to, for values at most 1 apart.",
		With: view.Says(func(q digits) string {
			return fmt.Sprintf("λ = %s, B = %s.", numeral.Short(1/q.Epsilon), numeral.Count(sampling.Bound))
		}),
		Source: mironov + ", theorem 1", Assumes: "Random bits are random: this program's are not hardened. Time and other side channels are left out."},
	view.Reading[digits]{Name: "step", Label: "answers in steps of", Symbol: "Λ", Range: known.NotNegative,
		ExactOf: "the least power of two that is at least the scale of the noise",
		Value: view.Known(func(q digits) known.Value {
			if !q.snaps() {
				return known.Nothing("none: as fine as the numbers are")
			}
			return known.Exactly(q.Method.Step())
		}),
		Formula: "Λ, the least power of two that is at least 1/ε: answers are rounded to its multiples.",
		Source:  mironov,
		With:    view.Says(func(q digits) string { return "1/ε = " + numeral.Short(1/q.Epsilon) + "." })},
	view.Reading[digits]{Name: "error", Label: "mean error", Goal: known.Lower, Range: known.NotNegative, Expensive: true,
		Value:   ofSample(sampling.Sample.Error),
		Formula: "The mean of |answer - x| over the draws, with Student's interval at 95 %; of true Laplace noise it is 1/ε.",
		With:    view.Says(func(q digits) string { return "1/ε = " + numeral.Short(1/q.Epsilon) + "." })},
	view.Reading[digits]{Name: "revealed-neighbour", Label: "of x′ alone", Style: numeral.Percent, Goal: known.Lower, Range: known.Probability,
		Expensive: true,
		Value:     ofSample(sampling.Sample.RevealedBeside),
		Cases: shareOfAnswers("The share of the sampled answers from x′ that no random bits give from x, with an exact interval.", ofNeighbour,
			ofValue)},
	view.GuessUnder(view.Reading[digits]{Name: view.AttackerAllowed, Label: "… allowed by ε", Symbol: "e^ε/(1 + e^ε)",
		ExactOf: "the stated ε, of any two values at most 1 apart",
		Formula: "e^ε/(1 + e^ε): the most that the stated ε lets a guess be right.", Assumes: digitsGuess},
		func(q digits) privacy.Claim { return privacy.Claim{Epsilon: q.Epsilon} }, control.AttackOnClaim),
	view.OnceIn(view.Reading[digits]{Symbol: "1 + e^ε", ExactOf: "what is proven, or stated where nothing is",
		Formula: "1 + e^ε: in how many guesses one is wrong, by what is proven, or stated where nothing is; 2 where both values are the same."},
		func(q digits) float64 {
			switch {
			case q.same():
				return privacy.WrongGuess(privacy.Claim{})
			case q.snaps():
				return privacy.WrongGuess(q.claim())
			}
			return privacy.WrongGuess(privacy.Claim{Epsilon: q.Epsilon})
		}),
	view.Reading[digits]{Name: "verdict", Label: "verdict", ExactOf: "the draws, or the proof of the method",
		Value: func(ctx context.Context, q digits) (known.Value, error) {
			s, err := q.drawn.Get(ctx)
			switch {
			case err != nil:
				return known.Value{}, err
			case q.snaps():
				return known.Named("yes", "Yes"), nil
			case s.Refuted():
				return known.Named("no", "No"), nil
			}
			return known.Named("not-shown", "Not shown"), nil
		},
		Formula: "No where an answer was sampled that one value alone can give: e^ε times 0 is 0, so that no ε holds. Yes where a proof says so. Else nothing is shown.",
		With: view.Says(func(q digits) string {
			return q.title + ", " + numeral.Count(float64(q.Draws)) + " answers from either value."
		})},
}

// provenInWords writes the proven ε with enough digits to show its excess over the stated one.
func provenInWords(q digits) string {
	return numeral.Short(q.Epsilon) + " + " + numeral.Short(q.Method.Proven()-q.Epsilon)
}
