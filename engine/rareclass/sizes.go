package rareclass

import (
	"math"
	"slices"

	"dpscope/engine/known"
)

// MixtureSizes and MixtureRatios are the sizes and ratios of the paper's Figs 3 and 4.
var (
	MixtureSizes  = [...]int{500, 1000, 2000, 5000, 10000}
	MixtureRatios = [...]int{4, 8, 16, 32}
)

// Sized returns the approaches that run on mixtures of many sizes: those that fit within moments, and SMOTE,
// which is refused.
func Sized(all []Approach) (list []Approach) {
	for _, a := range all {
		if slices.Contains([]string{"private-logreg", "private-logreg-weighted", "private-threshold", "bagging"}, a.Name) {
			list = append(list, a)
		}
	}
	return append(list, Approach{Name: "smote-private", Title: "SMOTE (refused)"})
}

// OverSizes returns the trials of each sized approach at each size and ratio; sizes turn first, then ratios,
// then approaches. SMOTE gets the ε that left returns: the part that the paper says remains at a ratio.
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

// Cell compares approaches at one size and ratio.
type Cell struct {
	Means []float64 // of the measure, one per approach; NaN: none yet
	Best  int       // the approach with the greatest mean; -1: none yet
	Clear bool      // it beats every other on the same splits by a clear difference
}

// Cells returns the cells of all sizes and ratios, in the order of OverSizes. clear reports whether a
// difference over splits is distinguishable from zero.
func Cells(sized []Approach, runs []Repeats, measure func(Result, bool) float64, clear func(known.Summary) bool) (all []Cell) {
	const cells = len(MixtureSizes) * len(MixtureRatios)
	for at := range cells {
		c := Cell{Best: -1}
		of := func(i int) Repeats { return runs[i*cells+at] }
		for i, a := range sized {
			mean := math.NaN()
			if s := of(i).Summary(a.Of(measure)); s.Seeds > 0 {
				mean = s.Mean
			}
			if c.Means = append(c.Means, mean); mean > math.Inf(-1) && (c.Best < 0 || mean > c.Means[c.Best]) {
				c.Best = i
			}
		}
		c.Clear = c.Best >= 0
		for i, a := range sized {
			if c.Clear && i != c.Best {
				c.Clear = clear(Paired(of(c.Best), of(i), sized[c.Best].Of(measure), a.Of(measure)))
			}
		}
		all = append(all, c)
	}
	return all
}

// Wins returns the number of cells in which an approach is clearly ahead of all others.
func Wins(cells []Cell, approach int) (count int) {
	for _, c := range cells {
		if c.Clear && c.Best == approach {
			count++
		}
	}
	return count
}

// Ties returns the number of cells with no clear winner.
func Ties(cells []Cell) (count int) {
	for _, c := range cells {
		if c.Best >= 0 && !c.Clear {
			count++
		}
	}
	return count
}

// Average returns the mean of an approach over all cells with equal weights.
func Average(cells []Cell, approach int) float64 {
	sum := 0.0
	for _, c := range cells {
		sum += c.Means[approach]
	}
	return sum / float64(len(cells))
}
