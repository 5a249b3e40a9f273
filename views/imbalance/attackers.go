package imbalance

import (
	"context"

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

// SeesTraining declares who sees what where a model is trained on records: neighbours says how one record may change, more
// gives reasons why an attacker is right more often than ε allows.
func SeesTraining(neighbours string, more ...view.Reason) []view.Sees {
	sees := view.Sees{Raw: view.Trainer, Protected: view.OneRecord, Neighbours: neighbours, Reasons: append(more, view.NoiseIsKinder)}
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
