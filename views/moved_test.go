package views

import (
	"fmt"
	"slices"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/param"
	"dpscope/engine/work/worktest"
	"dpscope/views/view"
)

// stillAt lists controls that may change nothing on a page that shows them, with the reason for showing them.
var stillAt = map[string]string{
	"compare delta":     "a mechanism that is highlighted may have a δ",
	"success beside":    "it changes the picture over records and over near numbers of them",
	"copies minority":   "the lead warns where δ times it is 1 and more",
	"attack floor":      "the Gaussian number may be that of a rate above it",
	"attack size":       "in a fixed order the passes alone count",
	"attack records":    "in a fixed order the passes alone count",
	"attack batch":      "in a fixed order the passes alone count",
	"attack last":       "in a fixed order the passes alone count, and batches of a rate may divide the records evenly",
	"attack neighbours": "batches drawn by weights have the same bounds for a record that is zeroed and one that is left out",
	"attack kappa":      "where practically all are found, they are at any share",
	"attack part":       "it marks the release that the arrows change",
	"papers claim":      "there may be no claim of that verdict",
	"losses b":          "a margin may be beyond the walls of that loss",
}

// A shown control changes something of the page, in at least one of a few places, or it is hidden.
func TestShownControlsChangeSomething(t *testing.T) {
	effort.Unwatched(t)
	still := map[string]bool{}
	for _, v := range All {
		if slow(v) && v.Name != "copies" && v.Name != "anatomy" && v.Name != "threshold" && v.Name != "bagging" {
			continue
		}
		var settings []param.Values
		for _, p := range v.Presets {
			at, err := v.Preset(p.Name)
			if err != nil {
				t.Fatal(err)
			}
			settings = append(settings, at)
		}
		for i, at := range append(settings, picked(t, v)...) {
			if !effort.Sample(i, 11, 7) {
				continue
			}
			before, found := page(v, at)
			if !found {
				continue
			}
			choices, _ := v.Needed(at)
			for _, c := range choices {
				var others []param.Values
				for _, o := range c.Options() {
					if o.Name != at.Picked(c).Name {
						others = append(others, at.Picking(c, o.Name))
					}
				}
				still[v.Name+" "+c.Key()] = !moves(v, before, others) || still[v.Name+" "+c.Key()]
			}
			for _, p := range v.Sliders(at) {
				var others []param.Values
				for _, x := range []float64{p.At(0.8), p.At(0.3), p.At(1), p.At(0), p.At(0.6)} {
					if x = p.Snap(x); p.Check(x) == nil && x != at.Get(p) {
						others = append(others, v.With(at, p, x))
					}
				}
				still[v.Name+" "+p.Name] = !moves(v, before, others) || still[v.Name+" "+p.Name]
			}
		}
	}
	for control, is := range still {
		if is && stillAt[control] == "" {
			t.Errorf("%s is shown where it changes nothing", control)
		}
	}
}

// moves reports whether one of several settings has another page.
func moves(v view.View, before string, others []param.Values) bool {
	return len(others) == 0 || slices.ContainsFunc(others, func(at param.Values) bool {
		after, _ := page(v, at)
		return after != before
	})
}

// page returns the text and the picture of a page, without the values of its controls; found is false where it is refused.
func page(v view.View, at param.Values) (text string, found bool) {
	s, err := v.Sheet(worktest.Shared(), at, func(engine.Sheet) {})
	if err != nil {
		return err.Error(), false
	}
	f := s.Figure
	return fmt.Sprint(said(s.Readings), s.Lead, s.Notes, f.Title, f.X, f.Y, f.First, f.Panels, f.Marks, f.Whole), true
}
