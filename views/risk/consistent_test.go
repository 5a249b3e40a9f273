package risk

import (
	"testing"

	"dpscope/engine/effort"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// No number of a page exceeds one that bounds it: what is found and right guesses what the pair (ε, δ) allows, the actual ε the
// stated one, a value its own ends.
func TestNoNumberExceedsItsBound(t *testing.T) {
	const all = 300
	for _, c := range []struct {
		view view.View
		few  int
	}{{Attack, 60}, {Digits, 60}, {Profile, 10}} {
		viewtest.Consistent(t, c.view, viewtest.Suite{}, effort.Scale(c.few, all, all))
	}
}
