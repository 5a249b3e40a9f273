package optimal

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// FamilySolution is a certified family.
type FamilySolution struct {
	Laws        Placing       // of the groups
	Each        []float64     // expected losses of the groups
	Loss        float64       // their weighted sum
	Least       float64       // no family on this grid has less, to rounding (weak duality; SolveFamily says which families)
	Certificate Certificate   // its Delta is at most that of the problem
	Also        []Certificate // at the further points, in their order

	Events []Event // the tight ones: a start for families nearby
	Rounds int     // families whose most distinguishing events were sought
	Cuts   int     // events, and cells of them, that held families on the way
}

// SolveFamily finds the family of least loss, and reports its progress to ctx. near holds events to begin
// with, tight for a family with the same groups nearby, or is nil.
//
// It holds families to V ≤ δ for every ordered pair of groups, at every shift by a whole cell of the range
// between the least and the greatest that take an answer in one to an answer in the other, both included, and
// each against all sets of the parts of cells that one law's cells and the other's moved ones have in common.
// V is continuous, and linear between differences of edges, which are whole cells of the grid and so whole
// cells of the range: it is greatest at one of these shifts. Groups contain their left end only: if a shift
// takes an answer only to the end of a group, shifts arbitrarily near change V arbitrarily little, and if
// these exceed a sensitivity there are none (reaches). Of groups that mirror one another one pair represents
// both, and one law: V is convex, so that the mean of a family and its mirror image is private too. A cap is
// a row as well. Single gets its numbers from the law found.
func SolveFamily(ctx context.Context, f Family, near []Event) (FamilySolution, error) {
	p, err := f.held(ctx)
	if err != nil {
		return FamilySolution{}, err
	}
	end, err := p.vertex(ctx, false, near)
	if err != nil {
		return FamilySolution{}, err
	}
	return f.finish(ctx, p, &end)
}

// held returns the program's question, with its cap.
func (f Family) held(ctx context.Context) (posed, error) {
	if err := f.Check(); err != nil {
		return posed{}, err
	}
	p, err := f.posed()
	if err != nil || f.Cap == 0 {
		return p, err
	}
	single, err := f.Single(ctx)
	if err != nil {
		return p, err
	}
	for i := range p.groups {
		p.groups[i].most = f.Cap * single.Each[i]
	}
	return p, nil
}

// SingleSolution is the best single law for any range.
type SingleSolution struct {
	Law
	Each        []float64 // loss in each group
	Loss        float64   // their weighted sum
	Certificate Certificate
	Also        []Certificate
}

// Single finds the law that is best where noise knows nothing of where the answer lies, on the family's grid.
func (f Family) Single(ctx context.Context) (SingleSolution, error) {
	p, err := f.single()
	if err != nil {
		return SingleSolution{}, err
	}
	if p.TooShort() {
		return SingleSolution{}, p.impossible()
	}
	end, err := p.vertex(ctx, false, nil)
	if err != nil {
		return SingleSolution{}, f.explained(ctx, err)
	}
	s, err := f.finishSingle(ctx, p, &end)
	if err != nil {
		return s, err
	}
	all, err := f.posed()
	for _, g := range all.groups {
		each := s.Law.expect(mean(g.loss))
		s.Each, s.Loss = append(s.Each, each), s.Loss+g.weight*each
	}
	return s, err
}

// finishSingle certifies it as any single law is.
func (f Family) finishSingle(ctx context.Context, p posed, end *ended) (s SingleSolution, err error) {
	law, c, err := p.Problem.tighten(ctx, end)
	if err != nil {
		return s, err
	}
	cells, atom := cleaned(end.masses[0], end.atoms[0])
	law, c, err = p.mended(cells, atom, law, c)
	return SingleSolution{Law: law, Certificate: c[0], Also: c[1:]}, err
}

// mean returns a loss as a function of a piece, or of a point.
func mean(loss interface {
	At(x float64) float64
	Mean(low, high float64) float64
}) func(low, high float64) float64 {
	return func(low, high float64) float64 {
		if low == high {
			return loss.At(low)
		}
		return loss.Mean(low, high)
	}
}

// manyLaws holds the masses of a family's laws.
type manyLaws struct {
	cells [][]float64
	atoms []float64
}

