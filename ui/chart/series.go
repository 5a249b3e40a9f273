package chart

import (
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// style returns the style of a role.
func (d *drawing) style(of plan.Ink) theme.Style {
	switch of {
	case plan.Plain:
		return d.theme.Text
	case plan.Strong:
		return d.theme.Strong
	case plan.Muted:
		return d.theme.Muted
	case plan.Dim:
		return d.theme.Dim
	case plan.Ghost:
		return d.theme.Ghost
	case plan.Accent:
		return d.theme.Accent
	}
	return d.theme.Series[of-plan.Hue]
}

// marker returns the sign of a series.
func (d *drawing) marker(of int) string {
	switch of {
	case plan.HereMarker:
		return d.glyphs.Here
	case plan.NoMarker:
		return d.glyphs.Bullet
	}
	return d.glyphs.Markers[of]
}
