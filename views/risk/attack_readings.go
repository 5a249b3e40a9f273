package risk

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine/attack"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/views/control"
	"dpscope/views/view"
)

// reading is a reading from the curve.
type reading = view.Reading[asked]

// atRest makes a Value that is not searched while a slider moves.
func atRest(value func(attack.Question, context.Context) (known.Value, error)) func(context.Context, asked) (known.Value, error) {
	return func(ctx context.Context, q asked) (known.Value, error) {
		if q.moves {
			return known.Value{}, view.ErrLater
		}
		return value(q.Question, ctx)
	}
}

func by(value func(attack.Question, context.Context) (known.Value, error)) func(context.Context, asked) (known.Value, error) {
	return func(ctx context.Context, q asked) (known.Value, error) { return value(q.Question, ctx) }
}

// ofCurve is what exact numbers of the curve are exact for.
const ofCurve = "all tests between the two, by their distributions or by what is stated of them"

// assumed is what every number of the curve assumes.
const assumed = "The attacker sees all of the output and knows everything else; no test does better, and the best one attains it " +
	"where the curve is exact."

// explained returns an explanation with the setting in words.
func explained(formula, source, assumes string, with func(asked, known.Value) string) []view.Case[asked] {
	return []view.Case[asked]{{Formula: formula, Source: source, Assumes: assumes, With: view.Remark(with)}}
}

// attained explains a number that divergences alone bound as well, by their worst case.
func attained(formula, source, assumes string, with func(asked, known.Value) string) []view.Case[asked] {
	return append([]view.Case[asked]{worst(formula)}, explained(formula, source, assumes, with)...)
}

// atLeast declares what a known attacker on a training attains.
func atLeast(r reading) reading {
	most := r.Value
	r.Style, r.Goal, r.Round, r.Expensive, r.Level, r.When = numeral.Percent, known.Lower, numeral.Down, true, view.Shown, apart
	r.Value = func(ctx context.Context, q asked) (known.Value, error) {
		v, err := most(ctx, q)
		return known.OrMore(v.Low), err
	}
	r.Cases = explained("What an attacker attains who looks at the largest sum of each epoch, or at the losses of all steps.", control.Chua, "", nothingElse)
	return r
}

func apart(q asked) bool { return q.Apart() }

// bounded explains a number that runs bound as well, from below.
func bounded(formula, source, assumes string, with func(asked, known.Value) string) []view.Case[asked] {
	return append([]view.Case[asked]{ofShown(formula)}, attained(formula, source, assumes, with)...)
}

// worst explains a number of the worst output that keeps the divergences.
func worst(formula string) view.Case[asked] {
	return view.Case[asked]{If: "only divergences are known", When: view.Whenever(func(q asked) bool { return q.Enveloped() }),
		Formula: formula, With: view.Remark(nothingElse), Source: ofOrders, Assumes: worstAssumes}
}

const (
	ofOrders     = "van Erven & Harremoës 2014, data processing; Asoodeh, Liao, Calmon, Kosut & Sankar 2021"
	worstAssumes = "Some mechanism that keeps the divergences attains it, one that publishes a single bit; no single one attains every number of the page."
	worstRate    = "The greatest p with p^α·f^(1-α) + (1-p)^α·(1-f)^(1-α) ≤ e^((α-1)·D), and the same with p and f exchanged, at every " +
		"order α with a divergence D; f is the false positive rate."
)

// ofShown explains the same of the tests that were run.
func ofShown(formula string) view.Case[asked] {
	return view.Case[asked]{If: "runs are audited", When: view.Whenever(asked.audited), Formula: formula, With: tested, Source: clopper,
		Assumes: auditAssumes}
}

func (q asked) rate() string { return "FPR = " + numeral.Chance(q.FPR) + "." }

