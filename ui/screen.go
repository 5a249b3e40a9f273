package ui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/views/view"
)

// Screen draws a view at a setting as the explorer would show it, once, in
// width columns and height rows.
func Screen(ctx context.Context, v view.View, values param.Values, width, height int, o Options) (string, error) {
	sheet, err := v.Sheet(ctx, values, func(engine.Sheet) {})
	if err != nil {
		return "", err
	}
	s := New(v, values, o)
	s.update(tea.WindowSizeMsg{Width: width, Height: height})
	s.current.show(sheet, values, nil)
	return s.draw(), nil
}
