package ui

import (
	"testing"

	"dpscope/engine/effort"
	"dpscope/ui/explorer"
	"dpscope/views"
)

// In every view a key runs the view's main control, whatever has the focus: the declared one, the slider along the x axis, the
// main one, or the first. It is a control of the opening, and it moves.
func TestSpaceRunsWhatTheViewIsAbout(t *testing.T) {
	effort.ForPages(t)
	about := map[string]string{"flips": "seed", "race": "seed", "boundary": "seed", "anatomy": "seed",
		"utility": "epsilon", "success": "n", "learning": "epsilon", "run": "epochs", "copies": "copies"}
	for _, v := range views.All {
		d := drivePage(t, v, v.Presets[0], 120, 40, colourless)
		running := d.shell.current.Scene().Running()
		if running.Kind != explorer.SliderRow || v.At(v.Opening()).Runs != "" && running.Key != v.At(v.Opening()).Runs || about[v.Name] != "" && running.Key != about[v.Name] {
			t.Errorf("%s runs %q", v.Name, running.Key)
		}
		if slow(v) || v.Plays(d.shell.current.Values()) {
			continue // it takes seconds to run, or answers come one by one
		}
		d.shell.current.Do(explorer.Step{Lines: 1})
		d.shell.current.Do(explorer.Play{})
		scene := d.shell.current.Scene()
		now := scene.Focused()
		if !scene.Playing || now.Value == running.Value || now.Key != running.Key {
			t.Errorf("%s: %s stays at %v, playing %v, with the focus on %s", v.Name, running.Key, now.Value, scene.Playing, scene.Focus)
		}
		d.shell.current.Leave()
	}
}
