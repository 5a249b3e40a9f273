package lp

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
)

const (
	feasible = 1e-12 // a distance by which a rule may be broken
	negative = 1e-13 // how far below 0 Harris' test lets a multiplier go
	pivotal  = 1e-10 // the least part of r by which a rule can leave
	often    = 50    // pivots after which x is computed afresh
	large    = 500   // variables from which on a pivot takes so long that each asks whether it is still wanted
	stalled  = 200   // pivots without a move of y after which Bland's rule takes over, but for tests
)

// broken is a rule that x breaks: the bound of a variable, or a row.
type broken struct {
	bound int
	row   *kept // nil: the bound
	by    float64
}

// solve moves to the best vertex that keeps all rules of the pool.
func (v *vertex) solve(ctx context.Context) error {
	if err := ctx.Err(); err != nil { // even if a round has few pivots
		return err
	}
	fresh := false // x is as exact as possible
	for {
		if v.pivots%often == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		b := v.worst()
		if b.by <= feasible {
			if fresh || !v.w.renew() {
				return nil
			}
			fresh = true
			continue
		}
		v.w.direction(b)
		leaves := v.leaving()
		if leaves == none {
			if !fresh {
				v.w.invert()
				fresh = true
				continue
			}
			return ErrInfeasible
		}
		v.exchange(b, leaves)
		if v.equals > 0 && v.still > v.equals {
			return ErrStuck
		}
		fresh = false
		if v.pivots++; v.pivots%often == 0 {
			v.w.renew()
			if v.pivoted != nil {
				v.pivoted(often)
			}
		}
	}
}

// worst returns the rule that x breaks most; the first one broken, once y has not moved for long.
func (v *vertex) worst() broken {
	worst := broken{bound: none, by: feasible}
	first := v.still > v.stalled
	for j, at := range v.place {
		if at == none && -v.x[j] > worst.by {
			worst = broken{bound: j, by: -v.x[j]}
			if first {
				return worst
			}
		}
	}
	for _, k := range v.pool {
		if k.column != none {
			continue
		}
		if by := k.excess(v.x); by > worst.by {
			worst = broken{row: k, by: by, bound: none}
			if first {
				return worst
			}
		}
	}
	return worst
}

// leaving returns the column of the rule that gives way, or none.
func (v *vertex) leaving() int {
	longest := 0.0
	for _, r := range v.r {
		if a := math.Abs(r); a > longest {
			longest = a
		}
	}
	least := pivotal * max(1, longest/1e3)
	bland := v.still > v.stalled
	if bland { // its choice among equals ignores r: none may be rounding
		least *= 1e3
	}
	most := math.Inf(1)
	for q, r := range v.r {
		if r > least && !v.fixed[q] {
			if bound := (max(v.y[q], 0) + negative) / r; bound < most {
				most = bound
			}
		}
	}
	leaves := none
	for q, r := range v.r {
		if r <= least || v.fixed[q] || max(v.y[q], 0)/r > most {
			continue
		}
		if leaves == none || !bland && r > v.r[leaves] || bland && v.rank(q) < v.rank(leaves) {
			leaves = q
		}
	}
	return leaves
}

// rank orders the rules for Bland's rule, as worst goes through them.
func (v *vertex) rank(column int) int {
	if j := v.bounds[column]; j != none {
		return j
	}
	return len(v.cost) + v.rules[column].number
}

// exchange lets the rule that is broken take the column of the one that leaves.
func (v *vertex) exchange(b broken, q int) {
	rate := v.r[q]
	step := max(v.y[q], 0) / rate
	v.still++
	if step > negative {
		v.still = 0
	}
	floats.AddScaled(v.y, -step, v.r)
	v.y[q] = step
	v.w.move(q, b.by/rate)

	if j := v.bounds[q]; j != none {
		v.free(j)
		v.w.free(j, q)
	} else {
		v.rules[q].column = none
	}
	v.w.exchange(q)
	v.rules[q] = b.row
	if b.row == nil {
		v.w.hold(b.bound)
		v.hold(b.bound, q)
	} else {
		b.row.column = q
	}
}
