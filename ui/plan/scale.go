package plan

import (
	"math"

	"dpscope/engine"
	"dpscope/engine/num/ticks"
	"dpscope/engine/numeral"
)

// Scale maps a coordinate to its place along an axis: 0 at the origin, 1 at the far end. It depends on the data alone, not on
// the size of the picture, so that a resize never changes the range.
type Scale struct {
	Low, High float64 // finite, Low < High; positive when Log
	Log       bool
	Down      bool // the origin is the high end: words of a y axis read from the top

	start, length float64 // Low and High - Low, in logarithms when Log
}

// NewScale returns the scale between two values.
func NewScale(low, high float64, log bool) Scale {
	s := Scale{Low: low, High: high, Log: log}
	s.start, s.length = low, high-low
	if log {
		s.start, s.length = math.Log10(low), math.Log10(high)-math.Log10(low)
	}
	return s
}

// Raw returns the same axis in the numbers that people count in.
func (s Scale) Raw(a engine.Axis) Scale {
	if a.Raw.From == a.Raw.To || s.Log || s.Down {
		return s
	}
	return NewScale(a.Raw.Of(s.Low), a.Raw.Of(s.High), false)
}

// At returns the place of v, beyond [0, 1] for values out of range, NaN for values without a place: NaN, infinities, and v <= 0
// on a log axis.
func (s Scale) At(v float64) float64 {
	if s.Log {
		if !(v > 0) {
			return math.NaN()
		}
		v = math.Log10(v)
	}
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return math.NaN()
	}
	t := (v - s.start) / s.length
	if s.Down {
		t = 1 - t
	}
	return min(max(t, -far), far)
}

// far is as good as infinitely far outside: there only the direction matters. It is near enough that arithmetic on cells stays
// within whole numbers.
const far = 1e5

// Bound does what At does for the end of an interval, which may be infinite.
func (s Scale) Bound(v float64) float64 {
	t := far
	switch {
	case math.IsInf(v, -1) || s.Log && v <= 0:
		t = -far
	case !math.IsInf(v, 1):
		return s.At(v)
	}
	if s.Down {
		return 1 - t
	}
	return t
}

// Length returns the length of the axis, in logarithms when it has Log.
func (s Scale) Length() float64 { return s.length }

// Value is the inverse of At.
func (s Scale) Value(t float64) float64 {
	if s.Down {
		t = 1 - t
	}
	v := s.start + t*s.length
	if s.Log {
		return math.Pow(10, v)
	}
	return v
}

// AxisScale chooses the range of an axis: the declared one, else the nice range around what its marks need. fromZero asks for
// the zero line; exact keeps the ends of the data, for a field without a margin.
func AxisScale(a engine.Axis, e engine.Extent, fromZero, exact bool) Scale {
	if len(a.Words) > 0 {
		return NewScale(-0.5, float64(len(a.Words))-0.5, false)
	}
	if low, high, fixed := FixedRange(a); fixed {
		return NewScale(low, high, a.Log)
	}
	low, high := 0.0, 1.0
	switch {
	case a.Log:
		low, high = logRange(e, exact)
	case exact && e.High-e.Low > tiny(e.Low, e.High):
		low, high = e.Low, e.High
	case e.Any:
		low, high = niceRange(e.Low, e.High, fromZero)
	}
	if a.Style == numeral.Percent && e.Any && e.Low >= 0 && e.High <= 1 { // nothing exceeds certainty
		low, high = max(low, 0), min(high, 1)
	}
	return NewScale(low, high, a.Log)
}

// FixedRange returns the declared range of an axis, if it can be drawn.
func FixedRange(a engine.Axis) (low, high float64, ok bool) {
	low, high = min(a.Low, a.High), max(a.Low, a.High)
	switch {
	case math.IsNaN(low) || math.IsNaN(high) || low == high:
		return 0, 0, false
	case a.Log && low < engine.Smallest:
		return 0, 0, false
	}
	low, high = max(low, -engine.Largest), min(high, engine.Largest)
	if a.Log {
		return low, high, high > low*(1+1e-9)
	}
	return low, high, high-low > tiny(low, high)
}

// tiny returns a difference too small, at this magnitude, to divide into ticks.
func tiny(low, high float64) float64 {
	return max(1e-11*max(math.Abs(low), math.Abs(high)), engine.Smallest)
}

// niceRange widens a linear range to ends that are easy to read. It is a function of the data alone and moves in steps, so that
// an axis stands still while a slider moves its data within a step.
func niceRange(low, high float64, fromZero bool) (float64, float64) {
	const slack = 1e-9 // a value that missed its step by rounding is on it
	switch {
	case high-low <= tiny(low, high) && !fromZero:
		if low == 0 {
			return 0, 1
		}
		half := niceStep(math.Abs(low) / 4)
		return math.Floor(low/half-1+slack) * half, math.Ceil(high/half+1-slack) * half
	case low >= 0 && (fromZero || low <= high/2):
		return 0, ceiling(high)
	case high <= 0 && (fromZero || high >= low/2):
		return -ceiling(-low), 0
	}
	step := niceStep((high - low) / 4)
	return math.Floor(low/step+slack) * step, math.Ceil(high/step-slack) * step
}

// ceiling returns the least of 1, 1.5, 1.8, 2, 3, 4, 6, 8 times a power of ten that is not below v, for v >= 0; 1 for none.
func ceiling(v float64) float64 {
	if v < engine.Smallest {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range [...]float64{1, 1.5, 1.8, 2, 3, 4, 6, 8, 10} {
		if v <= m*power*(1+1e-9) {
			return m * power
		}
	}
	return 20 * power // the logarithm was rounded up
}

// niceStep returns the least tick that is not below v.
func niceStep(v float64) float64 { return ticks.AtLeast(max(v, engine.Smallest) * (1 - 1e-9)) }

// logRange widens a positive range to whole decades, or to 1, 2, 5 where whole decades would leave much of the axis empty.
func logRange(e engine.Extent, exact bool) (float64, float64) {
	if !e.Any {
		return 0.1, 10
	}
	low, high := max(e.Low, engine.Smallest), max(e.High, engine.Smallest)
	if exact && high > low*(1+1e-9) {
		return low, high
	}
	const slack = 1e-9
	bottom := math.Floor(math.Log10(low) + slack)
	top := math.Ceil(math.Log10(high) - slack)
	if top <= bottom {
		bottom, top = bottom-1, bottom+1
	}
	const many = 6 // decades; the empty part of so many is small
	if top-bottom > many {
		return math.Pow(10, bottom), math.Pow(10, top)
	}
	start, end := ticks.AtMost(low*(1+slack)), ticks.AtLeast(high*(1-slack))
	if end <= start*(1+slack) {
		return math.Pow(10, bottom), math.Pow(10, top)
	}
	return start, end
}

// Whole rounds a position to a cell or a dot. The bias sends halves one way even with rounding errors: a level line stays
// level, and a line, a point and a tick of one value share a cell.
func Whole(v float64) int {
	const bias = 1e-6
	return int(math.Floor(v + 0.5 + bias))
}
