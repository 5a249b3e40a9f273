package noise

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/querynoise"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

// ofFamily returns a value of the family that was found; it is missing where there is none.
func ofFamily(of func(ranges, querynoise.Found) known.Value) func(context.Context, ranges) (known.Value, error) {
	return func(ctx context.Context, q ranges) (known.Value, error) {
		f, err := q.found.Get(ctx)
		switch {
		case err != nil:
			return known.Value{}, err
		case f.Family == nil:
			return known.Refused(f.None), nil
		}
		return of(q, f), nil
	}
}

// besideFamily makes a With or a Remark from the family; empty where there is none.
func besideFamily(of func(ranges, querynoise.Found) string) func(context.Context, ranges, known.Value) (string, error) {
	return func(ctx context.Context, q ranges, _ known.Value) (string, error) {
		f, err := q.found.Get(ctx)
		if err != nil || f.Family == nil {
			return "", err
		}
		return of(q, f), nil
	}
}

// ofSingle returns a value of the best single law beside the family.
func ofSingle(of func(ranges, querynoise.Found) known.Value) func(context.Context, ranges) (known.Value, error) {
	return ofFamily(func(q ranges, f querynoise.Found) known.Value {
		if f.Single == nil {
			return known.Nothing("no single distribution is private on this grid")
		}
		return of(q, f)
	})
}

// The numbers of a family rest on these.
const (
	whichIsSecret = "Which distribution was used is as secret as the answer: anyone who learns it, by what is published or by how long drawing took, learns where the answer lies."
	ofFound       = "the family that was found, over all pairs of parts and all shifts"
)

// loss returns the loss of a group, in the answer's unit.
func (q ranges) loss(f querynoise.Found, group int) float64 { return f.Family.Each[group] * q.Scale() }

// single returns the loss of the best single law in a group.
func (q ranges) single(f querynoise.Found, group int) float64 {
	return f.Single.Each[group] * q.Scale()
}

// binds says which pair, shift and event bind first.
func (q ranges) binds(f querynoise.Found) string {
	c := f.Family.Certificate
	event := f.Family.Laws[c.Here].WorstFrom(f.Family.Laws[c.There].Law, c.Moves, c.Epsilon, c.Shift)
	text := fmt.Sprintf("Of those that bind one is an answer in part %d (%s) and one in part %d (%s), apart by %s", c.Here+1,
		q.where(c.Here), c.There+1, q.where(c.There), numeral.Short(q.Place(c.Shift)))
	if len(event) > 0 {
		text += fmt.Sprintf(": the event begins with noise from %s to %s", numeral.Short(q.Place(event[0].Low)),
			numeral.Short(q.Place(event[0].High)))
	}
	return text + "."
}

// rightFamily returns how often the best guess is right.
func rightFamily(q ranges, f querynoise.Found) known.Value {
	return known.Exactly(privacy.RightGuess(f.Told(q.Moves())))
}

