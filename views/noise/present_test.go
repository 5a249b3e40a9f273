package noise

import (
	"slices"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/views/viewtest"
)

// The ring lies on its line: the line joins the present budget with the others, once.
func TestLineOfFitsHasThePresentBudget(t *testing.T) {
	effort.Unwatched(t)
	for address, epsilon := range map[string]float64{"epsilon=2&seeds=3": 2, "epsilon=3&seeds=3&repeats=20": 3, "epsilon=12&seeds=3": 12,
		"epsilon=0.1&seeds=3": 0.1, "budget=query&epsilon=0.5&seeds=3": 0.5} {
		f, ring := viewtest.Sheet(t, Bayes, address).Figure, engine.Normal{}
		if f.X.Low > epsilon || f.X.High < epsilon {
			t.Errorf("%s: the axis is from %v to %v", address, f.X.Low, f.X.High)
		}
		for _, m := range f.Marks {
			if n := m.Normal(); n.Here {
				ring = n
			}
		}
		lines := 0
		for _, m := range f.Marks {
			n := m.Normal()
			if n.Form != engine.Line && n.Form != engine.Trail {
				continue
			}
			at := slices.Index(n.X, epsilon)
			switch {
			case at < 0: // this noise does not exist at that small a budget
			case slices.Contains(n.X[at+1:], epsilon) || !slices.IsSorted(n.X):
				t.Errorf("%s: the line %s joins the budgets %v", address, n.Name, n.X)
			case n.Y[at] == ring.Y[0]:
				lines++
			}
		}
		if lines == 0 {
			t.Errorf("%s: no line meets the ring at %v", address, ring.Y)
		}
	}
}

// A round has the same mark in both pictures: not private yet, or private, and the present one a ring.
func TestRoundsHaveOneMarkInBothPictures(t *testing.T) {
	panels := viewtest.Sheet(t, byRound, "round=4&epsilon=1&delta=0.2&beta=0.1&support=2").Figure.Panels
	marked := func(p engine.Panel) map[string][]float64 {
		of := map[string][]float64{}
		for _, m := range p.Marks {
			if n := m.Normal(); n.Content == engine.Samples {
				of[n.Title] = n.X
			}
		}
		return of
	}
	above, below := marked(panels[0]), marked(panels[1])
	if len(above) != 3 || above["this round"][0] != 4 {
		t.Errorf("the marks are %v", above)
	}
	for title, rounds := range above {
		if !slices.Equal(rounds, below[title]) {
			t.Errorf("%s: rounds %v above, %v below", title, rounds, below[title])
		}
	}
}

// The table of what parts lose has a row for each end of a part and each noise; the values in the middles are labels.
func TestLossesOfPartsHaveRowsAtTheirEndsAlone(t *testing.T) {
	s := viewtest.Sheet(t, Ranges, "")
	table, ends := s.Table(), map[string][]float64{}
	for _, row := range table.Rows {
		ends[row[0].Word] = append(ends[row[0].Word], row[1].Number)
	}
	if len(ends[best]) < 2 || !slices.Equal(ends[best], ends[single]) {
		t.Errorf("rows of the parts' own noise at %v, of the single one at %v", ends[best], ends[single])
	}
}
