package risk

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/matching"
	"dpscope/engine/numeral"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/privacy"
	"dpscope/views/view"
)

// shapeNames returns the names of all shapes.
var shapeNames = func() (names []string) {
	for _, s := range matching.Shapes {
		names = append(names, s.Name)
	}
	return names
}()

// optimised is the shape that a program finds, the last of them.
var optimised = shapeNames[len(shapeNames)-1]

// shapeMembers lists them in the order of their looks, as noise has them elsewhere: the optimised one first.
var shapeMembers = append([]string{optimised}, shapeNames[:len(shapeNames)-1]...)

// perShape declares an answer for each shape.
func perShape(name, label string, level view.Level, each func(central.Kind) view.Reading[profile]) view.Family[profile] {
	return view.Family[profile]{Name: name, Of: "noise", Label: label, Level: level, All: shapeNames,
		Members: func(context.Context, profile) ([]string, error) { return shapeNames, nil },
		Rank: func(ctx context.Context, q profile) (names []string, err error) {
			ranked, err := q.Ranked(ctx, false)
			if q.costs { // as the picture has them
				ranked = slices.Clone(ranked)
				slices.SortStableFunc(ranked, func(a, b matching.Match) int { return firstIf(hides(a)) - firstIf(hides(b)) })
			}
			for _, m := range ranked {
				names = append(names, m.Name)
			}
			return names, err
		},
		Each: func(name string) view.Reading[profile] {
			s, _ := matching.Find(name)
			r := each(s)
			title := s.Title
			if r.Label != "" {
				title = r.Label + ", " + s.Brief
			}
			r.Label, r.Title = "", func(profile) string { return title }
			return r
		}}
}

// firstIf orders what holds first.
func firstIf(holds bool) int {
	if holds {
		return 0
	}
	return 1
}

// ofLaws is what exact numbers of a shape are exact for.
const ofLaws = "the noise of that shape and size, over all moves of the true answer"

// afterAll says after how many releases a number holds.
func afterAll(q profile) string {
	if q.Times > 1 {
		return "After " + releases.Text(q.Times) + " releases; equal for one: " + q.what + "."
	}
	return "Equal: " + q.what + "."
}

// shapeReading declares a number of a shape's curve after all releases.
func shapeReading(label string, style numeral.Style, limits known.Range, formula, source string,
	value func(matching.Question, context.Context, string) (known.Value, error)) func(central.Kind) view.Reading[profile] {
	return func(s central.Kind) view.Reading[profile] {
		return view.Reading[profile]{Label: label, Style: style, Goal: known.Lower, Range: limits, Expensive: true, ExactOf: ofLaws,
			Value:   func(ctx context.Context, q profile) (known.Value, error) { return value(q.Question, ctx, s.Name) },
			Formula: formula, Source: source, With: view.Says(afterAll),
			Assumes: "Neighbours differ in one record, which moves the true answer by at most the sensitivity. Of several releases bounds from both sides are computed, and the upper one is told."}
	}
}

// first returns the best fixed shape; nil where there is none.
func (q profile) first(ctx context.Context) (*matching.Match, error) {
	ranked, err := q.Ranked(ctx, true)
	if err != nil || len(ranked) == 0 {
		return nil, err
	}
	return &ranked[0], nil
}

// named returns a shape as an answer.
func named(name string) known.Value {
	s, found := matching.Find(name)
	if !found {
		return known.Nothing("no shape has noise of this size")
	}
	return known.Named(s.Name, s.Words)
}

// ofTurn makes a Value from the place where the order turns.
func ofTurn(say func(q profile, t matching.Turn) known.Value) func(context.Context, profile) (known.Value, error) {
	return func(ctx context.Context, q profile) (known.Value, error) {
		if q.Coarse {
			return known.Value{}, view.ErrLater
		}
		if q.By == matching.Gaussian {
			return known.Nothing("the order is not looked for at other Gaussian numbers; equal=advantage has it"), nil
		}
		t, found, err := q.TurnOnce(ctx)
		if err != nil || !found {
			return known.Nothing("at no other value that was tried is another fixed shape the best"), err
		}
		return say(q, t), nil
	}
}

