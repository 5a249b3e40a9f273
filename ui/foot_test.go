package ui

import (
	"regexp"
	"strings"
	"testing"
)

// The footer names more keys where it has more room, and none twice.
func TestTheFooterGrows(t *testing.T) {
	named := 0
	for _, width := range []int{60, 80, 120, 160, 200} {
		d := drive(t, "concentration", width, 40, colourless)
		lines := strings.Split(d.screen(), "\n")
		foot := lines[len(lines)-2]
		if now := len(regexp.MustCompile(` {2,}`).Split(strings.TrimSpace(foot), -1)); now <= named {
			t.Errorf("at %d columns %d keys are named, no more than before:\n%s", width, now, foot)
		} else {
			named = now
		}
	}
}

// Beside a picture with a side the keys that change views are named, and no key touches the edge, whatever has the focus.
func TestTheFooterNamesTheViews(t *testing.T) {
	for _, address := range []string{"ranges", "profile", "class"} {
		d := drive(t, address, 120, 40, colourless)
		for range d.shell.current.Scene().Rows {
			lines := strings.Split(d.screen(), "\n")
			if foot := lines[len(lines)-2]; !strings.Contains(foot, "[ ] views") || !strings.HasSuffix(foot, " ") {
				t.Errorf("%s: %q", address, foot)
			}
			d.press("down")
		}
	}
}

// A page without a side says which mechanism its answers are about, and what it guarantees.
func TestSmallPagesNameTheirSubject(t *testing.T) {
	for _, address := range []string{"concentration?mechanism=sw", "utility?mechanism=sw", "map?mechanism=sw"} {
		screen := drive(t, address, 60, 15, colourless).screen()
		if !strings.Contains(screen, " SW, ε-LDP") && !strings.Contains(screen, "Square wave (SW), ε-LDP") {
			t.Errorf("%s names no mechanism with its guarantee:\n%s", address, screen)
		}
	}
}
