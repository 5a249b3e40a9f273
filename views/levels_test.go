package views

import (
	"slices"
	"testing"

	"dpscope/engine/work/worktest"
	"dpscope/views/view"
)

// Each view has one answer to its question, at every preset, and three to five on top at its opening: a family counts as one,
// as it is a list.
func TestOneAnswersAndFewAreOnTop(t *testing.T) {
	ctx := worktest.Shared()
	for _, v := range All {
		for i, p := range v.Presets {
			values, err := v.Preset(p.Name)
			if err != nil {
				t.Fatal(err)
			}
			levels, err := v.Levels(ctx, values)
			if err != nil {
				t.Fatal(err)
			}
			var answering, top []string
			for _, l := range levels {
				entry := l.Name
				if l.Member != "" {
					entry += " of members"
				}
				if l.Level == view.Answering && !slices.Contains(answering, entry) {
					answering = append(answering, entry)
				}
				if l.Level != view.Folded && !slices.Contains(top, entry) {
					top = append(top, entry)
				}
			}
			if len(answering) != 1 {
				t.Errorf("%s?preset=%s is answered by %q, want one", v.Name, p.Name, answering)
			}
			if few := min(3, len(v.Declared)); i == 0 && (len(top) < few || len(top) > 5) {
				t.Errorf("%s opens with %q on top, want %d to five", v.Name, top, few)
			}
		}
	}
}
