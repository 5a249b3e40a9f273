package picture

import (
	"dpscope/engine"
	"dpscope/ui/plan"
)

// words writes the planned words.
func (p *plotter) words() {
	for _, w := range p.plan.Words {
		look := letters{ink: p.inkOf(w.Ink), size: p.letters, bold: w.Bold, anchor: anchors[w.Anchor]}
		if p.grey && w.Ink != plan.Dim {
			look.ink = p.text
		}
		wide := width(w.Text, look.size, look.bold)
		at := Point{p.x(w.X), p.y(w.Y) + 0.35*p.letters}
		if w.Ground { // the words need a ground of their own
			left := look.anchor.left(at.X, wide)
			p.scene.add(Item{Mark: furniture, Closed: true, Fill: p.ground,
				Paths: [][]Point{rect(left-1.5, at.Y-0.95*p.letters, left+wide+1.5, at.Y+0.25*p.letters)}})
		}
		if w.Of >= 0 {
			s := p.plan.Series[w.Of]
			if !s.Muted {
				p.marker(furniture, max(s.Marker, 0), Point{at.X + 0.4*p.letters, at.Y - 0.35*p.letters}, p.inkOf(s.Ink))
			}
			at.X += signRoom * p.letters
		}
		p.scene.write(furniture, at, w.Text, look)
	}
}

// signRoom is the room of a marker before a name, in sizes of letters.
const signRoom = 1.1

// painted reports whether the plot has a field.
func (p *plotter) painted() bool {
	for i := range p.marks {
		if p.marks[i].Form == engine.Mosaic {
			return true
		}
	}
	return false
}

// anchors translates the anchors of the plan to the picture's.
var anchors = map[plan.Anchor]Anchor{plan.Start: Start, plan.Middle: Middle, plan.End: End}
