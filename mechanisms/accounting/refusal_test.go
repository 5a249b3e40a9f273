package accounting

import (
	"errors"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/mechanisms/privacy"
)

// claimOf returns a claim of ε alone.
func claimOf(epsilon float64, n privacy.Neighbours) Event {
	return Claim{privacy.Claim{Epsilon: epsilon, Neighbours: n}}
}

// An accountant refuses a tree for which it has no rule, in a sentence that names the node and not the tree.
func TestRefusalsNameTheNode(t *testing.T) {
	law := Noise{answers("five"), privacy.OneAdded}
	steps := NormalSteps(0.01, 1.1, 100)
	for _, c := range []struct {
		by   Accountant
		of   Event
		want string
	}{
		{Orders{}, Both{steps, law}, "Rényi divergence has no rule for noise of five answers: the privacy loss distribution would work"},
		{Orders{}, Sampled{claimOf(1, privacy.OneAdded), 0.5, Poisson}, "Rényi divergence has no rule for a part 0.500 of the records, by coins (a claim of ε = 1.00)"},
		{WholeOrders{}, Times{Claim{privacy.Claim{Epsilon: 1, Delta: 1e-6}}, 3}, "whole orders has no rule for a claim of ε = 1.00 and δ = 10^-6: its δ leaves"},
		{Claims{Advanced}, Both{steps, claimOf(1, privacy.OneAdded)}, "advanced composition has no rule for 100 times (a part 0.0100 of the records, by coins (normal noise of σ = 1.10)), then a claim"},
		{Claims{Concentrated}, steps, "concentrated privacy has no rule for a part 0.0100 of the records"},
		{Claims{Basic}, Group{Sampled{Normal{1, privacy.OneAdded}, 0.5, Poisson}, 3}, "basic composition has no rule for 3 rows a record"},
	} {
		_, err := c.by.Price(t.Context(), c.of, 1e-5)
		if refusal := (*Refusal)(nil); !errors.As(err, &refusal) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s on %v: %v, want %q", c.by.Name(), c.of, err, c.want)
		}
	}
	if _, _, err := Promise(steps); err == nil || !strings.Contains(err.Error(), "it has no claim") {
		t.Errorf("the claim of normal steps: %v", err)
	}
}

// Neighbours of two kinds in one tree are an error wherever they meet, and so is sampling that
// amplifies between others, or a number that counts nothing.
func TestNeighbours(t *testing.T) {
	effort.ForNumbers(t)
	added, replaced := Normal{1, privacy.OneAdded}, Normal{1, privacy.OneReplaced}
	for _, c := range []struct {
		of   Event
		want string // of the error; empty: none
	}{
		{Both{added, Times{Group{Sampled{added, 0.1, Poisson}, 2}, 5}}, ""},
		{Both{Nothing{}, replaced}, ""},
		{Sampled{Nothing{}, 0.1, FixedSize}, ""},
		{Times{Sampled{replaced, 0.1, FixedSize}, 7}, ""},
		{Both{added, replaced}, "normal noise of σ = 1.00 is for data sets of which one has one record more, and normal noise of σ = 1.00 for data sets that differ in one record"},
		{Split{added, Bit{1}}, "one run is priced between neighbours of one kind"},
		{Times{Both{Nothing{}, Both{Local{answers("five")}, added}}, 3}, "one run is priced"},
		{Sampled{replaced, 0.1, Poisson}, "sampling by coins amplifies between data sets of which one has one record more"},
		{Sampled{Both{added, Nothing{}}, 0.1, FixedSize}, "sampling by drawing a fixed number amplifies between data sets that differ in one record"},
		{Times{added, 2.5}, "a whole number of times"},
		{Group{added, 0}, "a whole number of rows"},
		{Sampled{added, 1.5, Poisson}, "a rate from 0 to 1"},
		{Both{added, Normal{-1, privacy.OneAdded}}, "a deviation above 0"},
	} {
		for _, by := range []Accountant{Claims{}, Orders{}, WholeOrders{}, Losses{Accuracy: Coarse}} {
			_, err := by.Price(t.Context(), c.of, 0.3)
			refusal := (*Refusal)(nil)
			switch {
			case errors.As(err, &refusal):
				if c.want != "" {
					t.Errorf("%s refuses %v before it looks at its neighbours", by.Name(), c.of)
				}
			case c.want == "" && err != nil, c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%s on %v: %v, want %q", by.Name(), c.of, err, c.want)
			}
		}
	}
}
