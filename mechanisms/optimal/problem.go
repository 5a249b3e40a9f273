// Package optimal finds the additive noise of least expected loss under (ε, δ)
// differential privacy, among laws that are uniform on the cells of a grid, and
// certifies it (Selvi, Liu & Wiesemann, Differential Privacy via Distributionally
// Robust Optimization; formulas re-derived and corrected).
//
// Noise X is (ε, δ)-private for a query of sensitivity 1 when for every shift φ
// in [−1, 1], φ ≠ 0, and every event A
//
//	Pr[X ∈ A] ≤ e^ε·Pr[X + φ ∈ A] + δ.
//
// For one φ the worst A holds the places where the density f of X exceeds e^ε times that of X + φ, which
// leaves
//
//	V(φ) = ∫ (f(x) − e^ε·f(x−φ))⁺ dx ≤ δ,
//
// the hockey-stick divergence. For a density that is constant on cells V is linear between the differences of
// their edges, so that on a grid of steps cells a sensitivity the shifts k/steps decide. Each has as many
// events as there are sets of cells: rows of a linear program, and one pass over the cells finds the worst.
// All events of a shift together are one row, a sum of positive parts, and a pivot of the simplex method
// moves a cell into an event or out of it (engine/num/lp). Tight events of a coarser grid, or of a problem
// nearby, say with which cells to begin.
//
// An independent computation certifies the result. Lengths are in sensitivities throughout.
//
// Several points of a profile are rows of one program, each with a limit of its own. Below a whole curve
// cutting planes name the corners of the law's polygon that exceed the curve; tails repeat a sensitivity,
// written out until the rest is negligible beside 1. Rows are held a little below the floor, by their
// possible rounding errors.
//
// Above 800 weights the basis is sparse LU factors with a product form. Above 1,600, or above 1,000 on a long
// support, restarted primal-dual gradients stop at a gap of 2e-4 or after 30,000 steps; the law is mixed with
// a strictly private one, certified, and shown with its own bound.
//
// Groups a sensitivity apart are not held to one another: a group contains its left end only, so no two
// answers are as far apart as facing ends. Ends are written so that two that are a sensitivity apart are no
// nearer in decimals. The answer's own rounding is part of the sensitivity, as with any noise.
package optimal

import (
	"errors"
	"fmt"
	"math"

	"dpscope/engine/numeral"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/privacy"
)

// Shape constrains the density of a law.
type Shape int

const (
	Free     Shape = iota
	Monotone       // not increasing away from 0, on either side
)

// Query says what kind of answer the noise is added to.
type Query int

const (
	Real  Query = iota // a real number: one record may move it by anything up to the sensitivity
	Count              // a whole number, and so is the noise: shifts are whole too
)

// Problem asks for a law. It is comparable.
type Problem struct {
	Epsilon, Delta float64
	Loss           central.Loss
	Shape          Shape
	Query          Query
	Also           Points
	Below          Normal // its curve is kept, and no point
	Atom           bool   // 0 itself may have a mass; for a Count every whole number has one anyway
	Steps          int    // cells per sensitivity; for a Count, whole numbers
	Reach          int    // cells on either side of 0; for a Count, whole numbers
}

// Limits of a program in float64.
const (
	MaxEpsilon = 15   // the coefficients of a row are 1 and e^ε
	MinDelta   = 1e-9 // masses have 15 digits
	maxCells   = 500  // a dense basis
	maxWritten = 3000 // with tails; each round looks at all
)

// Cells returns the number of cells or whole numbers of the grid, on both sides together.
func (p Problem) Cells() int {
	if p.Query == Count {
		return 2*p.Reach + 1
	}
	return 2 * p.Reach
}

// Check refuses a problem without an answer, or beyond these methods.
func (p Problem) Check() error {
	if err := p.points(); err != nil {
		return err
	}
	return p.sized(maxCells)
}

// points refuses what is no guarantee, or one too extreme for a program.
func (p Problem) points() error {
	switch {
	case p.Below.Any() && (p.Query != Real || p.Atom || p.Shape != Free):
		return errors.New("below a curve noise has a density of any shape, for a real number; query=real, atom=off and shape=free have one")
	case p.Below.Any():
		return p.Below.check()
	case !(0 < p.Epsilon && p.Epsilon <= MaxEpsilon):
		return fmt.Errorf("epsilon = %g is outside (0, %d], where a linear program can be trusted", p.Epsilon, MaxEpsilon)
	case p.Delta == 0:
		return fmt.Errorf("delta = 0 needs no program: the staircase mechanism is the optimum in closed form; delta from %g on has one", MinDelta)
	case !(MinDelta <= p.Delta && p.Delta < 1):
		return fmt.Errorf("delta = %g is outside [%g, 1), where a linear program can be trusted", p.Delta, MinDelta)
	}
	return nil
}

