package ui

import (
	"strings"
	"testing"

	"dpscope/views"
)

// Series that stand out are picked from a list that stays open, are part of the address, and are limited in number.
func TestPickWhatStandsOut(t *testing.T) {
	d := drive(t, "compare", 120, 50, colourless)
	d.shows("the leaders")
	d.on("stand-out")
	d.press("enter")
	d.shows("put in, take out")
	d.press("enter", "down", "enter", "down", "enter", "enter")
	d.press("down", "down", "enter", "esc")
	d.shows("Laplace · Laplace, cla…")
	if address := d.shell.current.Address(); !strings.Contains(address, "stand-out=laplace,laplace-clamped,gaussian&") {
		t.Errorf("it stands at %s", address)
	}
	if v, values, err := views.Open(d.shell.current.Address()); err != nil || v.Address(values) != d.shell.current.Address() {
		t.Errorf("%s is another setting: %v", d.shell.current.Address(), err)
	}
	d.press("enter", "down", "down", "enter", "down", "enter")
	d.shows("stand-out names 5; at most 4 would work")
}
