package optimal

import "gonum.org/v1/gonum/floats"

// step is a direction, in the same order.
type step struct {
	w, zw, slack, lam, t, s, z1, z2 []float64
	nu                              float64
}

// still is no step at all.
func (p *interior) still() step {
	weights, rows, each := len(p.w), len(p.lam), len(p.t)
	return step{w: make([]float64, weights), zw: make([]float64, weights), slack: make([]float64, rows), lam: make([]float64, rows),
		t: make([]float64, each), s: make([]float64, each), z1: make([]float64, each), z2: make([]float64, each)}
}

// pairs are the lists whose products are to vanish, beside a direction.
func (p *interior) pairs(d *step) [4][4][]float64 {
	if d == nil {
		d = &step{}
	}
	return [4][4][]float64{{p.w, d.w, p.zw, d.zw}, {p.slack, d.slack, p.lam, d.lam}, {p.t, d.t, p.z1, d.z1}, {p.s, d.s, p.z2, d.z2}}
}

// mu is the mean product, after a step if there is one.
func (p *interior) mu(d *step, primal, dual float64) float64 {
	sum, count := 0.0, 0
	for _, l := range p.pairs(d) {
		count += len(l[0])
		if d == nil {
			sum += floats.Dot(l[0], l[2])
			continue
		}
		for i, x := range l[0] {
			sum += (x + primal*l[1][i]) * (l[2][i] + dual*l[3][i])
		}
	}
	return sum / float64(count)
}

// lengths are how far a direction may be gone before a bound is met, at most 1.
func (p *interior) lengths(d step) (primal, dual float64) {
	primal, dual = 1, 1
	for _, l := range p.pairs(&d) {
		for i, x := range l[0] {
			if l[1][i] < 0 {
				primal = min(primal, -x/l[1][i])
			}
			if l[3][i] < 0 {
				dual = min(dual, -l[2][i]/l[3][i])
			}
		}
	}
	return primal, dual
}

func (p *interior) take(d step, primal, dual float64) {
	for _, l := range p.pairs(&d) {
		floats.AddScaled(l[0], primal, l[1])
		floats.AddScaled(l[2], dual, l[3])
	}
	p.nu += dual * d.nu
}