var rangesReadings = slices.Concat([]view.Entry[ranges]{
	view.Reading[ranges]{Name: "loss", Label: "expected loss", Title: func(q ranges) string { return q.error() }, ExactOf: ofFound,
		Symbol: "Σ w·E c(X)", Goal: known.Lower,
		Range: known.NotNegative, Level: view.Answering,
		Value:   ofFamily(func(q ranges, f querynoise.Found) known.Value { return known.OrLess(f.Family.Loss * q.Scale()) }),
		Formula: "The least Σ w_g Σ p_g(i)·c(i) with Σ (p_g(i) − e^ε·p_h(i−k))⁺ ≤ δ for every ordered pair of parts g, h and every shift by k cells from a place in g to one in h, up to the sensitivity; of two parts a shift of 0 too.",
		With:    besideFamily(ranges.binds),
		Assumes: granted + " All answers lie in the range, which is public, and the weights do not depend on the data. A part holds its left end only, and " +
			"what rounding does to an answer is part of the sensitivity. " + whichIsSecret},
	view.Reading[ranges]{Name: "gain", Label: "error saved", Brief: "saves", Style: numeral.Relative, Round: numeral.Down, Goal: known.Higher,
		ExactOf: "what was found of both, on one grid",
		Range:   known.Probability, Level: view.Shown,
		Value: ofSingle(func(_ ranges, f querynoise.Found) known.Value {
			if f.Single.Loss == 0 {
				return known.Nothing("the single distribution loses nothing")
			}
			return known.Exactly(max(0, 1-f.Family.Loss/f.Single.Loss))
		}),
		Formula: "1 − (loss of the family)/(loss of the best single distribution on the same grid), which must hide every shift up to the sensitivity, whatever the range.",
		Assumes: "The gain is great over a narrow range and small over a wide one: a part as wide as the sensitivity loses no less than a single distribution."},
	view.Reading[ranges]{Name: "loss-independent", Label: "with a single one",
		ExactOf: "the best single distribution that was found on this grid", Goal: known.Lower,
		Range:   known.NotNegative,
		Value:   ofSingle(func(q ranges, f querynoise.Found) known.Value { return known.OrLess(f.Single.Loss * q.Scale()) }),
		Formula: "The least Σ p(i)·c(i) with Σ (p(i) − e^ε·p(i−k))⁺ ≤ δ for every shift by k cells up to the sensitivity: what the view “noise” finds on these cells.",
		Assumes: granted},
	view.Reading[ranges]{Name: "lower-bound", Label: "lower bound, any parts", ExactOf: "all families", Goal: known.Higher,
		Range: known.NotNegative, Level: view.Shown,
		Value:   func(ctx context.Context, q ranges) (known.Value, error) { return q.bound.Get(ctx) },
		Formula: "The same program with a distribution for each cell of the range and the least loss of every cell of the noise for its mean, only the shift from one cell's beginning to another's, and a sensitivity of cells more on either side, which events leave out.",
		With: view.Says(func(ranges) string {
			return "Averaged over a cell of the range, any family keeps that program's rows, whatever its parts, its grid and its support."
		}),
		Source: "our derivation"},
	view.Reading[ranges]{Name: "gap", Label: "gap of the bounds", ExactOf: "both programs", Style: numeral.Relative, Goal: known.Lower,
		Range: known.NotNegative,
		Value: func(ctx context.Context, q ranges) (known.Value, error) {
			f, err := q.found.Get(ctx)
			if err != nil || f.Family == nil {
				return known.Refused(f.None), err
			}
			low, err := q.bound.Get(ctx)
			if err != nil || low.Missing() {
				return low, err
			}
			return known.Exactly((f.Family.Loss*q.Scale() - low.Value) / max(1, low.Value)), nil
		},
		Remark: func(ctx context.Context, q ranges, v known.Value) (string, error) {
			if v.Missing() {
				return "", nil
			}
			f, err := q.found.Get(ctx)
			if err != nil {
				return "", err
			}
			low, err := q.bound.Get(ctx)
			if err != nil || low.Value == 0 {
				return "", err
			}
			return numeral.Relative.Format(f.Family.Loss*q.Scale()/low.Value-1) + " of the bound", nil
		},
		Formula: "(U − L)/max(1, L), which is the paper's rule; where L is below 1 it is an absolute one. Beside it stands (U − L)/L.",
		Assumes: "Narrower cells close it: a cell is averaged over, and costs the least in it."},
	view.Reading[ranges]{Name: "loss-worst-group", Label: "in the worst part", ExactOf: ofFound, Goal: known.Lower,
		Range: known.NotNegative, Level: view.Shown,
		Value: ofFamily(func(q ranges, f querynoise.Found) known.Value { return known.Exactly(q.loss(f, q.worst(f))) }),
		Remark: besideFamily(func(q ranges, f querynoise.Found) string {
			return fmt.Sprintf("part %d, %s", q.worst(f)+1, q.where(q.worst(f)))
		}),
		Formula: "max over parts g of E c(X_g).",
		Assumes: "A wide part may lose more than with a single distribution, so that narrow ones lose less; a cap forbids it."},
	view.RightGuess(view.Reading[ranges]{Symbol: "(1 + δ(0))/2", Level: view.Shown, ExactOf: ofFound,
		Value: ofFamily(rightFamily),
		Cases: attackedFamily}),
	view.RightGuess(view.Reading[ranges]{Name: "attacker-right-independent", Label: "… with a single one", Symbol: "(1 + δ(0))/2",
		ExactOf: "the best single distribution that was found on this grid",
		Value: ofSingle(func(q ranges, f querynoise.Found) known.Value {
			return known.Exactly(privacy.RightGuess(f.ToldSingle(q.Moves())))
		}),
		Cases: attackedFamily}),
	view.RightGuess(view.Reading[ranges]{Name: view.AttackerAllowed, Label: "… allowed by ε and δ", Symbol: "(e^ε + δ)/(1 + e^ε)",
		ExactOf: "the stated ε and δ, and the worst noise that keeps them",
		Value:   view.Known(func(q ranges) known.Value { return known.Exactly(q.allowed()) }),
		Opens: view.Says(func(q ranges) string {
			if q.besides() != "" {
				return ""
			}
			return control.AttackOnClaim(q.claim())
		}),
		Cases: attackedFamily}),
	view.OnceInComputed(view.Reading[ranges]{Symbol: "2/(1 - δ(0))", ExactOf: ofFound, Cases: attackedFamily},
		ofFamily(func(q ranges, f querynoise.Found) known.Value { return known.Exactly((1 - f.Told(q.Moves())) / 2) })),
	view.Reading[ranges]{Name: "delta-certified", Label: "certified δ", ExactOf: ofFound, Symbol: "δ", Goal: known.Lower,
		Range: known.Probability,
		Value: ofFamily(func(_ ranges, f querynoise.Found) known.Value { return known.Exactly(f.Family.Certificate.Delta) }),
		Remark: besideFamily(func(q ranges, f querynoise.Found) string {
			c := f.Family.Certificate
			return fmt.Sprintf("parts %d and %d, shift %s", c.Here+1, c.There+1, numeral.Short(q.Place(c.Shift)))
		}),
		Formula: "max over all ordered pairs of parts g, h and all shifts φ from a place in g to one in h, up to the sensitivity, of ∫ (f_g(x) − e^ε·f_h(x−φ))⁺ dx.",
		With:    view.Says(func(q ranges) string { return fmt.Sprintf("It is never above δ = %s.", numeral.Short(q.Delta)) }),
		Assumes: "It is computed from the distributions alone, by other code than that which found them. dpscope verify takes it from what export writes."},
}, []view.Entry[ranges]{
	view.Family[ranges]{Name: "loss-group", Of: "group", Label: "expected loss of a part",
		Level: view.Folded, // the picture shows them, and the worst is at the top
		Members: func(_ context.Context, q ranges) (names []string, err error) {
			for i := range q.groups {
				names = append(names, strconv.Itoa(i+1))
			}
			return names, nil
		},
		Each: lossOfGroup},
})

