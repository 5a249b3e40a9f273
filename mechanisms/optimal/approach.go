package optimal

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"dpscope/engine/num/lp"
	"dpscope/engine/numeral"
)

// The simplex method solves programs with few weights, or with more on a short support. On a long support the outer
// masses are small and nearly equal, and the number of pivots explodes.
const (
	sure        = 800  // weights of programs that it solves, however many pivots it takes
	wide        = 1000 // weights on a support of any length
	widestShort = 1600 // weights on a short support
	distant     = 8    // sensitivities on either side of a short support
)

// vast reports whether a program is too large for the simplex method.
func (g *program) vast() bool {
	n := g.weights()
	return n > widestShort || n > wide && g.Reach > distant*g.Steps
}

// Where the first-order method stops.
const (
	near      = 2e-4 // relative gap
	mostSteps = 30_000
)

// approached runs the first-order method. It looks at every part of every row in every step, the same rows as the simplex method: its
// laws keep all of them, as they are mixed with the spare ones as far as the row needs that they break most, and V is convex. Its bound is of
// multipliers that no part's share exceeds, and weak duality asks no more of them, however far from the best they are: where the
// method stops early, the gap is wide and both ends are true.
func (p posed) approached(ctx context.Context, told *progress, padded bool) (ended, error) {
	g := p.program(told, padded, nil)
	s, err := g.approach(ctx)
	switch {
	case errors.Is(err, lp.ErrSpare) && g.capped():
		return ended{}, fmt.Errorf("%s masses and a cap are too many rules for a program; a higher cap, cap=0 or fewer masses is enough", numeral.Count(float64(g.weights())))
	case errors.Is(err, lp.ErrSpare):
		return ended{}, p.impossible()
	case err == nil:
		g.see(s.X)
	}
	return ended{g, s}, err
}

// capped reports whether the loss of a group has a cap.
func (g *program) capped() bool {
	return slices.ContainsFunc(g.groups, func(of group) bool { return !math.IsInf(of.most, 1) })
}

// approach solves the program of sums by the first-order method.
func (g *program) approach(ctx context.Context) (lp.Solution, error) {
	rows := g.summands()
	pulled := g.pulling(rows)
	s, chains, err := lp.Sums{
		Cost: g.cost, Mixtures: g.mixtures(), Rows: limitsOf(rows), Parts: g.parts(),
		At:   g.see,
		Gain: func(row int, of []int, gains []float64) float64 { return g.gain(rows[row], of, gains) },
	}.Approach(ctx, lp.Approach{Spare: g.spare(), Near: near, Steps: mostSteps, Progress: g.progress.approached,
		Pull: pulled.pull, Pulled: pulled.pulled})
	if err == nil {
		g.named(&s, rows, chains)
	}
	return s, err
}

// pulling accumulates the reduced costs that rows add.
type pulling struct {
	*program
	rows  []summand
	cells [][]float64 // by group
	atoms []float64
	plain []float64 // by weight
}

func (g *program) pulling(rows []summand) *pulling {
	p := &pulling{program: g, rows: rows, atoms: make([]float64, len(g.groups)), plain: make([]float64, g.weights())}
	for range g.groups {
		p.cells = append(p.cells, make([]float64, g.grid.cells))
	}
	return p
}

// pull adds the atom and the parts of a row, times their shares.
func (p *pulling) pull(row int, base float64, shares []float64) {
	s := p.rows[row]
	if s.plain != nil {
		floats.AddScaled(p.plain, base, s.plain)
		return
	}
	here, there := p.cells[s.here], p.cells[s.there]
	p.atoms[s.here] += base
	if p.fine == 1 {
		k, from, to := s.whole, p.grid.from, p.grid.to
		floats.Add(here[from:to], shares)
		if low, high := max(from, k), min(to, p.grid.cells+k); low < high {
			floats.AddScaled(there[low-k:high-k], -s.ratio, shares[low-from:high-from])
		}
		return
	}
	for part, times := range shares {
		if times != 0 {
			i, from, share := p.covers(s, part)
			here[i] += share * times
			if from >= 0 && from < p.grid.cells {
				there[from] -= s.ratio * share * times
			}
		}
	}
}

// pulled adds the sum to the reduced costs of weights, and resets it.
func (p *pulling) pulled(into []float64) {
	floats.Add(into, p.plain)
	clear(p.plain)
	for i := range p.groups {
		p.gather(i, 1, p.cells[i], p.atoms[i], into)
		clear(p.cells[i])
		p.atoms[i] = 0
	}
}

// collect turns the masses of cells into weights. It is the inverse of spread.
func (m mixture) collect(cells []float64, atom float64) (weights []float64) {
	for _, l := range m.ladders {
		size := 0.0
		for u, group := range l.groups {
			mass := 0.0
			for _, i := range group {
				mass += cells[i]
			}
			if size += float64(len(group)); u >= l.blocks {
				weights = append(weights, mass)
				continue
			}
			density := mass / float64(len(group))
			if u+1 < l.blocks {
				density -= cells[l.groups[u+1][0]]
			}
			weights = append(weights, density*size)
		}
	}
	if m.atom {
		weights = append(weights, atom)
	}
	return weights
}

// spare returns the weights of one law for all groups, with a density that falls by e^ε per sensitivity.
func (g *program) spare() []float64 {
	cells := make([]float64, g.grid.cells)
	for i := range cells {
		away := math.Abs(float64(i) - float64(len(cells)-1)/2)
		cells[i] = math.Exp(-g.Epsilon * away / float64(g.Steps))
	}
	floats.Scale(1/floats.Sum(cells), cells)
	var weights []float64
	for _, l := range g.laws {
		weights = append(weights, l.collect(cells, 0)...)
	}
	return weights
}
