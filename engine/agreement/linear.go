package agreement

import (
	"cmp"
	"math"
	"slices"

	"dpscope/engine/num/optimize1d"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// linearRadius solves Σ |wᵢ|·min(θ, cᵢ) = |w·x + b| for θ, where cᵢ is how far
// private value i can move, within the limits, in the direction that lowers the
// margin. It is right but for rounding, and +Inf when there is no solution.
func linearRadius(r *Region, limits proof.Side) float64 {
	type part struct{ room, weight float64 }
	var parts []part
	slope := 0.0
	for _, i := range r.Private {
		w := math.Abs(r.can.Separating.Normal()[i])
		parts = append(parts, part{r.room(i, limits), w})
		slope += w
	}
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.room, b.room) })
	rest, done := math.Abs(r.can.Separating.Margin(r.Record)), 0.0
	for _, p := range parts {
		if slope <= 0 {
			break
		}
		if theta := done + rest/slope; theta <= p.room {
			return theta
		}
		rest -= slope * (p.room - done)
		slope -= p.weight
		done = p.room
	}
	return math.Inf(1)
}

// room returns how far private value i can move, within the limits, in the
// direction that brings the margin of a linear classifier towards the other
// class.
func (r *Region) room(i int, limits proof.Side) float64 {
	if r.falls(i) < 0 {
		return max(r.Record[i]-limits.Low, 0)
	}
	return max(limits.High-r.Record[i], 0)
}

// falls returns the direction, −1 or 1, in which feature i brings the margin
// towards the other class.
func (r *Region) falls(i int) float64 {
	if (r.can.Separating.Normal()[i] > 0) == (r.Class == 1) {
		return -1
	}
	return 1
}

// halfPlane searches the largest box of a linear classifier with at most two private features. On the
// record's good side every face of the box goes to the limit; the falling faces of the two features limit one
// another.
type halfPlane struct {
	r        *Region
	features []int // the private features; one on bins first
	laws     []measure
	limit    []float64 // per feature: how far it may go in the direction that lowers the margin, where its law has mass
	good     []float64 // per feature: the limit in the other direction
	corner   []float64 // the record, with the falling faces of the box
	best     []float64 // falling faces of the largest box so far
	most     float64   // its mass
}

// largestLinearBox is exact. Between the kinks of the laws the mass is smooth and has one peak (masses of
// intervals are piecewise linear or log-concave in their ends, and the boundary is a line), and each stretch
// is searched for it. On bins it searches all that a bound does not rule out.
func (r *Region) largestLinearBox(laws []mechanisms.Law, limits proof.Side) CertifiedBox {
	h := r.halfPlane(laws, limits)
	if len(h.features) == 1 {
		h.try(h.furthest(0))
	} else {
		h.search()
	}
	sides := make([]proof.Side, len(h.best))
	for k, i := range h.features {
		sides[slices.Index(r.Private, i)] = h.side(k, h.best[k])
	}
	return CertifiedBox{Sides: sides, Mass: h.most, Upper: h.most}
}

// halfPlane prepares the search.
func (r *Region) halfPlane(laws []mechanisms.Law, limits proof.Side) *halfPlane {
	h := &halfPlane{r: r, features: slices.Clone(r.Private), laws: measuredAll(laws), corner: slices.Clone(r.Record), most: -1}
	if len(laws) == 2 && h.laws[1].bins != nil && h.laws[0].bins == nil {
		slices.Reverse(h.features)
		slices.Reverse(h.laws)
	}
	for k, i := range h.features {
		x, reach := r.Record[i], h.laws[k].reach(r.Record[i])
		falling := proof.Side{Low: min(x, max(limits.Low, reach.Low)), High: max(x, min(limits.High, reach.High))}
		if r.falls(i) < 0 {
			h.limit, h.good = append(h.limit, falling.Low), append(h.good, max(limits.High, x))
		} else {
			h.limit, h.good = append(h.limit, falling.High), append(h.good, min(limits.Low, x))
		}
	}
	return h
}

// try measures the box with the given first falling face, and the second as far as it can go.
func (h *halfPlane) try(first float64) float64 {
	faces := [2]float64{first}
	mass := h.laws[0].side(h.side(0, first))
	if len(h.features) == 2 {
		faces[1] = h.second(first)
		mass *= h.laws[1].side(h.side(1, faces[1]))
	}
	if mass > h.most {
		h.best, h.most = append(h.best[:0], faces[:len(h.features)]...), mass
	}
	return mass
}

