package noise

import (
	"testing"

	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// At a great ε every page of a query has its answer, like the page of noise.
func TestPagesOfGreatBudgets(t *testing.T) {
	for _, c := range []struct {
		view           view.View
		query, reading string
	}{
		{byRound, "loss=l1&epsilon=8&delta=1e-6", "loss-so-far"},
		{byRound, "loss=l2&epsilon=15&delta=1e-9", "loss-so-far"},
		{Noise, "epsilon=10&delta=1e-9", "loss"},
		{Ranges, "epsilon=15", "loss"},
		{Ranges, "epsilon=15&groups=1x8", "loss"},
		{alongBudget, "groups=3,1,1,3&epsilon=15", "loss"},
	} {
		if v := viewtest.Readings(t, c.view, c.query)[c.reading].Known; v.Missing() {
			t.Errorf("%s?%s: %s is none", c.view.Name, c.query, c.reading)
		}
	}
}
