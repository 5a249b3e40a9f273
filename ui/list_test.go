package ui

import (
	"strings"
	"testing"

	"dpscope/engine/param"
	"dpscope/mechanisms"
)

// Moving in a list shows each option on the page behind it; esc restores the setting, enter takes the option as one step of the
// history.
func TestListsPreview(t *testing.T) {
	d := drive(t, "concentration?mechanism=laplace&epsilon=2", 80, 24, colourless)
	picked := func() string { return d.shell.current.Values().Picked(mechanisms.All).Name }
	before := d.shell.current.Address()
	d.press("up", "up", "enter", "down", "down")
	if got := picked(); got != "laplace-truncated" {
		t.Errorf("two lines down it shows %s", got)
	}
	d.shows("esc as it was")
	d.press("esc", "u")
	if at := d.shell.current.Address(); at != before {
		t.Errorf("after esc it is %s, was %s", at, before)
	}
	d.press("enter")
	d.press(strings.Split("square", "")...)
	if got := picked(); got != "sw" {
		t.Errorf("with a word typed it shows %s", got)
	}
	d.press("enter", "u")
	if at := d.shell.current.Address(); at != before {
		t.Errorf("one step back is %s, was %s", at, before)
	}
}

// A preset's sentence stays until something moves.
func TestPresetsPreviewAndSayWhatTheyShow(t *testing.T) {
	d := drive(t, "concentration", 120, 40, colourless)
	before := d.shell.current.Address()
	d.press("p", "down", "down")
	sentence := d.shell.current.View().Presets[2].Title
	d.shows(sentence[:40])
	if d.shell.current.Address() == before {
		t.Error("the page does not follow the list")
	}
	d.press("esc")
	if at := d.shell.current.Address(); at != before {
		t.Errorf("after esc it is %s", at)
	}
	d.press("p", "down", "down", "enter", "w", "w")
	d.shows(sentence)
	d.press("down", "down", "right")
	if strings.Contains(d.screen(), sentence) {
		t.Errorf("it stays after a step:\n%s", trimRight(d.screen()))
	}
}

// A control that takes words lists those that come with the program, and previews each.
func TestClassifiersPreview(t *testing.T) {
	d := drive(t, "map?classifier=stroke-logistic", 120, 40, colourless)
	classifier := param.Text{Name: "classifier"}
	d.on("classifier")
	d.press("o", "down")
	if got := d.shell.current.Values().Word(classifier); got == "stroke-logistic" || d.shell.current.Scene().Trouble != nil {
		t.Errorf("a line down it shows %s", got)
	}
	d.press("esc")
	if got := d.shell.current.Values().Word(classifier); got != "stroke-logistic" {
		t.Errorf("after esc it is %s", got)
	}
}
