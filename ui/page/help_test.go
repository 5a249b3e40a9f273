package page

import (
	"strings"
	"testing"

	"dpscope/ui/explorer"
	"dpscope/views"
)

// A help that has no room for its first sentence goes on after a part of it.
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

// The help of a slider ends with its scale, where that multiplies.
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

// Where a side has only as many lines for help as it always has, what stands there of any control and any option is a whole sentence.
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
