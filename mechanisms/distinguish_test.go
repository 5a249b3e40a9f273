package mechanisms

import (
	"fmt"
	"math"
	"testing"

	"dpscope/mechanisms/privacy"
)

// apart sums positive differences of the laws of M(x) and M(x′): over the atoms one by one, and over the rest by quadrature of
// the densities, in pieces within which one of them is the greater.
func apart(m Mechanism, x, other float64) float64 {
	p, q := m.At(x), m.At(other)
	sum := 0.0
	atoms, others := p.Atoms(), q.Atoms()
	for i := range atoms {
		sum += max(atoms[i].Mass-others[i].Mass, 0)
	}
	if _, ok := p.(Binned); ok {
		return sum
	}
	if narrow, ok := p.(Plateaued); ok && narrow.Plateau().HalfWidth < 1e-6 && math.Abs(x-other) > 1e-3 {
		return 2 * narrow.Plateau().HalfWidth * (narrow.Plateau().Density - p.Density(other)) // no quadrature finds it
	}
	edges := sortedUnique(append(corners(p, x), corners(q, other)...))
	greater := func(y float64) bool { return p.Density(y) > q.Density(y) }
	for i := 1; i < len(edges); i++ {
		a, b := edges[i-1], edges[i]
		inside := func(t float64) float64 { return a + (b-a)*t }
		start, end := greater(inside(1e-9)), greater(inside(1-1e-9))
		pieces := []float64{a, b}
		if start != end { // one of two log-concave laws, moved: they cross once
			low, high := 0.0, 1.0
			for range 60 {
				if mid := (low + high) / 2; greater(inside(mid)) == start {
					low = mid
				} else {
					high = mid
				}
			}
			pieces = []float64{a, inside(low), b}
		}
		for k := 1; k < len(pieces); k++ {
			if greater((pieces[k-1] + pieces[k]) / 2) {
				sum += integrate(p, pieces[k-1:k+1], one) - integrate(q, pieces[k-1:k+1], one)
			}
		}
	}
	return sum
}

func one(float64) float64 { return 1 }

// checkVariation compares the total variation with that sum, and the worst pair
// with the profile at ε = 0.
func checkVariation(s subject) error {
	if finerThanFloat(s) {
		return nil
	}
	worst := s.DeltaAt(0)
	for _, pair := range inputPairs {
		x, other := pair[0], pair[1]
		got, want := s.TotalVariation(x, other), apart(s, x, other)
		if !(math.Abs(got-want) <= 1e-12) {
			return fmt.Errorf("total variation of %g and %g is %.15g, the sum %.15g", x, other, got, want)
		}
		if got > worst*(1+1e-12) {
			return fmt.Errorf("total variation of %g and %g is %.15g, of the worst pair %.15g", x, other, got, worst)
		}
	}
	if got := s.TotalVariation(0, 1); math.Abs(got-worst) > 1e-12*worst {
		return fmt.Errorf("total variation of 0 and 1 is %.15g, the profile at 0 %.15g", got, worst)
	}
	return nil
}

// checkTelling requires the log-ratio to be at least the requested one inside DistinguishingEvent, and smaller outside.
func checkTelling(s subject) error {
	if finerThanFloat(s) || s.Guarantee().Claim().Epsilon > 50 {
		return nil
	}
	for _, pair := range inputPairs {
		p, q := s.At(pair[0]), s.At(pair[1])
		for _, share := range []float64{0.2, 0.7, 1} {
			loss := share * s.Guarantee().Claim().Epsilon
			from, to := s.DistinguishingEvent(pair[0], pair[1], loss)
			wrong := func(a, b, y float64) bool {
				ratio, near := math.Log(a)-math.Log(b), 1e-9*(1+loss)
				if a == 0 || math.Abs(ratio-loss) < near || math.Abs(y-from) < 1e-9 || math.Abs(y-to) < 1e-9 && from < to {
					return false
				}
				return (ratio > loss) != (from <= y && y <= to)
			}
			atoms, others := p.Atoms(), q.Atoms()
			for i, a := range atoms {
				if wrong(a.Mass, others[i].Mass, a.At) {
					return fmt.Errorf("loss %g at x = %g, x′ = %g in [%g, %g]: not so at the atom %g", loss, pair[0], pair[1], from, to, a.At)
				}
			}
			for y := -1.5; y < 2.5; y += 0.0123 {
				if wrong(p.Density(y), q.Density(y), y) {
					return fmt.Errorf("loss %g at x = %g, x′ = %g in [%g, %g]: not so at %g", loss, pair[0], pair[1], from, to, y)
				}
			}
		}
	}
	return nil
}