// finish certifies the family at which a program ended. If rounding broke a δ, it solves once more at a δ
// smaller by as much, and mends the rest by mixing all laws with a more private one.
func (f Family) finish(ctx context.Context, p posed, end *ended) (FamilySolution, error) {
	const times, more = 3, 1.1
	held := p
	for pass := 0; ; pass++ {
		laws, c, err := f.certified(end.cleaned())
		if err != nil {
			return FamilySolution{}, err
		}
		over := f.exceeded(c)
		if slices.Max(over) <= 0 || pass == times || end.vast() {
			return f.solved(p, end, laws, c)
		}
		for i, by := range over {
			held.Problem = held.at(i, held.Points()[i].Delta-more*max(by, 0))
		}
		again, err := held.after(ctx, end, end.progress.again(pass))
		switch {
		case ctx.Err() != nil:
			return FamilySolution{}, ctx.Err()
		case err != nil: // keep the present vertex
			return f.solved(p, end, laws, c)
		}
		*end = again
	}
}

// solved returns the family of certified laws, mended if necessary.
func (f Family) solved(p posed, end *ended, laws Placing, c []Certificate) (FamilySolution, error) {
	masses := end.cleaned()
	for times := 0; slices.Max(f.exceeded(c)) > 0; times++ {
		if times == 3 {
			return FamilySolution{}, fmt.Errorf("the noise found is not private at delta = %g, by rounding; a slightly greater one would work",
				f.Delta)
		}
		spare, safe, err := f.geometric(c)
		if err != nil {
			return FamilySolution{}, err
		}
		share := 1e-15
		for i, over := range f.exceeded(c) {
			if over > 0 {
				share = max(share, 1.01*over/(c[i].Delta-safe[i].Delta)+1e-15)
			}
		}
		if !(share > 0 && share < 1e-3) {
			return FamilySolution{}, fmt.Errorf("the noise found is private at delta = %g and not at %g, by rounding, and cannot be mended; a smaller epsilon or a greater delta is needed", c[0].Delta, f.Delta)
		}
		for i := range masses.cells { // V is convex: a mixture's is at most the mixture of both
			floats.Scale(1-share, masses.cells[i])
			floats.AddScaled(masses.cells[i], share, spare)
			masses.atoms[i] *= 1 - share
		}
		if laws, c, err = f.certified(masses); err != nil {
			return FamilySolution{}, err
		}
	}
	s := FamilySolution{Events: end.active(end.Solution), Rounds: end.Rounds, Cuts: end.Cuts}
	s.take(p, laws, c)
	s.Least = min(end.leastOf(p), s.Loss)
	return s, nil
}

// take stores certified laws with their losses.
func (s *FamilySolution) take(p posed, laws Placing, c []Certificate) {
	s.Laws, s.Certificate, s.Also, s.Each, s.Loss = laws, c[0], c[1:], nil, 0
	for i, g := range p.groups {
		each := laws[i].expect(mean(g.loss))
		s.Each, s.Loss = append(s.Each, each), s.Loss+g.weight*each
	}
}

// cleaned returns the masses of all laws without rounding errors.
func (e *ended) cleaned() (m manyLaws) {
	for i := range e.masses {
		cells, atom := cleaned(e.masses[i], e.atoms[i])
		m.cells, m.atoms = append(m.cells, cells), append(m.atoms, atom)
	}
	return m
}

// certified returns the laws of masses in their places, with a certificate at each point.
func (f Family) certified(m manyLaws) (laws Placing, c []Certificate, err error) {
	p, err := f.posed()
	if err != nil {
		return nil, nil, err
	}
	places, err := f.Places()
	if err != nil {
		return nil, nil, err
	}
	for i, cells := range m.cells {
		var law Law
		if j := p.mirror(i); p.mirrored && j < i {
			law = laws[j].reversed()
		} else if law, err = f.law(cells, m.atoms[i]); err != nil {
			return nil, nil, err
		}
		laws = append(laws, Placed{places[i], places[i+1], law})
	}
	return laws, f.certificates(laws), nil
}

// certificates returns one certificate at each point.
func (f Family) certificates(laws Placing) (c []Certificate) {
	for _, at := range f.Points() {
		c = append(c, laws.Certify(f.Moves(), at.Epsilon))
	}
	return c
}
