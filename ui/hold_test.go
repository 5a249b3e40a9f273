package ui

import (
	"strings"
	"testing"

	"dpscope/mechanisms"
)

// One key holds the present setting; every answer then tells its difference from there, and the address opens the same
// comparison.
func TestHoldComparesAndIsALink(t *testing.T) {
	d := drive(t, "concentration?mechanism=pm&epsilon=1&x=0.5&from=0.2&to=0.8", 120, 40, colourless)
	d.press("m")
	d.shows("same")
	d.shows("m let go")
	d.press("2", "enter")
	d.shows("╌ held: ε = 1.00")
	d.shows("= 85.3 %")
	d.shows("+9.55 points")
	if at := d.shell.current.Address(); !strings.HasSuffix(at, "&hold.epsilon=1") {
		t.Errorf("the address is %s", at)
	}
	moved := d.screen()
	link := drive(t, d.shell.current.Address(), 120, 40, colourless)
	if link.screen() != moved {
		t.Errorf("the link opens\n%s\nand not\n%s", trimRight(link.screen()), trimRight(moved))
	}
	d.press("u")
	d.shows("same")
	d.press("U", "m")
	if s := d.screen(); strings.Contains(s, "held:") || strings.Contains(s, "points") {
		t.Errorf("after letting go it shows\n%s", trimRight(s))
	}
	if got := d.value(mechanisms.Epsilon); got != 2 {
		t.Errorf("letting go moves ε to %v", got)
	}
}

// The held setting is computed once, however far the slider moves.
func TestHeldIsComputedOnce(t *testing.T) {
	d := drive(t, "concentration?mechanism=pm&epsilon=1", 120, 40, colourless)
	d.press("m", "right")
	first := d.shell.current.Scene().Sheet.Held
	d.press("right", "right")
	second := d.shell.current.Scene().Sheet.Held
	if first == nil || second == nil || &first.Sheet.Readings[0] != &second.Sheet.Readings[0] {
		t.Error("the held sheet is made again with every step")
	}
}

// A held setting without answers says so, and hides nothing.
func TestHeldWithoutAnswers(t *testing.T) {
	d := drive(t, "concentration?mechanism=gaussian-classic&show=window&epsilon=0.5&hold.epsilon=2", 120, 40, colourless)
	d.shows("What is held (ε = 2.00) has no answers:")
	d.shows("lands in the window")
}
