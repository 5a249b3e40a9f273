package picture

import (
	"cmp"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// Dots per inch of pictures made of dots. The usual number is sharp in a column on paper and on screens.
const (
	UsualDPI = 200
	LeastDPI = 50
	MostDPI  = 1200
	mostDots = 10_000 // of a side: more need hundreds of megabytes
)

// PNG writes the picture as Portable Network Graphics. The error says how many dots per inch are possible.
func (s *Scene) PNG(to io.Writer) error {
	if most := math.Floor(mostDots * Inch / max(s.Width, s.Height)); s.DPI > most {
		return fmt.Errorf("dpi = %g makes a picture of %.1f by %.1f in too large; %g is the most", s.DPI, s.Width/Inch, s.Height/Inch, most)
	}
	_, err := vgimg.PngCanvas{Canvas: s.dotted()}.WriteTo(to)
	return err
}

// dotted returns the picture as dots.
func (s *Scene) dotted() *vgimg.Canvas {
	c := vgimg.NewWith(vgimg.UseWH(vg.Length(s.Width), vg.Length(s.Height)), vgimg.UseDPI(int(cmp.Or(s.DPI, UsualDPI))), vgimg.UseBackgroundColor(s.Ground))
	s.Play(c)
	return c
}
