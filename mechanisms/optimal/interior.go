package optimal

import (
	"context"

	"gonum.org/v1/gonum/floats"
)

// An interior-point method (Mehrotra 1992) on the extended program
//
//	minimise c·w  with  Σw = 1, w ≥ 0,  t ≥ 0, s = t − g(w) ≥ 0,  Σᵢ tₖᵢ ≤ δ for every k,
//
// where gₖᵢ(w) = pᵢ − e^ε·pᵢ₋ₖ, says which events the optimum leans on. Its variables
// t and s are many, and each is eliminated by itself, so that a step factors a matrix
// of the weights w alone, gathered from one of the cells: some thirty steps, however many rounds cutting planes
// would take. Its result is no law to be shown, private only nearly and optimal only
// nearly; cutting planes that begin with its events end in a few rounds at a vertex.
//
// The multipliers of t ≥ 0 and s ≥ 0 add up to that of the row, λₖ. The part of s
// says how far a cell is in the event: the sets of cells whose part exceeds a
// level are nested events, and the rows' multipliers are λₖ times how far their
// levels lie apart.

// interior is the state of the method.
type interior struct {
	*program
	ks    []int       // the shifts
	peaks [][]float64 // further rows, which have no t: none may be positive

	w, zw        []float64
	held         []float64 // masses of the cells, by the weights
	nu           float64
	slack, lam   []float64 // of the rows, by shift and then of peaks
	t, s, z1, z2 []float64 // by shift, then by cell of an event
}

// seeds are events to begin with, by the interior-point method; none where it comes to
// nothing.
func (g *program) seeds(ctx context.Context) []Event {
	p := g.interior()
	if !p.run(ctx) {
		return nil
	}
	return p.events()
}

// interior is a start within all bounds.
func (g *program) interior() *interior {
	p := &interior{program: g, held: make([]float64, g.cells), peaks: g.peaks()}
	g.shifts(func(k int) { p.ks = append(p.ks, k) })
	n, rows := g.weights(), len(p.ks)
	all := rows + len(p.peaks)
	p.w, p.zw = filled(n, 1/float64(n)), filled(n, floats.Max(g.cost)/float64(n)+1e-3)
	p.slack, p.lam = filled(all, g.most), filled(all, 1/float64(rows))
	each := rows * (g.to - g.from)
	p.t, p.s, p.z1, p.z2 = filled(each, 0), filled(each, 0), filled(each, 0.5/float64(rows)), filled(each, 0.5/float64(rows))
	p.spread(p.w, p.held)
	p.each(func(j, _, i, from int) {
		gain := p.gain(p.held, i, from)
		p.t[j] = max(gain, 0) + 0.1/float64(n)
		p.s[j] = p.t[j] - gain
	})
	return p
}

func filled(n int, v float64) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = v
	}
	return list
}

// each calls do with every shift and cell of an event: the place in lists, the
// number of the shift, the cell and the one that is moved onto it, −1 if none is.
func (p *interior) each(do func(j, row, i, from int)) {
	j := 0
	for row, k := range p.ks {
		for i := p.from; i < p.to; i++ {
			from := i - k
			if from >= p.cells {
				from = -1
			}
			do(j, row, i, max(from, -1))
			j++
		}
	}
}

// gain is pᵢ − e^ε·pᵢ₋ₖ.
func (p *interior) gain(cells []float64, i, from int) float64 {
	if from < 0 {
		return cells[i]
	}
	return cells[i] - p.ratio*cells[from]
}

// put adds a multiple of the gradient of gₖᵢ to a list by cell.
func (p *interior) put(into []float64, by float64, i, from int) {
	into[i] += by
	if from >= 0 {
		into[from] -= by * p.ratio
	}
}

// run goes to the centre of smaller and smaller complementarity, and tells
// whether it came near to the optimum.
func (p *interior) run(ctx context.Context) bool {
	const most, near, enough = 80, 1e-6, 1e-12 // steps; products of which a guess, and the answer, are made
	first := p.mu(nil, 0, 0)
	for range most {
		mu := p.mu(nil, 0, 0)
		p.progress.within(mu, first, enough)
		if mu < enough {
			return true
		}
		f := p.factor()
		if ctx.Err() != nil {
			return false
		}
		if f == nil {
			return mu < near
		}
		affine := p.direction(f, 0, p.still())
		if ctx.Err() != nil { // a step on many cells takes long
			return false
		}
		primal, dual := p.lengths(affine)
		ratio := p.mu(&affine, primal, dual) / mu
		d := p.direction(f, ratio*ratio*ratio*mu, affine)
		primal, dual = p.lengths(d)
		if max(primal, dual) < 1e-8 {
			return mu < near
		}
		p.take(d, 0.995*primal, 0.995*dual)
		p.spread(p.w, p.held)
	}
	return p.mu(nil, 0, 0) < near
}
