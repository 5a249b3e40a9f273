package chart

import (
	"strings"
	"testing"

	"dpscope/ui/theme"
)

// Panels that there is no room for are named or counted, however little there is.
func TestPanelsWithoutRoom(t *testing.T) {
	f := fourPanels()
	for _, c := range []struct {
		width, height int
		says          string
	}{
		{100, 40, ""}, {60, 14, "no room for"}, {100, 6, "First; no room for Second, Third (3), The fourth of the rules"},
		{40, 6, "1 of 4: First"}, {20, 5, "1 of 4: First"},
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
