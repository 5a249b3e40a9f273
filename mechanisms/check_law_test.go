package mechanisms

import (
	"fmt"
	"math"
	"slices"

	"dpscope/engine/num/quad"
)

// places lists the inputs at which laws are checked; ordinary ones, the ends, and points close to the ends.
var places = []float64{0, 1e-9, 0.013, 0.25, 0.4, 0.5, 0.77, 0.985, 1}

// corners returns the places where the density of a law at x may jump or bend, as
// the law declares them, from the lowest to the highest answer that matters, increasing.
func corners(l Law, x float64) []float64 {
	low, high := l.Support()
	reach := 1.0
	for reach < 1e12 && l.Outside(x-reach, x+reach) > 1e-17 {
		reach *= 1.25
	}
	low, high = max(low, x-reach), min(high, x+reach)
	list := []float64{low, high, x}
	if j, ok := l.(Jumping); ok {
		list = append(list, j.Jumps()...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// integrate returns the integral of f(y)·density(y) between corners, by
// Gauss-Legendre's rule on panels that grow away from the ends of each piece.
func integrate(l Law, corners []float64, f func(y float64) float64) float64 {
	sum := 0.0
	for i := 1; i < len(corners); i++ {
		a, b := corners[i-1], corners[i]
		const panels = 120
		edge := func(k int) float64 { // finer towards both ends
			s := float64(k) / panels
			return a + (b-a)*s*s*s*(10-15*s+6*s*s)
		}
		for k := range panels {
			from, to := edge(k), edge(k+1)
			sum += (to - from) / 2 * quad.Five.Sum(func(node float64) float64 {
				y := (from+to)/2 + (to-from)/2*node
				y = min(max(y, math.Nextafter(a, b)), math.Nextafter(b, a))
				return l.Density(y) * f(y)
			})
		}
	}
	return sum
}

// checkNormalised compares masses with the integral of the density and the sum
// of the atoms, and Mass with Outside.
func checkNormalised(s subject) error {
	for _, x := range places {
		l := s.At(x)
		atoms := l.Atoms()
		if low, high := l.Support(); math.Abs(l.Mass(low, high)-1) > 1e-12 || l.Outside(low, high) > 1e-12 {
			return fmt.Errorf("x=%g: the support has mass %.15g", x, l.Mass(low, high))
		}
		if left, right := l.Mass(math.Inf(-1), x), l.Mass(x, math.Inf(1)); math.Abs(left+right-1-massAt(atoms, x)) > 1e-9 {
			return fmt.Errorf("x=%g: masses of both sides are %.12g and %.12g", x, left, right)
		}
		points := corners(l, x)
		if p, ok := l.(Plateaued); ok && p.Plateau().HalfWidth < 1e-7 {
			continue // no quadrature finds it
		}
		low, high := points[0], points[len(points)-1]
		for _, w := range [][2]float64{{low, high}, {0, 0.3}, {0.2, 0.85}, {0.5, 1}, {-1, 0.05}, {0.9, 2}} {
			inside := []float64{max(w[0], low)}
			for _, c := range points {
				if w[0] < c && c < w[1] {
					inside = append(inside, c)
				}
			}
			inside = append(inside, min(w[1], high))
			want := 0.0
			if inside[0] < inside[len(inside)-1] {
				want = integrate(l, inside, func(float64) float64 { return 1 })
			}
			for _, a := range atoms {
				if w[0]-windowSlack <= a.At && a.At <= w[1]+windowSlack {
					want += a.Mass
				}
			}
			if got := l.Mass(w[0], w[1]); !(math.Abs(got-want) <= 1e-8) {
				return fmt.Errorf("x=%g: window %v has mass %.12g, density and atoms give %.12g", x, w, got, want)
			}
			if got := l.Mass(w[0], w[1]) + l.Outside(w[0], w[1]); !(math.Abs(got-1) <= 1e-14) {
				return fmt.Errorf("x=%g: mass and outside of %v add up to %.16g", x, w, got)
			}
		}
	}
	return nil
}

func massAt(atoms []Atom, y float64) float64 {
	for _, a := range atoms {
		if math.Abs(a.At-y) <= windowSlack {
			return a.Mass
		}
	}
	return 0
}

// checkMoments compares mean and variance with the integrals that define them.
func checkMoments(s subject) error {
	for _, x := range places {
		l := s.At(x)
		if p, ok := l.(Plateaued); ok && p.Plateau().HalfWidth < 1e-7 {
			continue
		}
		points := corners(l, x)
		moment := func(f func(y float64) float64) float64 {
			sum := integrate(l, points, f)
			for _, a := range l.Atoms() {
				sum += a.Mass * f(a.At)
			}
			return sum
		}
		mean := moment(func(y float64) float64 { return y })
		variance := moment(func(y float64) float64 { return (y - mean) * (y - mean) })
		spread := math.Sqrt(variance)
		if got := l.Mean(); !(math.Abs(got-mean) <= 1e-7*(1+spread)) {
			return fmt.Errorf("x=%g: mean %.12g, integral %.12g", x, got, mean)
		}
		if got := l.Variance(); !(math.Abs(got-variance) <= 1e-6*variance+1e-12) {
			return fmt.Errorf("x=%g: variance %.12g, integral %.12g", x, got, variance)
		}
	}
	return nil
}

// checkMirror holds x against 1 − x: every mechanism treats both ends alike.
func checkMirror(s subject) error {
	for _, x := range []float64{0, 0.125, 0.25, 0.5} { // 1 − x is exact
		l, mirrored := s.At(x), s.At(1-x)
		if snap, ok := l.(Discretised); ok && snap.Snapped()+mirrored.(Discretised).Snapped() != 1 {
			continue // halfway between two bins, both take the upper one
		}
		for _, w := range [][2]float64{{0, 0.25}, {0.125, 0.5}, {0.25, 0.75}, {0.5, 1}, {0.875, 1}, {-2, 0.375}, {-0.5, 1.5}} {
			got, want := mirrored.Mass(1-w[1], 1-w[0]), l.Mass(w[0], w[1])
			if !(math.Abs(got-want) <= 1e-12) {
				return fmt.Errorf("window %v has mass %.12g at x=%g, its mirror image %.12g", w, want, x, got)
			}
		}
		if got, want := mirrored.Mean(), 1-l.Mean(); !(math.Abs(got-want) <= 1e-12) {
			return fmt.Errorf("mean at %g is %.12g, at its mirror image %.12g", x, l.Mean(), got)
		}
	}
	return nil
}

// checkPeak requires that no answer is likelier than the one nearest to x.
func checkPeak(s subject) error {
	for _, x := range places {
		l := s.At(x)
		if b, ok := l.(Binned); ok {
			nearest := grid{b.Bins() - 1}.nearest(x)
			for i := range b.Bins() {
				if b.BinsMass(i, i) > b.BinsMass(nearest, nearest)*(1+1e-9) {
					return fmt.Errorf("x=%g: bin %d is likelier than bin %d", x, i, nearest)
				}
			}
			continue
		}
		inner := min(max(x, 1e-300), math.Nextafter(1, 0)) // clamped laws have no density at the ends
		for y := -0.5; y <= 1.5; y += 0.001 {
			if l.Density(y) > l.Density(inner)*(1+1e-9) {
				return fmt.Errorf("x=%g: %.3f is likelier", x, y)
			}
		}
	}
	return nil
}

// checkTails wants the mass outside a window as the sum of the masses on both
// sides of it, to a relative 1e-9 however small.
func checkTails(s subject) error {
	for _, x := range places {
		l := s.At(x)
		for _, theta := range []float64{0.05, 0.2, 0.4} {
			got := l.Outside(x-theta, x+theta)
			from, to := math.Nextafter(x-theta, -9), math.Nextafter(x+theta, 9)
			if _, binned := l.(Binned); binned {
				from, to = from-2*windowSlack, to+2*windowSlack
			}
			want := l.Mass(math.Inf(-1), from) + l.Mass(to, math.Inf(1))
			if !(math.Abs(got-want) <= 1e-9*want) && want > 1e-300 {
				return fmt.Errorf("x=%g: outside x ± %g is %.12g, both sides have %.12g", x, theta, got, want)
			}
		}
	}
	return nil
}

// checkDecimalWindows counts bins in windows [x−θ, x+θ] of decimals in whole
// hundredths, and compares masses with sums of atoms.
func checkDecimalWindows(s subject) error {
	b, ok := s.At(0).(Binned)
	if !ok {
		return nil
	}
	steps := b.Bins() - 1
	for hundredths := 0; hundredths <= 100; hundredths += 3 {
		x := float64(hundredths) / 100
		l := s.At(x)
		atoms := l.Atoms()
		for width := 0; width <= 60; width += 5 {
			theta := float64(width) / 100
			want := 0.0
			for i, a := range atoms {
				if (hundredths-width)*steps <= 100*i && 100*i <= (hundredths+width)*steps {
					want += a.Mass
				}
			}
			if got := l.Mass(x-theta, x+theta); !(math.Abs(got-want) <= 1e-12) {
				return fmt.Errorf("[%g − %g, %g + %g] has mass %.12g, its bins %.12g", x, theta, x, theta, got, want)
			}
		}
	}
	return nil
}
