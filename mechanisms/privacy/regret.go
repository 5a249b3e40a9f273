package privacy

import (
	"math"

	"dpscope/engine/known"
	"dpscope/engine/num/normal"
)

// Regret is how well the Gaussian number of a floor tells the whole curve: the least k with
// f(α + k) − k ≤ Φ(Φ⁻¹(1 − α) − μ) at every α, f(α) = 1 − TPR the errors of one kind. Both are
// moved along the diagonal, so that neither kind counts for more (Gomez & others 2026). The worse
// order counts.
func (a Attack) Regret(floor float64) known.Value {
	mu := a.Mu(floor)
	if mu.Missing() {
		return mu
	}
	low, _ := a.regret(mu.Low, func(t Tests, fpr float64) float64 { _, high := t.TPR(fpr); return high })
	_, high := a.regret(mu.High, func(t Tests, fpr float64) float64 { low, _ := t.TPR(fpr); return low })
	return known.Enclosed(high, min(low, high), high)
}

// diagonal is a curve of errors (α, β) as seen along the diagonal: it is convex there as well.
type diagonal struct{ across, along float64 } // α − β, α + β

// regret encloses k by places at which the errors of both curves differ as much. Between two of them the one is no
// greater than its chord, and the other less than its own by no more than its slopes allow.
func (a Attack) regret(mu float64, power func(t Tests, fpr float64) float64) (low, high float64) {
	orders := []Tests{a.In}
	if a.Out != nil {
		orders = append(orders, a.Out)
	}
	const places, reach = 600, 9.0
	var last struct{ k, across [2]float64 }
	for i := range places + 1 {
		t := reach * (2*float64(i)/places - 1)
		fpr := normal.UpperTail(t)
		least := math.Inf(1)
		before := last
		for j, order := range orders {
			missed := 1 - power(order, fpr)
			d := diagonal{fpr - missed, fpr + missed}
			k := (d.along - normalAlong(mu, d.across)) / 2
			last.k[j], last.across[j] = k, d.across
			least = min(least, k)
		}
		low = max(low, least)
		if i == 0 {
			continue
		}
		chord := math.Inf(1)
		for j := range orders {
			most := max(before.k[j], last.k[j])
			chord = min(chord, most+sag(mu, before.across[j], last.across[j])/2)
		}
		high = max(high, chord)
	}
	return low, max(low, high)
}

// normalErrors are those of both kinds between normal laws, by a threshold.
func normalErrors(mu, at float64) (fpr, missed float64) {
	return normal.UpperTail(at + mu/2), normal.UpperTail(mu/2 - at)
}

// normalPlace is the threshold at which errors between normal laws differ by so much.
func normalPlace(mu, across float64) float64 {
	low, high := -40.0, 40.0 // the first has fewer thresholds that miss
	for range 60 {
		middle := (low + high) / 2
		if fpr, missed := normalErrors(mu, middle); fpr-missed > across {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

// normalAlong is the sum of the errors between normal laws that differ by so much.
func normalAlong(mu, across float64) float64 {
	fpr, missed := normalErrors(mu, normalPlace(mu, across))
	return fpr + missed
}

// sag is by how much the curve of normal laws may lie below its chord between two places: as a convex
// one it lies above both of its tangents.
func sag(mu, from, to float64) float64 {
	if !(from > to) {
		from, to = to, from
	}
	if from == to {
		return 0
	}
	first, last := normalPlace(mu, to), normalPlace(mu, from) // across falls as the threshold grows
	width := from - to
	a, b := normalErrors(mu, first)
	c, d := normalErrors(mu, last)
	chord := ((c + d) - (a + b)) / ((c - d) - (a - b))
	s, e := normalSlope(mu, first), normalSlope(mu, last)
	if below, above := min(s, e), max(s, e); above > below {
		return max(0, width*(above-chord)*(chord-below)/(above-below))
	}
	return 0
}

// normalSlope is that of the sum of errors by their difference at a threshold: d(α+β)/d(α−β), where dβ/dα is
// -e^(μt).
func normalSlope(mu, at float64) float64 { return -math.Tanh(mu * at / 2) }
