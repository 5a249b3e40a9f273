package page

import (
	"slices"
	"strings"
	"testing"

	"dpscope/ui/explorer"
	"dpscope/views"
	"dpscope/views/view"
)

// A help without room for its first sentence ends after a part of it.
func TestHelpLosesAClause(t *testing.T) {
	p := painter{Look: plainLook}
	for text, want := range map[string]string{
		"It stops early; the best epoch stands. More is later.": "It stops early. More is later.",
		"It stops early; the best epoch stands.":                "It stops early.",
	} {
		if got := strings.Join(p.helpLines(text, 18, 2), " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The help of a logarithmic slider ends with its scale.
func TestHelpNamesTheScale(t *testing.T) {
	for _, v := range views.All {
		p := painter{Look: plainLook, scene: opened(t, v, v.Presets[0]).Scene()}
		for _, r := range p.scene.Rows {
			if help := p.helpOf(r); r.Kind == explorer.SliderRow && strings.HasSuffix(help, logScale) != r.Param.Ratios() {
				t.Errorf("%s: the help of %s is %q", v.Name, r.Key, help)
			}
		}
	}
}

// Where a side keeps only its usual lines for help, the shown help of any control and any option is a whole sentence.
func TestHelpEndsWithASentence(t *testing.T) {
	for _, v := range views.All {
		p := painter{Look: plainLook, scene: opened(t, v, v.Presets[0]).Scene()}
		for _, r := range p.scene.Rows {
			helps := []string{p.helpOf(r)}
			if r.Kind == explorer.PickerRow {
				for _, o := range r.Choice.Options() {
					helps = append(helps, o.Help)
				}
			}
			for _, text := range helps {
				lines := p.helpLines(text, sideWidth-nameColumn, usualHelp)
				if text != "" && strings.HasSuffix(lines[len(lines)-1], plainLook.Ellipsis) {
					t.Errorf("%s: the help of %s is cut: %q", v.Name, r.Key, lines)
				}
			}
		}
	}
}

// The help of an ε says in words what its value allows, in the same number of lines for every word.
func TestHelpPutsEpsilonIntoWords(t *testing.T) {
	v := views.All[slices.IndexFunc(views.All, func(v view.View) bool { return v.Name == "concentration" })]
	p := painter{Look: plainLook, scene: opened(t, v, v.Presets[0]).Scene()}
	i := slices.IndexFunc(p.scene.Rows, func(r explorer.Row) bool { return r.Key == "epsilon" })
	r := p.scene.Rows[i]
	heights := map[int]bool{}
	for value, word := range map[float64]string{0.201: "a faint hint", 0.2: "almost nothing", 1: "a clear hint", 2.94: "a strong hint", 2.95: "nearly everything"} {
		r.Value = value
		if help := p.helpOf(r); !strings.Contains(help, r.Param.Text(value)+" by itself allows "+word+";") {
			t.Errorf("at %v: %q", value, help)
		}
		heights[p.helpHeight(r, 25, 20)] = true
	}
	if len(heights) != 1 {
		t.Errorf("the help takes %v lines", heights)
	}
}

// Published uses stand below the track of an ε where a row is free, but not in a lesson.
func TestHelpShowsPublishedUses(t *testing.T) {
	v := views.All[slices.IndexFunc(views.All, func(v view.View) bool { return v.Name == "concentration" })]
	p := painter{Look: plainLook, scene: opened(t, v, v.Presets[0]).Scene()}
	r := p.scene.Rows[slices.IndexFunc(p.scene.Rows, func(r explorer.Row) bool { return r.Key == "epsilon" })]
	for rows, want := range map[int]bool{20: true, 5: false} {
		text := strings.Join(p.help(r, sideWidth, rows), "\n")
		if strings.Contains(text, "ε that others use") != want {
			t.Errorf("in %d rows:\n%s", rows, text)
		}
	}
	p.scene.Layer.Bare = true
	if text := strings.Join(p.help(r, sideWidth, 20), "\n"); strings.Contains(text, "used") {
		t.Errorf("in a lesson:\n%s", text)
	}
}
