package lp

import (
	"context"
	"errors"
	"math"
	"slices"
)

// ErrPivots says that more pivots are needed than there may be.
var ErrPivots = errors.New("more pivots are needed")

// Sums asks for the cheapest mixture of len(Cost) things, or the cheapest several of some each, where every row is a sum of
// positive parts:
//
//	Base·x + Σᵢ max(0, gᵢ·x) ≤ Most.
//
// Each such row is as many linear ones as its parts have sets, so cutting planes can
// solve it. But where many parts are 0 at the best x, a row holds with equality by
// every set that differs in those, each cut names one of them, and rounds are many.
//
// So a vertex may also be where a row holds with equality and some of its parts are
// tied, gᵢ·x = 0. A tied part belongs to the row to some share: its multiplier lies
// between 0 and the row's. That is one more bound in the ratio test: at the row's
// multiplier the part becomes one that the row counts, at 0 one that it does not, and
// either way its tie may leave. A part that changes sign while it is not tied is a
// rule that x breaks, and enters as a tie. There are no rounds: after every pivot all
// rows are looked at as they are.
type Sums struct {
	Cost     []float64
	Mixtures []int // of how many things each is, where several are sought together; nil: one of all
	Rows     []Limit
	Parts    int // of each row

	At   func(x []float64)                                       // at which Gain is asked next
	Gain func(row int, of []int, gains []float64) (base float64) // Base·x, and gᵢ·x at the places of some parts
	Of   func(row int, parts []int) []float64                    // Base and some gᵢ together
	Part func(row, part int) []float64                           // gᵢ

	Hints   []Hint         // of some rows, each of another
	Pivots  int            // that there may be
	Pivoted func(more int) // told now and then how many pivots more there have been; nil: nobody asks
}

// Limit is what a row is held to.
type Limit struct {
	Most   float64
	Minded float64 // by how much the row may exceed that
	Length float64 // of a gᵢ, about
}

// Hint guesses which parts a row counts at the best x, and which may be tied. What
// hints are about is put right first: where they are good, few pivots are left.
type Hint struct {
	Row     int
	Counted []int
	Tied    []int
}

// Chain are sets of parts of one row that holds with equality by each of them, and their
// multipliers. Each holds the one before and a part more.
type Chain struct {
	Row     int
	Sets    [][]int
	Weights []float64 // not negative
}

// proven is how near a bound is to the value where nothing has drifted.
const proven = 1e-9

// few is the number of variables up to which W is kept dense.
const few = 800

// Minimise solves the problem. Besides the mixture it gives the sets of parts by
// whose weights its Bound is proven. Its errors are ErrInfeasible, ErrPivots, and that
// of the context.
func (p Sums) Minimise(ctx context.Context) (Solution, []Chain, error) {
	if len(p.Cost) > few {
		return p.minimise(ctx, newSparse)
	}
	return p.minimise(ctx, newDense)
}

// minimise solves the problem with W as the inverse keeps it.
func (p Sums) minimise(ctx context.Context, by func(*vertex) inverse) (Solution, []Chain, error) {
	s := p.cheapest(by)
	if len(p.Hints) > 0 {
		s.hints = make([]hint, len(p.Rows))
		for _, h := range p.Hints {
			s.hints[h.Row] = hint{parts: slices.Concat(h.Counted, h.Tied), tied: h.Tied, sure: len(h.Counted)}
		}
		if err := s.run(ctx); err != nil {
			return Solution{}, nil, err
		}
		s.hints = nil
	}
	if err := s.run(ctx); err != nil {
		return Solution{}, nil, err
	}
	end := s.solution()
	if end.Value-end.Bound > proven*math.Abs(end.Value) { // y has drifted
		s.w.invert()
		if err := s.run(ctx); err != nil {
			return Solution{}, nil, err
		}
		end = s.solution()
	}
	return end, s.chains(), nil
}
