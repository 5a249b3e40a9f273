package picture

import (
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
)

// Outlined returns the picture with its letters as areas, so that it looks the same on machines without the font. Its text can
// no longer be searched or selected.
func (s *Scene) Outlined() *Scene {
	out := *s
	out.Items = nil
	for _, i := range s.Items {
		if i.Text == "" {
			out.add(i)
			continue
		}
		f, at := i.begins()
		drawn := Item{Mark: i.Mark, Closed: true, Fill: i.Fill}
		for _, r := range i.Text {
			paths, advance := outlineOf(f.Face, r, i.Size)
			for _, path := range paths {
				for k := range path {
					path[k] = Point{at.X + path[k].X, at.Y + path[k].Y}
				}
				drawn.Paths = append(drawn.Paths, path)
			}
			at.X += advance
		}
		if drawn.Paths != nil {
			out.add(drawn)
		}
	}
	return &out
}

// begins returns the face of a text, and the place of its first letter.
func (i Item) begins() (font.Face, Point) {
	f, at := face(i.Size, i.Bold), i.Paths[0][0]
	at.X = i.Anchor.left(at.X, float64(f.Width(i.Text)))
	return f, at
}

// outlineOf returns the edges of a letter with its base line at 0, 0, and the distance to the next letter. Bends become lines
// too short to be seen.
func outlineOf(f *sfnt.Font, r rune, size float64) (paths [][]Point, advance float64) {
	const units = 1000 // the eye sees nothing finer than a thousandth of the size
	var b sfnt.Buffer
	glyph, err := f.GlyphIndex(&b, r)
	if err != nil {
		return nil, 0
	}
	scale := size / units
	if a, err := f.GlyphAdvance(&b, glyph, fixed.I(units), 0); err == nil {
		advance = scale * float64(a) / 64
	}
	segments, err := f.LoadGlyph(&b, glyph, fixed.I(units), nil)
	if err != nil {
		return nil, advance
	}
	place := func(p fixed.Point26_6) Point { return Point{scale * float64(p.X) / 64, scale * float64(p.Y) / 64} }
	var path []Point
	for _, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if len(path) > 2 {
				paths = append(paths, path)
			}
			path = []Point{place(s.Args[0])}
		case sfnt.SegmentOpLineTo:
			path = append(path, place(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			path = append(path, bend(path[len(path)-1], place(s.Args[0]), place(s.Args[1]))...)
		}
	}
	if len(path) > 2 {
		paths = append(paths, path)
	}
	return paths, advance
}

// bend returns the points of a quadratic curve after its first one.
func bend(a, control, b Point) (points []Point) {
	const steps = 4
	for k := 1; k <= steps; k++ {
		t := float64(k) / steps
		u := 1 - t
		points = append(points, Point{u*u*a.X + 2*u*t*control.X + t*t*b.X, u*u*a.Y + 2*u*t*control.Y + t*t*b.Y})
	}
	return points
}
