package picture

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/ui/chart"
)

// draw lays the picture out from the top: words, plots, addresses.
func (d *drawing) draw() error {
	d.down = margin
	d.head()
	footer := d.footerLines()
	foot := float64(len(footer))*1.25*d.small + 4
	room := 0.0
	if d.options.Height > 0 {
		room = d.options.Height - margin - foot - d.down
	}
	if err := d.plots(room); err != nil {
		return err
	}
	if d.options.Height > 0 {
		d.down = d.options.Height - margin - foot
	}
	d.down += 4
	for _, line := range footer {
		d.down += 1.25 * d.small
		d.scene.write(furniture, Point{margin, d.down - 0.3*d.small}, line, letters{ink: d.dim, size: d.small})
	}
	d.scene.Height = math.Ceil(d.down + margin)
	if d.options.Height > 0 {
		d.scene.Height = d.options.Height
	}
	return nil
}

// paragraph writes a text over the whole width, in at most most lines, and moves down.
func (d *drawing) paragraph(text string, l letters, most int) {
	for _, line := range wrap(text, l.size, l.bold, d.options.Width-2*margin, most) {
		d.down += 1.25 * l.size
		d.scene.write(furniture, Point{margin, d.down - 0.3*l.size}, line, l)
	}
}

// single reports whether all plots belong to one page: they then share one title and one legend.
func (d *drawing) single() bool { return len(d.parts) == 1 }

// questions returns the questions that the parts answer, each once.
func (d *drawing) questions() (list []string) {
	for _, p := range d.parts {
		if q := plain(p.Question); !slices.Contains(list, q) {
			list = append(list, q)
		}
	}
	return list
}

// head writes the question and what the page says first. Where the parts answer several questions it writes none: each stands
// over its own plot.
func (d *drawing) head() {
	first := d.parts[0]
	if len(d.questions()) == 1 {
		d.paragraph(first.Question, letters{ink: d.text, size: 1.15 * d.letters, bold: true}, 3)
	}
	if d.single() {
		d.lead(first.Sheet.Lead)
		d.down += 0.3 * d.letters
	}
}

func (d *drawing) lead(l engine.Lead) {
	d.down += 0.15 * d.letters
	text := l.Answer.String()
	if price := l.Price.String(); price != "" {
		text = strings.TrimSpace(text + " " + price)
	}
	d.paragraph(text, letters{ink: d.text, size: d.letters}, 7)
	if l.Warning != "" {
		d.paragraph(l.Warning, letters{ink: d.warning, size: d.letters}, 3)
	}
}

// footerLines returns the addresses that open the pages again.
func (d *drawing) footerLines() (lines []string) {
	const most = 4
	for _, a := range strings.Split(d.scene.Address, "\n") {
		lines = append(lines, wrap("dpscope show '"+a+"'", d.small, false, d.options.Width-2*margin, most)...)
	}
	return lines
}

// panels returns the plots of all parts, each planned for a width and a height in points.
func (d *drawing) panels(width, height float64) (list []panel) {
	across, down := int(width/(0.58*d.letters)), int(height/(1.25*d.letters))
	for _, part := range d.parts {
		f := part.Sheet.Shown()
		for i, one := range chart.PlanOf(f, d.theme, max(across, 8), max(down, 4)) {
			p := panel{part: part, plan: one, title: one.Title}
			if len(f.Panels) > 0 {
				p.name, p.below = f.Panels[i].Name, f.Panels[i].Below
			}
			if i == 0 && !d.single() {
				p.words = part.Setting
			}
			list = append(list, p)
		}
	}
	return list
}

const gap = 10.0 // between plots

// grid returns how many plots stand side by side in a width, and how many below each other.
func grid(n int, width float64) (columns, rows int) {
	most := max(1, min(n, int(width/130)))
	rows = (n + most - 1) / most
	columns = (n + rows - 1) / rows
	return columns, (n + columns - 1) / columns
}

// tiles describes plots in rows and columns.
type tiles struct {
	columns, rows         int
	whole, across, height float64 // the width of a row, the width of one plot, and its height where no option gives one
}

// tiled returns all plots and their places.
func (d *drawing) tiled() ([]panel, tiles) {
	t := tiles{whole: d.options.Width - 2*margin}
	list := d.panels(t.whole, 0.5*t.whole)
	t.columns, t.rows = grid(len(list), t.whole)
	t.across = (t.whole - gap*float64(t.columns-1)) / float64(t.columns)
	t.height = 0.5 * t.across
	if t.columns > 1 {
		t.height = 0.8 * t.across
	}
	for _, p := range list {
		t.height = max(t.height, float64(len(p.plan.YTicks))*1.1*d.small)
	}
	return list, t
}

// plots draws the legend and the plots into a height in points; 0 lets them take the height that they need.
func (d *drawing) plots(room float64) error {
	list, t := d.tiled()
	whole, columns, rows, across, height := t.whole, t.columns, t.rows, t.across, t.height
	above := 0.0
	if d.single() {
		above = 1.35*d.letters + d.whoseHeight(list[0].part) + d.legendHeight(list[0].plan.Legend, whole)
	}
	most := 0.0
	for _, p := range list {
		most = max(most, d.around(p, across))
	}
	height += most
	if room > 0 {
		height = (room - above - gap*float64(rows-1)) / float64(rows)
	}
	const least = 40.0
	if height-most < least {
		need := d.options.Height + float64(rows)*(least-(height-most))
		return fmt.Errorf("a height of %.2f in leaves no room for the plot; %.2f in is enough", d.options.Height/Inch, math.Ceil(need/Inch*20)/20)
	}
	list = d.panels(across, height-most) // their size is known by now
	d.dressFields(list)
	if d.single() {
		d.figureTitle(list[0])
		d.down += d.legend(list[0].plan.Legend, margin, d.down, whole)
	}
	for i, p := range list {
		x, y := margin+float64(i%columns)*(across+gap), d.down+float64(i/columns)*(height+gap)
		d.panel(p, frame{x, y, across, height})
	}
	d.down += float64(rows)*height + float64(rows-1)*gap
	return nil
}

// figureTitle writes what is drawn, the title of the y axis, and the source of the numbers.
func (d *drawing) figureTitle(p panel) {
	title := p.title
	if p.name != "" {
		of := p.part.Sheet.Shown()
		title = of.Title
		if shown, found := of.InTitle(); found && shown.Text != "" {
			title += "; " + shown.Name + " " + shown.Text
		}
	}
	if y := p.plan.YTitle; y != "" && !p.part.Sheet.Shown().Stacked() && !strings.Contains(title, y) && !strings.Contains(y, title) {
		title = strings.TrimSpace(title + "   ↑ " + y)
	} else if y != "" && strings.Contains(y, title) {
		title = y
	}
	d.down += 1.35 * d.letters
	d.scene.write(furniture, Point{margin, d.down - 0.35*d.letters}, fit(title, d.letters, false, d.options.Width-2*margin),
		letters{ink: d.text, size: d.letters})
	if n := p.part.Sheet.Provenance; n.Text != "" {
		ink := d.dim
		if n.Warning {
			ink = d.warning
		}
		d.paragraph(n.Text, letters{ink: ink, size: d.small}, 2)
	}
}

func (d *drawing) whoseHeight(p Part) float64 {
	if p.Sheet.Provenance.Text == "" {
		return 0
	}
	return float64(len(wrap(p.Sheet.Provenance.Text, d.small, false, d.options.Width-2*margin, 2))) * 1.25 * d.small
}