// sized refuses a grid that is too coarse or too long.
func (p Problem) sized(most int) error {
	switch {
	case p.Steps < 1 || p.Query == Real && p.Steps < 2:
		return fmt.Errorf("a cell is as wide as 1/%d of the sensitivity; at most half of it is enough", p.Steps)
	case p.Cells() > most && p.Query == Count:
		return fmt.Errorf("%d whole numbers are more than the %d of a grid; a smaller sensitivity, or a shorter support with a greater delta, is enough", p.Cells(), most)
	case p.Cells() > most && p.Steps == 2: // no cells are wider
		return fmt.Errorf("a grid of %d cells is outside [2, %d]; a shorter support, for which a greater delta leaves room, is enough", p.Cells(),
			most)
	case p.Reach < 1 || p.Cells() > most:
		return fmt.Errorf("a grid of %d cells is outside [2, %d]; wider cells or a shorter support is enough", p.Cells(), most)
	case p.written() > maxWritten:
		return fmt.Errorf("tails that begin at ±%s sensitivities go on for %d more, which are %d cells in all and more than %d; a longer support, after which tails fall sooner, or wider cells are enough",
			numeral.Short(float64(p.Reach)/float64(p.Steps)), p.tailed(), p.written(), maxWritten)
	}
	return nil
}

// Support returns how far noise must reach, in sensitivities and rounded up, so that truncated Laplace noise
// keeps (ε, δ): ln(1 + (e^ε − 1)/(2δ))/ε. On less there may be no law at all.
func Support(epsilon, delta float64) float64 {
	const hair = 1e-12
	if epsilon == 0 {
		return max(1, math.Ceil(1/(2*delta)-hair))
	}
	return max(1, math.Ceil(math.Log1p(math.Expm1(epsilon)/(2*delta))/epsilon-hair))
}

// TooShort reports that no law on the grid is private, as the greatest shift alone tells.
// Of a Count the sensitivity is Steps whole numbers. Tails have no end, and are never too short.
func (p Problem) TooShort() bool {
	spans := (p.Cells() + p.Steps - 1) / p.Steps
	return p.Below.Tail == 0 && p.Spans(spans) > spans
}

// Spans returns the least length of a law's support in sensitivities, the last of them perhaps used in part:
// no shorter law keeps the points, or stays below the curve. If it exceeds most, it returns most + 1.
//
// If F is the mass of a law below a place, the mass below a place one sensitivity further on is at most
//
//	min(e^ε·F + δ, 1 − e^−ε·(1 − δ − F))
//
// for each point that the law keeps, by the least of all of these, or Φ(Φ⁻¹(F) + μ) plus the floor below a
// curve. It begins with 0 at the beginning of the support, and so does the mass above at its end: in the
// middle the two must add up to 1.
func (p Problem) Spans(most int) int {
	const hair = 1e-12
	within := []float64{0} // the greatest mass within that many sensitivities of an end
	for n := 0; n <= most; n++ {
		if within[n/2]+within[n-n/2] >= 1-hair {
			return n
		}
		next := p.moved(within[n])
		if next == 0 { // without δ no mass is within any distance of an end
			break
		}
		within = append(within, next)
	}
	return most + 1
}

// moved returns the greatest mass of an event whose moved copy has the given mass, for a move by the
// sensitivity.
func (p Problem) moved(mass float64) float64 {
	next := 1.0
	if p.Below.Any() {
		_, tpr := privacy.NormalTests{Shift: p.Below.Mu}.TPR(mass)
		return min(next, tpr+p.Below.Floor)
	}
	for _, at := range p.Points() {
		next = min(next, math.Exp(at.Epsilon)*mass+at.Delta, 1-math.Exp(-at.Epsilon)*(1-at.Delta-mass))
	}
	return next
}

// possible refuses a problem without an answer, or beyond these methods, and a support on which there is
// plainly no law.
func (p Problem) possible() error {
	if err := p.Check(); err != nil {
		return err
	}
	if p.TooShort() {
		return &InfeasibleError{Problem: p}
	}
	return nil
}

// place returns where a cell begins, or a whole number lies, given the number of cells.
func (p Problem) place(i, cells int) float64 {
	return float64(i-cells/2) / float64(p.Steps)
}
