package ui

import (
	"strings"
	"testing"
)

// Settings that go along to another view are named there once.
func TestSettingsThatGoAlongAreNamed(t *testing.T) {
	d := drive(t, "concentration?epsilon=3&x=0.4", 120, 40, colourless)
	d.press("]")
	kept := d.shell.current.Scene().Status.Text
	if view := d.shell.current.View().Name; view != "compare" || !strings.HasSuffix(kept, "ε and x kept") {
		t.Fatalf("%s says %q", view, kept)
	}
	d.press("[", "]")
	if again := d.shell.current.Scene().Status.Text; again != "" {
		t.Errorf("what is as it was left is said again: %q", again)
	}
}
