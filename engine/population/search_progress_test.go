package population

import (
	"testing"

	"dpscope/engine/work"
	"dpscope/mechanisms"
)

// How far a search is never goes back, moves with every record that is made ready and
// every part of a budget that is looked at, also when all budgets are known, and is never
// told as whole.
func TestPulseMovesToTheEnd(t *testing.T) {
	p, last := newSearchProgress(), 0.0
	moves := func(what string) {
		_, now := p.SoFar()
		if !(now.Share() > last) || !now.Partial() {
			t.Errorf("%s moves it from %v to %v of 1", what, last, now.Share())
		}
		last = now.Share()
	}
	looked := func(mechanism string) {
		for _, part := range []float64{1e-3, 0.5, 1} {
			p.look(mechanism, part)
			moves("a budget of " + mechanism)
		}
	}
	const records = 5
	for i := range records {
		p.preparing(work.Progress{Done: float64(i + 1), Of: records})
		moves("a record")
	}
	for _, kind := range mechanisms.All.Kinds {
		for range int(usualLooks) {
			looked(kind.Name)
		}
		p.over(kind.Name)
	}
	for range 10 {
		for _, kind := range mechanisms.All.Kinds {
			looked(kind.Name)
		}
	}
}
