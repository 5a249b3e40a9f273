// Package picture draws figures as pictures to take away: for a paper, a slide or a web page. A figure becomes drawing
// primitives once, a Scene, and thin writers turn these into files. Lengths are in points of 1/72 inch; y grows downward.
//
// The package is pure: the same sheets and options give the same bytes.
package picture

import (
	"image/color"
	"math"

	"dpscope/engine"
)

// Scene is a picture as primitives, from the back to the front.
type Scene struct {
	Width, Height float64
	Ground        color.NRGBA
	ID            string  // begins every id in the file, where several pictures stand on one page
	DPI           float64 // dots per inch of a PNG; 0: UsualDPI
	Title         string  // in one line
	Alt           string  // describes the picture in words, for readers who do not see it
	Address       string  // opens the pages again, one a line
	Marks         []Drawn
	Items         []Item
}

// Drawn says how much of a mark is in the picture.
type Drawn struct {
	Form    engine.Form
	Name    string
	Panel   string
	Ghost   bool
	Samples int // with a value, drawn or beyond the picture
}

// furniture stands for the mark of items that belong to no mark.
const furniture = -1

// Point is a place in the picture.
type Point struct{ X, Y float64 }

// Item is a primitive: lines or areas through points, a disc, or a line of text.
type Item struct {
	Mark int // index in Scene.Marks; furniture: no mark

	Paths  [][]Point // each a line, or the edge of an area
	Closed bool
	Radius float64 // of a disc around the only point; 0: not a disc
	Fill   color.NRGBA
	Stroke color.NRGBA // Fill and Stroke are not drawn where they are transparent
	Width  float64     // of the stroke
	Dash   []float64   // lengths drawn and left out by turns; nil: solid
	Crisp  bool        // edges of cells, which must not be blurred
	Solid  bool        // an area that words cannot be read on: a bar, a marker

	Text   string // at the only point: the left end, middle or right end of its base line
	Size   float64
	Bold   bool
	Anchor Anchor
	Box    [4]float64 // left, top, right, bottom of the text
}

// Anchor says which part of a text stands at its point.
type Anchor uint8

// The anchors.
const (
	Start Anchor = iota
	Middle
	End
)

// left returns the left end of a text of a width that stands at x.
func (a Anchor) left(x, width float64) float64 {
	switch a {
	case Middle:
		return x - width/2
	case End:
		return x - width
	}
	return x
}

func (s *Scene) add(i Item) { s.Items = append(s.Items, i) }

// line draws a straight line that belongs to no mark.
func (s *Scene) line(a, b Point, ink color.NRGBA, width float64, dash []float64) {
	s.add(Item{Mark: furniture, Paths: [][]Point{{a, b}}, Stroke: ink, Width: width, Dash: dash})
}

// rect returns the edge of a rectangle between two corners.
func rect(x0, y0, x1, y1 float64) []Point {
	return []Point{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}
}

// frame is the part of the picture where data are drawn.
type frame struct{ left, top, width, height float64 }

func (f frame) x(share float64) float64 { return f.left + share*f.width }
func (f frame) y(share float64) float64 { return f.top + (1-share)*f.height }

// clipLine cuts a line at the edges of the frame, into several parts where it leaves and returns.
func (f frame) clipLine(path []Point) (parts [][]Point) {
	var part []Point
	end := func() {
		if len(part) > 1 {
			parts = append(parts, part)
		}
		part = nil
	}
	for i := 1; i < len(path); i++ {
		a, b, in := f.clipSegment(path[i-1], path[i])
		if !in {
			end()
			continue
		}
		if len(part) == 0 || part[len(part)-1] != a {
			end()
			part = append(part, a)
		}
		part = append(part, b)
	}
	end()
	return parts
}

// clipSegment returns the part of a segment that lies within the frame (Liang and Barsky, 1984).
func (f frame) clipSegment(a, b Point) (Point, Point, bool) {
	from, to, dx, dy := 0.0, 1.0, b.X-a.X, b.Y-a.Y
	for _, edge := range [...][2]float64{{-dx, a.X - f.left}, {dx, f.left + f.width - a.X}, {-dy, a.Y - f.top}, {dy, f.top + f.height - a.Y}} {
		p, q := edge[0], edge[1]
		const slack = 1e-6
		switch r := q / p; {
		case p == 0 && q < -slack:
			return a, b, false
		case p == 0:
		case p < 0:
			from = max(from, r)
		default:
			to = min(to, r)
		}
	}
	if from > to {
		return a, b, false
	}
	start, stop := a, b
	if from > 0 {
		start = Point{a.X + from*dx, a.Y + from*dy}
	}
	if to < 1 {
		stop = Point{a.X + to*dx, a.Y + to*dy}
	}
	return start, stop, true
}

// clipArea cuts an area at the edges of the frame (Sutherland and Hodgman, 1974).
func (f frame) clipArea(area []Point) []Point {
	for _, edge := range [...]struct {
		across bool
		at     float64
		sign   float64
	}{{true, f.left, 1}, {true, f.left + f.width, -1}, {false, f.top, 1}, {false, f.top + f.height, -1}} {
		inside := func(p Point) float64 {
			if edge.across {
				return edge.sign * (p.X - edge.at)
			}
			return edge.sign * (p.Y - edge.at)
		}
		var cut []Point
		for i, b := range area {
			a := area[(i+len(area)-1)%len(area)]
			da, db := inside(a), inside(b)
			if (da < 0) != (db < 0) {
				t := da / (da - db)
				cut = append(cut, Point{a.X + t*(b.X-a.X), a.Y + t*(b.Y-a.Y)})
			}
			if db >= 0 {
				cut = append(cut, b)
			}
		}
		area = cut
	}
	return area
}

// holds reports whether a point lies in the frame.
func (f frame) holds(p Point) bool {
	const slack = 1e-3
	return p.X >= f.left-slack && p.X <= f.left+f.width+slack && p.Y >= f.top-slack && p.Y <= f.top+f.height+slack
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