var readings = slices.Concat([]view.Entry[asked]{
	reading{Name: "found", Label: "found", Title: asked.finds, Symbol: "TPR", Style: numeral.Percent, Goal: known.Lower,
		Range: known.Probability, Level: view.Answering, LevelOf: asked.levelOfFound, Expensive: true,
		ExactOf: ofCurve, Value: by(attack.Question.Finds),
		Remark: view.Says(func(q asked) string { return "guessing " + fpr.Text(q.FPR) }),
		Cases:  []view.Case[asked]{ofShown("TPR(α): how many of those who are there are found, for as many named wrongly as the rate says."), worst(worstRate)},
		Formula: "TPR(α) = min over ε ≥ 0 of δ(ε) + e^ε·α and of 1 - e^-ε·(1 - δ′(ε) - α), δ the profile of those there against " +
			"those not, δ′ the other way round.",
		With:   func(ctx context.Context, q asked, _ known.Value) (string, error) { return q.event(ctx) },
		Source: dong + "; Neyman & Pearson 1933", Assumes: assumed},
	atLeast(reading{Name: "found-at-least", Label: "found at least", Symbol: "TPR", Range: known.Probability, Value: by(attack.Question.Finds)}),
	reading{Name: "right", Label: "attacker is right", Brief: "attacker right", Symbol: "(1 + δ(0))/2", Style: numeral.Percent,
		Goal:  known.Lower,
		Range: known.Range{Low: 0.5, High: 1}, Level: view.Shown, Expensive: true,
		ExactOf: ofCurve, Value: by(attack.Question.Right),
		Cases: bounded("Half of 1 + the advantage, where both are as likely beforehand.", "Neyman & Pearson 1933", assumed, nothingElse)},
	atLeast(reading{Name: "right-at-least", Label: "right at least", Symbol: "(1 + δ(0))/2", Range: known.Range{Low: 0.5, High: 1}, Value: by(attack.Question.Right)}),
	reading{Name: "right-allowed", Label: "… allowed by ε and δ", Symbol: "(e^ε + δ)/(1 + e^ε)", Style: numeral.Percent, Goal: known.Lower,
		Range: known.Range{Low: 0.5, High: 1}, Expensive: true, When: asked.modelled,
		ExactOf: "the worst mechanism that keeps the pair (ε, δ)", Value: by(attack.Question.RightOfClaim),
		Cases: explained("(e^ε + δ)/(1 + e^ε): how often the best guess may be right by one pair (ε, δ).", "Kairouz, Oh & Viswanath 2015",
			"Nobody has to be that exposed: it is read off one point of a whole profile.", nothingElse)},
	reading{Name: "advantage", Label: "advantage", Symbol: "δ(0)", Goal: known.Lower, Range: known.Probability, Level: view.Shown,
		Expensive: true,
		ExactOf:   ofCurve, Value: by(attack.Question.Advantage),
		Cases: bounded("The greatest TPR - FPR over all false positive rates: the total variation of the two distributions.",
			"Yeom & others 2018", assumed, nothingElse)},
	reading{Name: "precision", Label: "of those named, right", Style: numeral.Percent, Goal: known.Lower, Range: known.Probability,
		Level: view.Shown, Expensive: true,
		ExactOf: ofCurve, Value: by(attack.Question.Precision),
		Remark: view.Says(func(q asked) string { return "beforehand " + prior.Text(q.Prior) }),
		Cases: bounded("π·TPR/(π·TPR + (1 - π)·FPR): of those whom the attacker names, how many are there.", carlini, assumed,
			func(q asked, _ known.Value) string { return "π = " + numeral.Chance(q.Prior) + ", " + q.rate() })},
	reading{Name: "epsilon-at-delta", Label: "stated ε", Title: asked.stated, Symbol: "ε", Goal: known.Lower, Range: known.NotNegative, Level: view.Shown,
		Expensive: true,
		ExactOf:   "what is stated, or a closed form at the δ",
		Value: func(ctx context.Context, q asked) (known.Value, error) {
			c, err := q.Claim(ctx)
			return c.Epsilon, err
		},
		Remark: func(ctx context.Context, q asked, v known.Value) (string, error) {
			c, err := q.Claim(ctx)
			if err != nil || c.Delta == 0 || v.Missing() {
				return "", err
			}
			return "at δ = " + numeral.Short(c.Delta), nil
		},
		Cases: append([]view.Case[asked]{worst("The greatest ln((p - δ)/f) over all false positive rates f, p the greatest true one there.")}, explained(
			"The one ε of the pair (ε, δ): as it is stated, of several answers their sum; or the least that is true at the δ, by the privacy loss distribution.",
			"Balle & Wang 2018; Alghamdi & others 2023", "One pair is one point of the profile: what an attacker could do is not "+
				"read off it.",
			nothingElse)...)},
	reading{Name: "epsilon-actual", Label: "actual ε", Symbol: "ε", Goal: known.Lower, Range: known.NotNegative,
		ExactOf: "the distributions of any two values and all answers",
		When:    func(q asked) bool { return q.Spends() }, Value: by(attack.Question.Actual),
		Cases: explained("The greatest log-ratio that any answer has under two values; with a δ the least ε at it. Of several answers together, "+
			"at the sum of their δ.",
			"derived here, from the mechanism's own distributions", "", nothingElse)},
	reading{Name: "tpr", Label: "TPR, worse order", Symbol: "TPR", Style: numeral.Percent, Goal: known.Lower,
		Range: known.Probability, Expensive: true,
		ExactOf: ofCurve, Value: by(attack.Question.TPR),
		Cases: bounded("The greater of two curves at the false positive rate: those there against those not, and the other way "+
			"round.", dong,
			"Neighbours go both ways; sampling makes the two curves differ.", atRate)},
	reading{Name: "tpr-of-claim", Label: "allowed by ε and δ", Symbol: "TPR", Style: numeral.Percent, Goal: known.Lower,
		Range: known.Probability, Expensive: true, When: asked.modelled,
		ExactOf: "the worst mechanism that keeps the pair (ε, δ)", Value: by(attack.Question.OfClaim),
		Cases: explained("min(e^ε·α + δ, 1 - e^-ε·(1 - δ - α), 1): what one pair (ε, δ) lets an attacker find.",
			"Wasserman & Zhou 2010; Kairouz, Oh & Viswanath 2015",
			"Nobody has to be that exposed: it is read off one point of a whole profile.", atRate)},
	reading{Name: "right-at-prior", Label: "right at the prior", Style: numeral.Percent, Goal: known.Lower,
		Range: known.Probability, Expensive: true,
		ExactOf: ofCurve, Value: by(attack.Question.RightAtPrior),
		Remark: view.Says(func(q asked) string { return "unseen " + numeral.Chance(max(q.Prior, 1-q.Prior)) }),
		Cases: bounded("1 - π + π·δ(ln((1-π)/π)): the best guess of whether somebody is there.", "Neyman & Pearson 1933", assumed,
			func(q asked, _ known.Value) string { return "π = " + numeral.Chance(q.Prior) + "." })},
	reading{Name: "reconstruction", Label: "secret reconstructed", Symbol: "TPR(κ)", Style: numeral.Percent, Goal: known.Lower,
		Range: known.Probability, Expensive: true,
		ExactOf: ofCurve, Value: by(attack.Question.Reconstruction), When: asked.modelled,
		Remark: view.Says(func(q asked) string { return "unseen " + baseline.Text(q.Baseline) }),
		Cases: attained("TPR at a false positive rate of κ: how often a secret is reconstructed, or an attribute guessed, that is "+
			"guessed right κ of the time without the output.",
			"Balle, Cherubin & Hayes 2022; Hayes & others 2023", "κ is of a guesser who knows all other records. A bound, attained "+
				"for two candidates and in general not for more.",
			func(q asked, _ known.Value) string { return "κ = " + numeral.Chance(q.Baseline) + "." })},
	reading{Name: "mu", Label: "Gaussian number", Symbol: "μ", Goal: known.Lower, Range: known.NotNegative, Expensive: true,
		ExactOf: ofCurve, Value: atRest(attack.Question.Mu),
		Remark: view.Says(func(q asked) string { return "error rates from " + numeral.Short(q.Floor) }),
		Cases: bounded("The least μ with TPR(α) ≤ Φ(Φ⁻¹(α) + μ) wherever both error rates are at least the floor: as normal noise "+
			"of a shift of μ deviations.",
			dong+"; Gomez & others 2026", "Without a floor there is none where anything is certain, and of a sampled run it is √T/σ.",
			aboveFloor)},
	reading{Name: "regret", Label: "regret", Goal: known.Lower, Range: known.Probability, Expensive: true,
		ExactOf: ofCurve, Value: atRest(attack.Question.Regret), When: asked.modelled,
		Cases: append([]view.Case[asked]{{If: "only divergences are known", When: view.Whenever(func(q asked) bool { return q.Enveloped() }),
			Formula: regret, With: view.Remark(aboveFloor), Source: "Gomez & others 2026",
			Assumes: "It is of the worst cases of all rates together. Any one mechanism finds no more, and so has no less beside normal noise at this μ."}},
			explained(regret, "Gomez & others 2026", "Of both orders together.", aboveFloor)...)},
}, weightsAlone, shownReadings)

