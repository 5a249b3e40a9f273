package run

import (
	"context"
	"fmt"
	"slices"

	"dpscope/engine/composition"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

type answer = view.Reading[drawn]

// rested makes a Value that is not searched while a slider moves.
func rested(value func(context.Context, drawn) (known.Value, error)) func(context.Context, drawn) (known.Value, error) {
	return func(ctx context.Context, q drawn) (known.Value, error) {
		if q.moving {
			return known.Value{}, view.ErrLater
		}
		return value(ctx, q)
	}
}

// words says which run the page is about.
func (q drawn) words() string {
	size := fmt.Sprintf("q = %s", numeral.Short(q.Rate))
	if q.Rate == 0 {
		size = fmt.Sprintf("n = %s, b = %s", numeral.Count(q.Records), numeral.Count(q.Batch))
	}
	return fmt.Sprintf("%s, T = %s, σ = %s, δ = %s; %s.", size, numeral.Count(q.AllSteps()), numeral.Short(q.Sigma), numeral.Short(q.Delta), hidden[q.Neighbours])
}

const (
	inClosedForm = "the run, in closed form"
	anyAttacker  = "Batches were drawn as is said, and the noise is on the sum of clipped gradients. The attacker sees every step, and may know all other records."
)

var drawnReadings = []view.Entry[drawn]{
	answer{Name: "epsilon-at-most", Label: "ε at most", Symbol: "ε", Round: numeral.Up, Goal: known.Lower, Range: known.NotNegative, Expensive: true, Level: view.Answering,
		ExactOf: inClosedForm,
		Value:   func(ctx context.Context, q drawn) (known.Value, error) { return end(q.bounds, ctx, false) },
		Target:  func(q drawn) float64 { return q.target },
		Cases: asIs("Shuffled or in an order: a Gaussian mechanism of deviation σ/√E. By coins: the least ε with E[(1 - e^(ε-L))⁺] ≤ δ, L the sum of T privacy losses; replaced ones twice. Of a fixed size or by weights: the better of the same for replaced records and of an attacker who is told the draws.",
			control.Rehash+"; "+imbalance.LawOfLoss, anyAttacker, drawn.words)},
	answer{Name: "epsilon-at-least", Label: "ε at least", Symbol: "ε", Round: numeral.Down, Goal: known.Lower, Range: known.NotNegative, Expensive: true, Level: view.Shown,
		ExactOf: inClosedForm,
		Value:   func(ctx context.Context, q drawn) (known.Value, error) { return end(q.bounds, ctx, true) },
		Cases: asIs("All others contribute -1, the record 1. Of an epoch in which each record comes once the largest sum c is looked at: F_P(c) = Φ((c-2)/σ)Φ(c/σ)^(m-1) against F_Q(c) = Φ((c-1)/σ)Φ(c/σ)^(m-1), m batches; the losses of E epochs add up. Batches drawn anew: the losses of T steps.",
			control.Rehash, "No smaller ε is true of such a run, by any accounting.", drawn.words)},
	answer{Name: "verdict", Label: "the claim", Level: view.Shown, When: func(q drawn) bool { return q.Claimed > 0 },
		ExactOf: "both ends of ε",
		Value: func(ctx context.Context, q drawn) (known.Value, error) {
			low, err := end(q.bounds, ctx, true)
			if err != nil {
				return known.Value{}, err
			}
			high, err := end(q.bounds, ctx, false)
			v := q.Judge(composition.Bounds{Low: low, High: high})
			return known.Named(v.String(), verdicts[v]), err
		},
		Formula: "It holds where ε is at most what is claimed, and does not where ε is greater; otherwise it cannot be told. Of neighbours for which nothing bounds ε it is not covered.",
		With:    view.Says(drawn.words)},
	answer{Name: "epsilon-poisson", Label: "by an accountant", Round: numeral.Up, Goal: known.Lower, Range: known.NotNegative, Expensive: true, Level: view.Shown,
		ExactOf: ofSteps,
		Value: func(ctx context.Context, q drawn) (known.Value, error) {
			b, err := q.assumed.Get(ctx)
			return b.High, err
		},
		Formula: "The same run as if coins had drawn each record for each step, with or without one record: what libraries report.",
		With:    view.Says(drawn.words), Source: imbalance.LawOfLoss, Assumes: "Poisson sampling, whatever was done."},
	answer{Name: "epsilon-fixed-order", Label: "in a fixed order", Round: numeral.Up, Goal: known.Lower, Range: known.NotNegative,
		ExactOf: "a Gaussian mechanism",
		Value:   view.Known(func(q drawn) known.Value { return q.FixedOrder() }),
		Formula: "The ε of normal noise at μ = √E/σ, of a replaced record 2√E/σ.",
		With:    view.Says(drawn.words), Source: "Dong, Roth & Su 2022; Balle & Wang 2018"},
	view.RightGuess(answer{Symbol: "(1 + δ(0))/2", Expensive: true, Level: view.Shown, ExactOf: inClosedForm,
		Value: rested(func(ctx context.Context, q drawn) (known.Value, error) {
			b, err := q.right.Get(ctx)
			low, high := b.Low, b.High
			switch {
			case err != nil || high.Missing() || low.Missing():
				return high, err
			case low.Value == high.Value:
				return known.Exactly(high.Value), nil
			}
			return known.Enclosed(high.Value, low.Value, high.Value), nil
		}),
		Opens: view.Says(func(q drawn) string { return control.AttackOnTraining(q.Run) }),
		Cases: asIs("(1 + δ(0))/2, δ(0) the total variation of all that is released between both neighbours.",
			"the best test of two distributions: Neyman & Pearson 1933; "+control.Chua, anyAttacker, drawn.words)}),
	view.RightGuess(answer{Name: "attacker-right-at-least", Label: "… at least", Expensive: true, ExactOf: inClosedForm,
		Value: rested(func(ctx context.Context, q drawn) (known.Value, error) {
			b, err := q.right.Get(ctx)
			return b.Low, err
		}),
		Formula: "What an attacker attains who looks at the largest sum of each epoch, or at the losses of all steps.",
		With:    view.Says(drawn.words), Source: control.Chua}),
	imbalance.OnceInGuesses(answer{Symbol: "2/(1 - δ(0))", Expensive: true, ExactOf: inClosedForm,
		Value:   rested(func(ctx context.Context, q drawn) (known.Value, error) { return q.Wrong(ctx) }),
		Formula: "One over the probability that the best guess is wrong, 2/(1 - δ(0))."}),
	view.RightGuess(answer{Name: view.AttackerAllowed, Label: "… allowed by ε and δ", Symbol: "(e^ε + δ)/(1 + e^ε)", ExactOf: inClosedForm,
		Value: func(ctx context.Context, q drawn) (known.Value, error) {
			high, err := end(q.bounds, ctx, false)
			if err != nil || high.Missing() {
				return known.Nothing("there is no ε"), err
			}
			return high.Map(func(epsilon float64) float64 {
				return privacy.RightGuess(privacy.State(privacy.Claim{Epsilon: epsilon, Delta: q.Delta}).Delta(0))
			}), nil
		},
		Opens: func(ctx context.Context, q drawn, _ known.Value) (string, error) {
			high, err := end(q.bounds, ctx, false)
			return control.AttackOnClaim(privacy.Claim{Epsilon: high.Value, Delta: q.Delta}), err
		},
		Cases: asIs("(e^ε + δ)/(1 + e^ε): what the stated pair alone would allow.", "", "", drawn.words)}),
	answer{Name: "steps-taken", Label: "steps in all", Symbol: "T", Style: numeral.Whole, Range: known.NotNegative, ExactOf: "epochs and batches",
		Value:   view.Exactly(func(q drawn) float64 { return q.AllSteps() }),
		Formula: "Epochs times batches of an epoch, of which a smaller last one counts unless it is dropped.", With: view.Says(drawn.words)},
	answer{Name: "sigma-needed", Label: "σ that is enough", Symbol: "σ", Round: numeral.Up, Goal: known.Lower, Expensive: true, Range: known.NotNegative,
		Value: rested(func(ctx context.Context, q drawn) (known.Value, error) { return q.SigmaFor(ctx, q.target) }),
		Cases: asIs("The least σ at which ε, at most, keeps your limit.",
			control.Rehash+"; "+imbalance.LawOfLoss, anyAttacker, drawn.limit)},
	answer{Name: "epochs-allowed", Label: "epochs within ε*", Symbol: "E", Style: numeral.Whole, Round: numeral.Down, Goal: known.Higher, Expensive: true, Range: known.NotNegative,
		Value:   rested(func(ctx context.Context, q drawn) (known.Value, error) { return q.EpochsFor(ctx, q.target) }),
		Formula: "The most epochs at which ε, at most, keeps your limit.", With: view.Says(drawn.limit), Source: control.Rehash + "; " + imbalance.LawOfLoss, Assumes: anyAttacker},
	epochsByWay,
	answer{Name: "batch-allowed", Label: "batch within ε*", Symbol: "b", Style: numeral.Whole, Round: numeral.Down, Goal: known.Higher, Expensive: true, Range: known.NotNegative,
		When:    func(q drawn) bool { return q.Rate == 0 && q.Drawn == composition.Poisson },
		Value:   rested(func(ctx context.Context, q drawn) (known.Value, error) { return q.BatchFor(ctx, q.target) }),
		Formula: "The greatest batch at which ε, at most, keeps your limit.", With: view.Says(drawn.limit), Source: imbalance.LawOfLoss, Assumes: anyAttacker},
}

// epochsByWay holds the epochs that keep a limit by each way to draw the batches.
var epochsByWay = view.Family[drawn]{Name: "epochs-kept", Of: "way", Label: "epochs within ε*", Level: view.Folded, All: wayNames(composition.Drawings[:]),
	Members: func(_ context.Context, q drawn) ([]string, error) {
		if q.Drawn == composition.Weighted { // the others have no weights, and this one no less
			return wayNames(composition.Drawings[:]), nil
		}
		return wayNames(composition.Drawings[:composition.Weighted]), nil
	},
	Each: func(name string) answer {
		kind, _ := control.Drawings.Find(name)
		way := composition.Drawings[max(0, slices.Index(wayNames(composition.Drawings[:]), name))]
		return answer{Title: func(drawn) string { return "epochs, " + kind.Title }, Style: numeral.Whole, Round: numeral.Down, Goal: known.Higher,
			Expensive: true, Range: known.NotNegative,
			Value: rested(func(ctx context.Context, q drawn) (known.Value, error) {
				q.Drawn = way
				return q.EpochsFor(ctx, q.target)
			}),
			Formula: "The most epochs at which ε, at most, keeps your limit, if " + control.Ways[way] + ".", With: view.Says(drawn.limit), Source: control.Rehash + "; " + imbalance.LawOfLoss,
			Assumes: anyAttacker}
	}}

// wayNames returns the names of ways to draw batches.
func wayNames(of []composition.Drawing) (names []string) {
	for _, d := range of {
		names = append(names, d.String())
	}
	return names
}

// asIs explains an answer that has another explanation where several theorems add up coins.
func asIs(formula, source, assumes string, with func(drawn) string) []view.Case[drawn] {
	return []view.Case[drawn]{{If: "batches were drawn as is said", Formula: formula, Source: source, Assumes: assumes, With: view.Says(with)}}
}

// limit says which ε the run has to keep.
func (q drawn) limit() string { return "ε* = " + numeral.Short(q.target) + ". " + q.words() }

// verdicts lists the words for verdicts on a page.
var verdicts = map[composition.Verdict]string{composition.Holds: "holds", composition.DoesNotHold: "does not hold",
	composition.CannotBeTold: "cannot be told", composition.NotCovered: "not covered"}
