package agreement

import (
	"context"
	"math"
	"slices"
	"sync"

	"dpscope/learners"
)

// plane holds the laws of two private answers over the plane they span. The
// first coordinate is integrated over, the second measured on lines.
type plane struct {
	r      *Region
	free   [2]int // the features, in the order of the coordinates
	u, v   measure
	window [2]learners.Side
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
	p.window = [2]learners.Side{p.u.reach(x[0]), p.v.reach(x[1])}
	p.breaks = [2][]float64{p.u.kinks(x[0]), p.v.kinks(x[1])}
	return p
}

// pieces keeps the polygons of the last few windows asked for.
type pieces struct {
	lock  sync.Mutex
	known []piecesKnown // the newest last
}

type piecesKnown struct {
	free   []int
	window [2]learners.Side
	own    []learners.Piece // those of the record's class
	others []learners.Piece
}

// piecesOver returns the polygons of the record's class and of the others.
func (r *Region) piecesOver(ctx context.Context, free []int, window [2]learners.Side) (own, others []learners.Piece, err error) {
	const most = 6
	p := &r.pieces
	p.lock.Lock()
	defer p.lock.Unlock()
	for _, k := range p.known {
		if k.window == window && slices.Equal(k.free, free) {
			return k.own, k.others, nil
		}
	}
	all, err := learners.PiecesOf(ctx, r.Classifier, r.Record, free, window)
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
	p.known = append(p.known, k)
	p.known = p.known[max(len(p.known)-most, 0):]
	return k.own, k.others, nil
}

// byPieces adds up the masses of the polygons of the record's class: each is
// an integral over the first coordinate, smooth between the corners, the kinks
// of the first law and the places where an edge crosses a kink of the second.
// Atoms of the first law are lines of their own.
func (p plane) byPieces(ctx context.Context) (float64, error) {
	own, _, err := p.r.piecesOver(ctx, p.free[:], p.window)
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
	lines, err := p.lines(ctx, func(u float64) []learners.Side { return sectionOf(own, u) })
	return total + lines, err
}

// lines returns the mass on the lines where the first law has its atoms, given
// the section of the region by each.
func (p plane) lines(ctx context.Context, section func(u float64) []learners.Side) (float64, error) {
	total := 0.0
	x := slices.Clone(p.r.Record)
	for i, a := range p.u.points() {
		if i%64 == 0 {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
		}
		x[p.free[0]] = a.At
		total += a.Mass * p.v.among(section(a.At), func(v float64) bool {
			x[p.free[1]] = v
			return p.r.Classifier.Predict(x) == p.r.Class
		})
	}
	return total, nil
}

// polygon returns the mass of a polygon under the smooth part of the first law
// and all of the second.
func (p plane) polygon(corners []learners.Corner) float64 {
	lower, upper := chainsOf(corners)
	breaks := lower.crossings(p.breaks[1], slices.Clone(p.breaks[0]))
	breaks = upper.crossings(p.breaks[1], breaks)
	from, to := lower[0].U, lower[len(lower)-1].U
	return p.u.expectation(from, to, breaks, func(u float64) float64 {
		return p.v.law.Mass(lower.at(u), upper.at(u))
	})
}

// among returns the probability of the values that belong. The intervals hold
// all of them, exactly but for rounding, so an atom near an end of one is asked
// by itself.
func (m measure) among(sides []learners.Side, belongs func(float64) bool) float64 {
	if m.bins != nil {
		return m.binsAmong(sides, belongs)
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

// binsAmong asks bins one by one near the ends of the intervals, and the first
// and the last, and takes them together between.
func (m measure) binsAmong(sides []learners.Side, belongs func(float64) bool) float64 {
	const near = 1e-7
	type stretch struct{ from, to int }
	doubtful := []stretch{{0, 1}, {m.bins.Bins() - 1, m.bins.Bins()}}
	for _, s := range sides {
		for _, end := range [2]float64{s.Low, s.High} {
			slack := near * (1 + math.Abs(end))
			doubtful = append(doubtful, stretch{max(m.binsUpTo(end-slack)-1, 0), min(m.binsUpTo(end+slack)+1, m.bins.Bins())})
		}
	}
	slices.SortFunc(doubtful, func(a, b stretch) int { return a.from - b.from })
	total, next := 0.0, 0 // bins before next are done
	together := func(to int) {
		if next < to && belongs(float64((next+to-1)/2)/m.steps) {
			total += m.bins.BinsMass(next, to-1)
		}
		next = max(next, to)
	}
	for _, d := range doubtful {
		together(d.from)
		for ; next < d.to; next++ {
			if belongs(float64(next) / m.steps) {
				total += m.bins.BinsMass(next, next)
			}
		}
	}
	together(m.bins.Bins())
	return total
}
