package picture

import (
	"image/color"

	"dpscope/ui/plan"
)

// seat is an entry of a legend at its place.
type seat struct {
	entry plan.Entry
	lines []string
	x, y  float64 // left end of the sign, middle of the first line
}

const signWidth = 2.2 // of a sign, in widths of a letter

// seats places entries in rows of a width, and returns the height of all rows.
func (d *drawing) seats(entries []plan.Entry, room float64) (list []seat, height float64) {
	if len(entries) == 0 {
		return nil, 0
	}
	row, x := 1.35*d.letters, 0.0
	height = row
	for _, e := range entries {
		sign := d.signRoom(e)
		lines := wrap(e.Text, d.letters, false, room-sign-0.1*d.letters, mostLines)
		w := sign
		for _, line := range lines {
			w = max(w, sign+width(line, d.letters, false))
		}
		if x > 0 && x+w > room {
			x, height = 0, height+row
		}
		list = append(list, seat{e, lines, x, height - row/2})
		height += row * float64(max(len(lines)-1, 0))
		x += w + 1.4*d.letters
	}
	return list, height + 0.3*d.letters
}

// signRoom returns the width of an entry's sign and the gap after it; 0 for words without a sign.
func (d *drawing) signRoom(e plan.Entry) float64 {
	if e.Sign == plan.PointSign && e.Marker == plan.NoMarker && !e.Line {
		return 0
	}
	return (signWidth + 0.4) * d.letters
}

func (d *drawing) legendHeight(entries []plan.Entry, room float64) float64 {
	_, height := d.seats(entries, room)
	return height
}

// legend draws entries and returns their height.
func (d *drawing) legend(entries []plan.Entry, left, top, room float64) float64 {
	list, height := d.seats(entries, room)
	for _, s := range list {
		x, y := left+s.x, top+s.y
		if d.signRoom(s.entry) > 0 {
			d.sign(s.entry, Point{x, y})
		}
		ink := d.text
		if s.entry.Muted {
			ink = d.dim
		}
		for k, line := range s.lines {
			at := Point{x + d.signRoom(s.entry), y + 0.35*d.letters + 1.35*d.letters*float64(k)}
			d.scene.write(furniture, at, line, letters{ink: ink, size: d.letters})
		}
	}
	return height
}

// sign draws an entry of the legend as the plot draws what it explains.
func (d *drawing) sign(e plan.Entry, at Point) {
	ink, wide := d.inkOf(e.Ink), signWidth*d.letters
	middle := Point{at.X + wide/2, at.Y}
	if fill, is := d.areaSign(e); is {
		box := frame{at.X, at.Y - 0.38*d.letters, wide, 0.76 * d.letters}
		d.scene.add(Item{Mark: furniture, Closed: true, Fill: fill, Paths: [][]Point{rect(box.left, box.top, box.left+box.width, box.top+box.height)}})
		if e.Sign == plan.ThinSign && d.grey {
			d.hatch(furniture, box)
		}
	}
	if width, dash := d.strokeSign(e); width > 0 {
		d.scene.line(at, Point{at.X + wide, at.Y}, ink, width, dash)
	}
	upright := func(width float64, dash []float64) {
		d.scene.line(Point{middle.X, at.Y - 0.45*d.letters}, Point{middle.X, at.Y + 0.45*d.letters}, ink, width, dash)
	}
	switch e.Sign {
	case plan.SpikeSign:
		d.mass(furniture, Point{middle.X, at.Y + 0.45*d.letters}, Point{middle.X, at.Y - 0.3*d.letters}, ink)
	case plan.WhiskerSign:
		upright(1.2, nil)
	case plan.DownSign:
		if upright(1, []float64{3, 2}); e.Strong {
			upright(1.2, nil)
		}
	case plan.IntervalSign:
		d.ends(furniture, at, Point{at.X + wide, at.Y}, ink)
	case plan.SpeckSign:
		d.speck(furniture, middle)
	}
	switch {
	case e.Marker == plan.HereMarker:
		d.here(furniture, middle)
	case e.Marker >= 0:
		d.marker(furniture, e.Marker, middle, ink)
	}
}

// areaSign returns the colour of an entry that stands for an area.
func (d *drawing) areaSign(e plan.Entry) (fill color.NRGBA, is bool) {
	switch e.Sign {
	case plan.ClassSign:
		fill, is = d.fields[e.Class]
		return fill, is
	case plan.ThinSign:
		return d.thinFill(), true
	case plan.BandSign:
		return d.blend(d.inkOf(e.Ink), 0.4), true
	case plan.BarSign:
		if d.grey {
			return d.greyOf(e.Turn), true
		}
		return d.blend(d.inkOf(e.Ink), 0.8), true
	case plan.WeightSign:
		return d.blend(d.inkOf(e.Ink), 0.8), true
	case plan.UnderSign:
		return d.blend(d.text, 0.22), true
	case plan.SpanSign, plan.OnlySign:
		return d.shade, true
	}
	return fill, false
}

// strokeSign returns the line of an entry that stands for one; width 0: it does not.
func (d *drawing) strokeSign(e plan.Entry) (width float64, dash []float64) {
	switch e.Sign {
	case plan.GhostSign, plan.AcrossSign:
		return 1, []float64{3, 2}
	case plan.MutedSign, plan.TrailSign:
		return 1.2, nil
	case plan.BrokenSign:
		return 1.1, []float64{2, 2}
	case plan.FaintSign:
		return 0.8, []float64{1, 3}
	case plan.BoxSign:
		return outlinePen(e.Strong, e.Turn)
	}
	if e.Line {
		return lineWidth(e.Strong), dashOf(e.Dash)
	}
	return 0, nil
}
