package imbalance

import (
	"cmp"
	"context"

	"dpscope/engine/composition"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

// OnceInGuesses declares the reading view.WrongOnceIn for a reading of how often an attacker is wrong: an enclosure gives a
// lower bound on the number of guesses per wrong one.
func OnceInGuesses[Q any](r view.Reading[Q]) view.Reading[Q] {
	const never = 1e300
	wrong := r.Value
	r.Name, r.Label, r.Goal, r.Range, r.Round = view.WrongOnceIn, "wrong one time in", known.Higher, known.NotNegative, numeral.Down
	r.Value = func(ctx context.Context, q Q) (known.Value, error) {
		v, err := wrong(ctx, q)
		switch {
		case err != nil || v.Missing():
			return v, err
		case v.High < 1/never:
			return known.OrMore(never), nil
		case v.Basis == known.Exact:
			return known.Exactly(1 / v.Value), nil
		}
		return known.OrMore(1 / v.High), nil
	}
	return r
}

// Guesses declares how often an attacker is right, and wrong one time in how many guesses, from a guess that a question computes.
func Guesses[Q any](right view.Reading[Q], guess func(Q, context.Context) (composition.Guess, error)) []view.Entry[Q] {
	right.Symbol, right.Level, right.Value = cmp.Or(right.Symbol, "(1 + δ(0))/2"), view.Shown, view.Gets(guess, func(_ Q, g composition.Guess) known.Value { return g.Right })
	return []view.Entry[Q]{view.RightGuess(right), OnceInGuesses(view.Reading[Q]{Symbol: "2/(1 - δ(0))", When: right.When, ExactOf: right.ExactOf,
		Expensive: right.Expensive,
		Value:     view.Gets(guess, func(_ Q, g composition.Guess) known.Value { return g.Wrong }),
		Formula:   "One over the probability that the best guess is wrong."})}
}

// Allowed returns the success of an attacker against the worst mechanism that keeps a claim.
func Allowed(by privacy.Claim) composition.Guess {
	return composition.Guess{Right: known.Exactly(privacy.RightUnder(by)), Wrong: known.Exactly(privacy.WrongGuess(by))}
}

// SeesTraining declares who sees what where a model is trained on records: neighbours says how one record may change, more
// gives reasons why an attacker is right more often than ε allows.
func SeesTraining(neighbours string, more ...view.Reason) []view.Sees {
	sees := view.Sees{Raw: view.Trainer, Protected: view.OneRecord, Neighbours: neighbours, Reasons: append(more, view.LessTelling("runs")...)}
	taken, none := sees, sees
	taken.When, taken.Instead = view.Fills("taken"), "No ε covers what is taken from the data."
	none.When, none.Instead = view.Lacks(view.AttackerRight), "No ε: nothing is guaranteed."
	return []view.Sees{taken, none, sees}
}

// AllowedByPair declares what a stated pair (ε, δ) alone would allow; pair returns that of a setting.
func AllowedByPair[Q any](of string, pair func(Q) privacy.Claim) view.Reading[Q] {
	return view.GuessUnder(view.Reading[Q]{Name: view.AttackerAllowed, Label: "… allowed by ε and δ", Symbol: "(e^ε + δ)/(1 + e^ε)",
		ExactOf: of,
		Formula: "(e^ε + δ)/(1 + e^ε): what the stated pair alone would allow.",
		Assumes: "The noise that is really added gives away less."}, pair, control.AttackOnClaim)
}

// BudgetOfTraining says what ε is spent on.
const BudgetOfTraining = "One record of the training data. Whoever trains is trusted with it; what an attacker sees is the model, and all of its steps where there are steps."
