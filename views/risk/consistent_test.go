package risk

import (
	"testing"

	"dpscope/engine/effort"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// No number of a page exceeds its bound: finds and right guesses those that the pair (ε, δ) allows, the actual ε the stated
// one, a value its own ends.
func TestNoNumberExceedsItsBound(t *testing.T) {
	for _, c := range []struct {
		view       view.View
		few, check int
	}{{Attack, 10, 25}, {Digits, 30, 30}, {Profile, 3, 6}} {
		const all = 300
		viewtest.Consistent(t, c.view, viewtest.Suite{}, effort.Scale(c.few, c.check, all))
	}
}
