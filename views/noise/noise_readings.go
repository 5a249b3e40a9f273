package noise

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/querynoise"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
	"dpscope/views/view"
)

const noProgram = "a closed form needs no program"

// fromProgram returns a value of the linear program; it is missing where the program did not run.
func fromProgram(of func(*optimal.Solution) float64) func(context.Context, asked) (known.Value, error) {
	return ofBest(func(_ asked, b querynoise.Best) known.Value {
		if b.Solved == nil {
			return known.Nothing(noProgram)
		}
		return known.Exactly(of(b.Solved))
	})
}

// cutStaircase says what the program finds on cells, where a staircase that is cut off costs less; empty elsewhere.
func cutStaircase[Q asking](ctx context.Context, q Q) (string, error) {
	b, err := q.shared().best.Get(ctx)
	if err != nil || !b.Stairs {
		return "", err
	}
	return fmt.Sprintf(" On cells the search finds %s; a staircase that is cut off costs less.", numeral.Up.Short(b.Solved.Loss*q.shared().Scale())), nil
}

// granted says what the privacy of any noise rests on.
const granted = "One record moves the true answer by at most the sensitivity. Floating-point samplers leak low-order bits (Mironov 2012)."

// lossReading returns the reading of the loss of the best noise.
func lossReading[Q asking]() view.Reading[Q] {
	return view.Reading[Q]{Name: "loss", Label: "expected loss",
		Title: func(q Q) string {
			if q.shared().ranks { // beside noise of fixed shapes, each with its own name
				return "optimised noise"
			}
			return strings.Replace(q.shared().error(), "squared", "sq.", 1)
		},
		ExactOf: "all noise, at δ = 0 and for a loss that is the same on either side", Symbol: "E c(X)", Goal: known.Lower,
		Range: known.NotNegative, Level: view.Answering,
		Value: ofBest(bestLoss[Q]),
		Cases: []view.Case[Q]{{
			If:      "δ = 0",
			When:    view.Whenever(func(q Q) bool { return q.shared().Delta == 0 }),
			Formula: "The expected loss of the staircase, of whole numbers where the answer is one: no ε-private noise has less, where a loss is the same on either side.",
			With:    view.Says(func(q Q) string { return fmt.Sprintf("ε = %s.", numeral.Short(q.shared().Epsilon)) }),
			Source:  "Geng & Viswanath 2014",
			Assumes: granted,
		}},
		Formula: "The least Σ pᵢ·cᵢ over masses pᵢ of cells with Σ (pᵢ − e^ε·pᵢ₋ₖ)⁺ ≤ δ for every shift by k cells, up to the sensitivity; cᵢ is the mean loss on cell i.",
		With: func(ctx context.Context, q Q, _ known.Value) (string, error) {
			staircase, err := cutStaircase(ctx, q)
			return fmt.Sprintf("%s, cells %s wide as far as ±%s. It is what the noise that was found costs, to rounding; there may be better noise, and no single noise for all answers is below the bound.",
				q.shared().guarantee(), numeral.Short(q.shared().CellWidth()), numeral.Short(q.shared().Reach())) + staircase, err
		},
		Assumes: granted}
}

// boundReading returns the reading of a lower bound on the loss of every single noise.
func boundReading[Q asking]() view.Reading[Q] {
	return view.Reading[Q]{Name: "lower-bound", Label: "lower bound",
		ExactOf: "all noise, at δ = 0 and for a loss that is the same on either side", Goal: known.Higher,
		Range: known.NotNegative, Level: view.Shown,
		Value: func(ctx context.Context, q Q) (known.Value, error) { return q.shared().floor.Get(ctx) },
		Remark: besideNoise(func(_ Q, v known.Value, best querynoise.Best) string {
			if gap := 1 - v.Value/best.Loss; gap > tie {
				return numeral.Relative.Rounded(gap, numeral.Up) + " below optimised"
			}
			return "attained"
		}),
		Formula: "The same program with the least loss of every cell for its mean, and a sensitivity of cells more on either side, which events leave out: the masses of any single noise keep that program's rows.",
		With: view.Remark(func(q Q, v known.Value) string {
			return fmt.Sprintf("With |x| most of the distance to the loss is half a cell, %s: it is the bound's, not the noise's. Narrower cells close it.",
				numeral.Short(q.shared().Bounded().CellWidth()/2))
		}),
		Source: "our correction: without the cells on either side, as in the authors' code, it is a bound for one support only"}
}

// ofOptimised labels an attacker's success where several noises stand.
const ofOptimised = "attacker, optimised"

