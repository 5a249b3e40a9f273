package ui

import (
	"context"

	"dpscope/engine/param"
	"dpscope/views/view"
)

// Screen draws a view at a setting as the explorer would show it, once, in
// width columns and height rows.
func Screen(ctx context.Context, v view.View, values param.Values, width, height int, o Options) (string, error) {
	s := New(ctx, v, values, o)
	s.width, s.height = width, height
	if err := s.current.Settle(); err != nil {
		return "", err
	}
	return s.draw().content, nil
}