const turnFormula = "The value of what is equal, nearest to this one, at which another fixed shape becomes the best; it is looked for among some values, and then halved."

var profileReadings = []view.Entry[profile]{
	perShape("loss", "expected loss", view.Answering, func(s central.Kind) view.Reading[profile] {
		return view.Reading[profile]{Goal: known.Lower, Range: known.NotNegative,
			ExactOf: "the closed form of that noise, or the sum of its pieces", Expensive: true,
			LevelOf: view.LevelWhere(func(q profile) bool { return s.New != nil || q.costs }, view.Answering, view.Folded),
			Value: func(ctx context.Context, q profile) (known.Value, error) {
				m, err := q.Match(ctx, s.Name)
				return q.Cost(m), err
			},
			Remark: func(ctx context.Context, q profile, v known.Value) (string, error) {
				m, err := q.Match(ctx, s.Name)
				if err != nil || v.Missing() {
					return "", err
				}
				return m.Words, nil
			},
			Formula: "The expected loss of the noise, in the answer's unit. " + s.Help, Source: s.Source,
			With:    view.Says(func(q profile) string { return "Equal: " + q.what + "." }),
			Assumes: "Of each shape it is the noise of this size that costs least, or, at equal loss, of least advantage; what a program finds is a bound on the best there is from above."}
	}),
	view.Reading[profile]{Name: "least", Label: "best fixed shape", ExactOf: "the closed forms of the fixed shapes",
		Value: func(ctx context.Context, q profile) (known.Value, error) {
			m, err := q.first(ctx)
			if err != nil || m == nil {
				return known.Nothing("no fixed shape has noise of this size"), err
			}
			return named(m.Name), nil
		},
		Formula: "Of Laplace, staircase, truncated Laplace and Gaussian noise that of least expected loss; at equal loss that of least advantage."},
	perShape("advantage", "advantage", view.Folded, shapeReading("advantage", numeral.Plain, known.Probability,
		"δ(0): the greatest TPR - FPR, the total variation of the noise and of itself moved, over all moves.", "Yeom & others 2018",
		matching.Question.Advantage)),
	view.RightGuess(view.Reading[profile]{Symbol: "(1 + δ(0))/2",
		Level: view.Shown, Expensive: true, ExactOf: "the best fixed shape after all releases",
		Value: func(ctx context.Context, q profile) (known.Value, error) {
			v, err := q.toldByFirst(ctx)
			if err != nil || v.Missing() {
				return v, err
			}
			return v.Map(privacy.RightGuess), nil
		},
		Formula: "Half of 1 + the advantage of the best fixed shape, where both tables are as likely beforehand.",
		Source:  "Neyman & Pearson 1933",
		With:    view.Says(afterAll), Assumes: "The attacker sees all releases and knows everything else."}),
	view.OnceInComputed(view.Reading[profile]{Symbol: "2/(1 - δ(0))", Expensive: true, ExactOf: "the best fixed shape after all releases",
		Formula: "2/(1 - δ(0)): in how many guesses one is wrong.", Source: "Neyman & Pearson 1933",
		With: view.Says(afterAll)},
		func(ctx context.Context, q profile) (known.Value, error) {
			v, err := q.toldByFirst(ctx)
			if err != nil || v.Missing() {
				return v, err
			}
			if v.Basis == known.Exact {
				return known.Exactly((1 - v.High) / 2), nil
			}
			return known.OrMore((1 - v.High) / 2), nil
		}),
	view.RightGuess(view.Reading[profile]{Name: "attacker-right-safest", Label: "… with the safest", Brief: "safest", Symbol: "(1 + δ(0))/2",
		Level: view.Shown, Expensive: true, ExactOf: "the shape of least advantage after all releases",
		When: func(q profile) bool { return q.By != matching.Advantage || q.Times > 1 }, // else they are all alike
		Value: func(ctx context.Context, q profile) (known.Value, error) {
			name, err := q.Safest(ctx)
			if err != nil || name == "" {
				return known.Nothing("no shape has noise of this size"), err
			}
			v, err := q.Advantage(ctx, name)
			return v.Map(privacy.RightGuess), err
		},
		Remark: func(ctx context.Context, q profile, v known.Value) (string, error) {
			name, err := q.Safest(ctx)
			if err != nil || v.Missing() {
				return "", err
			}
			return named(name).Title, nil
		},
		Formula: "Half of 1 + the advantage of the shape whose advantage is least, where both tables are as likely beforehand.", Source: "Neyman & Pearson 1933",
		With: view.Says(afterAll), Assumes: "The attacker sees all releases and knows everything else."}),
	view.Reading[profile]{Name: "turn", Label: "the order turns at", Range: known.NotNegative, Level: view.Folded,
		Value: ofTurn(func(q profile, t matching.Turn) known.Value {
			if q.costs { // as its slider counts
				return known.Approximated(privacy.RightGuess(t.At))
			}
			return known.Approximated(t.At)
		}),
		DisplayText: func(q profile, v known.Value) string { return q.turned(v.Value) },
		Remark: func(ctx context.Context, q profile, v known.Value) (string, error) {
			if v.Missing() {
				return "", nil
			}
			t, found, err := q.TurnOnce(ctx)
			if err != nil || !found {
				return "", err
			}
			return "then " + named(t.Then).Title, nil
		},
		Formula: turnFormula,
		With:    view.Says(func(q profile) string { return "Here: " + q.what + "." })},
	view.Reading[profile]{Name: "turned", Label: "best beyond the turn",
		Value:   ofTurn(func(_ profile, t matching.Turn) known.Value { return named(t.Then).As(known.Estimate) }),
		Formula: turnFormula},
	view.Reading[profile]{Name: "safest", Label: "least advantage", ExactOf: "all shapes after all releases",
		Value: func(ctx context.Context, q profile) (known.Value, error) {
			name, err := q.Safest(ctx)
			return named(name), err
		},
		Formula: "The shape with the least advantage after all releases; of equal ones the first in the list.",
		With:    view.Says(afterAll)},
	view.Reading[profile]{Name: "hidden", Label: "best that hides all", Level: view.Shown, ExactOf: "the closed forms of the fixed shapes", Expensive: true,
		Value: func(ctx context.Context, q profile) (known.Value, error) {
			ranked, err := q.Ranked(ctx, true)
			if err != nil {
				return known.Value{}, err
			}
			for _, m := range ranked {
				if hides(m) {
					return named(m.Name), nil
				}
			}
			return known.Nothing("every fixed shape of this size exposes records outright"), nil
		},
		Formula: "The best fixed shape of which no answer is impossible without a record: δ(∞) is 0.",
		With:    view.Says(afterAll)},
	perShape("certain", "exposed outright", view.Folded, func(s central.Kind) view.Reading[profile] {
		return shapeReading("certain", numeral.Percent, known.Probability,
			"δ(∞): with which probability at least one answer is where it could not be without the record, which then is known for certain; 1 − (1 − δ(∞))^T after T releases.",
			dong, matching.Question.Certain)(s)
	}),
	afterAllGaussian,
	perShape("tpr", "found at the FPR", view.Folded, shapeReading("found", numeral.Percent, known.Probability,
		"TPR at the false positive rate: how much an attacker finds.", dong, matching.Question.TPR)),
	perShape("delta", "δ at ε′", view.Folded, shapeReading("δ at ε′", numeral.Plain, known.Probability,
		"δ(ε′) of all releases together: sup over events of P - e^ε′·Q.", "Balle, Barthe & Gaboardi 2018", matching.Question.Delta)),
	perShape("mu", "Gaussian number", view.Folded, func(s central.Kind) view.Reading[profile] {
		r := shapeReading("μ", numeral.Plain, known.NotNegative,
			"The least μ with TPR(α) ≤ Φ(Φ⁻¹(α) + μ) wherever both error rates are at least the floor.", dong, matching.Question.Mu)(s)
		value := r.Value
		r.Value = func(ctx context.Context, q profile) (known.Value, error) {
			if q.Coarse {
				return known.Value{}, view.ErrLater
			}
			return value(ctx, q)
		}
		return r
	}),
	perShape("crosses", "profile crosses", view.Folded, crosses),
}

