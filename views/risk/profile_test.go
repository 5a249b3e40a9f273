package risk

import (
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/matching"
	"dpscope/engine/work/worktest"
	"dpscope/views/viewtest"
)

// Where δ is read at ε = 0 and no profile ends within sight, the picture still has a width.
func TestProfileReadAtZero(t *testing.T) {
	values, err := Profile.Setting("epsilon=20&delta=1e-10&at=0")
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := Profile.Sheet(worktest.Shared(), values, func(engine.Sheet) {})
	if err != nil {
		t.Fatal(err)
	}
	if x := sheet.Figure.X; x.High <= x.Low {
		t.Errorf("the picture goes from ε = %g to %g", x.Low, x.High)
	}
}

// The title of the ranking names its order: it has two parts only where some noise reveals records and some does not.
func TestTheRankingSaysItsOrder(t *testing.T) {
	for query, want := range map[string]string{
		"equal=right&right=0.65":  "mean error of each noise, the cheapest of each kind first",
		"equal=right&right=0.501": "mean error of each noise, the cheapest first",
	} {
		f := viewtest.Sheet(t, Profile, query).Figure
		outright := 0
		for _, m := range f.Marks {
			if p, is := m.(engine.Points); is && !p.Here && strings.Contains(p.Labels[0], " %") {
				outright++
			}
		}
		if parts := outright > 0 && outright < len(f.Marks); outright == 0 || f.Title != want || parts != (f.Title != "mean error of each noise, the cheapest first") {
			t.Errorf("%s: %q, where %d of %d give records away", query, f.Title, outright, len(f.Marks))
		}
	}
}

// Any positive δ counts as revealing records; rounding up in a program's enclosure does not.
func TestHides(t *testing.T) {
	for _, c := range []struct {
		of   matching.Match
		want bool
	}{{matching.Match{}, true}, {matching.Match{Certain: 1e-200}, false}, {matching.Match{Certain: 1e-15, Found: true}, true},
		{matching.Match{Certain: 1e-6, Found: true}, false}} {
		if got := hides(c.of); got != c.want {
			t.Errorf("%+v hides: %t", c.of, got)
		}
	}
}

// Where a fixed shape replaces the program's noise, its number is told as for that shape: exact, and the same.
func TestOptimisedAsAFixedShape(t *testing.T) {
	for query, shape := range map[string]string{"equal=tpr&fpr=0.00019&value=0.6788&sensitivity=4": "staircase", "preset=rare": "staircase"} {
		sheet := viewtest.Sheet(t, Profile, query)
		of := func(shape string) engine.Reading {
			i := slices.IndexFunc(sheet.Readings, func(r engine.Reading) bool { return r.Key == engine.Key{Name: "loss", Member: shape} })
			return sheet.Readings[i]
		}
		found, fixed := of("optimal"), of(shape)
		if found.Remark != "as "+shape || found.Known != fixed.Known {
			t.Errorf("%s: %+v (%s) beside %+v", query, found.Known, found.Remark, fixed.Known)
		}
	}
}

// A sentence begins with a capital letter, whichever noise it names.
func TestLeadsBeginTall(t *testing.T) {
	for query, begins := range map[string]string{"right=0.9": "Staircase noise is best", "right=0.65": "Gaussian noise is best"} {
		if says := viewtest.Sheet(t, Profile, query).Lead.Answer.String(); !strings.HasPrefix(says, begins) {
			t.Errorf("%s: %q", query, says)
		}
	}
}
