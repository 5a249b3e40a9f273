package chart

import (
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// style returns the style of a role.
func (d *drawing) style(of plan.Ink) theme.Style { return of.In(d.theme) }

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
