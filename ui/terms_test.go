package ui

import (
	"strings"
	"testing"
)

// The key that explains numbers explains the terms at the focus: those of the focused control and its value, and those of the
// answer.
func TestTermsAreExplainedWhereTheyStand(t *testing.T) {
	d := drive(t, "concentration?mechanism=pm&show=neighbour&epsilon=1", 120, 60, colourless)
	d.press("w")
	d.shows("privacy budget, ε")
	d.shows("total variation, TV")
	d.press("w", "up", "up", "w")
	d.shows("local differential privacy, ε-LDP")
	d.shows("plateau")
	d.press("w", "left", "w")
	if strings.Contains(d.screen(), "plateau") {
		t.Error("what another mechanism is about is explained")
	}
}
