package picture

import (
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// dots per inch of pictures made of dots: sharp in a column on paper and on screens.
const dots = 200

// PNG writes the picture as Portable Network Graphics.
func (s *Scene) PNG(to io.Writer) error {
	_, err := vgimg.PngCanvas{Canvas: s.dotted()}.WriteTo(to)
	return err
}

// dotted returns the picture as dots.
func (s *Scene) dotted() *vgimg.Canvas {
	c := vgimg.NewWith(vgimg.UseWH(vg.Length(s.Width), vg.Length(s.Height)), vgimg.UseDPI(dots), vgimg.UseBackgroundColor(s.Ground))
	s.Play(c)
	return c
}
