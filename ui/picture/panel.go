package picture

import (
	"strings"

	"dpscope/engine"
	"dpscope/ui/plan"
)

// panel is one plot and what stands around it.
type panel struct {
	part   Part
	figure engine.Figure
	first  bool // of its page
	plan   *plan.Plan
	marks  []plan.Dressed // from the back to the front
	name   string         // the figure's panel
	below  []string       // written under it
	title  string
	yTitle string
	legend []plan.Entry // of the first plot of a page
	words  string       // written above it, where it is one of several pages
}

// xTitle returns the name of the x axis.
func (p panel) xTitle() string { return plan.AxisTitle(p.plan.Figure.X, p.plan.X, p.plan.Text) }

// counted reports whether the cells of its field are counted.
func (p panel) counted() bool {
	_, counted := p.plan.CountedField()
	return counted
}

// furnished measures what stands around a plot.
type furnished struct {
	left, right, above, below float64
	strip, aside              float64 // room of the profiles above and at the right
	margin                    float64 // for names of lines, within right
	pointers, brackets        int     // rows below the axis
}

// furnish measures what stands around a plot of a width.
func (d *drawing) furnish(p panel, across float64) (f furnished) {
	f.left = 3 // half a stroke across the axis
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
	for i := range p.marks {
		switch m := &p.marks[i]; {
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
	f.margin = p.plan.Margin * (across - f.left - f.right)
	f.right += f.margin
	f.above = f.strip + 0.5*d.letters
	f.below = 4 + 1.2*d.small*float64(1+f.pointers+f.brackets)
	if p.xTitle() != "" {
		f.below += 1.35 * d.letters
	}
	return f
}

// around returns the height of everything around the plot.
func (d *drawing) around(p panel, across float64) float64 {
	f := d.furnish(p, across)
	return f.above + f.below + d.headHeight(p, across) + d.belowHeight(p, across)
}

func (d *drawing) headHeight(p panel, across float64) (height float64) {
	height += 1.3 * d.letters * float64(len(d.wordLines(p, across))+len(d.titleLines(p, across)))
	if !d.single() {
		height += d.legendHeight(p.legend, across)
	}
	return height
}

// titleLines returns the title of one of several plots, and the title of its y axis unless a legend above all plots has it.
func (d *drawing) titleLines(p panel, across float64) []string {
	if p.name == "" && d.single() {
		return nil
	}
	text := p.title
	if d.options.Bare && p.name == "" {
		return nil // the legend begins with the y axis
	}
	if y := p.yTitle; !d.single() && y != "" && !strings.Contains(text, y) && p.name == "" {
		text += " · ↑ " + y
	}
	return wrap(text, d.letters, d.boldTitle(p), across, mostLines)
}

func (d *drawing) boldTitle(p panel) bool { return p.words == "" && p.name != "" }

// wordLines returns the words above one of several pages.
func (d *drawing) wordLines(p panel, across float64) []string {
	if p.words == "" {
		return nil
	}
	return wrap(p.words, d.letters, true, across, mostLines)
}

func (d *drawing) belowHeight(p panel, across float64) float64 {
	return float64(len(d.belowLines(p, across))) * 1.25 * d.small
}

// belowLines returns the words under one of several plots.
func (d *drawing) belowLines(p panel, across float64) []string {
	if len(p.below) == 0 {
		return nil
	}
	return wrap(strings.Join(p.below, " · "), d.small, false, across, mostLines)
}

// panel draws a plot with everything around it into a box.
func (d *drawing) panel(p panel, box frame) {
	top := box.top
	title := func(lines []string, bold bool) {
		for _, line := range lines {
			top += 1.3 * d.letters
			d.scene.write(furniture, Point{box.left, top - 0.35*d.letters}, line, letters{ink: d.text, size: d.letters, bold: bold})
		}
	}
	title(d.wordLines(p, box.width), true)
	title(d.titleLines(p, box.width), d.boldTitle(p))
	if !d.single() {
		top += d.legend(p.legend, box.left, top, box.width)
	}
	f := d.furnish(p, box.width)
	bottom := box.top + box.height - f.below - d.belowHeight(p, box.width)
	plot := frame{box.left + f.left, top + f.above, box.width - f.left - f.right, bottom - top - f.above}
	d.axes(p, plot, box, f)
	pen := plotter{drawing: d, frame: plot, panel: p, space: f}
	pen.draw()
	d.axisLines(p, plot)
	y := box.top + box.height - d.belowHeight(p, box.width)
	for _, line := range d.belowLines(p, box.width) {
		y += 1.25 * d.small
		d.scene.write(furniture, Point{box.left, y - 0.3*d.small}, line, letters{ink: d.dim, size: d.small})
	}
}
