package noise

import (
	"math"
	"testing"

	"dpscope/engine/known"
	"dpscope/views/viewtest"
)

// A family beside the frontier costs as much as an independent solver found for the same cells (specs/data-dependent.md: a
// support of twice the sensitivity), and no more on a longer support.
func TestFrontierSaysWhatAFamilyCosts(t *testing.T) {
	for groups, printed := range map[string]float64{"1x4": 0.278985, "1x8": 0.407626, "1x12": 0.460474} {
		a := viewtest.Readings(t, alongBudget, "show=epsilon&loss=l1&epsilon=1&delta=0.2&groups="+groups)["loss-ranges"].Known
		if a.Basis != known.AtMost || a.Value > printed+1e-5 || math.Abs(a.Value-printed) > 0.01*printed {
			t.Errorf("%s: %+v, and %v by another solver", groups, a, printed)
		}
	}
}
