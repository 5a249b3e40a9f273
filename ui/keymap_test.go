package ui

import (
	"slices"
	"strings"
	"testing"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/ui/keys"
)

// works reports whether a key has an effect at the moment.
func (d *driver) works(press tea.KeyPressMsg) bool {
	s := d.shell
	scene := s.current.Scene()
	return slices.ContainsFunc(boundKeys(scene, s.frame.page), func(b bound) bool { return key.Matches(press, b.key) }) ||
		slices.ContainsFunc(s.ownKeys(), func(o ownKey) bool { return key.Matches(press, o.key) }) ||
		key.Matches(press, keys.Type)
}

// The footer names only keys that work, wherever the focus is and whatever is open.
func TestFooterNamesKeysThatWork(t *testing.T) {
	d := drive(t, "utility", 120, 40, colourless)
	for _, script := range []string{"", "up", "up up", "up up up", "down", "tab", "t", "t /", "w", "c", "s", "s down", "5", "up up up up up enter"} {
		d.press(append([]string{"esc", "esc", "r"}, strings.Fields(script)...)...)
		for _, h := range hints(d.shell.overlay, d.shell.current.Scene(), d.shell.frame.page) {
			for _, k := range h.keys {
				if !d.works(keys.Press(k)) {
					t.Errorf("after %q the footer names %s, %q, which does nothing", script, k.Help().Key, h.does)
				}
			}
		}
	}
}