// The odds of an attacker are (1 + total variation)/2, for any pair and for the worst, and never more than the guarantee
// allows.
func TestOdds(t *testing.T) {
	neighbours := [][2]float64{{0, 1}, {0.5, 0.8}, {0.3, 0.31}, {0, 1e-6}, {0.98, 1}, {0.5, 0.5}, {0.9, 0.02}}
	for _, kind := range All.Kinds {
		for _, epsilon := range []float64{1e-3, 0.03, 0.4, 1, 2.5, 8, 20} {
			for _, delta := range []float64{1e-6, 0.2} {
				m, err := madeOf(kind, epsilon, delta, 101)
				if err != nil {
					continue // it needs a smaller ε
				}
				claim := m.Guarantee().Claim()
				allowed, worst := privacy.RightGuess(m.Guarantee().Delta(0)), privacy.RightGuess(m.DeltaAt(0))
				if odds := math.Exp(epsilon); math.Abs(allowed-(odds+claim.Delta)/(1+odds)) > 1e-15 {
					t.Errorf("%s at %v allows %.17g", kind.Name, claim, allowed)
				}
				if worst > allowed+1e-15 {
					t.Errorf("%s at %v: right with %.17g, the guarantee allows %.17g", kind.Name, claim, worst, allowed)
				}
				largest := 0.0
				for _, n := range neighbours {
					got, want := privacy.RightGuess(m.TotalVariation(n[0], n[1])), (1+apart(m, n[0], n[1]))/2
					if math.Abs(got-want) > 1e-12 {
						t.Errorf("%s at %v, %g and %g: %.15g, want %.15g", kind.Name, claim, n[0], n[1], got, want)
					}
					largest = max(largest, got)
				}
				if math.Abs(largest-worst) > 1e-15 {
					t.Errorf("%s at %v: the worst pair is right with %.17g, of these pairs one with %.17g", kind.Name, claim, worst, largest)
				}
			}
		}
	}
}

// However small, a total variation keeps its digits: the same at (x, x′), (x′, x)
// and the mirror images.
func TestSmallVariations(t *testing.T) {
	for _, kind := range All.Kinds {
		m := newMechanism(t, kind.Name, 1e-6, 1e-9, 1001)
		if _, snaps := m.At(0).(Discretised); snaps {
			continue // it jumps from bin to bin
		}
		_, flat := m.At(0).(Plateaued) // at so small an ε, the ends of two plateaus may be the same
		for _, pair := range [][2]float64{{0.5, 0.5 + 0x1p-20}, {0.25, 0.75}, {0.875, 0.875 + 0x1p-30}} {
			x, other := pair[0], pair[1]
			v := m.TotalVariation(x, other)
			for _, same := range []float64{m.TotalVariation(other, x), m.TotalVariation(1-x, 1-other), m.TotalVariation(1-other, 1-x)} {
				if math.Abs(same-v) > 1e-9*v {
					t.Errorf("%s, %g and %g: %.17g and %.17g", kind.Name, x, other, v, same)
				}
			}
			if !(v > 0) && !flat {
				t.Errorf("%s, %g and %g: %g", kind.Name, x, other, v)
			}
		}
	}
}
