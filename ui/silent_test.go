package ui

import (
	"slices"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/ui/explorer"
	"dpscope/ui/keys"
	"dpscope/views"
)

// No key is silent: whatever stands in the place of the picture and has the focus, it changes the screen, asks for something, or
// says why it does nothing.
func TestNoKeyIsSilent(t *testing.T) {
	leaves := [][]string{keys.Abort.Keys(), keys.Suspend.Keys(), keys.Quit.Keys(), keys.NextView.Keys(), keys.PreviousView.Keys(), keys.NextTab.Keys(),
		keys.LastTab.Keys(), keys.Back.Keys(), keys.Present.Keys(), keys.Play.Keys(), keys.Draw.Keys(), keys.DrawMany.Keys()} // the last three compute
	pressed := slices.DeleteFunc(slices.Clone(fuzzKeys), func(k string) bool { return slices.Contains(slices.Concat(leaves...), k) })
	for i, v := range views.All {
		if !effort.Sample(i, 33, 11) {
			continue
		}
		for k, size := range [][2]int{{80, 24}, {120, 40}, {60, 15}} {
			if k > 0 && !effort.Check() || i > 0 && k != i%3 && !effort.All() { // a view at all sizes, and others at one
				continue
			}
			for _, first := range []string{"", "tab", "w", "t", ",", "z", "c"} {
				d := drivePage(t, v, v.Presets[0], size[0], size[1], colourless)
				for _, k := range pressed {
					before := d.at(first)
					_, cmd := d.shell.Update(keyPress(k))
					if cmd == nil && d.screen() == before {
						t.Errorf("%s at %dx%d after %q: %q does nothing and says nothing", v.Name, size[0], size[1], first, k)
					}
				}
			}
		}
	}
}

// at closes what is open, presses a key, and returns the screen without a message.
func (d *driver) at(first string) string {
	for range 3 {
		d.shell.Update(keyPress("esc"))
	}
	d.shell.current.Do(explorer.Begin{Values: d.shell.current.Values()})
	if first != "" {
		d.shell.Update(keyPress(first))
	}
	d.shell.current.Quiet()
	d.shell.dirty = true
	return d.screen()
}

// The foot of a page that draws answers says so.
func TestDrawingIsInTheFoot(t *testing.T) {
	for _, v := range views.All {
		for _, size := range [][2]int{{120, 40}, {80, 24}} {
			screen := drivePage(t, v, v.Presets[0], size[0], size[1], colourless).screen()
			lines := strings.Split(screen, "\n")
			foot := strings.Join(lines[len(lines)-2:], "\n")
			if found := strings.Contains(foot, " D draw"); found != v.Draws() {
				t.Errorf("%s draws: %v; its foot is %q", v.Name, v.Draws(), foot)
			}
		}
	}
}
