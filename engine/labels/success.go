package labels

import (
	"math"
	"slices"

	"dpscope/engine/num/grid"
	"dpscope/mechanisms"
)

// Success returns the probability that at least half of n labels are kept,
// or more than half when ties do not count.
func Success(m mechanisms.LabelFlip, n float64, ties bool) float64 {
	flips := math.Floor(n / 2)
	if !ties {
		flips = math.Ceil(n/2) - 1
	}
	return m.Flips(n).Tails(flips).Below
}

// Parity of a number of records.
type Parity int

// Success behaves differently at odd and at even n.
const (
	Odd Parity = iota
	Even
)

// SuccessAgainstRecords returns the success probability at odd or at even n up
// to most: at every such n while there are no more than count of them, then at
// count numbers spaced evenly in the logarithm.
func SuccessAgainstRecords(m mechanisms.LabelFlip, parity Parity, ties bool, most float64, count int) (n, success []float64) {
	for _, x := range numbersUpTo(parity, most, count) {
		n = append(n, x)
		success = append(success, Success(m, x, ties))
	}
	return n, success
}

// numbersUpTo lists 1, 3, 5 ... or 2, 4, 6 ... up to most, thinned out evenly
// in the logarithm when they are more than count ≥ 2.
func numbersUpTo(parity Parity, most float64, count int) []float64 {
	first := 1.0
	if parity == Even {
		first = 2
	}
	if most < first {
		return nil
	}
	last := most - math.Mod(most-first, 2)
	if (last-first)/2+1 <= float64(count) {
		var all []float64
		for x := first; x <= last; x += 2 {
			all = append(all, x)
		}
		return all
	}
	var some []float64
	for _, x := range grid.Log(first, last, count) {
		some = append(some, first+2*math.Round((x-first)/2))
	}
	return slices.Compact(some)
}

// EvenFallEnds returns the real n₀ = 2/(e^(ε/2) − 1) below which two more
// records make success, ties counted, less likely: from even n to n + 2 it
// falls exactly while n < n₀, that is while ε < 2 ln(1 + 2/n). It is +Inf at
// ε = 0. (Property 3 with j = n/2; Corollary 1 of the paper claims that success
// nearly increases.)
func EvenFallEnds(m mechanisms.LabelFlip) float64 { return 2 / math.Expm1(m.True) }