// attackedFamily explains how often the best guess is right.
var attackedFamily = []view.Case[ranges]{{
	Formula: "(1 + δ(0))/2: δ(0) is the total variation of the noise of two parts, moved apart by a shift that one record may cause, for the pair and the shift that give most away.",
	With: view.Says(func(q ranges) string {
		return fmt.Sprintf("Any mechanism at ε = %s, δ = %s may allow %s.", numeral.Short(q.Epsilon), numeral.Short(q.Delta),
			numeral.Up.Chance(q.allowed()))
	}),
	Source: guessSource, Assumes: guessAssumes + " " + whichIsSecret,
}}

// worst returns the group that loses most.
func (q ranges) worst(f querynoise.Found) int {
	worst := 0
	for i, loss := range f.Family.Each {
		const tie = 1e-9
		if loss > f.Family.Each[worst]*(1+tie) {
			worst = i
		}
	}
	return worst
}

func lossOfGroup(name string) view.Reading[ranges] {
	number, _ := strconv.Atoi(name)
	at := max(number-1, 0)
	return view.Reading[ranges]{Goal: known.Lower, Range: known.NotNegative, ExactOf: ofFound,
		Title: func(q ranges) string {
			if at >= len(q.groups) {
				return "part " + name
			}
			return q.where(at)
		},
		When:  func(q ranges) bool { return at < len(q.groups) },
		Value: ofFamily(func(q ranges, f querynoise.Found) known.Value { return known.Exactly(q.loss(f, at)) }),
		Remark: besideFamily(func(q ranges, f querynoise.Found) string {
			if f.Single == nil {
				return ""
			}
			return "with a single one " + numeral.Short(q.single(f, at))
		}),
		Formula: "E c(X_g) of the noise that answers in the part get.",
		Assumes: "Of two best families the parts may lose differently.",
	}
}
