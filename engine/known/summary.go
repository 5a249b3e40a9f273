package known

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Summary summarises a number over several seeds, those that have it.
type Summary struct {
	Mean      float64 // NaN without seeds
	Deviation float64 // standard; NaN of fewer than two
	Seeds     int
	Overlap   float64 // of splits of the same records: records held out per record learnt from; 0: seeds are independent
}

// Summarise summarises one number per seed.
func Summarise(values []float64) Summary {
	if len(values) == 0 {
		return Summary{Mean: math.NaN(), Deviation: math.NaN()}
	}
	mean, deviation := stat.MeanStdDev(values, nil)
	return Summary{Mean: mean, Deviation: deviation, Seeds: len(values)}
}

// Splits returns the summary for splits of the same records, given the number of records held out per record
// learnt from.
func (s Summary) Splits(overlap float64) Summary {
	s.Overlap = overlap
	return s
}

// Error returns the standard error of the mean. Splits overlap in what they learn from, so that more of them
// are worth less than as many samples: their mean has about the variance of a split times 1/seeds + overlap
// (Nadeau & Bengio 2003).
func (s Summary) Error() float64 {
	return s.Deviation * math.Sqrt(1/float64(s.Seeds)+s.Overlap)
}

// Value returns the mean as an estimate over all seeds, with Student's interval at 95 % for two and more.
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

// In returns the value of a mean that cannot leave a range.
func (s Summary) In(r Range) Value { return r.Clip(s.Value()) }
