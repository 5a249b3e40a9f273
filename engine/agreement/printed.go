package agreement

import (
	"errors"
	"math"

	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// Printed returns the figure that the paper prints for a box, mass·(1−ω)(1−τ), with its authors' way to
// compute the mass. It is no bound: the mechanism is not uniform in the box, ω is a confidence and no share,
// and the search reuses its draws. With ω = τ = 0 it is the theoretical curve of their figures.
//
// A side's mass is a difference of two entries of a tabulated distribution function. For noise and piecewise
// laws the table has 500 entries; entry i stands for i/500, although noise is tabulated at i/499. On bins it
// has 100, at 0, 0.01 ... 0.99, and a bin's entry includes the bin, so that the first bin of a side is lost.
// Sides are widened to whole entries, and no entry is beyond the last.
func Printed(mechanism mechanisms.Mechanism, record []float64, sides []proof.Side, omega, tau float64) (float64, error) {
	mass := 1.0
	for k, s := range sides {
		table, err := printedTable(mechanism, record[k])
		if err != nil {
			return 0, err
		}
		entry := func(at float64) float64 { return table[int(min(max(at, 0), float64(len(table)-1)))] }
		n := float64(len(table))
		mass *= entry(math.Ceil(s.High*n)) - entry(math.Floor(s.Low*n))
	}
	return mass * (1 - omega) * (1 - tau), nil
}

const (
	printedEntries = 500
	printedBins    = 100
)

// printedTable returns the authors' table of the distribution function at x.
func printedTable(mechanism mechanisms.Mechanism, x float64) ([]float64, error) {
	switch m := mechanism.(type) {
	case mechanisms.Piecewise, mechanisms.SquareWave:
		return tabulated(m.At(x), printedEntries), nil
	case mechanisms.Exponential:
		rate := m.Epsilon / 2
		if m.Sharp {
			rate = m.Epsilon
		}
		return accumulated(func(i int) float64 { return math.Exp(-rate * math.Abs(x-float64(i)/printedBins)) }), nil
	case mechanisms.RandomisedResponse:
		other := 1 / (printedBins - 1 + math.Exp(m.Epsilon))
		table, sum := make([]float64, printedBins), 0.0
		for i := range table {
			if float64(i) == x*printedBins { // an x off the bins meets none
				sum += other * math.Exp(m.Epsilon)
			} else {
				sum += other
			}
			table[i] = sum
		}
		return table, nil
	case mechanisms.GaussianScaled, mechanisms.Laplace:
		return tabulated(mechanism.At(x), printedEntries-1), nil
	}
	return nil, errors.New("the paper has no figure for this mechanism")
}

// tabulated lists the distribution function at i/steps.
func tabulated(law mechanisms.Law, steps float64) []float64 {
	table := make([]float64, printedEntries)
	for i := range table {
		table[i] = law.Mass(math.Inf(-1), float64(i)/steps)
	}
	return table
}

// accumulated lists the running sums of weights, as shares of their total.
func accumulated(weight func(i int) float64) []float64 {
	table, sum := make([]float64, printedBins), 0.0
	for i := range table {
		sum += weight(i)
		table[i] = sum
	}
	for i := range table {
		table[i] /= sum
	}
	return table
}
