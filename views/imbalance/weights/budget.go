package weights

import (
	"context"
	"fmt"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/rareclass"
	"dpscope/learners/private"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// How the chosen method divides its budget: each learner says it in its own terms.
var (
	leftForNoise = view.Reading[weights]{Name: "epsilon-noise", Label: "ε left for the noise", Symbol: "ε′", Goal: known.Higher,
		Range:   known.NotNegative,
		When:    func(q weights) bool { _, ok := q.learner().(rareclass.Weighting); return ok },
		ExactOf: "the split of ε that the fits have",
		Value: func(_ context.Context, q weights) (known.Value, error) {
			s, err := q.split()
			return known.Exactly(s.Noise), err
		},
		Remark: view.Says(func(q weights) string {
			if s, err := q.split(); err == nil && s.Ridge > 0 {
				return "plus ridge"
			}
			return ""
		}),
		Opens: view.Says(func(q weights) string {
			_, records := q.learnt()
			weighted := [...]string{rareclass.Unweighted: "even", rareclass.Inverse: "inverse", rareclass.Normalised: "normalised"}
			return fmt.Sprintf("anatomy?drawn=split&weights=%s&n=%d&lambda=%s", weighted[q.learner().(rareclass.Weighting)], records,
				imbalance.Ridge.Exact(min(q.trial.PerRecord/float64(records), imbalance.Ridge.Max)))
		}),
		Formula: "What the curvature of the fit leaves of ε: the view “anatomy” takes it apart.",
		With:    view.Says(weights.trained),
		Source:  imbalance.Chaudhuri}

	eachModel = view.Reading[weights]{Name: "epsilon-model", Label: "budget of a model", Symbol: "ε", Goal: known.Higher,
		Range:   known.NotNegative,
		When:    func(q weights) bool { _, ok := q.learner().(rareclass.Bagged); return ok },
		ExactOf: "what each model is fitted with, on the records that it sees",
		Value: func(_ context.Context, q weights) (known.Value, error) {
			_, records := q.learnt()
			each, err := q.bagging().Each(records)
			return known.Exactly(each), err
		},
		Remark: view.Says(func(q weights) string {
			_, records := q.learnt()
			return fmt.Sprintf("sees %s of %s", numeral.Count(float64(q.bagging().Part(records))), numeral.Count(float64(records)))
		}),
		Formula: "ln(1 + (e^ε₁ - 1)/s) with ε₁ what the models may spend each: ε/m, or more by the optimal composition at δ; s is the share of whole records that is drawn.",
		With:    view.Says(weights.trained),
		Source:  "Kairouz, Oh & Viswanath 2015; Balle, Barthe & Gaboardi 2018",
		Assumes: "Parts of fixed size, drawn without replacement and without a look at labels; one record may be replaced by any other. Bagging by itself is no protection: anyone who is drawn may be exposed."}

	noisePerStep = view.Reading[weights]{Name: "sigma", Label: "noise multiplier σ", Symbol: "σ", Goal: known.Lower, Expensive: true,
		Range: known.NotNegative,
		When:  func(q weights) bool { _, ok := q.learner().(rareclass.Descent); return ok },
		Value: func(ctx context.Context, q weights) (known.Value, error) {
			deviation, err := q.learner().(rareclass.Descent).Deviation(ctx, q.trial.Epsilon, q.trial.Slack)
			return known.OrLess(deviation), err
		},
		Opens: view.Remark(func(q weights, v known.Value) string {
			d := q.learner().(rareclass.Descent)
			return imbalance.SumOfSteps(d.Rate, v.Value, d.Steps, q.trial.Slack)
		}),
		Formula: imbalance.LeastSigma,
		With: view.Remark(func(q weights, v known.Value) string {
			d := q.learner().(rareclass.Descent)
			return fmt.Sprintf("q = %s, T = %d, ε = %s, δ = %s: σ = %s is enough.", numeral.Short(d.Rate), d.Steps,
				imbalance.FitEpsilon.Text(q.trial.Epsilon), imbalance.FitSlack.Text(q.trial.Slack), numeral.Up.Short(v.Value))
		}),
		Source:  imbalance.LawOfLoss + "; see the view “run”",
		Assumes: "Neighbours: add or remove one record, unlike those of the other methods, and the guarantee is (ε, δ): they do not compare. n is public."}
)

// bagging returns the chosen method, of models that vote.
func (q weights) bagging() private.Bagging {
	b := q.learner().(rareclass.Bagged)
	return private.Bagging{Fit: private.Fit{Epsilon: q.trial.Epsilon}, Models: b.Models, Share: b.Share, Slack: q.trial.Slack}
}

// split returns how the chosen method splits its budget.
func (q weights) split() (private.Split, error) {
	w, _ := q.learner().(rareclass.Weighting)
	positives, records := q.learnt()
	return w.Fit(q.of(w, q.trial.Epsilon), positives, records).Split(records)
}
