package chart

import (
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// sign returns the sign of an entry in cells, with its style.
func (d *drawing) sign(e plan.Entry) (string, theme.Style) {
	g, style := d.glyphs, d.style(e.Ink)
	switch e.Sign {
	case plan.LineSign:
		if d.Lines() == 1 {
			return g.Horizontal, style
		}
		return g.Horizontal + g.Horizontal, style
	case plan.TrailSign:
		return g.Horizontal + g.Horizontal, style
	case plan.BrokenSign:
		return g.Dotted + g.Dotted, style
	case plan.FaintSign:
		return g.Bullet + g.Bullet, style
	case plan.MutedSign:
		if d.Coloured {
			return g.Horizontal, style
		}
		return g.Bullet, style
	case plan.GhostSign, plan.AcrossSign:
		return g.DashAcross, style
	case plan.HiddenSign:
		return g.Bullet, style
	case plan.CountSign:
		return "+", style
	case plan.BandSign:
		if e.Mark >= 0 {
			return d.bandLook(d.Of[e.Mark])
		}
		return g.Weave + d.markerOf(e.Marker), style
	case plan.WhiskerSign:
		return g.Vertical, style
	case plan.BarSign:
		return d.barGlyph(e.Of), style
	case plan.IntervalSign:
		if e.Between {
			return g.BracketLeft + d.markerOf(e.Marker) + g.BracketRight, style
		}
		return g.BracketLeft + g.Horizontal + d.markerOf(e.Marker), style
	case plan.DownSign:
		if e.Mark >= 0 && d.Marks[e.Mark].Emphasis {
			return g.AnswerDown, style
		}
		return g.DashDown, style
	case plan.PointSign:
		return d.markerOf(e.Marker), style
	}
	return d.areaOf(e)
}

// markerOf returns a marker beside a sign.
func (d *drawing) markerOf(marker int) string {
	if marker == plan.NoMarker {
		return ""
	}
	return d.pointSign(d.marker(marker))
}

// areaOf returns the sign of an area, and of what stands alone.
func (d *drawing) areaOf(e plan.Entry) (string, theme.Style) {
	g, style := d.glyphs, d.style(e.Ink)
	switch e.Sign {
	case plan.SpikeSign:
		return g.Beyond, style
	case plan.UnderSign:
		return g.Solid, style
	case plan.SpanSign, plan.OnlySign:
		return g.Shade, style
	case plan.BoxSign:
		return d.edgeOf(e.Mark).sign(), style
	case plan.ClassSign:
		m := &d.Marks[e.Mark]
		return d.areaSign(m, e.Class), d.areaStyle(m, e.Class)
	case plan.ThinSign:
		return d.thinSign(&d.Marks[e.Mark]), d.thinStyle()
	case plan.SpeckSign:
		return g.Fills[0], style
	}
	return g.Block, style
}
