package ui

import (
	"strings"
	"testing"
)

// The suggested target can be met by moving the suggested slider.
func TestSuggestionsCanBeMet(t *testing.T) {
	for address, unknown := range map[string]string{
		"concentration?show=window": "ε =", "compare": "ε =", "compare?show=plane": "ε =", "flips": "ε =", "flips?show=outcomes": "ε =", "success?show=outcomes": "ε =", "success?show=limit": "n =",
	} {
		d := drive(t, address, 120, 40, colourless)
		d.on(map[string]string{"ε =": "epsilon", "n =": "n"}[unknown])
		d.press("s")
		if found := d.screen(); !strings.Contains(found, unknown) || strings.Contains(found, "reaches") {
			t.Errorf("%s suggests what cannot be:\n%s", address, trimRight(found))
		}
	}
}

// A key without an effect on the focused row says why.
func TestDeadKeysGiveAReason(t *testing.T) {
	for _, c := range []struct {
		keys []string
		want string
	}{
		{[]string{"r"}, "it is as the view opens with it"},
		{[]string{"o"}, "this page reads no file: O opens yours"},
		{[]string{"S"}, "S works in the table; t opens it"},
		{[]string{"<"}, "< works in the table; t opens it"},
		{[]string{"end", "right"}, "ε ends at 20; type any from"},
		{[]string{"tab", "right"}, "answers follow from the sliders"},
		{[]string{"tab", "5"}, "only sliders are typed into here"},
		{[]string{"tab", "r"}, "only controls are reset"},
		{[]string{"tab", "home"}, "only sliders have ends"},
	} {
		d := drive(t, "compare?preset=middle", 120, 40, colourless)
		d.on("epsilon")
		d.press(c.keys...)
		d.shows(c.want)
	}
}
