package picture

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// Play draws the picture on a canvas of gonum, where y grows upward from the origin.
func (s *Scene) Play(c vg.Canvas) {
	length := func(v float64) vg.Length { return vg.Length(v) }
	point := func(p Point) vg.Point { return vg.Point{X: length(p.X), Y: length(s.Height - p.Y)} }
	c.SetColor(s.Ground)
	c.Fill(pathOf([][]Point{rect(0, 0, s.Width, s.Height)}, true, point))
	for _, i := range s.Items {
		if i.Text != "" {
			c.SetColor(i.Fill)
			f, at := i.begins()
			c.FillString(f, point(at), i.Text)
			continue
		}
		path := pathOf(i.Paths, i.Closed, point)
		if i.Radius > 0 {
			path = nil
			at := point(i.Paths[0][0])
			path.Move(vg.Point{X: at.X + length(i.Radius), Y: at.Y})
			path.Arc(at, length(i.Radius), 0, 2*math.Pi)
			path.Close()
		}
		if i.Fill.A > 0 {
			c.SetColor(i.Fill)
			c.Fill(path)
		}
		if i.Stroke.A > 0 {
			c.SetColor(i.Stroke)
			c.SetLineWidth(length(i.Width))
			var dash []vg.Length
			for _, d := range i.Dash {
				dash = append(dash, length(d))
			}
			c.SetLineDash(dash, 0)
			c.Stroke(path)
		}
	}
}

func pathOf(paths [][]Point, closed bool, point func(Point) vg.Point) (path vg.Path) {
	for _, line := range paths {
		for k, p := range line {
			if k == 0 {
				path.Move(point(p))
			} else {
				path.Line(point(p))
			}
		}
		if closed {
			path.Close()
		}
	}
	return path
}
