package lp

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// ErrSpare says that Approach.Spare breaks a row or leaves no room.
var ErrSpare = errors.New("the mixture to spare has no room")

// Approach configures a first-order method.
type Approach struct {
	Spare    []float64 // a mixture that keeps every row with room to spare; a mixture that breaks a row is mixed with it
	Near     float64   // the relative gap at which the method stops
	Steps    int       // the number of steps after which it stops in any case
	Progress func(steps int, gap float64)

	// Pull adds Base and the parts of a row, times their shares, to the vector that Pulled adds to its argument and resets.
	Pull   func(row int, base float64, shares []float64)
	Pulled func(into []float64)
}

// Approach finds a mixture that keeps every row, and a lower bound, by the primal-dual hybrid gradient method: the mixture x
// descends along its reduced cost c + Kᵀz, and the shares z ascend along the gains K·x, with 0 ≤ zᵢ ≤ y for the parts of a row
// with multiplier y (Chambolle & Pock 2011). Reflected steps are averaged with the last restart (Halpern 1967; Lu & Yang,
// Restarted Halpern PDHG for linear programming, 2024). The method factorises no matrix: one step costs one pass over all rows.
//
// The mixture keeps the rows wherever the method stops, and weak duality proves the bound. Each chain has one
// set, the parts with a share of more than half, and the multiplier of its row. It fails with ErrSpare, or
// when ctx ends.
func (p Sums) Approach(ctx context.Context, a Approach) (Solution, []Chain, error) {
	d := newDescent(p, a)
	for row, held := range d.Rows {
		if !(d.spared[row] < held.Most) {
			return Solution{}, nil, ErrSpare
		}
	}
	for d.steps = 0; d.steps < a.Steps; d.steps++ {
		if err := ctx.Err(); err != nil {
			return Solution{}, nil, err
		}
		d.step()
		if d.steps%checked == checked-1 {
			gap := d.look()
			if a.Progress != nil {
				a.Progress(d.steps+1, d.gap())
			}
			if d.gap() <= a.Near {
				break
			}
			d.restart(gap)
		}
		d.average()
	}
	return d.solution()
}

const (
	checked = 40 // steps between two computations of the gap

	// The method restarts where the gap has fallen to this share of the gap at the last restart,
	enough = 0.2
	// or to this share and rises again,
	some = 0.8
	// or where this share of all steps lies behind the last restart (Applegate et al. 2021).
	long = 0.36
)

// place is a primal-dual pair.
type place struct {
	x      []float64
	y      []float64   // by row
	z      [][]float64 // by row, then by part
	priced []float64   // Kᵀ·z, by variable
}

func newPlace(p Sums) (at place) {
	at = place{x: make([]float64, len(p.Cost)), y: make([]float64, len(p.Rows)), priced: make([]float64, len(p.Cost))}
	for range p.Rows {
		at.z = append(at.z, make([]float64, p.Parts))
	}
	return at
}

// each calls do with the corresponding vectors of some places.
func each(at []*place, do func(of [][]float64)) {
	of := make([][]float64, len(at))
	with := func(vector func(*place) []float64) {
		for i, p := range at {
			of[i] = vector(p)
		}
		do(of)
	}
	with(func(p *place) []float64 { return p.x })
	with(func(p *place) []float64 { return p.y })
	with(func(p *place) []float64 { return p.priced })
	for row := range at[0].z {
		with(func(p *place) []float64 { return p.z[row] })
	}
}

// descent is the state of the method.
type descent struct {
	Sums
	Approach
	blocks            []block
	now, start, after place
	length, weight    float64   // the step size, and the ratio of dual to primal steps
	lambda            []float64 // by block: the shift of its last projection
	steps, since      int

	spared []float64 // by row: its value at the spare mixture
	best   place     // the cheapest mixture that keeps the rows, and the multipliers of the greatest bound
	cost   float64   // of the cheapest mixture
	bound  float64   // the greatest
	before float64   // the gap at the last restart
	last   float64   // the gap when last computed
	all    []int
	gains  []float64
	work   []float64
}

