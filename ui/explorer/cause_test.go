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

// Solving for ε of a run moves σ at first, and keeps the target that the page has.
func TestARunIsSolvedForItsNoise(t *testing.T) {
	v, values, err := views.Open("run")
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := pages.Of(v.Name, v.Presets[0].Name)
	if err != nil {
		t.Fatal(err)
	}
	e := New(Session{Context: t.Context(), Clock: TimeOfDay}, v, values)
	e.Present(sheet, nil)
	e.focus = "epsilon-at-most"
	e.Do(Show{Pane: SolvePane})
	if f := e.solve; f.Unknown.Name != "sigma" || f.Answer.Name != "epsilon-at-most" || f.Target.Text() != "2" || !f.own {
		t.Errorf("solving %s for %s moves %s, and the target is suggested: %t", f.Answer.Name, f.Target.Text(), f.Unknown.Name, !f.own)
	}
}
