package picture

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/ui/chart"
)

// Part is one page of a picture.
type Part struct {
	Sheet    engine.Sheet
	Question string
	Address  string
	Setting  string // what tells it from other parts: "ε = 1.00"; empty where there are none
}

// Options say how a picture is drawn.
type Options struct {
	Width, Height float64 // in points; Height 0: as high as it needs
	Dark, Grey    bool
}

// Sizes in points.
const (
	Inch         = 72
	UsualWidth   = 6.5 * Inch
	LeastWidth   = 2 * Inch
	LeastHeight  = 1.5 * Inch
	Most         = 40 * Inch
	leastLetters = 7.0 // what is printed smaller is not read
	margin       = 6.0
)

// Draw makes the picture of one page or of several. These share axes where one figure can hold
// them, and stand side by side where none can. The error says why there is nothing to draw.
func Draw(parts []Part, o Options) (*Scene, error) {
	for _, p := range parts {
		if Empty(p.Sheet.Shown()) {
			return nil, fmt.Errorf("%s has nothing to draw at this setting; --table answers writes its numbers", p.Address)
		}
	}
	if o.Width == 0 {
		o.Width = UsualWidth
	}
	d := &drawing{palette: newPalette(o.Dark, o.Grey), options: o, parts: parts,
		letters: min(max(o.Width/52, leastLetters), 10),
		scene:   &Scene{Width: o.Width}}
	d.scene.Ground = d.ground
	d.small = max(leastLetters, 0.85*d.letters)
	if both, can := together(parts); can {
		d.parts = []Part{both}
	}
	var texts, addresses []string
	for _, p := range parts {
		addresses = append(addresses, p.Address)
	}
	for _, p := range d.parts {
		texts = append(texts, Alternative(p))
	}
	d.scene.Title, d.scene.Alt, d.scene.Address = strings.Join(d.questions(), " "), strings.Join(texts, " "), strings.Join(addresses, "\n")
	if err := d.draw(); err != nil {
		return nil, err
	}
	return d.scene, nil
}

// Empty reports that a figure has no mark.
func Empty(f engine.Figure) bool {
	count := len(f.Marks)
	for _, p := range f.Panels {
		count += len(p.Marks)
	}
	return count == 0
}

// Alternative says in words what a picture shows: the lead, and the answers on top of the page.
func Alternative(p Part) string {
	texts := []string{plain(p.Question)}
	for _, s := range []engine.Sentence{p.Sheet.Lead.Answer, p.Sheet.Lead.Price} {
		if len(s) > 0 {
			texts = append(texts, plain(s.String()))
		}
	}
	var answers []string
	for _, a := range p.Sheet.Answers {
		if a.Top && !a.Known.Missing() {
			answers = append(answers, plain(a.Heading())+" "+Value(a))
		}
	}
	if len(answers) > 0 {
		texts = append(texts, strings.Join(answers, "; ")+".")
	}
	return strings.Join(texts, " ")
}

// Value is an answer with the sign of its basis: "≥ 91.3 %".
func Value(a engine.Answer) string {
	switch {
	case a.Known.Missing():
		return plain(a.Known.None)
	case a.Known.Word != "":
		if a.Known.Title != "" {
			return plain(a.Known.Title)
		}
		return plain(a.Known.Word)
	}
	text := a.Written()
	if a.Spoken != "" {
		text = a.Spoken
	} else if a.Unit != "" && !strings.HasSuffix(text, a.Unit) {
		text += " " + a.Unit
	}
	signs := map[known.Basis]string{known.Exact: "=", known.AtLeast: "≥", known.AtMost: "≤", known.Estimate: "≈", known.AsPrinted: "paper"}
	return signs[a.Known.Side()] + " " + plain(text)
}

// plain is a text in one line.
func plain(text string) string { return strings.Join(strings.Fields(text), " ") }

// drawing is a picture being made.
type drawing struct {
	palette
	options        Options
	parts          []Part
	letters, small float64
	scene          *Scene
	fields         map[int]color.NRGBA // of the classes of the field
	thin           string              // what its thinner cells mean
	down           float64             // how far down it is drawn
}

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

// paragraph writes text over the whole width and moves down.
func (d *drawing) paragraph(text string, l letters, most int) {
	for _, line := range wrap(text, l.size, l.bold, d.options.Width-2*margin, most) {
		d.down += 1.25 * l.size
		d.scene.write(furniture, Point{margin, d.down - 0.3*l.size}, line, l)
	}
}

// questions are those that the parts answer, each once.
func (d *drawing) questions() (list []string) {
	for _, p := range d.parts {
		if q := plain(p.Question); !slices.Contains(list, q) {
			list = append(list, q)
		}
	}
	return list
}

