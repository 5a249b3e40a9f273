package labelling

import (
	"math"
	"slices"

	"dpscope/engine/num/grid"
	"dpscope/engine/num/ticks"
	"dpscope/mechanisms"
)

// MostFlips returns the greatest number of flips among n labels that counts as success: at least half are
// kept, or more than half if ties do not count.
func MostFlips(n float64, ties bool) float64 {
	if ties {
		return math.Floor(n / 2)
	}
	return math.Ceil(n/2) - 1
}

// Success returns the probability that at least half of n labels are kept,
// or more than half when ties do not count.
func Success(m mechanisms.LabelFlip, n float64, ties bool) float64 {
	return m.Flips(n).Tails(MostFlips(n, ties)).Below
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

// RecordsShown returns the round number up to which success is shown for n records.
func RecordsShown(n float64) float64 { return ticks.AtLeast(max(n, 10) * (1 - 1e-12)) }

// RecordsNear returns the first and the last of 21 numbers of records, from a multiple of five on: five to
// nine are below n, or all if n is below five, and n + 1 and n + 2 are among those above. There are none if n
// is so large that one record more is invisible.
func RecordsNear(n float64) (first, last float64, some bool) {
	const step, most = 5, 1e5
	first = max(step*math.Floor(n/step)-step, 0)
	return first, first + 4*step, n <= most
}

// SuccessAgainstBudget returns the success probability at n records for count
// budgets from low to high, evenly spaced in the logarithm.
func SuccessAgainstBudget(n float64, ties bool, low, high float64, count int) (epsilons, success []float64) {
	for _, epsilon := range grid.Log(low, high, count) {
		m, err := mechanisms.NewLabelFlip(epsilon)
		if err != nil { // beyond what is offered there is nothing to draw
			continue
		}
		epsilons, success = append(epsilons, epsilon), append(success, Success(m, n, ties))
	}
	return epsilons, success
}

// Line is success at one chance to flip, for some numbers of records.
type Line struct {
	Flip             float64
	Records, Success []float64
}

// Figure1 computes the lines of the paper's Fig. 1: every n from 5 to 100, odd
// and even in one.
func Figure1(ties bool) []Line {
	var lines []Line
	for _, flip := range []float64{0.2, 0.3, 0.4} {
		m, err := mechanisms.NewLabelFlip(math.Log((1 - flip) / flip))
		if err != nil { // these chances are in range
			continue
		}
		line := Line{Flip: flip}
		for n := 5.0; n <= 100; n++ {
			line.Records, line.Success = append(line.Records, n), append(line.Success, Success(m, n, ties))
		}
		lines = append(lines, line)
	}
	return lines
}
