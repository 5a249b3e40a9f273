// Package concentration says where private answers land: of one mechanism at one
// value, of all of them ranked, and at which budget they reach a target.
package concentration

import (
	"math"
	"math/rand/v2"
	"slices"

	"dpscope/mechanisms"
)

// Window is the closed interval [From, To].
type Window struct{ From, To float64 }

// Around returns the window x ± theta, clipped to [0, 1].
func Around(x, theta float64) Window {
	return Window{max(0, x-theta), min(1, x+theta)}
}

// Length returns the probability that a uniform answer in [0, 1] lands in a window within it.
func (w Window) Length() float64 { return w.To - w.From }

// SquareError returns the mean of (M(x) − x)² by the law of M(x): the variance plus the square of the bias.
func SquareError(law mechanisms.Law, x float64) float64 {
	bias := law.Mean() - x
	return law.Variance() + bias*bias
}

// Outline samples the density of a law over [low, high] at about count points,
// with two more on either side of each jump, so that a curve through them has
// upright edges. x is the input, where densities peak.
func Outline(law mechanisms.Law, x, low, high float64, count int) (at, density []float64) {
	left, right := law.Support()
	corners := []float64{left, right, x}
	if p, ok := law.(mechanisms.Plateaued); ok {
		plateau := p.Plateau()
		corners = append(corners, plateau.Low, plateau.High)
	}
	for i := range count {
		at = append(at, low+(high-low)*float64(i)/float64(count-1))
	}
	for _, c := range corners {
		if low <= c && c <= high {
			before, after := math.Nextafter(c, math.Inf(-1)), math.Nextafter(c, math.Inf(1))
			if c == 0 { // 5e-324 is no number to look at
				before, after = -0x1p-60, 0x1p-60
			}
			at = append(at, c)
			for _, beside := range []float64{before, after} { // where the density jumps
				if low <= beside && beside <= high && law.Density(beside) != law.Density(c) {
					at = append(at, beside)
				}
			}
		}
	}
	slices.Sort(at)
	at = slices.Compact(at)
	for _, y := range at {
		density = append(density, law.Density(y))
	}
	return at, density
}

// Column is the probability of the bins that stand at From to To.
type Column struct{ From, To, Mass float64 }

// Columns groups the bins of a law on bins into at most count columns of equal
// numbers of bins, the last perhaps smaller. Its cost does not depend on the
// number of bins.
func Columns(law mechanisms.Binned, count int) []Column {
	bins := law.Bins()
	each := (bins + count - 1) / count
	var columns []Column
	for first := 0; first < bins; first += each {
		last := min(first+each, bins) - 1
		columns = append(columns, Column{binAt(law, first), binAt(law, last), law.BinsMass(first, last)})
	}
	return columns
}

func binAt(law mechanisms.Binned, i int) float64 { return float64(i) / float64(law.Bins()-1) }

// Capped puts the greatest float64 in the place of densities beyond it, so that
// a curve keeps its peak, and tells whether there were any.
func Capped(density []float64) bool {
	some := false
	for i, d := range density {
		if math.IsInf(d, 1) {
			density[i], some = math.MaxFloat64, true
		}
	}
	return some
}

// Drawn returns count answers of a law, the same ones at every call.
func Drawn(law mechanisms.Law, count int) []float64 {
	rng := rand.New(rand.NewPCG(1, 1))
	answers := make([]float64, count)
	for i := range answers {
		answers[i] = law.Sample(rng)
	}
	return answers
}
