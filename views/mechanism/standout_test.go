package mechanism

import (
	"math"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/mechanisms"
)

// Those picked stand out, and nobody else; without a pick those that are ahead.
func TestPickedCurvesStandOut(t *testing.T) {
	for query, want := range map[string][]string{
		"epsilon=2&theta=0.3&x=0.5":                                {"pm", "sw", "exponential-sharp", "laplace-truncated", "exponential"},
		"epsilon=2&theta=0.3&x=0.5&stand-out=gaussian,laplace":     {"laplace", "gaussian"},
		"epsilon=2&theta=0.3&x=0.5&stand-out=gaussian-classic,krr": {"krr", "gaussian-classic"},
	} {
		sheet, _ := page(t, Compare, query)
		var loud []string
		for _, m := range sheet.Figure.Marks {
			if c, ok := m.(engine.Curve); ok && !c.Muted {
				loud = append(loud, c.Name)
			}
		}
		if !slices.Equal(loud, want) {
			t.Errorf("%s: %v stand out, want %v", query, loud, want)
		}
	}
}

// Who leads, by how much and for the least budget is told of those picked, and
// said to be; of nobody where none of them exists.
func TestTheLeadIsOfThosePicked(t *testing.T) {
	for _, c := range []struct{ picked, best, lead, said string }{
		{"sw,laplace", "sw", "lead, picked", "Square wave (SW) lands within θ most often of those picked, Laplace next"},
		{"laplace", "laplace", "lead, picked", "Laplace lands within θ 45.1 % of the time"},
		{"gaussian-classic", "", "lead, picked", "none of those picked exists"},
		{"laplace,laplace-clamped", "laplace", "lead, picked", "2 mechanisms of those picked land within θ equally often"},
		{"", "pm", "lead", "Piecewise (PM) lands within θ most often, Square wave (SW) next"},
	} {
		sheet, answers := page(t, Compare, "epsilon=2&theta=0.3&x=0.5&stand-out="+c.picked)
		if got := answers["best"].Known.Word; got != c.best {
			t.Errorf("%q: %q is closest, want %q", c.picked, got, c.best)
		}
		if got := answers["margin"].Label; got != c.lead {
			t.Errorf("%q: the lead is called %q", c.picked, got)
		}
		if least, alone := answers["cheapest"].Known.Value, answers["epsilon-required-"+c.best].Known.Value; c.best != "" && least != alone {
			t.Errorf("%q: the least ε is %g, that of %s %g", c.picked, least, c.best, alone)
		}
		if note := sheet.Notes[0].Text; !strings.Contains(note, c.said) {
			t.Errorf("%q: %s", c.picked, note)
		}
	}
}

// In the plane those picked alone take part.
func TestPickedMechanismsShareThePlane(t *testing.T) {
	_, answers := page(t, Winner, "x=0.5&epsilon=2&theta=0.3&stand-out=laplace,exponential,gaussian")
	if best := answers["winner"].Known.Word; best != "exponential" {
		t.Errorf("%s wins", best)
	}
	total := 0.0
	for name, a := range answers {
		if strings.HasPrefix(name, "share-") {
			total += a.Known.Value
			if !slices.Contains([]string{"laplace", "exponential", "gaussian"}, a.Key.Member) {
				t.Errorf("%s has a share", a.Key.Member)
			}
		}
	}
	if math.Abs(total-1) > 1e-12 {
		t.Errorf("the shares add up to %g", total)
	}
}

// Budgets of one notion are ranked among one another, from the first place each.
func TestNotionsAreToldApart(t *testing.T) {
	sheet, _ := page(t, Compare, "epsilon=0.5&theta=0.3&x=0.5")
	places := map[string]int{}
	last := ""
	for _, a := range sheet.Answers {
		if a.Place == 0 {
			continue
		}
		kind, err := mechanisms.All.Find(a.Key.Member)
		if err != nil || a.Group != kind.Tag {
			t.Errorf("%s is ranked among %s", a.Key.Member, a.Group)
		}
		if a.Group != last && places[a.Group] > 0 {
			t.Errorf("%s is ranked in two places", a.Group)
		}
		if places[a.Group]++; a.Place != places[a.Group] {
			t.Errorf("%s has place %d, after %d others", a.Key.Member, a.Place, places[a.Group]-1)
		}
		last = a.Group
	}
	if len(places) != 3 {
		t.Errorf("%v", places)
	}
}
