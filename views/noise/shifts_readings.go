package noise

import (
	"context"
	"fmt"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/querynoise"
	"dpscope/views/view"
)

// ofLaw returns a value of the certified law; it is missing where there is none.
func ofLaw(of func(shifts, *querynoise.Certified) known.Value) func(context.Context, shifts) (known.Value, error) {
	return ofBest(func(q shifts, b querynoise.Best) known.Value {
		if b.Certified == nil {
			return known.Nothing("at δ = 0 the proof is that of the closed form")
		}
		return of(q, b.Certified)
	})
}

// ofWholeShifts explains the certificate of noise for counts.
const ofWholeShifts = "max over all whole shifts φ up to the sensitivity of V(φ) = Σ (p(x) − e^ε·p(x−φ))⁺, over all whole x."

// ofTruth says what the truth, published at times, adds to the certificate of noise with a density.
const ofTruth = " Pr[X = 0] is added: every shift gives the exact answer away."

// certificateCases explains the certificate. Whole shifts are all computed, so their case assumes nothing about the others.
var certificateCases = func() []view.Case[shifts] {
	cases := ofQueries(view.Case[shifts]{
		Formula: "max over all real shifts φ up to the sensitivity of V(φ) = ∫ (f(x) − e^ε·f(x−φ))⁺ dx.",
		With:    view.Says(func(q shifts) string { return fmt.Sprintf("Asked for was δ = %s.", numeral.Short(q.Delta)) }),
		Assumes: "V is linear between differences of the density's edges, so that these decide for all real shifts.",
	})
	for i, c := range cases {
		if c.Formula == ofWholeShifts {
			cases[i].Assumes = ""
		}
	}
	return cases
}()

var shiftReadings = slices.Concat([]view.Entry[shifts]{
	view.Reading[shifts]{Name: "delta-certified", Label: "certified δ", ExactOf: "the noise that the view “noise” draws, over all shifts",
		Symbol: "δ", Goal: known.Lower,
		Range: known.Probability, Level: view.Answering,
		Value: ofLaw(func(_ shifts, s *querynoise.Certified) known.Value { return known.Exactly(s.Certificate.Delta) }),
		Cases: certificateCases},
}, attackers[shifts](""), []view.Entry[shifts]{
	pointsKept[shifts](),
	floorCertified[shifts](),
	view.Reading[shifts]{Name: "worst-shift", Label: "a worst shift",
		ExactOf: "the noise that the view “noise” draws: one of the shifts that tie", Symbol: "φ",
		Range: known.Signed,
		Value: ofLaw(func(q shifts, s *querynoise.Certified) known.Value {
			return known.Exactly(q.Place(s.Certificate.Shift))
		}),
		Remark: besideNoise(func(_ shifts, _ known.Value, best querynoise.Best) string {
			if binding, _ := best.Certified.Binding(best.Certified.Certificate); binding > 1 {
				return fmt.Sprintf("one of %d", binding)
			}
			return ""
		}),
		Formula: "A shift at which V is greatest, in the answer's unit; often many tie."},
	view.Reading[shifts]{Name: "shifts-binding", Label: "shifts at the limit", ExactOf: "the noise that the view “noise” draws",
		Style: numeral.Whole,
		Range: known.NotNegative,
		LevelOf: func(q shifts) view.Level {
			if q.shown == "shifts" {
				return view.Shown
			}
			return view.Folded
		},
		Value: ofLaw(func(q shifts, s *querynoise.Certified) known.Value {
			binding, _ := s.Binding(s.Certificate)
			return known.Exactly(float64(binding))
		}),
		Remark: besideNoise(func(_ shifts, _ known.Value, best querynoise.Best) string {
			_, of := best.Certified.Binding(best.Certified.Certificate)
			return fmt.Sprintf("of %d", of)
		}),
		Formula: "How many shifts by differences of the density's edges, in either direction, have V within a millionth of the certified δ.",
		Assumes: "The greatest shift alone is not enough: held to that one, the program finds noise that shorter shifts give away."},
	view.Reading[shifts]{Name: "violation", Label: "δ of this change", ExactOf: "the noise that the view “noise” draws", Symbol: "V(φ)",
		Goal:  known.Lower,
		Range: known.Probability, Level: view.Shown,
		When:    func(q shifts) bool { return q.shown == "event" },
		Value:   ofLaw(func(q shifts, s *querynoise.Certified) known.Value { return known.Exactly(q.divergence(s)) }),
		Remark:  view.Remark(func(q shifts, v known.Value) string { return "at φ = " + numeral.Short(q.Place(q.shift)) }),
		Formula: "V(φ) = Pr[X in A] − e^ε·Pr[X + φ in A] with A the worst event: where the density of X is more than e^ε times that of X + φ."},
	view.Reading[shifts]{Name: "delta-at-budget", Label: "δ at ε′", ExactOf: "the noise that the view “noise” draws, over all shifts",
		Symbol: "δ(ε′)", Goal: known.Lower,
		Range: known.Probability, Level: view.Shown,
		When: func(q shifts) bool { return q.shown == "profile" },
		Value: ofLaw(func(q shifts, s *querynoise.Certified) known.Value {
			return known.Exactly(s.Law.Profile(s.Certificate.Moves)(q.budget))
		}),
		Formula: "max over φ of ∫ (f(x) − e^ε′·f(x−φ))⁺ dx: the same noise is (ε′, δ(ε′))-private at every ε′ at once.",
		With:    view.Says(func(q shifts) string { return "ε′ = " + numeral.Short(q.budget) + "." })},
})