// afterAllGaussian holds what normal noise costs at the risk that each shape has after all releases.
var afterAllGaussian = func() view.Family[profile] {
	f := perShape("gaussian-after", "Gaussian at equal risk after all", view.Folded, func(s central.Kind) view.Reading[profile] {
		return view.Reading[profile]{Label: "as risky", Goal: known.Lower, Range: known.NotNegative, Expensive: true, ExactOf: ofLaws,
			Value: func(ctx context.Context, q profile) (known.Value, error) {
				if q.Coarse {
					return known.Value{}, view.ErrLater
				}
				cost, _, err := q.GaussianAfter(ctx, s.Name)
				return cost, err
			},
			Remark: func(ctx context.Context, q profile, v known.Value) (string, error) {
				if v.Missing() {
					return "", nil
				}
				_, sigma, err := q.GaussianAfter(ctx, s.Name)
				return "Gaussian, σ = " + numeral.Short(sigma.Map(func(sigma float64) float64 { return sigma * q.Sensitivity }).Value), err
			},
			Formula: "The expected loss of the Gaussian noise whose advantage after all T releases, 2Φ(√T/(2σ)) - 1, is that of the shape after all of them: where equal risk is meant over all releases, and not for one.",
			Source:  dong, With: view.Says(afterAll), Assumes: "Each person is in all of the releases. The σ is for a lower bound on the shape's advantage, so that Gaussian noise tells no more."}
	})
	f.When = func(q profile) bool { return q.Times > 1 }
	return f
}()

