package picture

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
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

// panels returns the plots of all parts, each planned for a width and a height in points, furniture included.
func (d *drawing) panels(width, height float64) (list []panel) {
	for _, part := range d.parts {
		f := part.Sheet.Shown()
		for i, one := range plots(f) {
			p := panel{part: part, figure: one, first: i == 0}
			if len(f.Panels) > 0 {
				p.name, p.below = f.Panels[i].Name, f.Panels[i].Below
			}
			if i == 0 && !d.single() {
				p.words = part.Setting
			}
			d.arrange(&p, width, height)
			p.title, p.yTitle = p.plan.Title(p.plan.Y), plan.AxisTitle(p.plan.Figure.Y, p.plan.Y, p.plan.Text)
			list = append(list, p)
		}
	}
	return list
}

// arrange plans a plot for a width and a height in points, without furniture but with the margin for names.
func (d *drawing) arrange(p *panel, width, height float64) {
	letters, lines := int(width/(letterWidth*d.letters)), int(height/(lineHeight*d.letters))
	p.plan = plan.New(p.figure, d.medium(), max(letters, 8), max(lines, 4))
	if p.marks = p.plan.Dressed(); p.first {
		p.legend = d.entries(p.part.Sheet.Shown(), p.plan)
	}
}

// fitted plans plots anew for what their furniture leaves of a width and a height.
func (d *drawing) fitted(list []panel, across, height float64) {
	for i := range list {
		p := &list[i]
		f := d.furnish(*p, across)
		d.arrange(p, across-f.left-f.right+f.margin, height)
	}
}

// plots returns the figures of all panels, or the figure itself.
func plots(f engine.Figure) (list []engine.Figure) {
	for _, p := range f.Panels {
		list = append(list, f.On(p))
	}
	if list == nil {
		return []engine.Figure{f}
	}
	return list
}

// entries returns the legend of a figure: of all its panels, where it has any.
func (d *drawing) entries(f engine.Figure, first *plan.Plan) (list []plan.Entry) {
	if len(f.Panels) == 0 {
		return first.Legend(first.Title(first.Y), first)
	}
	whole := &plan.Plan{Subject: plan.NewSubject(f.Together(), d.medium())}
	for _, e := range whole.Legend(whole.Title(whole.Y), whole) {
		if !slices.ContainsFunc(list, func(o plan.Entry) bool { return o.Text == e.Text }) {
			list = append(list, e)
		}
	}
	return list
}

// The width of a letter and the height of a line, in sizes of letters.
const (
	letterWidth = 0.58
	lineHeight  = 1.25
)

// medium says that pictures show everything.
func (d *drawing) medium() plan.Medium {
	return plan.Medium{Text: print{}, Coloured: !d.grey, Whole: true}
}

// print spells and measures words as they are printed, in widths of a letter.
type print struct{}

// Plain returns a text without what is never drawn.
func (print) Plain(text string) string { return theme.Unicode.Plain(text) }

// Width returns the letters that a text takes.
func (print) Width(text string) float64 { return width(power(text), 1/letterWidth, false) }

// Fit shortens a text to a number of letters.
func (print) Fit(text string, room float64) string { return fit(text, 1/letterWidth, false, room) }

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
		above = 1.35*d.letters + d.whoseHeight(list[0].part) + d.legendHeight(list[0].legend, whole)
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
	d.fitted(list, across, height-most) // their size is known by now
	d.dressFields(list)
	if d.single() {
		d.figureTitle(list[0])
		d.down += d.legend(list[0].legend, margin, d.down, whole)
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
	if y := p.yTitle; y != "" && !p.part.Sheet.Shown().Stacked() && !strings.Contains(title, y) && !strings.Contains(y, title) {
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
