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
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/views/view"
)

// Sizes and ratios of the mixtures of Figs 3 and 4.
var (
	mixtureSizes  = [...]int{500, 1000, 2000, 5000, 10000}
	mixtureRatios = [...]int{4, 8, 16, 32}
)

// sized are the approaches that run on mixtures of many sizes: those that fit within moments, and SMOTE, which is refused.
func sized(all []rareclass.Approach) (list []rareclass.Approach) {
	for _, a := range all {
		if slices.Contains([]string{"private-logreg", "private-logreg-weighted", "private-threshold", "bagging"}, a.Name) {
			list = append(list, a)
		}
	}
	return append(list, rareclass.Approach{Name: "smote-private", Title: "SMOTE (refused)"})
}

// sizeTrials are those of each approach at each size and ratio, sizes turning first, then ratios, then approaches.
func sizeTrials(t rareclass.Trial, all []rareclass.Approach) (trials []rareclass.Trial) {
	for _, a := range sized(all) {
		for _, ratio := range mixtureRatios {
			for _, size := range mixtureSizes {
				at := t
				at.Source.Count, at.Source.Negative, at.Ratio, at.Learner = size, ratio, float64(ratio), a.Learner
				switch a.Name {
				case "bagging":
					at.Slack = 1 / (float64(size) * float64(size))
				case "smote-private":
					at.Learner = rareclass.Smoted{Factor: composition.Copies{Smote: true, Copies: float64(ratio - 1), Dimension: 2, Neighbours: 5,
						Epsilon: 1}.Printed()}
				}
				trials = append(trials, at)
			}
		}
	}
	return trials
}

// sizeMean is the mean of an approach's measure at a size and ratio.
func (q approaches) sizeMean(runs []rareclass.Repeats, all []rareclass.Approach, a, ratio, size int) float64 {
	r := runs[(a*len(mixtureRatios)+ratio)*len(mixtureSizes)+size]
	if s := r.Summary(q.number(all[a])); s.Seeds > 0 {
		return s.Mean
	}
	return math.NaN()
}

// drawOverSizes draws which approach does best at each size and ratio.
func drawOverSizes(ctx context.Context, q approaches, show func(engine.Sheet)) (engine.Sheet, error) {
	runs, err := trial.Sweep(ctx, sizeTrials(q.trial, q.entrants), q.seeds, func(so []rareclass.Repeats, p work.Progress) {
		view.SoFar(ctx, engine.Sheet{Figure: q.overSizes(so), Progress: p, Settling: true}, approachesReadings,
			q.knowing(make([]rareclass.Repeats, len(q.jobs))), show)
	})
	if err != nil {
		return engine.Sheet{}, err
	}
	return engine.Sheet{Figure: q.overSizes(runs), Notes: q.notes()}, nil
}

func (q approaches) overSizes(runs []rareclass.Repeats) engine.Figure {
	all := sized(q.entrants)
	best := engine.Field{Name: "best", Basis: known.Estimate}
	x := engine.Axis{Name: "n", Label: "n, records"}
	for i, size := range mixtureSizes {
		best.X = append(best.X, float64(i))
		x.Words, x.Keys = append(x.Words, numeral.Count(float64(size))), append(x.Keys, engine.NumberCell(float64(size)))
	}
	y := engine.Axis{Name: "ratio", Label: "r, negative records to a positive one"}
	for _, a := range all {
		best.Classes, best.Titles = append(best.Classes, a.Name), append(best.Titles, a.Title)
		best.Extra = append(best.Extra, engine.FieldColumn{Name: strings.ReplaceAll(a.Name, "-", "_")})
	}
	for j, ratio := range mixtureRatios {
		best.Y = append(best.Y, float64(j))
		y.Words, y.Keys = append(y.Words, numeral.Count(float64(ratio))), append(y.Keys, engine.NumberCell(float64(ratio)))
		for i := range mixtureSizes {
			first, most := -1, math.Inf(-1)
			for k := range all {
				mean := q.sizeMean(runs, all, k, j, i)
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
	ofSizes("size-wins", "sizes at which it is best", known.NotNegative, wins,
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
				if wins(means, a) > wins(means, best) {
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

// wins is at how many sizes an approach is best.
func wins(means [][]float64, a int) (count float64) {
	for cell := range means[a] {
		best := true
		for other := range means {
			best = best && means[a][cell] >= means[other][cell]
		}
		if best {
			count++
		}
	}
	return count
}

// sizeMeans are the means of each approach at each size and ratio.
func (q approaches) sizeMeans(ctx context.Context) (all []rareclass.Approach, means [][]float64, err error) {
	all = sized(q.entrants)
	runs, err := q.sizes.Get(ctx)
	if err != nil {
		return nil, nil, err
	}
	means = make([][]float64, len(all))
	for a := range all {
		for j := range mixtureRatios {
			for i := range mixtureSizes {
				means[a] = append(means[a], q.sizeMean(runs, all, a, j, i))
			}
		}
	}
	return all, means, nil
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
			for _, a := range sized(q.entrants) {
				names = append(names, a.Name)
			}
			return names, nil
		},
		Each: func(member string) view.Reading[approaches] {
			return view.Reading[approaches]{Goal: known.Higher, Expensive: true, Range: can, Styled: style, Title: func(q approaches) string {
				for _, a := range sized(q.entrants) {
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
