package chart

import (
	"slices"

	"dpscope/engine"
)

// renderStack draws panels of one quantity each, one above the other, on one x axis with labels under the last: as many as fit.
func renderStack(f engine.Figure, o Options) Picture {
	list := slices.Clone(f.Panels)
	shown := min(max(o.Height/leastDown, 1), len(list))
	if shown < len(list) && f.First > 0 && f.First < len(list) { // the one that the page is about is among them
		list = slices.Insert(slices.Delete(list, f.First, f.First+1), 0, f.Panels[f.First])
	}
	f.Panels = list
	if shown == 1 {
		o.titled = true
		return Render(alone(f), o)
	}
	others := max(leastDown, 2*o.Height/(2*shown+1)) // the first has half as much again
	gap := 0                                         // keeps the legend of one panel apart from the title of the next
	if o.Height >= shown*(leastDown+2) {
		gap = 1
	}
	sized := func(i, gutter int) (engine.Figure, Options) {
		one, own := f.On(list[i]), o
		own.Height, own.gutter, own.stacked, own.upper = others, gutter, true, i < shown-1
		if i == 0 {
			own.Height = o.Height - (shown-1)*(others+gap)
		} else {
			own.Aside, own.Alarm = "", false
		}
		if own.upper {
			one.X.Label, one.X.Unit = "", ""
		}
		return one, own
	}
	gutter := 0
	for i := range shown {
		one, own := sized(i, 0)
		gutter = max(gutter, drawn(one, &own).layout.gutter)
	}
	p := Picture{style: o.Theme, glyphs: o.Glyphs}
	for i := range shown {
		one, own := sized(i, gutter)
		part := Render(one, own)
		part.Plot.Y += len(p.Lines)
		p.take(part, i)
		p.Lines = append(p.Lines, part.Lines...)
		if i < shown-1 {
			p.Lines = append(p.Lines, make([]string, gap)...)
		}
	}
	return p.filled(o)
}
