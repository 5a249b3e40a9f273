package views

import (
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/work/worktest"
)

// The address that an answer gives for the view that explains it opens, and has answers there.
func TestAnswersLeadSomewhere(t *testing.T) {
	for i, from := range All {
		if from.Group == Model && testing.Short() || slow(from) && !effort.Sample(i, 7, 3) {
			continue
		}
		ctx, at := worktest.Shared(), from.Opening()
		sheet, err := from.Sheet(ctx, at, func(engine.Sheet) {})
		if err != nil {
			t.Fatal(err)
		}
		opened := map[string]bool{}
		for _, a := range sheet.Readings {
			if a.Opens == "" {
				continue
			}
			to, values, err := Follow(a.Opens, from, at)
			if err != nil {
				t.Errorf("%s of %s opens %s: %v", a.Key, from.Name, a.Opens, err)
				continue
			}
			if opened[to.Name] && to.Group == Model { // one is enough where it takes long
				continue
			}
			opened[to.Name] = true
			if _, err := to.Ask(ctx, values); err != nil {
				t.Errorf("%s of %s opens %s: %v", a.Key, from.Name, to.Address(values), err)
			}
		}
	}
}

// Carrying a setting from a view to itself gives the same setting, and only known controls.
func TestCarriedToItselfIsTheSame(t *testing.T) {
	for _, v := range All {
		for _, p := range v.Presets {
			at, err := v.Preset(p.Name)
			if err != nil {
				t.Fatal(err)
			}
			if got := v.Address(v.Carried(v.Opening(), v, at)); got != v.Address(at.Alone()) {
				t.Errorf("%s carried to itself is %s", v.Address(at.Alone()), got)
			}
		}
		for _, w := range All {
			values := w.Carried(w.Opening(), v, v.Opening())
			if again, err := w.Setting(w.Encode(values)); err != nil || w.Encode(again) != w.Encode(values) {
				t.Errorf("from %s to %s is carried %s: %v", v.Name, w.Name, w.Encode(values), err)
			}
		}
	}
}