// head writes the question and what the page says first; of several questions none, as each stands over its own plot.
func (d *drawing) head() {
	first := d.parts[0]
	if len(d.questions()) == 1 {
		d.paragraph(first.Question, letters{ink: d.text, size: 1.15 * d.letters, bold: true}, 3)
	}
	if len(d.parts) > 1 {
		return
	}
	d.lead(first.Sheet.Lead)
	d.down += 0.3 * d.letters
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

// footerLines are the addresses that open the pages again.
func (d *drawing) footerLines() (lines []string) {
	const most = 4
	for _, a := range strings.Split(d.scene.Address, "\n") {
		lines = append(lines, wrap("dpscope show '"+a+"'", d.small, false, d.options.Width-2*margin, most)...)
	}
	return lines
}

// panel is one plot with what stands around it.
type panel struct {
	part  Part
	plan  chart.Plan
	name  string   // of the figure's panel
	below []string // said under it
	title string
	words string // said above it, where it is one of several pages
}

// panels are the plots of all parts, planned for so much room each.
func (d *drawing) panels(width, height float64) (list []panel) {
	across, down := int(width/(0.58*d.letters)), int(height/(1.25*d.letters))
	for _, part := range d.parts {
		f := part.Sheet.Shown()
		for i, plan := range chart.PlanOf(f, d.theme, max(across, 8), max(down, 4)) {
			p := panel{part: part, plan: plan, title: plan.Title}
			if len(f.Panels) > 0 {
				p.name, p.below = f.Panels[i].Name, f.Panels[i].Below
			}
			if i == 0 && len(d.parts) > 1 {
				p.words = part.Setting
			}
			list = append(list, p)
		}
	}
	return list
}

// plots draws the legend and the plots into a room, or into as much as they need where it is 0.
func (d *drawing) plots(room float64) error {
	whole := d.options.Width - 2*margin
	list := d.panels(whole, 0.5*whole)
	columns := 1
	if n := len(list); n > 1 {
		most := max(1, min(n, int(whole/130)))
		rows := (n + most - 1) / most
		columns = (n + rows - 1) / rows
	}
	rows := (len(list) + columns - 1) / columns
	const gap = 10.0
	across := (whole - gap*float64(columns-1)) / float64(columns)
	shared := d.shares(list)
	above := 0.0
	if len(d.parts) == 1 {
		above = 1.35*d.letters + d.whoseHeight(list[0].part)
	}
	if shared {
		above += d.legendHeight(list[0].plan.Legend, whole)
	}
	height := 0.5 * across
	if columns > 1 {
		height = 0.8 * across
	}
	for _, p := range list {
		height = max(height, float64(len(p.plan.YTicks))*1.1*d.small)
	}
	around := func(p panel) float64 { return d.around(p, across, shared) }
	most := 0.0
	for _, p := range list {
		most = max(most, around(p))
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
	list = d.panels(across, height-most) // now that their size is known
	d.dressFields(list)
	if len(d.parts) == 1 {
		d.figureTitle(list[0])
	}
	if shared {
		d.down += d.legend(list[0].plan.Legend, margin, d.down, whole)
	}
	for i, p := range list {
		x, y := margin+float64(i%columns)*(across+gap), d.down+float64(i/columns)*(height+gap)
		d.panel(p, frame{x, y, across, height}, shared, len(list) > 1)
	}
	d.down += float64(rows)*height + float64(rows-1)*gap
	return nil
}

// shares reports that one legend is for all plots.
func (d *drawing) shares(list []panel) bool { return len(d.parts) == 1 }

// figureTitle says what is drawn, what the y axis is, and whose numbers these are.
func (d *drawing) figureTitle(p panel) {
	title := p.title
	if p.name != "" {
		title = p.part.Sheet.Shown().Title
	}
	if y := p.plan.YTitle; y != "" && !strings.Contains(title, y) && !strings.Contains(y, title) {
		title = strings.TrimSpace(title + "   ↑ " + y)
	} else if strings.Contains(y, title) {
		title = y
	}
	d.down += 1.35 * d.letters
	d.scene.write(furniture, Point{margin, d.down - 0.35*d.letters}, fit(title, d.letters, false, d.options.Width-2*margin), letters{ink: d.text, size: d.letters})
	if n := p.part.Sheet.Whose; n.Text != "" {
		ink := d.dim
		if n.Warning {
			ink = d.warning
		}
		d.paragraph(n.Text, letters{ink: ink, size: d.small}, 2)
	}
}

func (d *drawing) whoseHeight(p Part) float64 {
	if p.Sheet.Whose.Text == "" {
		return 0
	}
	return float64(len(wrap(p.Sheet.Whose.Text, d.small, false, d.options.Width-2*margin, 2))) * 1.25 * d.small
}
