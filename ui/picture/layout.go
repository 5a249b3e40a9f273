package picture

import (
	"math"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// draw lays the picture out from the top: words, plots, addresses.
func (d *drawing) draw() error {
	d.down = d.edge
	d.head()
	footer := d.footerLines()
	foot := 0.0
	if len(footer) > 0 {
		foot = float64(len(footer))*1.25*d.small + 4
	}
	room := 0.0
	if d.options.Height > 0 {
		room = d.options.Height - d.edge - foot - d.down
	}
	if err := d.plots(room); err != nil {
		return err
	}
	if d.options.Height > 0 {
		d.down = d.options.Height - d.edge - foot
	}
	d.down += foot
	for i, line := range footer {
		up := float64(len(footer)-1-i)*1.25*d.small + 0.3*d.small
		d.scene.write(furniture, Point{d.edge, d.down - up}, line, letters{ink: d.dim, size: d.small})
	}
	d.scene.Height = math.Ceil(d.down + d.edge)
	if d.options.Height > 0 {
		d.scene.Height = d.options.Height
	}
	return nil
}

// mostLines is the number of lines beyond which a text is cut: no caption is so long.
const mostLines = 24

// lines breaks a text into lines of the whole width.
func (d *drawing) lines(text string, l letters) []string {
	return wrap(text, l.size, l.bold, d.options.Width-2*d.edge, mostLines)
}

// paragraph writes a text over the whole width and moves down.
func (d *drawing) paragraph(text string, l letters) {
	for _, line := range d.lines(text, l) {
		d.down += 1.25 * l.size
		d.scene.write(furniture, Point{d.edge, d.down - 0.3*l.size}, line, l)
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
// over its own plot. A bare picture has none either.
func (d *drawing) head() {
	if d.options.Bare {
		return
	}
	first := d.parts[0]
	if len(d.questions()) == 1 {
		d.paragraph(first.Question, letters{ink: d.text, size: 1.15 * d.letters, bold: true})
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
	d.paragraph(text, letters{ink: d.text, size: d.letters})
	if l.Warning != "" {
		d.paragraph(l.Warning, letters{ink: d.warning, size: d.letters})
	}
}

// footerLines returns the addresses that open the pages again; a bare picture has none.
func (d *drawing) footerLines() (lines []string) {
	if d.options.Bare {
		return nil
	}
	for _, a := range strings.Split(d.scene.Address, "\n") {
		lines = append(lines, d.lines("dpscope show '"+a+"'", letters{size: d.small})...)
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
	p.plan = plan.New(p.figure, d.medium(), max(letters, 8), max(lines, 2))
	if p.marks = p.plan.Dressed(); p.first {
		p.legend = append(d.heading(p), d.entries(p.part.Sheet.Shown(), p.plan)...)
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
	t := tiles{whole: d.options.Width - 2*d.edge}
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
	strip := d.countedPeople(room)
	if room > 0 {
		room -= strip.height(d)
	}
	list, t := d.tiled()
	whole, columns, rows, across, height := t.whole, t.columns, t.rows, t.across, 0.0
	above, around := 0.0, 0.0
	for { // a lower plot may leave more names to the legend, which then takes more room
		before := above + around
		if d.single() {
			above = max(above, d.titleHeight(list[0])+d.legendHeight(list[0].legend, whole))
		}
		for _, p := range list {
			around = max(around, d.around(p, across))
		}
		if above+around == before {
			break
		}
		plot := t.height
		if room > 0 {
			plot = (room-above-gap*float64(rows-1))/float64(rows) - around
		}
		if least := d.leastPlot(); plot < least {
			return tooLow{d.options.Height + float64(rows)*(least-plot)}
		}
		d.fitted(list, across, plot)
		height = plot + around
	}
	d.dressFields(list)
	if d.single() {
		d.writeTitle(list[0])
		d.down += d.legend(list[0].legend, d.edge, d.down, whole)
	}
	for i, p := range list {
		x, y := d.edge+float64(i%columns)*(across+gap), d.down+float64(i/columns)*(height+gap)
		d.panel(p, frame{x, y, across, height})
	}
	d.down += float64(rows)*height + float64(rows-1)*gap
	strip.draw(d)
	return nil
}

// leastPlot returns the least height of a plot without furniture.
func (d *drawing) leastPlot() float64 {
	if d.options.Bare {
		return 16
	}
	return 40
}

// heading returns what the legend of a bare picture begins with: the quantity of the y axis, which a title says elsewhere.
func (d *drawing) heading(p *panel) []plan.Entry {
	f := p.part.Sheet.Shown()
	if !d.options.Bare || f.Stacked() || len(p.figure.Y.Words) > 0 {
		return nil
	}
	text := plan.AxisTitle(p.plan.Figure.Y, p.plan.Y, p.plan.Text)
	if text == "" {
		text = p.plan.Title(p.plan.Y)
	}
	if text == "" {
		return nil
	}
	return []plan.Entry{{Text: "↑ " + text, Marker: plan.NoMarker, Ink: plan.Strong, Of: -1, Mark: -1, Class: -1}}
}

// figureTitle returns what is drawn and the title of the y axis.
func (d *drawing) figureTitle(p panel) string {
	title, of := p.title, p.part.Sheet.Shown()
	if p.name != "" {
		title = of.Title
		if shown, found := of.InTitle(); found && shown.Text != "" {
			title += "; " + shown.Name + " " + shown.Text
		}
	}
	y := p.yTitle
	switch {
	case y != "" && strings.Contains(y, title):
		return y
	case y != "" && !of.Stacked() && !strings.Contains(title, y):
		title = strings.TrimSpace(title + " · ↑ " + y)
	}
	return title
}

// titleHeight returns the height of the title and of the source of the numbers.
func (d *drawing) titleHeight(p panel) float64 {
	if d.options.Bare {
		return 0
	}
	lines := len(d.lines(d.figureTitle(p), letters{size: d.letters}))
	return 1.35*d.letters*float64(lines) + 1.25*d.small*float64(len(d.lines(p.part.Sheet.Provenance.Text, letters{size: d.small})))
}

// writeTitle writes the title and the source of the numbers.
func (d *drawing) writeTitle(p panel) {
	if d.options.Bare {
		return
	}
	for _, line := range d.lines(d.figureTitle(p), letters{size: d.letters}) {
		d.down += 1.35 * d.letters
		d.scene.write(furniture, Point{d.edge, d.down - 0.35*d.letters}, line, letters{ink: d.text, size: d.letters})
	}
	if n := p.part.Sheet.Provenance; n.Text != "" {
		ink := d.dim
		if n.Warning {
			ink = d.warning
		}
		d.paragraph(n.Text, letters{ink: ink, size: d.small})
	}
}
