package explorer

import (
	"testing"

	"dpscope/engine/param"
	"dpscope/views"
	"dpscope/views/pages"
)

// Solving on a target moves what causes it: ε where the page has it, and no δ and no number of options. Where neither is there, the
// page says so.
func TestATargetIsSolvedForItsCause(t *testing.T) {
	for _, v := range views.All {
		sheet, err := pages.Of(v.Name, v.Presets[0].Name)
		if err != nil {
			t.Fatal(err)
		}
		e := New(Session{Context: t.Context(), Clock: TimeOfDay}, v, v.Opening())
		e.Present(sheet, nil)
		_, spends := e.rows().find("epsilon")
		for _, r := range e.rows() {
			if r.Kind != SliderRow || r.Param.Role != param.Target {
				continue
			}
			e.focus, e.pane = r.Key, PicturePane
			e.Quiet()
			e.Do(Show{Pane: SolvePane})
			switch {
			case spends >= 0 && e.pane == SolvePane && e.solve.Unknown.Name != "epsilon":
				t.Errorf("%s: on %s solving moves %s", v.Name, r.Key, e.solve.Unknown.Name)
			case e.pane != SolvePane && e.Scene().Status.Text == "":
				t.Errorf("%s: on %s nothing is said", v.Name, r.Key)
			case e.pane == SolvePane && (e.solve.Unknown.Name == "delta" || e.solve.Unknown.Name == "bins"):
				t.Errorf("%s: on %s solving moves %s", v.Name, r.Key, e.solve.Unknown.Name)
			}
		}
	}
}
