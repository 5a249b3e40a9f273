package agreement

import (
	"container/heap"
	"context"
	"math"
	"slices"

	"dpscope/engine/num/optimize1d"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// The largest robust box over two private features u and v is sought by how far
// it reaches to the left and to the right of the record. In each quadrant about
// the record, the height that is left over a given reach falls as the reach
// grows; the top of the box is the lower of the heights over its right and its
// left part, its bottom likewise. So over a cell of reaches
//
//	a ∈ [a₀, a₁], b ∈ [b₀, b₁]
//
// no box has more mass than width(a₁, b₁) times the heights at (a₀, b₀), and
// branch and bound applies. The heights do not depend on a mechanism.

// heightTable remembers heights within a window.
type heightTable struct {
	turn    ctxMutex
	window  [2]proof.Side
	heights map[extent]float64
}

// extent is a quadrant about the record and a reach in it.
type extent struct {
	right, up bool
	reach     float64
}

// planeSearch looks for one box.
type planeSearch struct {
	r       *Region
	limits  proof.Side
	x       [2]float64
	u, v    measure
	others  []proof.Piece // polygons of other classes, when the regions are polygons
	known   *heightTable
	best    [4]float64 // left and right reach, down and up
	most    float64
	enough  float64 // less is not looked into
	waiting cells
}

func (r *Region) largestInPlane(ctx context.Context, laws []mechanisms.Law, limits proof.Side) (found CertifiedBox, err error) {
	err = r.searchPlane(ctx, laws, limits, 0, func(s *planeSearch, upper float64) (err error) {
		found, err = s.proven(ctx, upper)
		return err
	})
	return found, err
}

// boxMisses reports whether no box reaches the target mass, before any rounding, and the largest mass found,
// roughly.
func (r *Region) boxMisses(ctx context.Context, laws []mechanisms.Law, limits proof.Side,
	target float64) (about float64, misses bool, err error) {
	err = r.searchPlane(ctx, laws, limits, target*(1-1e-9), func(s *planeSearch, upper float64) error {
		about, misses = s.most, upper < s.enough
		return nil
	})
	return about, misses, err
}

// searchPlane searches, and passes the search to found while it owns the heights. It stops once no box can
// have more than enough.
func (r *Region) searchPlane(ctx context.Context, laws []mechanisms.Law, limits proof.Side, enough float64,
	found func(s *planeSearch, upper float64) error) error {
	s := &planeSearch{r: r, limits: limits, u: measured(laws[0]), v: measured(laws[1]), known: &r.heights, most: -1, enough: enough}
	s.x = [2]float64{r.Record[r.Private[0]], r.Record[r.Private[1]]}
	window := [2]proof.Side{s.window(s.u, s.x[0]), s.window(s.v, s.x[1])}
	whole := window // where regions are looked at: the same for all laws if possible
	if limits == UnitInterval {
		whole = [2]proof.Side{UnitInterval, UnitInterval}
	}
	if r.leads == nil {
		var err error
		if _, s.others, err = r.piecesOver(ctx, r.Private, whole); err != nil {
			return err
		}
	}
	if err := s.known.turn.take(ctx); err != nil {
		return err
	}
	defer s.known.turn.leave()
	const most = 1 << 12 // steps remembered from one search to the next
	if s.known.heights == nil || s.known.window != whole || len(s.known.heights) > most {
		s.known.window, s.known.heights = whole, map[extent]float64{}
	}
	upper := s.search(ctx, window)
	if err := ctx.Err(); err != nil {
		return err
	}
	return found(s, upper)
}

// window returns where a face may stand: within the limits, and where the law has mass.
func (s *planeSearch) window(m measure, x float64) proof.Side {
	reach := m.reach(x)
	return proof.Side{
		Low:  min(x, max(reach.Low, s.limits.Low)),
		High: max(x, min(reach.High, s.limits.High)),
	}
}

// search runs the branch and bound. It returns a bound on the mass of any box, unless the context ends.
func (s *planeSearch) search(ctx context.Context, window [2]proof.Side) (upper float64) {
	const (
		mostCells = 1000
		mostPairs = 1 << 20
		tolerance = 1e-9
	)
	left, right := s.stops(window, false), s.stops(window, true)
	if s.u.bins != nil && len(left)*len(right) <= mostPairs { // between bins nothing changes but the heights, which fall
		s.tryAll(ctx, thinned(left), thinned(right), window)
		s.tryAmong(ctx, left, right, window)
		return s.most
	}
	if s.u.bins != nil { // which are as good as everywhere
		left, right = thinned(left), thinned(right)
	}
	for i := 1; i < len(left); i++ {
		if ctx.Err() != nil {
			return s.most
		}
		for j := 1; j < len(right); j++ {
			s.look(cell{left: [2]float64{left[i-1], left[i]}, right: [2]float64{right[j-1], right[j]}}, window)
		}
	}
	if len(s.waiting) == 0 { // no room to one side, or to either
		s.tryAll(ctx, left, right, window)
	}
	for looked := 0; len(s.waiting) > 0; looked++ {
		if looked%64 == 0 {
			if s.polish(left, right, window); ctx.Err() != nil {
				return s.most
			}
		}
		c := heap.Pop(&s.waiting).(cell)
		if c.upper <= s.most*(1+tolerance) || c.upper < s.enough || looked == mostCells {
			return max(s.most, c.upper)
		}
		a, b := middleOf(c.left), middleOf(c.right)
		for _, half := range [2][2]float64{{c.left[0], a}, {a, c.left[1]}} {
			s.look(cell{left: half, right: [2]float64{c.right[0], b}}, window)
			s.look(cell{left: half, right: [2]float64{b, c.right[1]}}, window)
		}
	}
	return s.most
}

// tryAll measures the tallest boxes over all pairs of reaches.
func (s *planeSearch) tryAll(ctx context.Context, left, right []float64, window [2]proof.Side) {
	for _, a := range left {
		if ctx.Err() != nil {
			return
		}
		for _, b := range right {
			s.try(a, b, window)
		}
	}
}

// tryAmong does as tryAll, but skips halves that a bound proves no better than the best so far.
func (s *planeSearch) tryAmong(ctx context.Context, left, right []float64, window [2]proof.Side) {
	const (
		few   = 16
		slack = 1e-9 // for the rounding of masses
	)
	widest := func(reaches []float64) float64 { return reaches[len(reaches)-1] }
	down, up := s.columnHeights(left[0], right[0], window)
	switch {
	case len(left)*len(right) <= few:
		s.tryAll(ctx, left, right, window)
	case ctx.Err() != nil || s.mass(widest(left), widest(right), down, up) < s.most*(1-slack):
	case len(left) > len(right):
		s.tryAmong(ctx, left[:len(left)/2], right, window)
		s.tryAmong(ctx, left[len(left)/2:], right, window)
	default:
		s.tryAmong(ctx, left, right[:len(right)/2], window)
		s.tryAmong(ctx, left, right[len(right)/2:], window)
	}
}

// thinned keeps some of the stops, the ends among them.
func thinned(stops []float64) []float64 {
	const most = 32
	if len(stops) <= most {
		return stops
	}
	kept := make([]float64, most)
	for i := range kept {
		kept[i] = stops[i*(len(stops)-1)/(most-1)]
	}
	return kept
}

// polish moves the reaches of the best box to a peak, in turns.
func (s *planeSearch) polish(left, right []float64, window [2]proof.Side) {
	const turns = 3
	for range turns {
		before := s.most
		around(left, s.best[0], func(low, high float64) {
			b := s.best[1]
			optimize1d.Brent(func(a float64) float64 { return s.try(a, b, window) }, low, high)
		})
		around(right, s.best[1], func(low, high float64) {
			a := s.best[0]
			optimize1d.Brent(func(b float64) float64 { return s.try(a, b, window) }, low, high)
		})
		if s.most <= before*(1+1e-15) {
			return
		}
	}
}

// around calls do for each stretch between stops that holds at.
func around(stops []float64, at float64, do func(low, high float64)) {
	for i := 1; i < len(stops); i++ {
		if stops[i-1] <= at && at <= stops[i] {
			do(stops[i-1], stops[i])
		}
	}
}

func middleOf(r [2]float64) float64 { return r[0] + (r[1]-r[0])/2 }

// cell is a set of reaches to the left and to the right.
type cell struct {
	left, right [2]float64
	upper       float64
}

// cells is a heap, the most promising first.
type cells []cell

func (c cells) Len() int           { return len(c) }
func (c cells) Less(i, j int) bool { return c[i].upper > c[j].upper }
func (c cells) Swap(i, j int)      { c[i], c[j] = c[j], c[i] }
func (c *cells) Push(x any)        { *c = append(*c, x.(cell)) }
func (c *cells) Pop() any {
	last := (*c)[len(*c)-1]
	*c = (*c)[:len(*c)-1]
	return last
}

// look bounds a cell, tries its largest and its smallest box, and keeps it if
// it may hold a better one.
func (s *planeSearch) look(c cell, window [2]proof.Side) {
	s.try(c.left[1], c.right[1], window)
	s.try(c.left[0], c.right[0], window)
	down, up := s.columnHeights(c.left[0], c.right[0], window)
	c.upper = s.mass(c.left[1], c.right[1], down, up)
	if c.upper > s.most {
		heap.Push(&s.waiting, c)
	}
}

// try measures the tallest box over the reaches.
func (s *planeSearch) try(left, right float64, window [2]proof.Side) float64 {
	down, up := s.columnHeights(left, right, window)
	mass := s.mass(left, right, down, up)
	const same = 1e-14 // of masses that rounding alone tells apart, the larger box is wanted
	larger := (left+right)*(down+up) > (s.best[0]+s.best[1])*(s.best[2]+s.best[3])
	if mass > s.most*(1+same) || larger && mass >= s.most*(1-same) && mass > 0 {
		s.best, s.most = [4]float64{left, right, down, up}, max(mass, s.most)
	}
	return mass
}

func (s *planeSearch) mass(left, right, down, up float64) float64 {
	if down < 0 || up < 0 {
		return -1
	}
	return s.u.side(proof.Side{Low: s.x[0] - left, High: s.x[0] + right}) *
		s.v.side(proof.Side{Low: s.x[1] - down, High: s.x[1] + up})
}

// columnHeights returns how far a box over the reaches may go down and up; −1 if it
// cannot be that wide.
func (s *planeSearch) columnHeights(left, right float64, window [2]proof.Side) (down, up float64) {
	down = min(s.height(extent{false, false, left}), s.height(extent{true, false, right}))
	up = min(s.height(extent{false, true, left}), s.height(extent{true, true, right}))
	return min(down, s.x[1]-window[1].Low), min(up, window[1].High-s.x[1])
}

// stops returns the reaches, from 0 to the last possible one, at which the mass
// may have a kink.
func (s *planeSearch) stops(window [2]proof.Side, right bool) []float64 {
	const most = 48
	end := s.x[0] - window[0].Low
	if right {
		end = window[0].High - s.x[0]
	}
	const shy = 1e-12 // where the class just ends, heights would be lost to rounding
	if free := furthest(end, func(reach float64) bool {
		return s.height(extent{right, true, reach}) >= 0 && s.height(extent{right, false, reach}) >= 0
	}); free < end {
		end = free * (1 - shy)
	}
	at := append(s.u.kinks(s.x[0]), window[0].Low, window[0].High)
	if s.u.bins != nil {
		for b := s.u.binBeyond(math.Nextafter(window[0].Low, math.Inf(-1)), 1); b <= window[0].High; b = s.u.binBeyond(b, 1) {
			at = append(at, b)
		}
	} else if s.r.leads != nil {
		c := conics{leads: s.r.leads, record: s.x}
		breaks := c.breaks(append(s.v.kinks(s.x[1]), window[1].Low, window[1].High))
		at = slices.Concat(at, breaks.Kinks, breaks.Turns)
	} else if len(s.others) <= most {
		for _, q := range s.others {
			for _, c := range q.Corners {
				at = append(at, c.U)
			}
		}
	}
	stops := []float64{0, end}
	for _, u := range at {
		reach := s.x[0] - u
		if right {
			reach = -reach
		}
		if 0 < reach && reach < end {
			stops = append(stops, reach)
		}
	}
	slices.Sort(stops)
	return slices.Compact(stops)
}
