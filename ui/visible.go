package ui

import tea "charm.land/bubbletea/v2"

// A terminal is drawn as far as a person can see: what a larger one has beyond
// stays empty. Cells cost memory, drawn or not.
const (
	mostColumns = 500
	mostRows    = 200
)

// Visible is a filter of messages: of a terminal's size it leaves what is drawn.
func Visible(_ tea.Model, msg tea.Msg) tea.Msg {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		size.Width, size.Height = VisibleSize(size.Width, size.Height)
		return size
	}
	return msg
}

// VisibleSize is the part of a terminal of width columns and height rows that is
// drawn.
func VisibleSize(width, height int) (columns, rows int) {
	return min(width, mostColumns), min(height, mostRows)
}
