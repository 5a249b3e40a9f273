package synthesis

import (
	"dpscope/engine/num/binomial"
	"dpscope/engine/num/sum"
)

// Chance holds the distances of marginals due to chance alone, in the order of the attributes except the
// label.
type Chance []float64

// ByChance returns the mean distances of marginals for rows drawn anew from the records themselves: that much
// is no fault of a model. If balanced, half of the rows are of either class, weighted by the records' shares.
func ByChance(of Records, rows int, balanced bool) (apart Chance) {
	for _, a := range of.Schema.Others() {
		counted := of.Count([]int{of.Schema.Label, a})
		if !balanced {
			apart = append(apart, scatter(counted, float64(rows)))
			continue
		}
		mean, width := 0.0, len(counted)/2
		for class, drawn := range [2]int{(rows + 1) / 2, rows / 2} { // alternating, as synth.Model.Draw does
			mine := counted[class*width:][:width]
			mean += sum.Of(mine) / float64(of.Len()) * scatter(mine, float64(drawn))
		}
		apart = append(apart, mean)
	}
	return apart
}

// scatter returns the expected total variation of draws from counts: a value of probability p has the share
// X/n in n draws with X binomial, and scatter sums half of E|X/n − p|. Without draws all shares are zero.
func scatter(counts []float64, draws float64) (expected float64) {
	all := sum.Of(counts)
	switch {
	case all == 0: // an empty class has no weight
		return 0
	case draws == 0:
		return 0.5
	}
	for _, c := range counts {
		expected += binomial.New(draws, c/all).MeanDeviation() / draws / 2
	}
	return expected
}

// Mean returns the mean over the attributes.
func (c Chance) Mean() float64 { return sum.Of(c) / float64(len(c)) }
