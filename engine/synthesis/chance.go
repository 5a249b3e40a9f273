package synthesis

import (
	"dpscope/engine/num/binomial"
	"dpscope/engine/num/sum"
)

// Chance is how far apart marginals are by chance alone, in the order of the attributes but the label.
type Chance []float64

// ByChance is how far apart the marginals of rows would be on average that are drawn anew from the records themselves, each row any
// of the records: that much is no fault of a model. Balanced, half of the rows are of either class, and a class weighs what it
// does among the records.
func ByChance(of Records, rows int, balanced bool) (apart Chance) {
	for _, a := range of.Schema.Others() {
		counted := of.Count([]int{of.Schema.Label, a})
		if !balanced {
			apart = append(apart, scatter(counted, float64(rows)))
			continue
		}
		mean, width := 0.0, len(counted)/2
		for class, drawn := range [2]int{(rows + 1) / 2, rows / 2} { // as synth.Model.Draw takes turns
			mine := counted[class*width:][:width]
			mean += sum.Of(mine) / float64(of.Len()) * scatter(mine, float64(drawn))
		}
		apart = append(apart, mean)
	}
	return apart
}

// scatter is the expected total variation of so many draws from what is counted: of a value that is drawn with probability p its share of
// n draws is X/n with X binomial, and half of E|X/n − p| is summed. Where nothing is drawn all shares are zero.
func scatter(counts []float64, draws float64) (expected float64) {
	all := sum.Of(counts)
	switch {
	case all == 0: // a class that nobody is of weighs nothing
		return 0
	case draws == 0:
		return 0.5
	}
	for _, c := range counts {
		expected += binomial.New(draws, c/all).MeanDeviation() / draws / 2
	}
	return expected
}

// Mean is that over the attributes.
func (c Chance) Mean() float64 { return sum.Of(c) / float64(len(c)) }