var noiseReadings = slices.Concat([]view.Entry[asked]{lossReading[asked](), boundReading[asked]()}, attackers[asked](ofOptimised), []view.Entry[asked]{
	view.Reading[asked]{Name: "gain-over-truncated-laplace", Label: "gain on trunc. Laplace", ExactOf: "the closed forms of both",
		Style: numeral.Relative, Round: numeral.Down, Goal: known.Higher,
		Range: known.Probability,
		Value: func(ctx context.Context, q asked) (known.Value, error) {
			rival, err := q.Compete("truncated-laplace")
			if err != nil || rival.Loss.Missing() {
				return rival.Loss, err
			}
			return ofBest(func(_ asked, b querynoise.Best) known.Value { return gain(b, rival) })(ctx, q)
		},
		Formula: "1 − (loss of the noise that was found)/(loss of truncated Laplace noise), which is the usual best choice where δ > 0.",
		Source:  paper + "; its Table 4 prints gaps with half of the distance between its bounds added: about a quarter of a cell too many"},
	view.Reading[asked]{Name: "delta-certified", Label: "certified δ", ExactOf: "the noise that is drawn, over all shifts", Symbol: "δ",
		Goal:  known.Lower,
		Range: known.Probability,
		Value: ofBest(func(_ asked, b querynoise.Best) known.Value { return known.Exactly(b.Delta) }),
		Remark: besideNoise(func(q asked, _ known.Value, best querynoise.Best) string {
			if best.Certified == nil {
				return ""
			}
			return "at a shift of " + numeral.Short(q.Place(best.Certified.Certificate.Shift))
		}),
		Cases: ofQueries(view.Case[asked]{
			Formula: "max over all real shifts φ up to the sensitivity of ∫ (f(x) − e^ε·f(x−φ))⁺ dx, which is linear between differences of the density's edges and so has its maximum at one of them.",
			With:    view.Says(func(q asked) string { return fmt.Sprintf("It is never above δ = %s.", numeral.Short(q.Delta)) }),
			Assumes: "It is computed from the noise alone, by other code than that which found it. Nothing is shown before it has passed.",
		})},
	pointsKept[asked](),
	floorCertified[asked](),
	view.Reading[asked]{Name: "mass-at-zero", Label: "exact answer given", ExactOf: "the noise that is drawn", Style: numeral.Percent,
		Goal:  known.Lower,
		Range: known.Probability, LevelOf: func(q asked) view.Level {
			if q.Atom || q.Query == optimal.Count {
				return view.Shown
			}
			return view.Folded
		},
		Value:   ofBest(func(_ asked, b querynoise.Best) known.Value { return known.Exactly(b.Law.Mass(0, 0)) }),
		Formula: "Pr[X = 0], the probability with which the true answer itself is published.",
		Assumes: "It is part of what δ allows, and more of it as δ grows."},
	savedReading[asked](),
	nextReading[asked](),
	lossesWith[asked](view.Shown),
	view.Reading[asked]{Name: "cells", Label: "grid cells", ExactOf: "the noise that is drawn", Style: numeral.Whole,
		Range: known.NotNegative,
		Value: ofBest(func(_ asked, b querynoise.Best) known.Value {
			if b.Certified == nil {
				return known.Nothing(noProgram)
			}
			return known.Exactly(float64(max(len(b.Certified.Masses), len(b.Certified.Points))))
		}),
		Formula: "The cells of the grid on both sides of 0, or the whole numbers, that may have a mass; of a staircase its steps."},
	view.Reading[asked]{Name: "cuts", Label: "constraints added", ExactOf: "the program's run at this setting", Style: numeral.Whole,
		Range:   known.NotNegative,
		Value:   fromProgram(func(s *optimal.Solution) float64 { return float64(s.Cuts) }),
		Formula: "Of all events and shifts, a few hundred decide: those that some best noise so far was found to violate, whole or in a cell that came in or went out."},
	view.Reading[asked]{Name: "tries", Label: "distributions tried", ExactOf: "the program's run at this setting", Style: numeral.Whole,
		Range:   known.NotNegative,
		Value:   fromProgram(func(s *optimal.Solution) float64 { return float64(s.Rounds) }),
		Formula: "How many best distributions, each under the constraints so far, were tried until none was violated. Each time one constraint was added, or a cell of one."},
})

// ofQueries returns the cases of a certificate, given the case of noise with a density. Counts have another certificate, and so
// has noise that publishes the truth at times.
func ofQueries[Q asking](density view.Case[Q]) []view.Case[Q] {
	count, truth := density, density
	count.If, count.When = "the query is a count", view.Whenever(func(q Q) bool { return q.shared().Query == optimal.Count })
	count.Formula = ofWholeShifts
	truth.If, truth.When = "the exact answer may be published", view.Whenever(func(q Q) bool { return q.shared().Atom })
	truth.Formula += ofTruth
	return []view.Case[Q]{count, truth, density}
}