// toldByFirst returns the advantage of the best fixed shape after all releases.
func (q profile) toldByFirst(ctx context.Context) (known.Value, error) {
	m, err := q.first(ctx)
	if err != nil || m == nil {
		return known.Nothing("no fixed shape has noise of this size"), err
	}
	return q.Advantage(ctx, m.Name)
}

// mostCrossing returns the greatest ε at which profiles are compared.
func (q profile) mostCrossing() float64 { return 8 * math.Sqrt(q.Times) }

// crosses declares where the profile of a shape crosses that of the best.
func crosses(s central.Kind) view.Reading[profile] {
	return view.Reading[profile]{Label: "crossing", Symbol: "ε", Range: known.NotNegative, Expensive: true,
		Value: func(ctx context.Context, q profile) (known.Value, error) {
			if q.Coarse {
				return known.Value{}, view.ErrLater
			}
			m, err := q.first(ctx)
			if err != nil {
				return known.Value{}, err
			}
			is, err := q.Match(ctx, s.Name)
			switch {
			case err != nil:
				return known.Value{}, err
			case is.Law == nil:
				return known.Nothing(is.None), nil
			case m == nil:
				return known.Nothing("no fixed shape has noise of this size"), nil
			case m.Name == s.Name:
				return known.Nothing("it is the best itself"), nil
			}
			c, err := q.Crossing(ctx, s.Name, m.Name, q.mostCrossing())
			first := named(m.Name).Title
			switch {
			case err != nil:
				return known.Value{}, err
			case c.Same:
				return known.Nothing("nowhere: it tells as much as " + first + " at every ε that was looked at"), nil
			case math.IsNaN(c.At) && c.Above:
				return known.Nothing("nowhere: " + first + " tells no more at any ε that was looked at"), nil
			case math.IsNaN(c.At):
				return known.Nothing("nowhere: it tells no more than " + first + " at any ε that was looked at"), nil
			}
			return known.Approximated(c.At), nil
		},
		Formula: "The first ε at which δ(ε) of one goes below that of the other; before it the one is above and then the other, and nowhere means that one of both tells no more at any ε, which is to dominate.",
		With: view.Says(func(q profile) string {
			return fmt.Sprintf("ε up to %s is looked at. %s", numeral.Short(q.mostCrossing()), afterAll(q))
		}),
		Source: "Kaissis & others 2024", Assumes: "It is looked for on a grid of ε; where bounds on a profile leave it open which is above, neither is."}
}
