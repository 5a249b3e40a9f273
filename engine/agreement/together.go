package agreement

import (
	"cmp"
	"context"
	"math"
	"slices"
	"unsafe"

	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// Together is many regions of one classifier, which are asked about one mechanism at a
// time. Records that share a private value share its law, and the masses that it gives to
// the cells of all of them are computed once: an agreement is then sums of these.
type Together struct {
	regions []*Region // nil: there is none
	axes    []sharedAxis
}

// sharedAxis is one private feature of all regions.
type sharedAxis struct {
	values []float64      // the records' different values
	of     []int32        // per region: its value
	edges  [][]proof.Edge // per value: the edges of the grids of all regions that have it
	bounds [][]int32      // per region: where its own cells begin among those of its value, and end; nil without a grid
}

// Gather takes regions of one question for many records; some may be nil.
func Gather(regions []*Region) *Together {
	t := &Together{regions: regions}
	for _, r := range regions {
		if r != nil {
			t.axes = make([]sharedAxis, len(r.Private))
			break
		}
	}
	for a := range t.axes {
		t.axes[a].gather(regions, a)
	}
	return t
}

func (s *sharedAxis) gather(regions []*Region, axis int) {
	s.of, s.bounds = make([]int32, len(regions)), make([][]int32, len(regions))
	places := map[float64]int32{}
	for i, r := range regions {
		if r == nil {
			continue
		}
		x := r.Record[r.Private[axis]]
		k, met := places[x]
		if !met {
			k = int32(len(s.values))
			places[x], s.values, s.edges = k, append(s.values, x), append(s.edges, nil)
		}
		if s.of[i] = k; r.grid == nil {
			continue
		}
		own := r.grid.decision.Edges[axis]
		for j := range own.Len() {
			s.edges[k] = append(s.edges[k], own.At(j))
		}
	}
	for k, edges := range s.edges {
		slices.SortFunc(edges, inOrder)
		s.edges[k] = slices.Clone(slices.Compact(edges))
	}
	for i, r := range regions {
		if r == nil || r.grid == nil {
			continue
		}
		own, all := r.grid.decision.Edges[axis], s.edges[s.of[i]]
		bounds := make([]int32, own.Len()+2)
		for j := range own.Len() {
			at, _ := slices.BinarySearchFunc(all, own.At(j), inOrder)
			bounds[j+1] = int32(at + 1)
		}
		bounds[own.Len()+1] = int32(len(all) + 1)
		s.bounds[i] = bounds
	}
}

// inOrder compares places of thresholds; thresholds read alike are equal.
func inOrder(a, b proof.Edge) int {
	above := func(e proof.Edge) int {
		if e.AtAbove {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(a.Cut, b.Cut), cmp.Compare(a.At, b.At), cmp.Compare(above(a), above(b)))
}

// Bytes returns its memory without the regions.
func (t *Together) Bytes() int64 {
	bytes := int64(0)
	for _, s := range t.axes {
		bytes += 60*int64(len(s.values)) + 28*int64(len(s.of))
		for _, e := range s.edges {
			bytes += int64(unsafe.Sizeof(proof.Edge{})) * int64(cap(e))
		}
		for _, b := range s.bounds {
			bytes += 4 * int64(cap(b))
		}
	}
	return bytes
}

// TogetherUnder is regions under the laws of their private answers. It is for one
// goroutine.
type TogetherUnder struct {
	t      *Together
	laws   [][]mechanisms.Law // of each axis and value
	masses [][]*sharedMasses  // the same; nil until they are asked for
	own    [2]ownMasses       // of the region at hand

	margins margins
}

// Under returns the regions under laws: of one mechanism for each private feature, at its
// value.
func (t *Together) Under(made []mechanisms.Mechanism) *TogetherUnder {
	u := &TogetherUnder{t: t, laws: make([][]mechanisms.Law, len(t.axes)), masses: make([][]*sharedMasses, len(t.axes))}
	for a, s := range t.axes {
		u.laws[a], u.masses[a] = make([]mechanisms.Law, len(s.values)), make([]*sharedMasses, len(s.values))
		for k, x := range s.values {
			u.laws[a][k] = made[a].At(x)
		}
	}
	return u
}

// Laws returns the laws of region i.
func (u *TogetherUnder) Laws(i int) []mechanisms.Law {
	laws := make([]mechanisms.Law, len(u.laws))
	for a := range laws {
		laws[a] = u.laws[a][u.t.axes[a].of[i]]
	}
	return laws
}

// OnLattice encloses the agreement of region i of a linear classifier with more than two private features, on a
// lattice of steps, and on a finer one where all regions share the sum of their noise.
func (u *TogetherUnder) OnLattice(ctx context.Context, i, steps int) (Exact, error) {
	const finer = 4
	laws := u.Laws(i)
	if !slices.ContainsFunc(laws, func(l mechanisms.Law) bool { _, is := l.(mechanisms.Shifted); return !is }) {
		steps *= finer
	}
	return u.margins.of(ctx, u.t.regions[i], laws, steps)
}

// OnGrid returns the agreement of region i, equal to the Value of Under.Exact up to rounding; false if its
// classifier does not compare with thresholds.
func (u *TogetherUnder) OnGrid(i int) (float64, bool) {
	r := u.t.regions[i]
	if r.grid == nil {
		return 0, false
	}
	moved := 0.0 // from one reading to the other, at most
	for a := range u.own {
		if a == len(u.t.axes) {
			u.own[a].take(wholeAxis, []int32{0, 1})
			continue
		}
		s, k := &u.t.axes[a], u.t.axes[a].of[i]
		if u.masses[a][k] == nil {
			u.masses[a][k] = massesOf(measured(u.laws[a][k]), s.edges[k])
		}
		moved += u.own[a].take(u.masses[a][k], s.bounds[i])
	}
	total := func(as reading) float64 {
		total := r.grid.totalOf(u.own[0].rows(as), u.own[1].sums[as])
		if 1-total < rounding && r.grid.holds(u.own[0].reached(as), u.own[1].reached(as)) {
			return mass(u.Laws(i), []proof.Side{Everywhere, Everywhere}) // no answer falls outside
		}
		return min(total, 1)
	}
	written := total(asWritten)
	if !r.grid.between() && moved <= tellsApart {
		return written, true
	}
	return r.grid.ofReadings(written, total(asComputed)).Value, true
}

// sharedMasses holds the masses of the cells between all edges of one value, for each reading.
type sharedMasses [2]struct {
	each []float64
	sums sums
}

// wholeAxis is a single cell, where there is no second axis.
var wholeAxis = &sharedMasses{{[]float64{1}, sumsOf([]float64{1})}, {[]float64{1}, sumsOf([]float64{1})}}

func massesOf(m measure, edges []proof.Edge) *sharedMasses {
	masses := &sharedMasses{}
	for _, as := range [...]reading{asWritten, asComputed} {
		each := make([]float64, len(edges)+1)
		low, first := math.Inf(-1), math.Inf(-1)
		for i, e := range edges {
			each[i] = m.cut(low, as.of(e), first, e.Cut)
			low, first = as.of(e), math.Nextafter(e.Cut, math.Inf(1))
		}
		each[len(edges)] = m.cut(low, math.Inf(1), first, math.Inf(1))
		masses[as].each, masses[as].sums = each, sumsOf(each)
	}
	return masses
}

// ownMasses holds the masses of the cells of one region, composed of shared ones.
type ownMasses struct {
	shared *sharedMasses
	bounds []int32
	sums   [2]sums // up to each of the region's cells
	each   []float64
}

// take gathers the sums of a region. It returns by how much its edges move from one reading
// to the other, as masses: the class has no more or less by that.
func (o *ownMasses) take(shared *sharedMasses, bounds []int32) (moved float64) {
	o.shared, o.bounds = shared, bounds
	for as := range o.sums {
		all, own := shared[as].sums, &o.sums[as]
		own.sum, own.lost = own.sum[:0], own.lost[:0]
		for _, b := range bounds {
			own.sum, own.lost = append(own.sum, all.sum[b]), append(own.lost, all.lost[b])
		}
	}
	for i, written := range o.sums[asWritten].sum {
		moved += math.Abs(written - o.sums[asComputed].sum[i])
	}
	return moved
}

// rows returns the masses of the region's cells.
func (o *ownMasses) rows(as reading) []float64 {
	o.each = o.each[:0]
	for i := range int32(len(o.bounds) - 1) {
		o.each = append(o.each, o.sums[as].between(i, i+1))
	}
	return o.each
}

// reached returns the region's cells with a probability.
func (o *ownMasses) reached(as reading) (cells []int) {
	for i := range len(o.bounds) - 1 {
		if slices.ContainsFunc(o.shared[as].each[o.bounds[i]:o.bounds[i+1]], func(mass float64) bool { return mass > 0 }) {
			cells = append(cells, i)
		}
	}
	return cells
}
