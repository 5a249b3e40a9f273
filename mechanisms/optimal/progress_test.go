package optimal

import (
	"testing"

	"dpscope/engine/work"
)

// Whoever waits for the interior-point method is told something new at every step, also
// where products grow for long before they fall.
func TestEveryStepIsTold(t *testing.T) {
	p := Problem{Epsilon: 0.34, Delta: 0.0026, Loss: doubled, Steps: 8, Reach: 104}
	var told []float64
	ctx := work.Reporting(t.Context(), func(p work.Progress) { told = append(told, p.Done) })
	inside := p.program(&progress{ctx: ctx}, true, nil).interior()
	first := inside.mu(nil, 0, 0)
	const grown = 3
	for range grown {
		inside.progress.within(2*first, first, 1e-12)
	}
	if !inside.run(ctx) {
		t.Error("it comes to nothing")
	}
	if len(told) < grown+10 {
		t.Errorf("%d reports", len(told))
	}
	for i := 1; i < len(told); i++ {
		if told[i] <= told[i-1] || told[i] > before {
			t.Errorf("report %d of %d: %v places after %v", i+1, len(told), told[i], told[i-1])
		}
	}
}
