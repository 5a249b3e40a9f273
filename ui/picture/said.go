package picture

import (
	"dpscope/engine"
	"dpscope/ui/chart"
)

// words writes what the page's placer has found places for.
func (p *plotter) words() {
	for _, s := range p.plan.Said {
		at := Point{p.x(s.X), p.y(s.Y) + 0.35*p.letters}
		look := letters{ink: p.of(s.Style.Ink), size: p.letters, anchor: anchors[s.Anchor]}
		if p.grey {
			look.ink = p.text
		}
		w := width(s.Words, look.size, false)
		left := look.anchor.left(at.X, w)
		sign := 0.0
		if s.Signed {
			sign = 1.1 * p.letters
		}
		if over := left + w + sign - (p.left + p.width); over > 0 {
			left -= over
		}
		left = max(left, p.left+1)
		if p.painted() { // set off from the colours around it
			p.scene.add(Item{Mark: furniture, Closed: true, Fill: p.ground,
				Paths: [][]Point{rect(left-1.5, at.Y-0.95*p.letters, left+w+sign+1.5, at.Y+0.25*p.letters)}})
		}
		if s.Signed {
			p.marker(furniture, max(s.Look.Marker, 0), Point{left + 0.4*p.letters, at.Y - 0.35*p.letters}, p.of(s.Look.Style.Ink))
		}
		look.anchor = Start
		p.scene.write(furniture, Point{left + sign, at.Y}, s.Words, look)
	}
}

// painted reports that the plot has a field.
func (p *plotter) painted() bool {
	for i := range p.plan.Marks {
		if p.plan.Marks[i].Form == engine.Mosaic {
			return true
		}
	}
	return false
}

// anchors of the plan, as those of the picture.
var anchors = map[chart.Anchor]Anchor{chart.Start: Start, chart.Middle: Middle, chart.End: End}
