package mechanism

import (
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/mechanisms"
)

// The picked mechanisms stand out, and no others; without a pick those that are ahead.
func TestPickedCurvesStandOut(t *testing.T) {
	for query, want := range map[string][]string{
		"epsilon=2&theta=0.3&x=0.5":                                {"pm", "sw", "exponential-sharp"},
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

// The leader, its margin and the least budget are told for the picked mechanisms, and said to be; there is none where none of
// them exists.
func TestTheLeadIsOfThosePicked(t *testing.T) {
	for _, c := range []struct{ picked, best, said string }{
		{"sw,laplace", "sw", "Of 2 highlighted, Square wave (SW): 82.7 % of answers within 0.30 of x = 0.50 (chance: 60.0 %), 37.6 points ahead of Laplace."},
		{"laplace", "laplace", "Laplace is the only one highlighted: at ε = 2.00, 45.1 % of its answers land"},
		{"gaussian-classic", "", "None: no highlighted mechanism exists at ε = 2.00."},
		{"laplace,laplace-clamped", "laplace", "Tied at 45.1 %: Laplace and Laplace, clamped, under ε-LDP."},
		{"laplace,gaussian", "laplace", "Laplace is the only one highlighted"}, // (ε, δ) is not compared with ε
		{"", "pm", "Piecewise (PM): 85.3 % of its answers land within 0.30 of x = 0.50 (chance: 60.0 %), 2.58 points ahead of Square wave (SW)."},
	} {
		sheet, answers := page(t, Compare, "epsilon=2&theta=0.3&x=0.5&stand-out="+c.picked)
		if got := answers["best"].Known.Word; got != c.best {
			t.Errorf("%q: %q is closest, want %q", c.picked, got, c.best)
		}
		if least, alone := answers["cheapest"].Known.Value, answers["epsilon-required-"+c.best].Known.Value; c.best != "" && least != alone {
			t.Errorf("%q: the least ε is %g, that of %s %g", c.picked, least, c.best, alone)
		}
		if lead := sheet.Lead.Answer.String(); !strings.Contains(lead, c.said) {
			t.Errorf("%q: %s", c.picked, lead)
		}
	}
}

// A better mechanism with another guarantee is named, and not ranked with the others.
func TestGuaranteesAreApart(t *testing.T) {
	_, answers := page(t, Compare, "show=epsilon&epsilon=0.5&theta=0.1&x=0&delta=0.3&stand-out=laplace-clamped,gaussian-clamped,pm")
	if best, weaker := answers["best"].Known.Word, answers["weaker"]; best != "laplace-clamped" || weaker.Known.Word != "gaussian-clamped" {
		t.Errorf("best %q, weaker %q", best, weaker.Known.Word)
	}
}

// In the plane only the picked ones take part.
func TestPickedMechanismsShareThePlane(t *testing.T) {
	_, answers := page(t, overPlane, "x=0.5&epsilon=2&theta=0.3&stand-out=laplace,exponential,gaussian")
	if best := answers["best"].Known.Word; best != "exponential" {
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
	if total == 0 || total > 1+1e-12 { // the rest is won by less than a point
		t.Errorf("the shares add up to %g", total)
	}
}

// Budgets are ranked within a notion, each ranking from its first place.
func TestNotionsAreToldApart(t *testing.T) {
	sheet, _ := page(t, Compare, "epsilon=0.5&theta=0.3&x=0.5")
	places := map[string]int{}
	last := ""
	for _, a := range sheet.Readings {
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
		if places[a.Group]++; a.Place != places[a.Group] && !(a.Tied && a.Place < places[a.Group]) {
			t.Errorf("%s has place %d, after %d others", a.Key.Member, a.Place, places[a.Group]-1)
		}
		last = a.Group
	}
	if len(places) != 3 {
		t.Errorf("%v", places)
	}
}
