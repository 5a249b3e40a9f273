package picture

import (
	"image/color"
	"slices"
	"strings"

	"dpscope/ui/chart"
	"dpscope/ui/theme"
)

// seat is an entry of a legend at its place.
type seat struct {
	entry chart.Entry
	x, y  float64 // left end of the sign, middle of the line
}

const signWidth = 2.2 // of a sign, in widths of a letter

// seats places entries in rows of a width, and returns the height of all rows.
func (d *drawing) seats(entries []chart.Entry, room float64) (list []seat, height float64) {
	if len(entries) == 0 {
		return nil, 0
	}
	row, x := 1.35*d.letters, 0.0
	height = row
	for _, e := range entries {
		e.Text = fit(e.Text, d.letters, false, room-(signWidth+0.5)*d.letters)
		w := (signWidth+0.4)*d.letters + width(e.Text, d.letters, false)
		if x > 0 && x+w > room {
			x, height = 0, height+row
		}
		list = append(list, seat{e, x, height - row/2})
		x += w + 1.4*d.letters
	}
	return list, height + 0.3*d.letters
}

func (d *drawing) legendHeight(entries []chart.Entry, room float64) float64 {
	_, height := d.seats(entries, room)
	return height
}

// legend draws entries and returns their height.
func (d *drawing) legend(entries []chart.Entry, left, top, room float64) float64 {
	list, height := d.seats(entries, room)
	for _, s := range list {
		x, y := left+s.x, top+s.y
		d.sign(s.entry, Point{x, y})
		ink := d.text
		if s.entry.Muted {
			ink = d.dim
		}
		d.scene.write(furniture, Point{x + (signWidth+0.4)*d.letters, y + 0.35*d.letters}, s.entry.Text, letters{ink: ink, size: d.letters})
	}
	return height
}

// sign draws an entry of the legend as the plot draws its series.
func (d *drawing) sign(e chart.Entry, at Point) {
	ink, wide, g := d.of(e.Style.Ink), signWidth*d.letters, theme.Unicode
	middle := Point{at.X + wide/2, at.Y}
	stroke := func(width float64, dash []float64) {
		d.scene.line(at, Point{at.X + wide, at.Y}, ink, width, dash)
	}
	area := func(fill color.NRGBA) {
		d.scene.add(Item{Mark: furniture, Closed: true, Fill: fill,
			Paths: [][]Point{rect(at.X, at.Y-0.38*d.letters, at.X+wide, at.Y+0.38*d.letters)}})
	}
	if slices.Contains(d.masses, e.Text) {
		d.mass(furniture, Point{middle.X, at.Y + 0.45*d.letters}, Point{middle.X, at.Y - 0.3*d.letters}, ink)
		return
	}
	rest, marker := e.Sign, -1
	for i, m := range g.Markers {
		if strings.HasSuffix(rest, m) {
			rest, marker = strings.TrimSuffix(rest, m), i
			break
		}
	}
	if e.Line && (rest == "" || rest == g.Horizontal) {
		rest = ""
		stroke(lineWidth(e.Emphasis), dashOf(e.Dash))
	}
	if fill, is := d.fields[e.Class]; is && e.Sign != g.Fills[0] {
		area(fill)
		return
	}
	if d.thin != "" && e.Text == d.thin {
		area(d.thinFill())
		if d.grey {
			d.hatch(furniture, frame{at.X, at.Y - 0.38*d.letters, wide, 0.76 * d.letters})
		}
		return
	}
	switch {
	case e.Sign == g.Here:
		d.here(furniture, middle)
		return
	case strings.HasPrefix(rest, g.Weave):
		area(d.blend(ink, 0.4))
	case rest == "": // a marker, or a line
	case rest == g.Shades[1]: // drawn thinner
		area(d.thinFill())
	case rest == g.Fills[0]:
		d.speck(furniture, middle)
	case rest == g.Block:
		area(d.blend(ink, 0.8))
	case rest == g.Solid:
		area(d.blend(d.text, 0.22))
	case e.Sign == g.DashAcross:
		stroke(1, []float64{3, 2})
	case e.Sign == g.DashDown:
		d.scene.line(Point{middle.X, at.Y - 0.5*d.letters}, Point{middle.X, at.Y + 0.5*d.letters}, ink, 1, []float64{3, 2})
	case e.Sign == g.Vertical, e.Sign == g.AnswerDown:
		d.scene.line(Point{middle.X, at.Y - 0.45*d.letters}, Point{middle.X, at.Y + 0.45*d.letters}, ink, 1.2, nil)
	case strings.HasPrefix(rest, g.BracketLeft):
		d.ends(furniture, at, Point{at.X + wide, at.Y}, ink)
	case e.Sign == g.Double[0]+g.Double[0]:
		stroke(2, nil)
	case e.Sign == g.Dotted+g.Dotted:
		stroke(1.1, []float64{2, 2})
	case e.Sign == g.Dashed[0]+g.Dashed[0]:
		stroke(1.1, []float64{4, 2})
	case e.Sign == g.Bullet+g.Bullet:
		stroke(0.8, []float64{1, 3})
	case rest == g.Horizontal || rest == g.Horizontal+g.Horizontal:
		stroke(1.2, nil)
	case slices.Contains(g.Fills, e.Sign):
		area(d.blend(d.text, 0.3))
	}
	if marker >= 0 {
		d.marker(furniture, marker, middle, ink)
	}
}