const regret = "The least k with f(α + k) - k ≤ f_μ(α) at every α, f = 1 - TPR: how far both error rates are from those of normal noise at μ, at most."

func atRate(q asked, _ known.Value) string { return q.rate() }

func aboveFloor(q asked, _ known.Value) string {
	return fmt.Sprintf("The floor is %s.", numeral.Short(q.Floor))
}

// finds names the answer: the members, where no more is known of them.
func (q asked) finds() string {
	if q.words.whom == bare.whom {
		return "members found"
	}
	return "found"
}

// event returns the test that finds as many.
func (q asked) event(ctx context.Context) (string, error) {
	e, found, err := q.Event(ctx)
	if err != nil || !found {
		return q.rate(), err
	}
	text := fmt.Sprintf("It names everyone whose output is about %s times as likely, or more, %s.", numeral.Short(e.Ratio),
		q.words.than)
	if e.From <= e.To {
		text += fmt.Sprintf(" Those are the answers %s.", between(e.From, e.To))
	}
	return control.Sentences(q.rate(), text), nil
}

// between says between which values answers lie.
func between(from, to float64) string {
	switch {
	case math.IsInf(from, -1):
		return "up to " + numeral.Short(to)
	case math.IsInf(to, 1):
		return "from " + numeral.Short(from) + " on"
	}
	return "from " + numeral.Short(from) + " to " + numeral.Short(to)
}

// nothingElse is an explanation without the user's numbers but what a file says of them.
func nothingElse(q asked, _ known.Value) string {
	file := q.provenance().Text
	if file != "" {
		file += "."
	}
	return control.Sentences(file, q.words.more)
}
