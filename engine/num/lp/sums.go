package lp

import (
	"context"
	"errors"
	"math"
	"slices"
)

// ErrPivots says that more pivots are needed than there may be.
var ErrPivots = errors.New("more pivots are needed")

// Sums asks for the cheapest mixture of len(Cost) things, or the cheapest several mixtures, where every row
// is a sum of positive parts:
//
//	Base·x + Σᵢ max(0, gᵢ·x) ≤ Most.
//
// Each such row equals as many linear ones as its parts have sets, so that cutting planes can solve it. But
// if many parts are 0 at the best x, a row holds with equality by every set that differs in those, each cut
// names one of them, and rounds are many.
//
// So a vertex may also be a place where a row holds with equality and some of its parts are tied, gᵢ·x = 0. A
// tied part belongs to the row to some share: its multiplier lies between 0 and the row's. That is one more
// bound in the ratio test: at the row's multiplier the part becomes counted, at 0 uncounted, and in either
// case its tie may leave. An untied part that changes sign is a rule that x breaks, and enters as a tie.
// There are no rounds: after every pivot all rows are evaluated as they are.
type Sums struct {
	Cost     []float64
	Mixtures []int // sizes of the mixtures sought together; nil: one of all things
	Rows     []Limit
	Parts    int // of each row

	At   func(x []float64)                                       // where Gain is evaluated next
	Gain func(row int, of []int, gains []float64) (base float64) // Base·x, and gᵢ·x at the places of some parts
	Of   func(row int, parts []int) []float64                    // Base and some gᵢ together
	Part func(row, part int) []float64                           // gᵢ

	Hints   []Hint         // of some rows, at most one each
	Pivots  int            // greatest number of them
	Pivoted func(more int) // called now and then with the number of further pivots; nil: not called
}

// Limit bounds a row.
type Limit struct {
	Most   float64
	Minded float64 // tolerated excess of the row
	Length float64 // approximate length of a gᵢ
}

// Hint guesses which parts a row counts at the best x, and which may be tied. Hinted rows are solved first:
// good hints leave few pivots.
type Hint struct {
	Row     int
	Counted []int
	Tied    []int
}

// Chain holds sets of parts of one row, which holds with equality by each of them, and their multipliers.
// Each set has one part more than the one before.
type Chain struct {
	Row     int
	Sets    [][]int
	Weights []float64 // not negative
}

// proven is the distance of a bound to the value without drift.
const proven = 1e-9

// few is the number of variables up to which W is kept dense.
const few = 800

// Minimise solves the problem. Besides the mixture it returns the sets of parts whose weights prove its
// Bound. It fails with ErrInfeasible, with ErrPivots, or when ctx ends.
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
