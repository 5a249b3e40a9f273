package ui

import (
	"strings"
	"testing"
)

// Each line has its name in place on a page of the usual size: no line is one of several in a legend that does not tell them
// apart.
func TestLinesAreNamedInPlace(t *testing.T) {
	for _, c := range []struct {
		address, heading string
		names            []string
	}{
		{"run?preset=start", "ε of all steps", []string{"tight, at most", "Rényi", "basic, at most"}},
		{"losses", "loss at each margin z", []string{"sum of both = 100", "right label", "flipped label"}},
	} {
		for _, size := range [...][2]int{{80, 24}, {120, 40}} {
			if size[1] == 24 && c.address == "run?preset=start" {
				continue // who sees what takes the row of the names
			}
			screen := drive(t, c.address, size[0], size[1], colourless).screen()
			_, picture, _ := strings.Cut(screen, c.heading)
			for _, name := range c.names {
				inPlace := false
				for line := range strings.Lines(picture) {
					row, _, _ := strings.Cut(strings.TrimSpace(line), " │ ") // what is beside the picture
					inPlace = inPlace || strings.ContainsAny(row, "│┤") && strings.Contains(row, name)
				}
				if !inPlace {
					t.Errorf("%s at %v does not name %q in place:\n%s", c.address, size, name, screen)
				}
			}
		}
	}
}
