package optimal

import "testing"

// On any grids, a lent shift is one that a record causes: between one cell and the sensitivity.
func TestLentShiftsAreWithinTheSensitivity(t *testing.T) {
	for from := 1; from <= 60; from++ {
		for to := 1; to <= 60; to++ {
			a, b := Problem{Steps: from, Reach: 2 * from, Loss: absolute}, Problem{Steps: to, Reach: 2 * to, Loss: absolute}
			for shift := 1; shift <= from; shift++ {
				for _, sign := range []int{1, -1} {
					for _, e := range b.Lent(a, []Event{{Shift: sign * shift, cells: newSet(a.Cells())}}) {
						if k := sign * e.Shift; k < 1 || k > to {
							t.Fatalf("a shift of %d of %d cells a sensitivity is lent as one of %d of %d", sign*shift, from, e.Shift, to)
						}
					}
				}
			}
		}
	}
}
