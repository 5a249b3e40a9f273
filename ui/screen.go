package ui

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
	"dpscope/ui/plain"
	"dpscope/views/view"
)

// Screen draws a view at a setting as the explorer would show it, once, in width columns and height rows.
func Screen(ctx context.Context, v view.View, values param.Values, width, height int, o Options) (string, error) {
	s := New(ctx, v, values, o)
	s.width, s.height = width, height
	if err := s.current.Settle(); err != nil {
		return "", err
	}
	return s.draw().content, nil
}

// Told returns the same in sentences, one fact a line.
func Told(ctx context.Context, v view.View, values param.Values, o Options) (string, error) {
	s := New(ctx, v, values, o)
	if err := s.current.Settle(); err != nil {
		return "", err
	}
	lines := plain.Tell(s.current.Scene())
	for i, l := range lines {
		lines[i] = s.look.Plain(l)
	}
	return strings.Join(lines, "\n"), nil
}

// A terminal is drawn as far as a person can see: cells of a larger one stay empty. Cells cost memory, drawn or not.
const (
	mostColumns = 500
	mostRows    = 200
)

// Visible filters messages: it reduces a terminal's size to the part that is drawn.
func Visible(_ tea.Model, msg tea.Msg) tea.Msg {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		size.Width, size.Height = VisibleSize(size.Width, size.Height)
		return size
	}
	return msg
}

// VisibleSize returns the part of a terminal of width columns and height rows that is drawn.
func VisibleSize(width, height int) (columns, rows int) {
	return min(width, mostColumns), min(height, mostRows)
}
