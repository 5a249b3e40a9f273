package chart

import (
	"strings"
	"testing"

	"dpscope/ui/theme"
)

// Panels without room are named or counted, however little there is.
func TestPanelsWithoutRoom(t *testing.T) {
	f := fourPanels()
	for _, c := range []struct {
		width, height int
		says          string
	}{
		{100, 40, ""}, {100, 14, "no room for"}, {60, 14, "First (1 of 4)"}, {100, 6, "First (1 of 4)"}, {40, 6, "First (1 of 4)"}, {20, 5, "First (1 of 4)"},
	} {
		text := strings.Join(Render(f, Options{Width: c.width, Height: c.height, Theme: plain, Glyphs: theme.GlyphSet(false)}).Lines, "\n")
		shown := 0
		for _, p := range f.Panels {
			if strings.Contains(text, p.Title) {
				shown++
			}
		}
		if !strings.Contains(text, c.says) || c.says == "" && shown != 4 {
			t.Errorf("%dx%d says no %q:\n%s", c.width, c.height, c.says, text)
		}
	}
}

// Where only one panel fits it is the one that the figure names.
func TestTheFirstPanel(t *testing.T) {
	f := fourPanels()
	f.First = 2
	for _, c := range []struct {
		height int
		says   string
	}{{14, "Third (3) (1 of 4)"}, {40, "First"}} {
		width := 2 * c.height
		if c.height == 40 {
			width = 100
		}
		text := strings.Join(Render(f, Options{Width: width, Height: c.height, Theme: plain, Glyphs: theme.GlyphSet(false)}).Lines, "\n")
		if !strings.Contains(text, c.says) {
			t.Errorf("%dx%d says no %q:\n%s", width, c.height, c.says, text)
		}
	}
}
