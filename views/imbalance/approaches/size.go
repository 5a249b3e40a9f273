package approaches

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/composition"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/rareclass"
	"dpscope/views/control"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// leftBySmote returns the share of ε that the paper's Theorem 5 leaves in the plane, at this many negative records to a
// positive one.
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
	all := q.sized()
	cells := rareclass.Cells(all, runs, q.measure.Of, rareclass.Clearly)
	best := engine.Field{Name: "best", Basis: known.Estimate, Thin: "a tie"}
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
			cell := cells[j*len(rareclass.MixtureSizes)+i]
			text := ""
			if cell.Best >= 0 {
				text = q.measure.Style().Format(cell.Means[cell.Best])
			}
			best.Class, best.Faint, best.Text = append(best.Class, cell.Best), append(best.Faint, !cell.Clear), append(best.Text, text)
			for k, mean := range cell.Means {
				best.Extra[k].Values = append(best.Extra[k].Values, mean)
			}
		}
	}
	return engine.Figure{Title: "best by " + q.measure.Title + ": " + sizesDrawn(), Series: "best", Members: best.Classes,
		Marks: []engine.Mark{best}, Seed: q.trial.Seed, X: x, Y: y,
		Settings: []engine.Setting{{Name: "epsilon", Value: q.trial.Epsilon}, {Name: "seeds", Value: float64(q.seeds)}}}
}

// sizesOver reports whether the picture runs over sizes.
func (q approaches) sizesOver() bool { return q.over == "size" }

// sized returns the approaches that run on mixtures of all sizes. By AUC a threshold changes nothing, and does not count as
// another approach.
func (q approaches) sized() []rareclass.Approach {
	return slices.DeleteFunc(rareclass.Sized(q.entrants), func(a rareclass.Approach) bool { return a.Public && q.measure.Name == "auc" })
}

// sizesDrawn writes the sizes and ratios.
func sizesDrawn() string {
	sizes, ratios := rareclass.MixtureSizes, rareclass.MixtureRatios
	return fmt.Sprintf("n %s to %s, r %d to %d", numeral.Count(float64(sizes[0])), numeral.Count(float64(sizes[len(sizes)-1])),
		ratios[0], ratios[len(ratios)-1])
}

// sizeReadings declares what the mixtures of all sizes show together.
var sizeReadings = view.Alike(view.Reading[approaches]{With: view.Says(approaches.trained), Expensive: true,
	Source: imbalance.RunHere + ", the paper's grid of Figs 3 and 4"},
	ofSizes("size-score", "mean over all sizes", known.Probability, func(cells []rareclass.Cell, a int) known.Value {
		return known.Approximated(rareclass.Average(cells, a))
	}, "The mean of the measure that is drawn over all sizes and ratios of mixtures, of equal weight."),
	ofSizes("size-wins", "sizes at which it is clearly best", known.NotNegative, func(cells []rareclass.Cell, a int) known.Value {
		return known.Exactly(float64(rareclass.Wins(cells, a)))
	}, "At how many of the sizes and ratios the paired difference to each other approach is a point and more and its interval holds no 0."),
	view.Reading[approaches]{Name: "size-ties", Label: "sizes that are ties", Style: numeral.Whole, Expensive: true,
		Range:   known.NotNegative,
		When:    approaches.sizesOver,
		ExactOf: pairedSizes,
		Value: view.Gets(approaches.sizeCells, func(_ approaches, cells []rareclass.Cell) known.Value {
			return known.Exactly(float64(rareclass.Ties(cells)))
		}),
		Formula: "The sizes and ratios at which no approach is clearly best: the paired difference of the best to some other is below a point, " +
			"or its interval holds 0. Of one split all are.",
		Assumes: control.PairedSplits + "."},
	sizeNamed("size-best", "clearly best most often", pairedSizes,
		"The approach with a guarantee that is clearly best at the most sizes and ratios, of as many the one of the greatest mean; none where it is so at none.",
		func(cells []rareclass.Cell, a int) float64 { return float64(rareclass.Wins(cells, a)) }),
	sizeNamed("size-first", "best on average", "the means over splits",
		"The approach with a guarantee of the greatest mean over all sizes and ratios.",
		func(cells []rareclass.Cell, a int) float64 { return 1 + rareclass.Average(cells, a) }))

// pairedSizes is what counts of clearly best sizes are exact for.
const pairedSizes = "the paired differences, by the limits that stand in the explanation"

// sizeNamed declares the approach with a guarantee that has the greatest number, by the mean among equal ones; none where it is
// 0.
func sizeNamed(name, label, exactOf, formula string, of func(cells []rareclass.Cell, a int) float64) view.Reading[approaches] {
	return view.Reading[approaches]{Name: name, Label: label, Expensive: true,
		When:    approaches.sizesOver,
		ExactOf: exactOf,
		Value: func(ctx context.Context, q approaches) (known.Value, error) {
			cells, err := q.sizeCells(ctx)
			if err != nil {
				return known.Value{}, err
			}
			all := q.sized()
			private := all[:len(all)-1] // SMOTE, which is refused, is the last
			best := 0
			for a := range private {
				if more := cmp.Compare(of(cells, a), of(cells, best)); more > 0 ||
					more == 0 && rareclass.Average(cells, a) > rareclass.Average(cells, best) {
					best = a
				}
			}
			if !(of(cells, best) > 0) {
				return known.Nothing("no approach is clearly best at any size"), nil
			}
			return known.Named(all[best].Name, all[best].Title), nil
		},
		Formula: formula}
}

// sizeCells returns how the approaches do at each size and ratio.
func (q approaches) sizeCells(ctx context.Context) ([]rareclass.Cell, error) {
	runs, err := q.sizes.All(ctx)
	if err != nil {
		return nil, err
	}
	return rareclass.Cells(q.sized(), runs, q.measure.Of, rareclass.Clearly), nil
}

// ofSizes declares a number of each approach over all sizes and ratios.
func ofSizes(name, label string, can known.Range, of func(cells []rareclass.Cell, a int) known.Value, formula string) view.Family[approaches] {
	style, exactOf := approaches.style, ""
	if name == "size-wins" {
		style, exactOf = func(approaches) numeral.Style { return numeral.Whole }, pairedSizes
	}
	return view.Family[approaches]{Name: name, Of: "approach", Label: label, When: approaches.sizesOver,
		Members: func(_ context.Context, q approaches) (names []string, _ error) {
			for _, a := range q.sized() {
				names = append(names, a.Name)
			}
			return names, nil
		},
		Each: func(member string) view.Reading[approaches] {
			return view.Reading[approaches]{Goal: known.Higher, Expensive: true, Range: can, Styled: style, ExactOf: exactOf, Title: func(q approaches) string {
				for _, a := range q.sized() {
					if a.Name == member {
						return a.Title
					}
				}
				return member
			},
				Value: func(ctx context.Context, q approaches) (known.Value, error) {
					cells, err := q.sizeCells(ctx)
					at := slices.IndexFunc(q.sized(), func(a rareclass.Approach) bool { return a.Name == member })
					if err != nil || at < 0 {
						return known.Nothing("it does not run on mixtures of many sizes"), err
					}
					return of(cells, at), nil
				},
				Formula: formula,
				Assumes: "Bagging has δ = 1/n². SMOTE has what the paper's Theorem 5 leaves of ε, which guarantees nothing."}
		}}
}
