package command

import "testing"

// Where the number of cells falls as the leaf grows, few forests are needed until one is explorable, and its leaf is little
// larger than necessary, even where each forest is hardly too fine.
func TestCoarserLeaf(t *testing.T) {
	const explorable = 494.0
	leaf, grown := 9.0, 0
	for ; leaf < explorable; grown++ {
		leaf = coarserLeaf(leaf, explorable/leaf)
	}
	if grown > 4 || leaf > 4.0/3*explorable+1 {
		t.Errorf("after %d forests leaves of %g", grown, leaf)
	}
	for _, leaf := range []float64{1, 10, 1000} {
		if coarser := coarserLeaf(leaf, 1.0001); coarser < 4.0/3*leaf {
			t.Errorf("leaves of %g after %g", coarser, leaf)
		}
	}
}
