package ui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
	"dpscope/views"
)

// Screen draws a view at a setting as the explorer would show it, once, in
// width columns and height rows.
func Screen(ctx context.Context, view views.View, values param.Values, width, height int, o Options) (string, error) {
	figure, err := view.Figure(ctx, values)
	if err != nil {
		return "", err
	}
	s := New(view, values, o)
	s.update(tea.WindowSizeMsg{Width: width, Height: height})
	s.current.show(figure, values, nil)
	return s.draw(), nil
}
