// Package least finds the least place on a line at which a function reaches a level, along a
// walk.
//
// A function that need not rise is known at the places of the walk alone, and these decide the last digit of
// the result. So the walk is an argument: its places, when it looks between them, and how it narrows the gap
// between a place that misses and one that reaches.
package least

import (
	"iter"
	"math"
)

// Function must reach a level; NaN stands for no value.
type Function func(x float64) float64

// Point is a place, the value there, and whether that is enough.
type Point struct {
	X, Value float64
	Reaches  bool
}

// Walk says where a search looks. Following it needs only Places, and finding anything needs Narrow too.
type Walk struct {
	// Places rise, or fall for Nearest.
	Places iter.Seq[float64]
	// Level is the level to reach.
	Level float64
	// Resolution bounds the width, on the scale of the walk, of stretches that reach and may be missed; 0:
	// none, because the function is monotone between neighbouring places.
	Resolution float64

	// Screen approximates the function with less effort. It equals the function wherever that reaches, and is
	// negative wherever that misses.
	Screen Function
	// Bump reports whether a function with these values at three places in a row may reach the level around
	// the second, the greatest of them; Top climbs to the greatest value between the others. With Tail the
	// last two steps are climbed in any case.
	Bump func(left, middle, right Point) bool
	Top  func(f Function, low, high float64) (at, value float64)
	Tail bool
	// Between returns a place to look at between two in a row; false: none.
	Between func(from, to Point) (float64, bool)

	// Narrow closes in on the border between a place that misses and one that reaches. Found is false if the
	// function only seems to reach the level, by rounding.
	Narrow func(f Function, missing, reaching Point) (below, above float64, found bool)
}

// Found is the result of a walk.
type Found struct {
	Least      float64 // place seen to reach; NaN: none
	Missed     float64 // the place just below, seen to miss; NaN: the first of the walk reaches, or none does
	Resolution float64 // of the walk: 0 says that no lesser place reaches
	Everywhere bool    // every place between the first and the last of the walk is proven to reach
}

// Reached reports whether a place was found.
func (found Found) Reached() bool { return !math.IsNaN(found.Least) }

// Find walks up to the first place that reaches the level.
func (w Walk) Find(f Function) Found {
	found, first := w.nothing(), true
	w.follow(f, func(from, to Point) bool {
		switch {
		case first && to.Reaches: // do all others?
			found.Least, found.Everywhere = to.X, w.Resolution == 0
		case found.Reached():
			found.Everywhere = found.Everywhere && to.Reaches
		case to.Reaches && !from.Reaches:
			found.narrow(w, f, Border{from, to})
			return !found.Reached()
		}
		first = false
		return !found.Reached() || found.Everywhere
	})
	return found
}

// Nearest walks to the first border, crossed in either direction.
func (w Walk) Nearest(f Function) Found {
	found := w.nothing()
	w.follow(f, func(from, to Point) bool {
		switch {
		case to.Reaches && !from.Reaches:
			found.narrow(w, f, Border{from, to})
		case from.Reaches && !to.Reaches:
			found.narrow(w, f, Border{to, from})
		}
		return !found.Reached()
	})
	return found
}

// Border lies between a place that misses and one that reaches.
type Border struct{ Missing, Reaching Point }

// Borders walks to the end. Best is the first of the places with the greatest value, the tops
// that were climbed to among them.
func (w Walk) Borders(f Function) (borders []Border, best Point) {
	best = Point{X: math.NaN(), Value: math.NaN()}
	w.follow(f, func(from, to Point) bool {
		if to.Value > best.Value || math.IsNaN(best.Value) && !math.IsNaN(to.Value) {
			best = to
		}
		switch {
		case to.Reaches && !from.Reaches:
			borders = append(borders, Border{from, to})
		case from.Reaches && !to.Reaches:
			borders = append(borders, Border{to, from})
		}
		return true
	})
	return borders, best
}

// nothing returns the result before a walk.
func (w Walk) nothing() Found {
	return Found{Least: math.NaN(), Missed: math.NaN(), Resolution: w.Resolution}
}

// narrow stores the result of narrowing a border with the function itself, if it finds anything.
func (found *Found) narrow(w Walk, f Function, b Border) {
	if w.Screen != nil {
		b.Missing = w.point(f, b.Missing.X)
	}
	if below, above, is := w.Narrow(f, b.Missing, b.Reaching); is {
		found.Missed, found.Least = below, above
	}
}

// Concave is the Bump of a function that must reach 0 and is concave around its tops. Then its top exceeds
// the second of three values by at most one of the two rises; four of them leave a margin, and ignore ripples
// of rounding on a flat stretch.
func Concave(left, middle, right Point) bool {
	rise, fall := middle.Value-left.Value, middle.Value-right.Value
	return right.Value < 0 && rise > 0 && fall > 0 && middle.Value+4*max(rise, fall) >= 0
}
