package polling

import (
	"math"
	"math/rand/v2"

	"dpscope/engine/known"
	"dpscope/engine/num/normal"
	"dpscope/mechanisms"
	"dpscope/mechanisms/unbiased"
)

// Many is the number of people from which on the normal law is accurate for a mean.
const Many = 30

// Spread describes people's numbers, in [0, 1], as far as a margin depends on them.
type Spread struct {
	Mean, Variance float64
	Ends           bool // all are 0 or 1, a share of Mean of them 1
}

// Even is the spread of evenly spread numbers.
var Even = Spread{Mean: 0.5, Variance: 1. / 12}

// Alike returns the spread of equal numbers.
func Alike(x float64) Spread { return Spread{Mean: x} }

// Ends returns the spread of numbers with a share of 1s, the others 0.
func Ends(share float64) Spread {
	return Spread{Mean: share, Variance: share * (1 - share), Ends: true}
}

// Average asks for a mean of numbers.
type Average struct {
	People   float64 // n, whole, from 1 to 10¹²
	Spread   Spread
	Everyone bool // the n are everyone: the truth is their mean; otherwise they are a sample of many
}

// spread returns the numbers that there are: of everyone, a whole number are at an end.
func (a Average) spread() Spread {
	if a.Everyone && a.Spread.Ends {
		return Ends(math.Floor(a.Spread.Mean*a.People+0.5) / a.People)
	}
	return a.Spread
}

// Truth returns the mean that is estimated.
func (a Average) Truth() float64 { return a.spread().Mean }

// own returns the variance of the mean of honest numbers: of everyone, none.
func (a Average) own() float64 {
	if a.Everyone {
		return 0
	}
	return a.Spread.Variance / a.People
}

// Answers returns the estimate from answers by a mechanism. Of Duchi's bit its law is exact, but where everyone's numbers
// are neither alike nor at the ends; else it is the normal law, an estimate that is rough below 30 people.
func (a Average) Answers(by unbiased.Mechanism) Mean {
	s := a.spread()
	if bit, is := by.(unbiased.Duchi); is && !(a.Everyone && s.Variance > 0 && !s.Ends) {
		unit := bit.Reach() / a.People
		if a.Everyone && s.Ends {
			have := math.Floor(a.Spread.Mean*a.People + 0.5)
			yes, no := bit.Upper(1)
			fewer, more := bit.Upper(0)
			return Mean{exact: Estimate{sum(of(have, yes, no), of(a.People-have, fewer, more)), unit}}
		}
		yes, no := bit.Upper(s.Mean)
		return Mean{exact: Estimate{one{of(a.People, yes, no)}, unit}}
	}
	// All variances are a constant and a multiple of (x − ½)².
	middle := by.Variance(0.5)
	bend := 4 * (by.Variance(1) - middle)
	answers := middle + bend*(s.Variance+(s.Mean-0.5)*(s.Mean-0.5))
	return Mean{variance: answers/a.People + a.own(), few: a.People < Many}
}

// Honest returns the estimate from true numbers: chance alone.
func (a Average) Honest() Mean {
	if s := a.spread(); s.Ends {
		return Mean{exact: Poll{a.People, a.Spread.Mean, a.Everyone}.Honest()}
	}
	return Mean{variance: a.own(), few: a.People < Many}
}

// Worth returns how many honest answers of a sample scatter as little as an estimate does.
func (a Average) Worth(m Result) known.Value {
	deviation := m.Deviation()
	switch {
	case a.Everyone:
		return known.Nothing("honest answers of everyone do not scatter")
	case a.Spread.Variance == 0:
		return known.Nothing("honest answers do not scatter where all are alike")
	case deviation.Missing():
		return deviation
	}
	return known.Exactly(a.Spread.Variance / (deviation.Value * deviation.Value))
}

// Mean is a survey's estimate of a mean: by an exact law, or by its variance.
type Mean struct {
	exact    Result
	variance float64
	few      bool
	noise    mechanisms.Law // of an office, beside the normal law of the people's own mean; nil: the whole law is normal
	people   float64        // standard deviation of the people's mean, in units
	unit     float64        // unit of the noise
}

// Exact reports whether the law is exact.
func (m Mean) Exact() bool { return m.exact != nil || m.variance == 0 }

// Few reports whether the normal law stands for fewer than 30 people.
func (m Mean) Few() bool { return !m.Exact() && m.few }

// Errors draws the errors of count surveys, the same ones at every call.
func (m Mean) Errors(count int) []float64 {
	if m.exact != nil {
		return m.exact.Errors(count)
	}
	rng, errors := rand.New(rand.NewPCG(Seed, 44)), make([]float64, count)
	for i := range errors {
		if m.noise != nil {
			errors[i] = (m.noise.Sample(rng) + m.people*rng.NormFloat64()) * m.unit
		} else {
			errors[i] = math.Sqrt(m.variance) * rng.NormFloat64()
		}
	}
	return errors
}

// Margin returns the least distance within which the estimate lies from the truth with a probability of at least the confidence.
func (m Mean) Margin(confidence float64) known.Value {
	switch {
	case m.exact != nil:
		return m.exact.Margin(confidence)
	case m.variance == 0:
		return known.Exactly(0)
	case m.noise != nil:
		return known.Approximated(border(m.outside, math.Sqrt(m.variance)/m.unit, confidence) * m.unit)
	}
	return known.Approximated(math.Sqrt2 * math.Erfinv(confidence) * math.Sqrt(m.variance))
}

// outside returns the probability that an office's mean errs by more than distance units. It sums over the
// narrower of the people's mean and the noise, at places close enough for three correct digits.
func (m Mean) outside(distance float64) float64 {
	const deviations, apart, most = 7, 1. / 32, 12 // of the normal law, and of the noise
	whole, noise := 0.0, math.Sqrt(m.noise.Variance())
	if m.people < noise {
		for v := -deviations + apart/2; v < deviations; v += apart {
			whole += normal.Density(v) * apart * tail(m.noise, distance-v*m.people)
		}
		return 2 * whole
	}
	cell := apart * min(m.people, noise)
	normals := func(z float64) float64 { return normal.UpperTail((distance - z) / m.people) }
	for i := -math.Ceil(most * noise / cell); i*cell < most*noise; i++ { // by Simpson's rule in each cell
		whole += m.noise.Mass(i*cell, (i+1)*cell) * (normals(i*cell) + 4*normals((i+0.5)*cell) + normals((i+1)*cell)) / 6
	}
	return 2 * whole
}

// Keeps reports whether the estimate lies within a margin of the truth with a probability of at least the confidence.
func (m Mean) Keeps(margin, confidence float64) bool {
	switch {
	case m.exact != nil:
		return m.exact.Keeps(margin, confidence)
	case m.noise != nil:
		return m.outside(margin/m.unit) <= 1-confidence
	}
	return m.Margin(confidence).Value <= margin
}

// Deviation returns the standard deviation of the estimate.
func (m Mean) Deviation() known.Value {
	if m.exact != nil {
		return m.exact.Deviation()
	}
	return known.Exactly(math.Sqrt(m.variance))
}