// second returns how far the second face may go where the first stands.
func (h *halfPlane) second(first float64) float64 {
	h.corner[h.features[0]] = first
	return h.furthest(1)
}

// atMost bounds the mass of every box with its first falling face between inner, where the second goes
// farthest, and outer.
func (h *halfPlane) atMost(inner, outer float64) float64 {
	return h.laws[0].side(h.side(0, outer)) * h.laws[1].side(h.side(1, h.second(inner)))
}

func (h *halfPlane) side(k int, face float64) proof.Side {
	return proof.Side{Low: min(face, h.good[k]), High: max(face, h.good[k])}
}

// furthest returns how far feature k may go in its falling direction, the
// others standing at the corner. It is solved for, then moved by units in the
// last place to where Predict itself draws the line.
func (h *halfPlane) furthest(k int) float64 {
	i := h.features[k]
	x, limit, falls := h.r.Record[i], h.limit[k], h.r.falls(i)
	h.corner[i] = x
	keeps := func(v float64) bool {
		h.corner[i] = v
		return h.r.can.Separating.Predict(h.corner) == h.r.Class
	}
	if h.r.can.Separating.Normal()[i] == 0 || keeps(limit) {
		h.corner[i] = limit
		return limit
	}
	h.corner[i] = x
	v := x + falls*math.Abs(h.r.can.Separating.Margin(h.corner)/h.r.can.Separating.Normal()[i])
	if falls*(limit-v) < 0 {
		v = limit
	}
	grain := 0x1p-53 * (math.Abs(x) + math.Abs(v))
	for step := grain; !keeps(v); step *= 2 {
		if v -= falls * step; falls*(v-x) <= 0 {
			v = x
			break
		}
	}
	for range 4 {
		next := v + falls*grain
		if next == v || falls*(limit-next) < 0 || !keeps(next) {
			break
		}
		v = next
	}
	if m := h.laws[k]; m.bins != nil { // the next bin may lie on the boundary itself
		if b := m.binBeyond(v, falls); falls*(limit-b) >= 0 && keeps(b) {
			v = b
		}
	}
	h.corner[i] = v
	return v
}

// search goes through the positions of the first falling face.
func (h *halfPlane) search() {
	i, j := h.features[0], h.features[1]
	x := h.r.Record[i]
	h.corner[j] = h.r.Record[j]
	end := h.furthest(0)
	if bins := h.laws[0].bins; bins != nil {
		h.try(x)
		h.searchBins(h.laws[0].binsUpTo(math.Nextafter(min(x, end), math.Inf(-1))), h.laws[0].binsUpTo(max(x, end)), end < x)
		return
	}
	stops := append([]float64{x, end}, h.laws[0].kinks(x)...)
	for _, level := range append(h.laws[1].kinks(h.r.Record[j]), h.limit[1]) {
		h.corner[i], h.corner[j] = x, level
		if h.r.can.Separating.Predict(h.corner) == h.r.Class {
			stops = append(stops, h.furthest(0))
		}
	}
	slices.Sort(stops)
	low, high := min(x, end), max(x, end)
	stops = slices.DeleteFunc(stops, func(v float64) bool { return !(low <= v && v <= high) })
	stops = slices.Compact(stops)
	for _, v := range stops {
		h.try(v)
	}
	for k := 1; k < len(stops); k++ {
		inner, outer := stops[k-1], stops[k]
		if end < x {
			inner, outer = outer, inner
		}
		if h.atMost(inner, outer) > h.most {
			optimize1d.Brent(h.try, stops[k-1], stops[k])
		}
	}
}

// searchBins finds the best bin for the first falling face, the first of equally good ones: it halves a
// stretch of bins until a bound rules it out or few are left. Earlier results, and a few bins far apart,
// sharpen the bounds early.
func (h *halfPlane) searchBins(first, last int, down bool) {
	if first >= last {
		return
	}
	const few, slack = 8, 1e-9 // slack: for the rounding of masses
	at := func(bin int) float64 { return float64(bin) / h.laws[0].steps }
	known := h.most
	for k := range 2 * few {
		face := at(first + (last-first)*k/(2*few))
		known = max(known, h.atMost(face, face))
	}
	var among func(first, last int)
	among = func(first, last int) {
		inner, outer := at(first), at(last-1)
		if down {
			inner, outer = outer, inner
		}
		switch {
		case last-first <= few:
			for bin := first; bin < last; bin++ {
				h.try(at(bin))
			}
		case (1+slack)*h.atMost(inner, outer) >= max(known, h.most):
			middle := first + (last-first)/2
			among(first, middle)
			among(middle, last)
		}
	}
	among(first, last)
}
