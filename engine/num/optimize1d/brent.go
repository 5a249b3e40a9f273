// Package optimize1d finds the greatest value of a function of one variable on an
// interval: Brent's way where the function is smooth, in few evaluations;
// golden sections where it has kinks, steps or gaps, or a value that is enough.
//
// Gonum's optimize minimises from a starting point, by gradients or simplices,
// and knows no interval.
package optimize1d

import "math"

// Brent finds a maximum of f on [low, high], the maximum if there is only one
// peak, and returns the best point tried (Brent 1973, ch. 5: golden sections,
// and parabolas where they can be trusted). The position is found to about
// 1e-9 of the interval, its value much closer.
func Brent(f func(float64) float64, low, high float64) (at, value float64) {
	return Near(f, low, high, 1e-9)
}

// Near does as Brent to a part of the interval: if only the value matters, the root of its precision suffices
// for the place.
func Near(f func(float64) float64, low, high, part float64) (at, value float64) {
	const (
		golden = 0.3819660112501051 // (3 − √5)/2
		most   = 100
	)
	x := low + golden*(high-low)
	w, v := x, x
	fx := f(x)
	fw, fv := fx, fx
	step, before := 0.0, 0.0
	tolerance := part*(high-low) + 0x1p-52*(math.Abs(low)+math.Abs(high))
	for range most {
		mid := low + (high-low)/2
		if math.Abs(x-mid)+(high-low)/2 <= 2*tolerance {
			break
		}
		next, parabolic := parabola(x, w, v, fx, fw, fv)
		if parabolic && math.Abs(next) < math.Abs(before)/2 && low-x < next && next < high-x {
			before, step = step, next
			if x+step-low < 2*tolerance || high-x-step < 2*tolerance {
				step = math.Copysign(tolerance, mid-x)
			}
		} else {
			before = low - x
			if x < mid {
				before = high - x
			}
			step = golden * before
		}
		u := x + step
		if math.Abs(step) < tolerance {
			u = x + math.Copysign(tolerance, step)
		}
		fu := f(u)
		if fu >= fx {
			if u < x {
				high = x
			} else {
				low = x
			}
			v, fv, w, fw, x, fx = w, fw, x, fx, u, fu
			continue
		}
		if u < x {
			low = u
		} else {
			high = u
		}
		if fu >= fw || w == x {
			v, fv, w, fw = w, fw, u, fu
		} else if fu >= fv || v == x || v == w {
			v, fv = u, fu
		}
	}
	return x, fx
}

// parabola returns the step from x to the top of the parabola through three
// points.
func parabola(x, w, v, fx, fw, fv float64) (step float64, ok bool) {
	r := (x - w) * (fx - fv)
	q := (x - v) * (fx - fw)
	p := (x-v)*q - (x-w)*r
	q = 2 * (q - r)
	if q == 0 {
		return 0, false
	}
	return -p / q, true
}