func newDescent(p Sums, a Approach) *descent {
	d := &descent{Sums: p, Approach: a, now: newPlace(p), start: newPlace(p), after: newPlace(p), best: newPlace(p),
		weight: 1, cost: floats.Dot(p.Cost, a.Spare), bound: math.Inf(-1), before: math.Inf(1), last: math.Inf(1),
		gains: make([]float64, p.Parts), work: make([]float64, len(p.Cost))}
	for i := range p.Parts {
		d.all = append(d.all, i)
	}
	mixtures := p.Mixtures
	if mixtures == nil {
		mixtures = []int{len(p.Cost)}
	}
	from := 0
	for _, size := range mixtures {
		d.blocks = append(d.blocks, block{from: from, to: from + size})
		from += size
	}
	d.lambda = make([]float64, len(d.blocks))
	d.length = 0.95 / d.norm()
	most := 0.0
	for _, held := range p.Rows {
		most = math.Hypot(most, held.Most)
	}
	if size := floats.Norm(p.Cost, 2); size > 0 && most > 0 {
		d.weight = size / most
	}
	for _, at := range []*place{&d.now, &d.start, &d.best} {
		copy(at.x, a.Spare)
	}
	d.At(a.Spare)
	for row := range p.Rows {
		d.spared = append(d.spared, d.value(row))
	}
	return d
}

// value returns the left-hand side of a row at the mixture of the last call of At.
func (d *descent) value(row int) float64 {
	sum := d.Gain(row, d.all, d.gains)
	for _, g := range d.gains {
		sum += max(g, 0)
	}
	return sum
}

// norm estimates the greatest singular value of K by power iteration.
func (d *descent) norm() float64 {
	const rounds = 30
	v := make([]float64, len(d.Cost))
	for j := range v {
		v[j] = 1 + 0.1*math.Sin(float64(j))*float64(1-2*(j%2))
	}
	square := 1.0
	for range rounds {
		floats.Scale(1/floats.Norm(v, 2), v)
		d.At(v)
		for row := range d.Rows {
			base := d.Gain(row, d.all, d.gains)
			d.Pull(row, base, d.gains)
		}
		clear(v)
		d.Pulled(v)
		square = floats.Norm(v, 2)
	}
	return math.Sqrt(square)
}

// step computes after from now.
func (d *descent) step() {
	tau, sigma := d.length/d.weight, d.length*d.weight
	for i, b := range d.blocks {
		x := d.after.x[b.from:b.to]
		for j := range x {
			at := b.from + j
			x[j] = d.now.x[at] - tau*(d.Cost[at]+d.now.priced[at])
		}
		d.lambda[i] = ontoSimplex(x, d.lambda[i])
	}
	for j := range d.work {
		d.work[j] = 2*d.after.x[j] - d.now.x[j]
	}
	d.At(d.work)
	for row, held := range d.Rows {
		base := d.Gain(row, d.all, d.gains)
		z := d.after.z[row]
		floats.AddScaledTo(z, d.now.z[row], sigma, d.gains)
		d.after.y[row] = ontoCone(d.now.y[row]+sigma*(base-held.Most), z, d.after.y[row])
		if d.after.y[row] > 0 {
			d.Pull(row, d.after.y[row], z)
		}
	}
	clear(d.after.priced)
	d.Pulled(d.after.priced)
}

// average averages the reflected step with the last restart.
func (d *descent) average() {
	d.since++
	share := float64(d.since) / float64(d.since+1)
	each([]*place{&d.now, &d.after, &d.start}, func(of [][]float64) {
		now, after, start := of[0], of[1], of[2]
		for i := range now {
			now[i] = share*(2*after[i]-now[i]) + (1-share)*start[i]
		}
	})
}

