package agreement

import (
	"context"
	"math"
	"slices"
	"sync"
	"unsafe"

	"dpscope/engine/num/quad"
	"dpscope/engine/work"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// plane holds the laws of two private answers over the plane they span. The
// first coordinate is integrated over, the second measured on lines.
type plane struct {
	r      *Region
	free   [2]int // the features, in the order of the coordinates
	u, v   measure
	window [2]proof.Side
	breaks [2][]float64 // kinks of each law
}

// planeOf returns the plane of a question over two private features. A law on
// bins comes first, so that the lines to measure are finitely many.
func (r *Region) planeOf(laws []measure) plane {
	p := plane{r: r, free: [2]int{r.Private[0], r.Private[1]}, u: laws[0], v: laws[1]}
	if p.v.bins != nil && p.u.bins == nil {
		p.free[0], p.free[1] = p.free[1], p.free[0]
		p.u, p.v = p.v, p.u
	}
	x := [2]float64{r.Record[p.free[0]], r.Record[p.free[1]]}
	p.window = [2]proof.Side{p.u.reach(x[0]), p.v.reach(x[1])}
	p.breaks = [2][]float64{p.u.kinks(x[0]), p.v.kinks(x[1])}
	return p
}

// pieces keeps the polygons of the last few windows, as long as they fit the memory that Region.Bytes counts,
// and sections by lines. The session keeps larger sets of polygons; without a session, pieces keeps those of
// the last window.
type pieces struct {
	turn  ctxMutex
	known []piecesKnown // the newest last

	lock     sync.Mutex
	sections map[line][]proof.Side
}

// line is one along a coordinate within a window. Of a question over two private
// features the other one is held.
type line struct {
	along  int
	held   float64
	window proof.Side
}

type piecesKnown struct {
	free   []int
	window [2]proof.Side
	own    []proof.Piece // of the record's class
	others []proof.Piece
}

// piecesKey names the polygons of a window that the session keeps.
type piecesKey struct {
	of     any
	free   [2]int
	window [2]proof.Side
}

// bytes returns the memory of the polygons.
func (k piecesKnown) bytes() (bytes int64) {
	for _, list := range [...][]proof.Piece{k.own, k.others} {
		bytes += int64(cap(list)) * int64(unsafe.Sizeof(proof.Piece{}))
		for _, q := range list {
			bytes += int64(cap(q.Corners)) * int64(unsafe.Sizeof(proof.Corner{}))
		}
	}
	return bytes
}

// piecesOver returns the polygons of the record's class and of the others.
func (r *Region) piecesOver(ctx context.Context, free []int, window [2]proof.Side) (own, others []proof.Piece, err error) {
	const most = 6
	p := &r.pieces
	if err := p.turn.take(ctx); err != nil {
		return nil, nil, err
	}
	defer p.turn.leave()
	for _, k := range p.known {
		if k.window == window && slices.Equal(k.free, free) {
			return k.own, k.others, nil
		}
	}
	key := piecesKey{r.Key, [2]int(free), window}
	if k, found := work.Peek[piecesKnown](ctx, key); found && r.Key != nil {
		return k.own, k.others, nil
	}
	all, err := r.can.Piecewise.Pieces(ctx, r.Record, free, window)
	if err != nil {
		return nil, nil, err
	}
	k := piecesKnown{free: slices.Clone(free), window: window}
	for _, q := range all {
		if q.Class == r.Class {
			k.own = append(k.own, q)
		} else {
			k.others = append(k.others, q)
		}
	}
	if r.Key != nil && k.bytes() > piecesRemembered {
		k, err = work.Remember(ctx, key, piecesKnown.bytes, func() (piecesKnown, error) { return k, nil })
		return k.own, k.others, err
	}
	known, bytes := []piecesKnown{k}, k.bytes()
	for _, before := range slices.Backward(p.known) {
		if bytes += before.bytes(); len(known) == most || bytes > piecesRemembered {
			break
		}
		known = append(known, before)
	}
	slices.Reverse(known)
	p.known = known
	return k.own, k.others, nil
}

// sectionOf returns the section of the region of the record's class by the line
// through x along a feature. On a line that a boundary runs along, ties decide.
func (r *Region) sectionOf(ctx context.Context, x []float64, feature int, window proof.Side) ([]proof.Side, error) {
	const most = 256
	key := line{along: feature, window: window}
	for _, i := range r.Private {
		if i != feature {
			key.held = x[i]
		}
	}
	r.pieces.lock.Lock()
	sides, found := r.pieces.sections[key]
	r.pieces.lock.Unlock()
	if found {
		return sides, nil
	}
	all, err := r.can.Piecewise.Pieces(ctx, x, []int{feature}, [2]proof.Side{window, UnitInterval})
	if err != nil {
		return nil, err
	}
	for _, q := range all {
		lower, _ := chainsOf(q.Corners)
		low, high := lower[0].U, lower[len(lower)-1].U
		sides = appendPart(sides, low, high, q.Class == r.Class)
	}
	r.pieces.lock.Lock()
	defer r.pieces.lock.Unlock()
	if r.pieces.sections == nil || len(r.pieces.sections) >= most {
		r.pieces.sections = map[line][]proof.Side{}
	}
	r.pieces.sections[key] = sides
	return sides, nil
}

// byPieces adds up the masses of the polygons of the record's class: each is
// an integral over the first coordinate, smooth between the corners, the kinks
// of the first law and the places where an edge crosses a kink of the second.
// Atoms are lines of their own.
func (p plane) byPieces(ctx context.Context) (float64, error) {
	own, others, err := p.r.piecesOver(ctx, p.free[:], p.window)
	if err != nil {
		return 0, err
	}
	total := 0.0
	if p.u.bins == nil {
		for _, q := range own {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			total += p.polygon(q.Corners)
		}
	}
	delicate := append(uprights(own, others), p.window[0].Low, p.window[0].High)
	lines, err := p.lines(ctx, func(along int, x []float64) ([]proof.Side, error) {
		u := x[p.free[0]]
		if along == 1 && !slices.ContainsFunc(delicate, func(v float64) bool { return math.Abs(u-v) <= near }) {
			return sliceOf(own, others, u), nil
		}
		return p.r.sectionOf(ctx, x, p.free[along], p.window[along])
	})
	if total += lines; err == nil && len(others) == 0 && 1-total < rounding {
		return p.whole(), nil
	}
	return total, err
}

// whole returns the mass of all answers, for a region that covers everything.
func (p plane) whole() float64 { return p.u.side(Everywhere) * p.v.side(Everywhere) }

// near is the distance to a boundary below which the classifier itself decides the class.
const near = 1e-7

// lines returns the mass on the lines of the laws' atoms. section returns the region's section by the line
// through x along a coordinate; a region may be no more than such a line. Points where two atoms meet count
// once.
func (p plane) lines(ctx context.Context, section func(along int, x []float64) ([]proof.Side, error)) (float64, error) {
	if p.u.bins != nil && p.v.bins != nil {
		return p.binLines(ctx, section)
	}
	total := 0.0
	err := p.atomLines(ctx, func(x []float64, a mechanisms.Atom) error {
		sides, err := section(1, x)
		total += a.Mass * p.v.among(sides, func(v float64) bool { return p.r.keeps(x, p.free[1], v) })
		return err
	})
	if err != nil || p.u.bins != nil {
		return total, err
	}
	x := slices.Clone(p.r.Record)
	for _, a := range p.v.atoms {
		x[p.free[1]] = a.At
		sides, err := section(0, x)
		if err != nil {
			return 0, err
		}
		for _, s := range sides {
			total += a.Mass * p.u.smooth(s.Low, s.High)
		}
	}
	return total, nil
}

// atomLines goes through the atoms of the first law; x stands on the line of each.
func (p plane) atomLines(ctx context.Context, do func(x []float64, a mechanisms.Atom) error) error {
	x := slices.Clone(p.r.Record)
	for i, a := range p.u.points() {
		if i%64 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		x[p.free[0]] = a.At
		if err := do(x, a); err != nil {
			return err
		}
	}
	return nil
}

// keeps reports whether x with another value of a feature has the record's
// class. It writes the value to x.
func (r *Region) keeps(x []float64, feature int, value float64) bool {
	x[feature] = value
	return r.Classifier.Predict(x) == r.Class
}

// polygon returns the mass of a polygon under the smooth parts of both laws.
func (p plane) polygon(corners []proof.Corner) float64 {
	lower, upper := chainsOf(corners)
	breaks := lower.crossings(p.breaks[1], slices.Clone(p.breaks[0]))
	breaks = upper.crossings(p.breaks[1], breaks)
	from, to := lower[0].U, lower[len(lower)-1].U
	return p.u.expectation(from, to, quad.Breaks{Kinks: breaks}, func(u float64) float64 {
		return p.v.smooth(lower.at(u), upper.at(u))
	})
}

// among returns the probability of the values of a section that belong. An atom
// near an end of one is asked by itself.
func (m measure) among(sides []proof.Side, belongs func(float64) bool) float64 {
	if m.bins != nil {
		return m.binsIn(m.binsAmong(nil, sides, belongs))
	}
	total := 0.0
	for _, s := range sides {
		total += m.smooth(s.Low, s.High)
	}
	for _, a := range m.atoms {
		if belongs(a.At) {
			total += a.Mass
		}
	}
	return total
}
