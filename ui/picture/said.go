package picture

import (
	"cmp"
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/ui/chart"
)

// words writes the words that the page's placer has placed, moved so that no drawn item runs through them.
func (p *plotter) words() {
	drawn := p.scene.Items[p.first:]
	for _, s := range p.plan.Said {
		look := letters{ink: p.of(s.Style.Ink), size: p.letters}
		if p.grey {
			look.ink = p.text
		}
		w, sign := width(s.Words, look.size, false), 0.0
		if s.Signed {
			sign = 1.1 * p.letters
		}
		left := anchors[s.Anchor].left(p.x(s.X), w)
		left = max(min(left, p.left+p.width-w-sign), p.left+1)
		at, crossed := p.clear(Point{left, p.baseline(s)}, w+sign, drawn)
		if crossed || p.painted() { // the words need a ground of their own
			p.scene.add(Item{Mark: furniture, Closed: true, Fill: p.ground,
				Paths: [][]Point{rect(at.X-1.5, at.Y-0.95*p.letters, at.X+w+sign+1.5, at.Y+0.25*p.letters)}})
		}
		if s.Signed {
			p.marker(furniture, max(s.Look.Marker, 0), Point{at.X + 0.4*p.letters, at.Y - 0.35*p.letters}, p.of(s.Look.Style.Ink))
		}
		p.scene.write(furniture, Point{at.X + sign, at.Y}, s.Words, look)
	}
}

// baseline returns the height of words: the placer's, or just above or below the line across that they name. The rows of a
// screen only come near to that line.
func (p *plotter) baseline(s chart.Said) float64 {
	y, line := p.y(s.Y), p.y(s.Line)
	switch {
	case !s.Across:
		return y + 0.35*p.letters
	case y <= line:
		return line - 0.35*p.letters
	}
	return line + 0.95*p.letters
}

// clear returns the place, within two lines and a few letters of at, where words of a width cover the fewest drawn items;
// crossed says that they cover some even there.
func (p *plotter) clear(at Point, width float64, drawn []Item) (best Point, crossed bool) {
	offsets := func(step float64, times ...float64) (list []float64) {
		for _, t := range times {
			list = append(list, step*t)
		}
		return list
	}
	var places []Point
	for _, dy := range offsets(p.letters, 0, 0.4, -0.4, 0.8, -0.8, 1.2, -1.2, 1.6, -1.6, 2, -2) {
		for _, dx := range offsets(p.letters, 0, 0.5, -0.5, 1, -1, 2, -2, 4, -4) {
			places = append(places, Point{dx, dy})
		}
	}
	slices.SortStableFunc(places, func(a, b Point) int { return cmp.Compare(math.Hypot(a.X, a.Y), math.Hypot(b.X, b.Y)) })
	best, least := at, math.MaxInt
	for i, by := range places {
		to := Point{at.X + by.X, at.Y + by.Y}
		box := [4]float64{to.X, to.Y - 0.74*p.letters, to.X + width, to.Y + 0.2*p.letters}
		within := box[0] >= p.left && box[2] <= p.left+p.width && box[1] >= p.top && box[3] <= p.top+p.height
		if i > 0 && (!within || p.scene.taken(box)) {
			continue
		}
		if n := crossing(box, drawn); n < least {
			best, least = to, n
		}
		if least == 0 {
			break
		}
	}
	return best, least > 0
}

// crossing counts the lines, markers and bars that lie on a box. Areas do not count: words on them can be read.
func crossing(box [4]float64, drawn []Item) (count int) {
	for i := range drawn {
		if drawn[i].crosses(box) {
			count++
		}
	}
	return count
}

// crosses reports whether an item is a line, a marker or a bar and lies on a box.
func (i *Item) crosses(box [4]float64) bool {
	switch {
	case i.Text != "":
		return false
	case i.Radius > 0:
		at := i.Paths[0][0]
		return at.X+i.Radius > box[0] && at.X-i.Radius < box[2] && at.Y+i.Radius > box[1] && at.Y-i.Radius < box[3]
	case i.Closed && !i.Solid:
		return false
	}
	wide := max(i.Width-1, 0) // the width beyond a thin line
	within := frame{box[0] - wide/2, box[1] - wide/2, box[2] - box[0] + wide, box[3] - box[1] + wide}
	for _, path := range i.Paths {
		if i.Closed && len(within.clipArea(path)) > 2 {
			return true
		}
		for k := 1; !i.Closed && k < len(path); k++ {
			if _, _, in := within.clipSegment(path[k-1], path[k]); in {
				return true
			}
		}
	}
	return false
}

// painted reports whether the plot has a field.
func (p *plotter) painted() bool {
	for i := range p.plan.Marks {
		if p.plan.Marks[i].Form == engine.Mosaic {
			return true
		}
	}
	return false
}

// anchors translates the anchors of the plan to the picture's.
var anchors = map[chart.Anchor]Anchor{chart.Start: Start, chart.Middle: Middle, chart.End: End}
