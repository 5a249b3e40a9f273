package picture

import "image/color"

// This file has what a scene needs to be a page of text with pictures in it.

// NewPage returns an empty white page of a size in points.
func NewPage(width, height float64) *Scene {
	return &Scene{Width: width, Height: height, Ground: color.NRGBA{255, 255, 255, 255}}
}

// Write sets a line of text with its base line beginning at a point.
func (s *Scene) Write(at Point, text string, size float64, bold bool, ink color.NRGBA) {
	s.write(furniture, at, text, letters{ink: ink, size: size, bold: bold})
}

// Rule draws a straight line.
func (s *Scene) Rule(from, to Point, ink color.NRGBA, width float64) {
	s.line(from, to, ink, width, nil)
}

// Fill paints a rectangle.
func (s *Scene) Fill(left, top, right, bottom float64, ink color.NRGBA) {
	s.add(Item{Mark: furniture, Closed: true, Fill: ink, Paths: [][]Point{rect(left, top, right, bottom)}})
}

// Inset lays another scene on this one: its left upper corner at a point, its lengths times a factor.
func (s *Scene) Inset(other *Scene, at Point, factor float64) {
	s.Fill(at.X, at.Y, at.X+factor*other.Width, at.Y+factor*other.Height, other.Ground)
	for _, i := range other.Items {
		i.Mark = furniture
		paths := make([][]Point, len(i.Paths))
		for k, path := range i.Paths {
			paths[k] = make([]Point, len(path))
			for j, p := range path {
				paths[k][j] = Point{at.X + factor*p.X, at.Y + factor*p.Y}
			}
		}
		dash := make([]float64, len(i.Dash))
		for k, d := range i.Dash {
			dash[k] = factor * d
		}
		i.Paths, i.Dash = paths, dash
		i.Radius, i.Width, i.Size = factor*i.Radius, factor*i.Width, factor*i.Size
		i.Box = [4]float64{at.X + factor*i.Box[0], at.Y + factor*i.Box[1], at.X + factor*i.Box[2], at.Y + factor*i.Box[3]}
		s.add(i)
	}
}

// Width returns the width of a line of text, in points.
func Width(text string, size float64, bold bool) float64 { return width(text, size, bold) }

// Wrapped breaks a text into lines of a width, and breaks a word that is wider.
func Wrapped(text string, size float64, bold bool, room float64) []string {
	const all = 1 << 30
	return wrap(text, size, bold, room, all)
}
