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
}

// Summarise is of one number a seed.
func Summarise(values []float64) Summary {
	if len(values) == 0 {
		return Summary{Mean: math.NaN(), Deviation: math.NaN()}
	}
	mean, deviation := stat.MeanStdDev(values, nil)
	return Summary{mean, deviation, len(values)}
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
	half := distuv.StudentsT{Sigma: 1, Nu: float64(s.Seeds - 1)}.Quantile(0.975) * s.Deviation / math.Sqrt(float64(s.Seeds))
	return Sampled(s.Mean, s.Mean-half, s.Mean+half, 0.95)
}

// Among is the value of a mean that cannot leave [low, high], as Student's interval
// may: its ends are put where they can be.
func (s Summary) Among(low, high float64) Value {
	v := s.Value()
	if a, b, ok := v.Interval(); ok {
		v.Low, v.High = max(a, low), min(b, high)
	}
	return v
}
