package mechanism

import (
	"slices"
	"testing"

	"dpscope/engine"
	"dpscope/mechanisms"
)

// A mechanism looks the same in every picture of mechanisms, since all of them have the same members in the same order, and the
// best comes first, in the foreground.
func TestMechanismsHaveOneOrder(t *testing.T) {
	menu := mechanisms.All.Names()
	for _, query := range []string{"epsilon=1", "epsilon=10&theta=0.05", "show=theta", "show=x&epsilon=4"} {
		sheet, answers := page(t, Compare, query)
		if !slices.Equal(sheet.Figure.Members, menu) {
			t.Errorf("compare?%s has the members %v", query, sheet.Figure.Members)
		}
		first := sheet.Figure.Marks[0].(engine.Curve)
		if best := answers["best"].Known.Word; first.Name != best || first.Muted {
			t.Errorf("compare?%s has %s foremost and calls %s the closest", query, first.Name, best)
		}
	}
	if sheet, _ := page(t, Concentration, "mechanism=sw&show=window"); !slices.Equal(sheet.Figure.Members, menu) {
		t.Errorf("concentration has the members %v", sheet.Figure.Members)
	}
	sheet, _ := page(t, overPlane, "")
	if f := sheet.Figure.Marks[0].(engine.Field); !slices.Equal(sheet.Figure.Members, menu) || !inOrder(menu, f.Classes) {
		t.Errorf("winner has the members %v and the classes %v", sheet.Figure.Members, f.Classes)
	}
}

// inOrder reports whether some is a part of all in the same order.
func inOrder(all, some []string) bool {
	for _, name := range all {
		if len(some) > 0 && some[0] == name {
			some = some[1:]
		}
	}
	return len(some) == 0
}