// competitors lists the names of noise of fixed shapes.
var competitors = func() (names []string) {
	for _, k := range central.Kinds {
		names = append(names, k.Name)
	}
	return names
}()

func namesOf(list []querynoise.Competitor) (names []string) {
	for _, c := range list {
		names = append(names, c.Name)
	}
	return names
}

// savedReading returns the reading of what the best noise saves against the next.
func savedReading[Q asking]() view.Reading[Q] {
	return view.Reading[Q]{Name: "saved", Label: "saves", ExactOf: "the closed forms of both", Style: numeral.Relative,
		Round: numeral.Down, Goal: known.Higher,
		Range: known.Probability,
		Value: ofBest(func(q Q, b querynoise.Best) known.Value {
			ranked := q.shared().Ranked()
			if len(ranked) == 0 {
				return known.Nothing("no noise of a fixed shape exists here")
			}
			return gain(b, ranked[0])
		}),
		Remark: view.Remark(func(q Q, v known.Value) string {
			if ranked := q.shared().Ranked(); len(ranked) > 0 && !v.Missing() {
				return "against " + inWords(ranked[0].Title)
			}
			return ""
		}),
		Formula: "1 − (loss of the noise that was found)/(least loss among noise of fixed shapes that fit the answer's kind)."}
}

// nextReading returns the reading of the noise of a fixed shape that costs least.
func nextReading[Q asking]() view.Reading[Q] {
	return view.Reading[Q]{Name: "next", Label: "next best noise", ExactOf: "the closed forms of the fixed shapes that fit the answer's kind",
		Value: func(_ context.Context, q Q) (known.Value, error) {
			ranked := q.shared().Ranked()
			if len(ranked) == 0 {
				return known.Nothing("no noise of a fixed shape exists here"), nil
			}
			return known.Named(ranked[0].Name, inWords(ranked[0].Title)), nil
		},
		Formula: "The noise of least expected loss among those of fixed shapes: of whole numbers for a count, of real ones for a real number."}
}

// lossesWith returns the readings of the losses with noise of each fixed shape, and sets the level of those that fit the
// answer's kind.
func lossesWith[Q asking](level view.Level) view.Family[Q] {
	return view.Family[Q]{Name: "loss", Of: "noise", Label: "expected loss with it", Level: level,
		All:     competitors,
		Members: func(context.Context, Q) ([]string, error) { return competitors, nil },
		Rank:    func(_ context.Context, q Q) ([]string, error) { return namesOf(q.shared().Ranked()), nil },
		Each:    func(name string) view.Reading[Q] { return lossWith[Q](name, level) }}
}

// lossWith returns the reading of the loss with noise of a fixed shape.
func lossWith[Q asking](name string, level view.Level) view.Reading[Q] {
	kind, _ := central.Find(name)
	return view.Reading[Q]{Goal: known.Lower, Range: known.NotNegative, ExactOf: "the mean loss of that noise",
		Title: func(q Q) string { return kind.Title + q.shared().without(kind) },
		LevelOf: func(q Q) view.Level {
			if q.shared().Fits(kind) {
				return level
			}
			return view.Folded
		},
		Value: func(_ context.Context, q Q) (known.Value, error) {
			c, err := q.shared().Compete(name)
			return c.Loss, err
		},
		Remark:  besideNoise(func(_ Q, v known.Value, best querynoise.Best) string { return against(best.Loss, v.Value) }),
		Formula: kind.Help,
		Source:  kind.Source,
		Assumes: "Its loss is a closed form, in the answer's unit.",
	}
}

// without says that noise of a fixed shape makes no use of the δ allowed. The law found does, and buys part of its saving with
// it.
func (q asked) without(kind central.Kind) string {
	if q.Delta == 0 || kind.NeedsDelta {
		return ""
	}
	return " (δ = 0)"
}

// tie is the part of a loss that a program may miss.
const tie = 1e-6

// against says how the best noise compares with another, in per cent of the other's loss.
func against(best, other float64) string {
	switch gain := 1 - best/other; {
	case math.Abs(gain) <= tie:
		return "the same"
	case math.Abs(gain) < closeTo:
		return "practically tied"
	case gain > 0:
		return "optimised saves " + numeral.Relative.Rounded(gain, numeral.Down)
	}
	return "has " + numeral.Relative.Format(1-other/best) + " less"
}
