package lp

// inverse applies W, the inverse of the matrix of active rules, and follows their changes. The vertex
// has its rules, bounds, x and r, which an inverse reads and, where it says so, sets.
type inverse interface {
	keep(k *kept, of []float64) // makes these the coefficients of a row
	direction(b broken)         // sets r = a·W, where the rule that enters is a·x ≥ h
	move(q int, by float64)     // moves x along column q
	free(j, q int)              // variable j, which was held at 0 in column q, has a row of its own
	exchange(q int)             // the rule that r belongs to takes column q
	hold(j int)                 // variable j is held at 0 from now on
	turn(q, of int)             // the rule in column q becomes that in column of less itself
	renew() bool                // computes x afresh, and reports whether that moved it by more than rounding
	invert()                    // computes W, y and x afresh from the active rules
}

// together reports whether a variable belongs to the mixture whose sum has a column.
func (v *vertex) together(j, column int) bool {
	for _, b := range v.blocks {
		if b.from <= j && j < b.to {
			return b.sum == column
		}
	}
	return false
}
