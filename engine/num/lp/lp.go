// Package lp finds the cheapest mixture of n things under rules too many to write down:
//
//	minimise  c·x   over  x ≥ 0,  Σx = 1,  and  a·x ≤ b  for every row (a, b),
//
// where an oracle takes an x and names rows that it breaks.
//
// # Cutting planes
//
// Only few of the rows matter. So the rows seen so far are kept in a pool, the program over them is solved,
// the oracle looks at the solution, and the rows that it names enter the pool, until it names none (Kelley
// 1960). Each solution is the best under a subset of the rows: values rise from below to the least of all,
// and the last solution keeps every row. Rows that have long been slack leave the pool, unless the value
// stagnates, which could go on for ever.
//
// # The vertex
//
// An x at which n independent rules hold with equality is a vertex, and some vertex is best. The rules are Σx
// = 1, the bounds xⱼ ≥ 0, and rows. At the cheapest thing alone, Σx = 1 and every other bound hold with
// equality, and raising a bound j costs cⱼ − c_min ≥ 0: no mixture is cheaper. So no search for a start is
// needed ("phase 1"), and each new row only moves this best vertex to the next one. That is the dual simplex
// method (Lemke 1954).
//
// Write the n active rules as M·x = h, and W = M⁻¹. Then x = W·h, and the multipliers y = c·W are the rules'
// prices; those of inequalities are never negative. A rule a·x ≥ h₀ that x breaks enters thus:
//
//   - r = a·W says how the active rules change places with it;
//   - among those with r > 0 the one with the least y/r leaves, so that no
//     multiplier turns negative; if there is none, no x keeps all rules;
//   - y, x and W follow, the last by a matrix of rank one.
//
// Where xⱼ = 0 holds with equality, row j of W is a unit vector. Only the rows of
// positive xⱼ are stored: one more than there are active rows of the pool, few at
// first. A pivot takes 2n operations for each.
//
// # Rounding
//
// Rows are scaled to length 1. The ratio test is Harris' (1973): of the candidates within a hair of the least
// ratio the largest r leaves. x is recomputed from W every so often, once refined; if that had to move it, W
// is inverted anew. After many pivots that did not move y, Bland's rule (1977) takes over, which cannot
// cycle.
//
// Besides the vertex the result has a proof: any weights on rows give a lower bound on every mixture's cost
// (weak duality), computed from the rows themselves and not from W. Its distance to the value is the cost of
// rounding.
//
// Rows that are sums of positive parts have a vertex of their own: see Sums. Above a few hundred
// variables W is kept as sparse factors, and Sums.Approach solves programs too large for a vertex.
package lp

import (
	"context"
	"errors"
)

// ErrInfeasible says that no mixture keeps all rows.
var ErrInfeasible = errors.New("no mixture keeps all rows")

// ErrStuck says that pivots have gone round among equals for as long as they may.
var ErrStuck = errors.New("pivots go round among equals")

// Row demands Of·x ≤ Most.
type Row struct {
	Of   []float64
	Most float64
}

// Problem asks for the cheapest mixture of len(Cost) things.
type Problem struct {
	Cost     []float64
	Mixtures []int // sizes of the mixtures sought together; nil: one of all things
	Rows     []Row // to begin with

	// Separate returns rows that x breaks by more than the caller's tolerance; none: x is accepted. It must
	// not keep x.
	Separate func(x []float64) []Row

	Equals  int            // limit of pivots in a row that leave the value where it is; 0: none
	Pivoted func(more int) // called now and then with the number of further pivots; nil: not called
}

// Solution is a mixture that the oracle accepts, with the proof that none is cheaper.
type Solution struct {
	X     []float64
	Value float64 // Cost·X
	Bound float64 // no mixture that keeps the rows of Active costs less, by their weights

	Active  []int     // rows that hold with equality, by number: those of the problem, then those of the oracle in order of arrival
	Weights []float64 // their multipliers, by which the value falls when Most grows by 1; not negative

	Rounds, Cuts int // Cuts counts all rows ever in the pool; of Sums, pivots and rules that entered
}

// Round reports the progress of the cutting planes: the best mixture under the rows of the pool, and the
// oracle's verdict on it.
type Round struct {
	Number int // from 1
	Value  float64
	X      []float64 // valid until watch returns
	Broken int       // rows broken by X, which now enter
	Pool   int       // rows under which X is best
	Active int       // number of these that hold with equality
}

// Minimise solves a problem by cutting planes. It reports every round to watch, which may be nil. It fails
// with ErrInfeasible, with ErrStuck, or when ctx ends.
func Minimise(ctx context.Context, p Problem, watch func(Round)) (Solution, error) {
	v := cheapest(p.Cost, p.Mixtures, newDense)
	v.pivoted, v.equals = p.Pivoted, p.Equals
	v.add(scaled(p.Rows))
	for number := 1; ; number++ {
		if err := v.solve(ctx); err != nil {
			return Solution{}, err
		}
		broken := scaled(p.Separate(v.x))
		if watch != nil {
			watch(Round{Number: number, Value: v.value(), X: v.x, Broken: len(broken), Pool: len(v.pool), Active: v.binding()})
		}
		if v.exhausted(broken) {
			return v.solution(number), nil
		}
		v.forget()
		v.add(broken)
	}
}
