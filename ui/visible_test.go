package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpscope/ui/theme"
)

// A giant terminal costs only what a person can see of it, for the renderer, which takes the size that passes the filter, and
// for the drawing.
func TestAGiantTerminalIsDrawnInPart(t *testing.T) {
	if size := Visible(nil, tea.WindowSizeMsg{Width: 5000, Height: 3000}); size != (tea.WindowSizeMsg{Width: mostColumns, Height: mostRows}) {
		t.Errorf("the renderer is told %v", size)
	}
	if size := (tea.WindowSizeMsg{Width: 100, Height: 32}); Visible(nil, size) != size {
		t.Error("an ordinary terminal is cut")
	}
	lines := strings.Split(drive(t, "concentration", 5000, 3000, Options{}).screen(), "\n")
	if len(lines) != mostRows || theme.Width(lines[0]) != mostColumns {
		t.Errorf("%d lines of %d cells are drawn", len(lines), theme.Width(lines[0]))
	}
}
