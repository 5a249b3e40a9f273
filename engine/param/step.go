package param

import (
	"math"
	"strconv"
)

// Step returns the slider value that lies steps notches from v, fine or
// coarse. Notches form a fixed lattice, so that a step back undoes a step
// forth and the same values recur: multiples of the step on a Linear scale,
// numbers of two digits (coarse: 1, 2, 5) times a power of ten on the others,
// and whole numbers below 100, or of a list, one by one.
// The result stays in the slider's range, or in the hard range if v has
// already left it. A Zero that is no quantity comes before the least value.
func (p Param) Step(v float64, steps int, coarse bool) float64 {
	low, high := p.Travel()
	if p.Zero != "" {
		if v == 0 && steps > 0 {
			return p.Step(low, steps-1, coarse)
		}
		if v == low && steps < 0 {
			return 0
		}
	}
	if v < low || v > high {
		low, high = p.Min, p.Max
	}
	next := v
	for range min(max(steps, -steps), 1000) {
		if steps > 0 {
			next = p.above(next, coarse)
		} else {
			next = p.below(next, coarse)
		}
	}
	next = min(max(next, low), high)
	if p.Check(next) != nil { // an end of an open range
		return v
	}
	return next
}

// Snap returns the notch nearest to v, inside the slider's range.
func (p Param) Snap(v float64) float64 {
	low, high := p.Travel()
	down, up := p.below(v, false), p.above(v, false)
	at := p.above(down, false) // v itself when it is a notch
	best := at
	for _, c := range []float64{down, up} {
		if math.Abs(c-v) < math.Abs(best-v) {
			best = c
		}
	}
	best = min(max(best, low), high)
	if p.Check(best) != nil {
		return v
	}
	return best
}

// byOne reports whether the notch after v is the next whole number.
func (p Param) byOne(v float64, coarse bool) bool {
	return p.Scale == Count && !coarse && (p.Numbered || v < 100)
}

// above returns the least notch above v.
func (p Param) above(v float64, coarse bool) float64 {
	if p.Scale == Linear {
		step := p.linearStep(coarse)
		return multiple(math.Floor(v/step+1e-9)+1, step)
	}
	if p.byOne(v, coarse) {
		return math.Floor(v) + 1
	}
	if v <= 0 { // a scale by ratios has no notch at zero; its slider starts at Low
		low, _ := p.Travel()
		return low
	}
	mantissa, exponent := split(v)
	for _, m := range mantissas(coarse) {
		if m > mantissa+1e-9 {
			return join(m, exponent)
		}
	}
	return join(10, exponent+1)
}

// below returns the greatest notch below v.
func (p Param) below(v float64, coarse bool) float64 {
	if p.Scale == Linear {
		step := p.linearStep(coarse)
		return multiple(math.Ceil(v/step-1e-9)-1, step)
	}
	if p.byOne(math.Ceil(v)-1, coarse) {
		return math.Ceil(v) - 1
	}
	if v <= 0 {
		return p.Min
	}
	mantissa, exponent := split(v)
	notches := mantissas(coarse)
	for i := len(notches) - 1; i >= 0; i-- {
		if notches[i] < mantissa-1e-9 {
			return join(notches[i], exponent)
		}
	}
	return join(notches[len(notches)-1], exponent-1)
}

func (p Param) linearStep(coarse bool) float64 {
	low, high := p.Travel()
	switch {
	case coarse && p.Coarse > 0:
		return p.Coarse
	case coarse:
		return (high - low) / 10
	case p.Fine > 0:
		return p.Fine
	}
	return (high - low) / 100
}

// split writes v > 0 as mantissa·10^exponent/10 with mantissa in [10, 100).
func split(v float64) (mantissa float64, exponent int) {
	exponent = int(math.Floor(math.Log10(v) + 1e-12))
	return v / math.Pow(10, float64(exponent)) * 10, exponent
}

func join(mantissa float64, exponent int) float64 {
	v, _ := strconv.ParseFloat(strconv.FormatFloat(mantissa, 'f', 0, 64)+"e"+strconv.Itoa(exponent-1), 64)
	return v
}

var fineMantissas, coarseMantissas = func() (fine, coarse []float64) {
	for m := 10.0; m < 100; m++ {
		fine = append(fine, m)
	}
	return fine, []float64{10, 20, 50}
}()

func mantissas(coarse bool) []float64 {
	if coarse {
		return coarseMantissas
	}
	return fineMantissas
}

// multiple returns k·step without the last digits that binary adds.
func multiple(k, step float64) float64 {
	v, _ := strconv.ParseFloat(strconv.FormatFloat(k*step, 'g', 12, 64), 64)
	return v
}
