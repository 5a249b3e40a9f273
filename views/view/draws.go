package view

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/param"
)

// Draws reports whether private answers can be drawn into the picture one by one.
func (v View) Draws() bool { return v.draw != nil }

// Plays reports whether playing draws private answers one by one, and moves no slider.
func (v View) Plays(values param.Values) bool { return v.plays != nil && v.plays(values) }

// Drawn returns count private answers at a setting as points of its picture: always the same ones, to show what they look like.
func (v View) Drawn(ctx context.Context, values param.Values, count int) (engine.Points, error) {
	if v.draw == nil || count <= 0 {
		return engine.Points{}, nil
	}
	return v.draw(ctx, values.Alone(), count)
}
