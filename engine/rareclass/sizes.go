package rareclass

import (
	"math"
	"slices"
)

// MixtureSizes and MixtureRatios are those of the paper's Figs 3 and 4.
var (
	MixtureSizes  = [...]int{500, 1000, 2000, 5000, 10000}
	MixtureRatios = [...]int{4, 8, 16, 32}
)

// Sized are the approaches that run on mixtures of many sizes: those that fit within moments, and SMOTE, which is refused.
func Sized(all []Approach) (list []Approach) {
	for _, a := range all {
		if slices.Contains([]string{"private-logreg", "private-logreg-weighted", "private-threshold", "bagging"}, a.Name) {
			list = append(list, a)
		}
	}
	return append(list, Approach{Name: "smote-private", Title: "SMOTE (refused)"})
}

// OverSizes are the trials of each sized approach at each size and ratio, sizes turning first, then ratios, then approaches. SMOTE has
// what left says is left of ε by the paper at a ratio.
func (t Trial) OverSizes(sized []Approach, left func(ratio int) float64) (trials []Trial) {
	for _, a := range sized {
		for _, ratio := range MixtureRatios {
			for _, size := range MixtureSizes {
				at := t
				at.Source.Count, at.Source.Negative, at.Ratio, at.Learner = size, ratio, float64(ratio), a.Learner
				switch a.Name {
				case "bagging":
					at.Slack = 1 / (float64(size) * float64(size))
				case "smote-private":
					at.Learner = Smoted{Factor: left(ratio)}
				}
				trials = append(trials, at)
			}
		}
	}
	return trials
}

// SizeMeans are the means of a measure of each approach over the cells of sizes and ratios, as OverSizes has them; NaN where there
// is none yet.
func SizeMeans(sized []Approach, runs []Repeats, measure func(Result, bool) float64) [][]float64 {
	const cells = len(MixtureSizes) * len(MixtureRatios)
	means := make([][]float64, len(sized))
	for i, a := range sized {
		for _, r := range runs[i*cells:][:cells] {
			mean := math.NaN()
			if s := r.Summary(a.Of(measure)); s.Seeds > 0 {
				mean = s.Mean
			}
			means[i] = append(means[i], mean)
		}
	}
	return means
}

// Wins is in how many cells no approach has more than one.
func Wins(means [][]float64, approach int) (count int) {
	for cell, own := range means[approach] {
		if !slices.ContainsFunc(means, func(other []float64) bool { return !(own >= other[cell]) }) {
			count++
		}
	}
	return count
}
