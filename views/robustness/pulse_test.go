package robustness

import (
	"testing"

	"dpscope/mechanisms"
)

// How far a search is never goes back, moves with every budget that is looked at, also
// while the best one's total is shared out, and is never told as whole.
func TestPulseMovesToTheEnd(t *testing.T) {
	p, last := &pulse{}, 0.0
	looked := func(mechanism string) {
		p.step(mechanism)
		_, now := p.sofar()
		if !(now.Share() > last) || !now.Partial() {
			t.Errorf("a budget of %s moves it from %v to %v of 1", mechanism, last, now.Share())
		}
		last = now.Share()
	}
	for _, kind := range mechanisms.All.Kinds {
		for range usualSteps {
			looked(kind.Name)
		}
		p.over(kind.Name)
	}
	_, ranked := p.sofar()
	last = ranked.Share()
	for range 100 {
		looked(mechanisms.All.Kinds[0].Name)
	}
}