// look computes the gap after a step, and keeps the best mixture and bound.
func (d *descent) look() (gap float64) {
	bound := 0.0
	floats.AddTo(d.work, d.Cost, d.after.priced)
	for _, b := range d.blocks {
		bound += floats.Min(d.work[b.from:b.to])
	}
	for row, held := range d.Rows {
		bound -= d.after.y[row] * held.Most
	}
	if bound > d.bound {
		d.bound = bound
		copy(d.best.y, d.after.y)
		for row := range d.Rows {
			copy(d.best.z[row], d.after.z[row])
		}
	}
	d.At(d.after.x)
	share := 0.0
	for row, held := range d.Rows {
		if over := d.value(row) - held.Most; over > 0 {
			share = max(share, over/(over+held.Most-d.spared[row]))
		}
	}
	copy(d.work, d.after.x)
	floats.Scale(1-share, d.work)
	floats.AddScaled(d.work, share, d.Spare)
	cost := floats.Dot(d.Cost, d.work)
	if cost < d.cost {
		d.cost = cost
		copy(d.best.x, d.work)
	}
	return cost - bound
}

// gap returns the relative gap between the best mixture and the best bound.
func (d *descent) gap() float64 { return (d.cost - d.bound) / math.Abs(d.cost) }

// restart restarts the method where that pays.
func (d *descent) restart(gap float64) {
	rising := gap > d.last
	d.last = gap
	if !(gap <= enough*d.before || gap <= some*d.before && rising || float64(d.since) >= long*float64(d.steps) && d.since > checked) {
		return
	}
	moved, turned := floats.Distance(d.after.x, d.start.x, 2), 0.0
	for row := range d.Rows {
		turned = math.Hypot(turned, math.Hypot(d.after.y[row]-d.start.y[row], floats.Distance(d.after.z[row], d.start.z[row], 2)))
	}
	if moved > 1e-12 && turned > 1e-12 {
		d.weight = math.Sqrt(d.weight * turned / moved)
	}
	each([]*place{&d.now, &d.start, &d.after}, func(of [][]float64) {
		copy(of[0], of[2])
		copy(of[1], of[2])
	})
	d.since, d.before, d.last = 0, gap, gap
}

// solution returns the best mixture and the best bound.
func (d *descent) solution() (Solution, []Chain, error) {
	s := Solution{X: slices.Clone(d.best.x), Value: d.cost, Bound: d.bound, Rounds: d.steps, Cuts: d.steps}
	var chains []Chain
	for row, y := range d.best.y {
		if y == 0 {
			continue
		}
		var set []int
		for i, z := range d.best.z[row] {
			if z > y/2 {
				set = append(set, i)
			}
		}
		chains = append(chains, Chain{Row: row, Sets: [][]int{set}, Weights: []float64{y}})
	}
	return s, chains, nil
}

// ontoSimplex projects x onto the simplex. It returns the amount by which positive entries are reduced, and starts from a guess of it.
func ontoSimplex(x []float64, guess float64) float64 {
	for range 100 { // Newton's method, on a convex function that is linear between the entries of x
		sum, count := -1.0, 0.0
		for _, a := range x {
			if a > guess {
				sum += a - guess
				count++
			}
		}
		if count == 0 {
			guess = floats.Max(x) - 1
			continue
		}
		guess += sum / count
		if math.Abs(sum) <= 1e-15*count {
			break
		}
	}
	sum := 0.0
	for j, a := range x {
		x[j] = max(a-guess, 0)
		sum += x[j]
	}
	floats.Scale(1/sum, x)
	return guess
}

// ontoCone projects (y, z) onto the cone 0 ≤ zᵢ ≤ y, and returns y. It starts from a guess of y, which is not negative.
func ontoCone(y float64, z []float64, guess float64) float64 {
	for range 100 { // Newton's method, on a concave function that is linear between the entries of z
		sum, count := y, 1.0
		for _, a := range z {
			if a > guess {
				sum += a
				count++
			}
		}
		next := sum / count
		if next <= 0 && guess == 0 {
			clear(z)
			return 0
		}
		if math.Abs(next-guess) <= 1e-15*max(math.Abs(next), 1e-3) {
			break
		}
		guess = max(next, 0)
	}
	for i, a := range z {
		z[i] = min(max(a, 0), guess)
	}
	return guess
}
