package ui

import (
	"context"
	"strings"

	"dpscope/engine/param"
	"dpscope/ui/plain"
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

// Told tells the same in sentences, one fact a line.
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
