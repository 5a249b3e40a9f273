package known

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Summary is of a number that was drawn with several seeds, over those that have it.
type Summary struct {
	Mean      float64 // NaN of no seed
	Deviation float64 // standard; NaN of fewer than two
	Seeds     int
	Overlap   float64 // of splits of the same records: how many are held out for each that is learnt from; 0: seeds have nothing in common
}

// Summarise is of one number a seed.
func Summarise(values []float64) Summary {
	if len(values) == 0 {
		return Summary{Mean: math.NaN(), Deviation: math.NaN()}
	}
	mean, deviation := stat.MeanStdDev(values, nil)
	return Summary{Mean: mean, Deviation: deviation, Seeds: len(values)}
}

// Splits is the summary of what was learnt and judged on splits of the same records, of which so many are held out for each that is learnt from.
func (s Summary) Splits(overlap float64) Summary {
	s.Overlap = overlap
	return s
}

// Error is the standard error of the mean. What splits learn from overlaps, so that more of them tell less than as many samples would: their mean has
// about the variance of a split times 1/seeds + overlap (Nadeau & Bengio 2003).
func (s Summary) Error() float64 {
	return s.Deviation * math.Sqrt(1/float64(s.Seeds)+s.Overlap)
}

// Value is the mean as an estimate over all seeds, with Student's interval at 95 %
// where there are two and more.
func (s Summary) Value() Value {
	switch s.Seeds {
	case 0:
		return Nothing("no seed has it")
	case 1:
		return Approximated(s.Mean)
	}
	half := distuv.StudentsT{Sigma: 1, Nu: float64(s.Seeds - 1)}.Quantile(0.975) * s.Error()
	return Sampled(s.Mean, s.Mean-half, s.Mean+half, 0.95)
}

// In is the value of a mean that cannot leave a range.
func (s Summary) In(r Range) Value { return r.Clip(s.Value()) }
