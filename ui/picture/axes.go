package picture

import (
	"strings"

	"dpscope/engine"
	"dpscope/ui/chart"
)

// furnished says what a plot has around it.
type furnished struct {
	left, right, above, below float64
	strip, aside              float64 // what profiles take above and at the right
	pointers, brackets        int     // rows below the axis
}

// furnish measures what a plot has around it in a width.
func (d *drawing) furnish(p panel, across float64, shared bool) (f furnished) {
	for _, t := range p.plan.YTicks {
		f.left = max(f.left, d.tickWidth(t.Label)+7)
	}
	f.left = min(f.left, 0.42*across)
	f.right = 4
	if n := len(p.plan.XTicks); n > 0 {
		last := p.plan.XTicks[n-1]
		f.right = max(f.right, d.tickWidth(last.Label)/2-(1-last.At)*0.8*across)
		first := p.plan.XTicks[0]
		f.left = max(f.left, d.tickWidth(first.Label)/2-first.At*0.8*across)
	}
	for i := range p.plan.Marks {
		switch m := &p.plan.Marks[i]; {
		case m.Form == engine.Strip && m.Vertical:
			f.aside = 3.5 * d.letters
		case m.Form == engine.Strip:
			f.strip = 2.5 * d.letters
		case m.Form == engine.Pointer && m.Vertical:
			f.pointers = 1
		case m.Form == engine.Shade && !m.Bare:
			f.brackets++
		}
	}
	f.right += f.aside
	f.above = f.strip + 0.5*d.letters
	f.below = 4 + 1.2*d.small*float64(1+f.pointers+f.brackets)
	if p.plan.XTitle != "" {
		f.below += 1.35 * d.letters
	}
	return f
}

// around is the height of all that is not the plot.
func (d *drawing) around(p panel, across float64, shared bool) float64 {
	f := d.furnish(p, across, shared)
	return f.above + f.below + d.headHeight(p, across, shared) + d.belowHeight(p, across)
}

func (d *drawing) headHeight(p panel, across float64, shared bool) (height float64) {
	if p.name != "" || !shared {
		height += 1.3 * d.letters
	}
	height += 1.3 * d.letters * float64(len(d.wordLines(p, across)))
	if !shared {
		height += d.legendHeight(p.plan.Legend, across)
	}
	return height
}

// wordLines are what is said above one of several pages, whole but where it is very long.
func (d *drawing) wordLines(p panel, across float64) []string {
	if p.words == "" {
		return nil
	}
	const most = 4
	return wrap(p.words, d.letters, true, across, most)
}

func (d *drawing) belowHeight(p panel, across float64) float64 {
	return float64(len(d.belowLines(p, across))) * 1.25 * d.small
}

// belowLines are what is said under one of several plots.
func (d *drawing) belowLines(p panel, across float64) []string {
	if len(p.below) == 0 {
		return nil
	}
	return wrap(strings.Join(p.below, " · "), d.small, false, across, 3)
}

// panel draws a plot with all that is around it into a box.
func (d *drawing) panel(p panel, box frame, shared, several bool) {
	top := box.top
	title := func(text string, bold bool) {
		top += 1.3 * d.letters
		d.scene.write(furniture, Point{box.left, top - 0.35*d.letters}, fit(text, d.letters, bold, box.width), letters{ink: d.text, size: d.letters, bold: bold})
	}
	for _, line := range d.wordLines(p, box.width) {
		title(line, true)
	}
	if p.name != "" || !shared {
		text := p.title
		if y := p.plan.YTitle; !shared && y != "" && !strings.Contains(text, y) && p.name == "" {
			text += "   ↑ " + y
		}
		title(text, p.words == "" && p.name != "")
	}
	if !shared {
		top += d.legend(p.plan.Legend, box.left, top, box.width)
	}
	f := d.furnish(p, box.width, shared)
	bottom := box.top + box.height - f.below - d.belowHeight(p, box.width)
	plot := frame{box.left + f.left, top + f.above, box.width - f.left - f.right, bottom - top - f.above}
	d.axes(p, plot, box, f)
	pen := plotter{drawing: d, frame: plot, panel: p, space: f}
	pen.marks()
	d.axisLines(plot)
	y := box.top + box.height - d.belowHeight(p, box.width)
	for _, line := range d.belowLines(p, box.width) {
		y += 1.25 * d.small
		d.scene.write(furniture, Point{box.left, y - 0.3*d.small}, line, letters{ink: d.dim, size: d.small})
	}
}

// tickWidth is that of a label as it is set.
func (d *drawing) tickWidth(label string) float64 { return width(power(label), d.small, false) }

// power writes "5e-6" as people do in print, 5·10⁻⁶.
func power(label string) string {
	mantissa, exponent, found := strings.Cut(label, "e")
	if !found || strings.Trim(mantissa, "0123456789.-−") != "" || strings.Trim(exponent, "0123456789-+") != "" || mantissa == "" || exponent == "" {
		return label
	}
	up := strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹", "-", "⁻", "+", "").Replace(exponent)
	if mantissa == "1" {
		return "10" + up
	}
	return mantissa + "·10" + up
}

// axes draws ticks with their labels and what the x axis is.
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
	if title := p.plan.XTitle; title != "" {
		y := bottom + f.below
		d.scene.write(furniture, Point{plot.left + plot.width/2, y - 0.35*d.letters}, fit(title, d.letters, false, box.width), letters{ink: d.text, size: d.letters, anchor: Middle})
	}
	if p.plan.Zero {
		y := plot.y(p.plan.Y.At(0))
		d.scene.line(Point{plot.left, y}, Point{plot.left + plot.width, y}, d.muted, 0.6, nil)
	}
}

// axisLines draws the two lines over what begins at them.
func (d *drawing) axisLines(plot frame) {
	bottom := plot.top + plot.height
	d.scene.line(Point{plot.left, plot.top}, Point{plot.left, bottom}, d.muted, 0.8, nil)
	d.scene.line(Point{plot.left, bottom}, Point{plot.left + plot.width, bottom}, d.muted, 0.8, nil)
}

// anchors of the plan, as those of the picture.
var anchors = map[chart.Anchor]Anchor{chart.Start: Start, chart.Middle: Middle, chart.End: End}
