package privacy

import (
	"cmp"
	"math"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/num/normal"
	"dpscope/engine/num/rootfind"
)

// Regret says how well the Gaussian number of a floor describes the whole curve: the least k with f(α + k) −
// k ≤ Φ(Φ⁻¹(1 − α) − μ) at every α, where f = 1 − TPR is the rate of the other error (Gomez & others 2026).
// It shifts both error rates alike, and f covers both orders: it is the greatest convex curve below both.
func (a Attack) Regret(floor float64) known.Value {
	mu := a.Mu(floor)
	if mu.Missing() {
		return mu
	}
	if v := a.Advantage(); v.Low == 0 && v.High > 0 {
		return known.Refused("the curve is known from above alone")
	}
	if a.Envelope() {
		return known.OrMore(a.overstated(mu.High))
	}
	low, high := a.outline(), a.polygon()
	least, most := 0.0, 0.0
	var before diagonal
	for i := range places + 1 {
		at := farthest * float64(i) / places
		d := normalErrors(mu.Low, at)
		least = max(least, (low.along(d.across)-d.along)/2)
		d = normalErrors(mu.High, at)
		k := (high.along(d.across) - d.along) / 2
		if i > 0 { // between two places the latter does not exceed its chord
			last := (high.along(before.across) - before.along) / 2
			most = max(most, max(k, last)+sag(mu.High, before, d, at)/2)
		}
		before = d
	}
	return known.Enclosed(most, min(least, most), most)
}

// overstated returns the regret of an envelope at some places on it. Every mechanism below it regrets at
// least as much beside the same normal laws.
func (a Attack) overstated(mu float64) (most float64) {
	const wide = 12
	for _, d := range a.polygon() {
		if d.across < 0 || d.across >= 1 {
			continue
		}
		spare := func(at float64) float64 { return normalErrors(mu, at).across - d.across }
		end := wide + mu
		if first, last := spare(0), spare(end); first < 0 && last >= 0 {
			_, at := rootfind.Bracket(spare, 0, end, first, last, 1e-15)
			most = max(most, (d.along-normalErrors(mu, at).along)/2)
		}
	}
	return most
}

// places counts the places along the curve, up to a threshold farthest from the middle. A place's k is f's
// excess of false positives over the normal laws; farther out the normal laws have less than 2·10⁻¹⁹ to lose,
// so that k grows by no more than that.
const places, farthest = 500, 9.0

// diagonal holds the errors (α, β) in coordinates along the diagonal, on the side with more misses: both
// curves are symmetric about it, and convex here as well.
type diagonal struct{ across, along float64 } // β − α and α + β

// normalErrors returns the errors between normal laws, with a threshold at that distance from the middle.
func normalErrors(mu, at float64) diagonal {
	fpr, missed := normal.UpperTail(at+mu/2), normal.UpperTail(mu/2-at)
	return diagonal{missed - fpr, missed + fpr}
}

// sag bounds how far the curve of normal laws lies below its chord from one place to the next: being convex
// it lies above its tangents, with dα+β = tanh(μt/2)·d(β−α).
func sag(mu float64, from, to diagonal, at float64) float64 {
	width := to.across - from.across
	if !(width > 0) {
		return 0
	}
	chord := (to.along - from.along) / width
	before, after := math.Tanh(mu*(at-farthest/places)/2), math.Tanh(mu*at/2)
	if !(before < chord && chord < after) {
		return 0
	}
	return width * (after - chord) * (chord - before) / (after - before)
}

// outline is below the curve: lines that support it.
type outline []struct{ start, slope float64 }

func (o outline) along(across float64) float64 {
	most := across // no curve is left of an axis
	for _, l := range o {
		most = max(most, l.start+l.slope*across)
	}
	return most
}

// outline draws lines by profiles: β ≥ 1 − δ − e^ε·α.
func (a Attack) outline() (o outline) {
	const count = 1000
	for i := range count + 1 {
		slope := float64(i) / (count + 1) // tanh(ε/2)
		epsilon := 2 * math.Atanh(slope)
		o = append(o, struct{ start, slope float64 }{(1 - a.Delta(epsilon).High) * (1 - slope), slope})
	}
	return o
}

// polygon is above the curve: corners on it, from the middle to an axis.
type polygon []diagonal

func (p polygon) along(across float64) float64 {
	i, _ := slices.BinarySearchFunc(p, across, func(d diagonal, x float64) int { return cmp.Compare(d.across, x) })
	switch {
	case i == 0:
		return p[0].along
	case i == len(p):
		return p[i-1].along
	}
	b, c := p[i-1], p[i]
	return b.along + (c.along-b.along)*(across-b.across)/(c.across-b.across)
}

// polygon draws corners by the tests of both orders.
func (a Attack) polygon() polygon {
	list := []diagonal{{-1, 1}, {1, 1}}
	add := func(t Tests, fpr float64) {
		low, _ := t.TPR(fpr)
		d := diagonal{1 - low - fpr, 1 - low + fpr}
		list = append(list, d, diagonal{-d.across, d.along})
	}
	for _, t := range []Tests{a.In, a.Out} {
		if t == nil {
			continue
		}
		for i := range places + 1 {
			add(t, normal.UpperTail(farthest*(2*float64(i)/places-1)))
		}
		for _, corner := range cornersOf(t) {
			add(t, corner.FPR)
		}
	}
	slices.SortFunc(list, func(a, b diagonal) int {
		return cmp.Or(cmp.Compare(a.across, b.across), cmp.Compare(a.along, b.along))
	})
	hull := list[:0:0]
	for _, d := range list {
		if n := len(hull); n > 0 && d.across <= hull[n-1].across {
			continue
		}
		for n := len(hull); n > 1 && !below(hull[n-2], hull[n-1], d); n = len(hull) {
			hull = hull[:n-1]
		}
		hull = append(hull, d)
	}
	return hull
}

// below reports whether the second of three places is below the line from the first to the third.
func below(a, b, c diagonal) bool {
	return (b.along-a.along)*(c.across-a.across) < (c.along-a.along)*(b.across-a.across)
}
