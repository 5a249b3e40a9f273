package risk

import (
	"math"
	"testing"

	"dpscope/engine/effort"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// Readings of addresses, by values computed elsewhere: 24 answers of Laplace noise by draws, divergences by bisection of their
// formula at every order, those of all orders by their limit at order 1.
func TestAddresses(t *testing.T) {
	effort.Unwatched(t)
	for _, c := range []struct {
		view           view.View
		query, reading string
		want, hair     float64
	}{
		{Attack, "of=laplace&epsilon=0.5&times=24", "right", 0.8725, 1e-3},
		{Attack, "of=mechanism&mechanism=gaussian&epsilon=1.3&times=10&delta=1e-3", "epsilon-actual", 4.1304, 1e-4},
		{Attack, "of=mechanism&mechanism=laplace-bounded&epsilon=0.7&delta=0.001", "epsilon-actual", 0.7, 1e-6},
		{Attack, "of=renyi&order=8&divergence=1", "right", 0.739452, 6e-7},
		{Attack, "of=renyi&order=8&divergence=1&fpr=0.01", "found", 0.042655, 6e-7},
		{Attack, "of=renyi&order=256&divergence=0.5", "right", 0.622895, 6e-7},
		{Attack, "preset=rdp", "right", 0.580030, 6e-7},
		{Attack, "of=rdp&rdp=63.466:3.4626&fpr=0.013867", "found", 0.448076, 6e-7},
		{Attack, "of=concentrated&rho=0.5", "right", 0.7395492, 6e-8},
		{Attack, "of=concentrated&rho=0.05&times=10", "right", 0.7395492, 6e-8},
		{Attack, "of=concentrated&rho=4", "right", 0.9841822, 6e-8},
		{Digits, "method=snapping&value=0.3&neighbour=0.3", view.AttackerRight, 0.5, 0},
		{Digits, "method=naive&value=0.3&neighbour=0.3", view.AttackerRight, 0.5, 0},
	} {
		if v := viewtest.Answer(t, c.view, c.query, c.reading); !(math.Abs(v.Value-c.want) <= c.hair) {
			t.Errorf("%s?%s: %s is %v, want %v", c.view.Name, c.query, c.reading, v.Value, c.want)
		}
	}
	const nothing = "Nothing to tell apart: both values are 0.30."
	for query, of := range map[string]view.View{
		"method=snapping&value=0.3&neighbour=0.3":                   Digits,
		"of=mechanism&mechanism=pm&pair=values&x=0.3&neighbour=0.3": Attack,
	} {
		lead := viewtest.Sheet(t, of, query).Lead
		if lead.Answer.String() != nothing || lead.Price.String() != anyGuess {
			t.Errorf("%s?%s says %v %v", of.Name, query, lead.Answer, lead.Price)
		}
	}
}
