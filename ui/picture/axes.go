package picture

import (
	"strings"
)

// tickWidth returns the width of a label with its raised digits, in points.
func (d *drawing) tickWidth(label string) float64 { return width(power(label), d.small, false) }

// power returns "5e-6" as print has it, 5·10⁻⁶.
func power(label string) string {
	mantissa, exponent, found := strings.Cut(label, "e")
	if !found || strings.Trim(mantissa, "0123456789.-−") != "" || strings.Trim(exponent, "0123456789-+") != "" || mantissa == "" ||
		exponent == "" {
		return label
	}
	up := strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹", "-", "⁻",
		"+", "").Replace(exponent)
	if mantissa == "1" {
		return "10" + up
	}
	return mantissa + "·10" + up
}

// axes draws the ticks with their labels, and the title of the x axis.
func (d *drawing) axes(p panel, plot, box frame, f furnished) {
	bottom := plot.top + plot.height
	look := letters{ink: d.dim, size: d.small}
	look.anchor = End
	for _, t := range p.plan.YTicks {
		y := plot.y(t.At)
		if y < plot.top-1 || y > bottom+1 {
			continue
		}
		if !t.Head {
			d.scene.line(Point{plot.left - 3, y}, Point{plot.left, y}, d.muted, 0.6, nil)
			if len(p.part.Sheet.Figure.Y.Words) == 0 {
				d.scene.line(Point{plot.left, y}, Point{plot.left + plot.width, y}, d.blend(d.muted, 0.18), 0.4, nil)
			}
		}
		ink := look
		if t.Head {
			ink.ink = d.text
		}
		d.scene.write(furniture, Point{plot.left - 5, y + 0.35*d.small}, fit(power(t.Label), d.small, false, plot.left-5-box.left+1), ink)
	}
	look.anchor = Middle
	row := bottom + 4 + 1.2*d.small*float64(f.pointers)
	end := -1.0
	for _, t := range p.plan.XTicks {
		x := plot.x(t.At)
		if x < plot.left-1 || x > plot.left+plot.width+1 {
			continue
		}
		d.scene.line(Point{x, bottom}, Point{x, bottom + 3}, d.muted, 0.6, nil)
		label := power(t.Label)
		half := width(label, d.small, false) / 2
		if x-half < end+2 {
			continue
		}
		end = x + half
		d.scene.write(furniture, Point{x, row + 0.9*d.small}, label, look)
	}
	if title := p.xTitle(); title != "" {
		y := bottom + f.below
		d.scene.write(furniture, Point{plot.left + plot.width/2, y - 0.35*d.letters}, fit(title, d.letters, false, box.width),
			letters{ink: d.text, size: d.letters, anchor: Middle})
	}
	if p.plan.HasZero(p.plan.Y) {
		y := plot.y(p.plan.Y.At(0))
		d.scene.line(Point{plot.left, y}, Point{plot.left + plot.width, y}, d.muted, 0.6, nil)
	}
}

// axisLines draws the two axes over what begins at them, and two strokes across an axis that begins above zero.
func (d *drawing) axisLines(p panel, plot frame) {
	const above, apart, half = 7, 3, 3
	bottom := plot.top + plot.height
	for k := range 2 {
		if y := bottom - above - float64(k*apart); p.plan.Broken(p.plan.Y) {
			d.scene.line(Point{plot.left - half, y + half/2}, Point{plot.left + half, y - half/2}, d.muted, 0.8, nil)
		}
	}
	d.scene.line(Point{plot.left, plot.top}, Point{plot.left, bottom}, d.muted, 0.8, nil)
	d.scene.line(Point{plot.left, bottom}, Point{plot.left + plot.width, bottom}, d.muted, 0.8, nil)
}
