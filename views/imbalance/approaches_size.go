package imbalance

import (
	"context"
	"math"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/composition"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/rareclass"
	"dpscope/views/view"
)

// leftBySmote is the share of ε that the paper's Theorem 5 leaves in the plane, where so many negative records are there to a positive one.
func leftBySmote(ratio int) float64 {
	return composition.Copies{Smote: true, Copies: float64(ratio - 1), Dimension: 2, Neighbours: 5, Epsilon: 1}.Printed()
}

// drawOverSizes draws which approach does best at each size and ratio.
func drawOverSizes(ctx context.Context, q approaches, show func(engine.Sheet)) (engine.Sheet, error) {
	runs, err := view.Running(ctx, q.sizes, approachesReadings, func([]rareclass.Repeats) approaches { return q.waiting() },
		func(so []rareclass.Repeats) engine.Sheet { return engine.Sheet{Figure: q.overSizes(so)} }, show)
	if err != nil {
		return engine.Sheet{}, err
	}
	return engine.Sheet{Figure: q.overSizes(runs), Notes: q.notes()}, nil
}

func (q approaches) overSizes(runs []rareclass.Repeats) engine.Figure {
	all := rareclass.Sized(q.entrants)
	means := rareclass.SizeMeans(all, runs, q.measure.of)
	best := engine.Field{Name: "best", Basis: known.Estimate}
	x := engine.Axis{Name: "n", Label: "n, records"}
	for i, size := range rareclass.MixtureSizes {
		best.X = append(best.X, float64(i))
		x.Words, x.Keys = append(x.Words, numeral.Count(float64(size))), append(x.Keys, engine.NumberCell(float64(size)))
	}
	y := engine.Axis{Name: "ratio", Label: "r, negative records to a positive one"}
	for _, a := range all {
		best.Classes, best.Titles = append(best.Classes, a.Name), append(best.Titles, a.Title)
		best.Extra = append(best.Extra, engine.FieldColumn{Name: strings.ReplaceAll(a.Name, "-", "_")})
	}
	for j, ratio := range rareclass.MixtureRatios {
		best.Y = append(best.Y, float64(j))
		y.Words, y.Keys = append(y.Words, numeral.Count(float64(ratio))), append(y.Keys, engine.NumberCell(float64(ratio)))
		for i := range rareclass.MixtureSizes {
			first, most := -1, math.Inf(-1)
			for k := range all {
				mean := means[k][j*len(rareclass.MixtureSizes)+i]
				best.Extra[k].Values = append(best.Extra[k].Values, mean)
				if mean > most {
					first, most = k, mean
				}
			}
			text := ""
			if first >= 0 {
				text = q.measure.style().Format(most)
			}
			best.Class, best.Text = append(best.Class, first), append(best.Text, text)
		}
	}
	return engine.Figure{Title: "best by " + q.measure.title + " on mixtures, held-out records", Series: "best", Members: best.Classes,
		Marks: []engine.Mark{best}, Seed: q.trial.Seed, X: x, Y: y,
		Settings: []engine.Setting{{Name: "epsilon", Value: q.trial.Epsilon}, {Name: "seeds", Value: float64(q.seeds)}}}
}

// sizesOver is that the picture runs over sizes.
func (q approaches) sizesOver() bool { return q.over == "size" }

// sizeReadings are what the mixtures of all sizes say together.
var sizeReadings = []view.Entry[approaches]{
	ofSizes("size-score", "mean over all sizes", known.Probability, func(means [][]float64, a int) float64 {
		sum := 0.0
		for _, v := range means[a] {
			sum += v / float64(len(means[a]))
		}
		return sum
	}, "The mean of the measure that is drawn over all sizes and ratios of mixtures, of equal weight."),
	ofSizes("size-wins", "sizes at which it is best", known.NotNegative, func(means [][]float64, a int) float64 { return float64(rareclass.Wins(means, a)) },
		"At how many of the sizes and ratios no approach has more of the measure that is drawn."),
	view.Reading[approaches]{Name: "size-best", Label: "best at most sizes", Expensive: true,
		When:    approaches.sizesOver,
		ExactOf: "the means over splits",
		Value: func(ctx context.Context, q approaches) (known.Value, error) {
			all, means, err := q.sizeMeans(ctx)
			if err != nil {
				return known.Value{}, err
			}
			best := 0
			for a := range all[:len(all)-1] { // SMOTE, which is refused, is the last
				if rareclass.Wins(means, a) > rareclass.Wins(means, best) {
					best = a
				}
			}
			return known.Named(all[best].Name, capital(all[best].Title)), nil
		},
		Cases: []view.Case[approaches]{{
			Formula: "The approach with a guarantee that is best at the most sizes and ratios, of as many the first.",
			With:    view.Remark(func(q approaches, _ known.Value) string { return q.trained() }),
			Source:  runHere + ", the paper's grid of Figs 3 and 4",
		}}},
}

// sizeMeans are the means of each approach at each size and ratio.
func (q approaches) sizeMeans(ctx context.Context) (all []rareclass.Approach, means [][]float64, err error) {
	all = rareclass.Sized(q.entrants)
	runs, err := q.sizes.All(ctx)
	if err != nil {
		return nil, nil, err
	}
	return all, rareclass.SizeMeans(all, runs, q.measure.of), nil
}

// ofSizes is a number of each approach over all sizes and ratios.
func ofSizes(name, label string, can known.Range, of func(means [][]float64, a int) float64, formula string) view.Family[approaches] {
	style := approaches.style
	if name == "size-wins" {
		style = func(approaches) numeral.Style { return numeral.Whole }
	}
	return view.Family[approaches]{Name: name, Of: "approach", Label: label,
		Members: func(_ context.Context, q approaches) (names []string, _ error) {
			if !q.sizesOver() {
				return nil, nil
			}
			for _, a := range rareclass.Sized(q.entrants) {
				names = append(names, a.Name)
			}
			return names, nil
		},
		Each: func(member string) view.Reading[approaches] {
			return view.Reading[approaches]{Goal: known.Higher, Expensive: true, Range: can, Styled: style, Title: func(q approaches) string {
				for _, a := range rareclass.Sized(q.entrants) {
					if a.Name == member {
						return a.Title
					}
				}
				return member
			},
				Value: func(ctx context.Context, q approaches) (known.Value, error) {
					all, means, err := q.sizeMeans(ctx)
					at := slices.IndexFunc(all, func(a rareclass.Approach) bool { return a.Name == member })
					if err != nil || at < 0 {
						return known.Nothing("it does not run on mixtures of many sizes"), err
					}
					return known.Approximated(of(means, at)), nil
				},
				Cases: []view.Case[approaches]{{
					Formula: formula,
					With:    view.Remark(func(q approaches, _ known.Value) string { return q.trained() }),
					Source:  runHere + ", the paper's grid of Figs 3 and 4",
					Assumes: "Bagging has δ = 1/n². SMOTE has what the paper's Theorem 5 leaves of ε, which guarantees nothing.",
				}}}
		}}
}
