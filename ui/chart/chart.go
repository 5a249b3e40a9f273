// Package chart turns a figure into text: axes, curves, bars, fields and the words on them, for any size, in colour or without,
// in Unicode or ASCII. It is pure: the same figure and options give the same picture.
//
// As the room shrinks, furniture goes in this order: names at their lines, which then stand in the legend; rows of legend,
// whose entries then stand beside the title or in the plot; and the number of entries without a place. The name of the x axis
// goes with its tick labels, which only the smallest pictures lack. The picture stays.
//
// Lines that share cells are planned before any is drawn (ui/plan): the answer is whole, another line ends on the one it runs
// with, at a mark with words, or pauses where it crosses one, and a line that is nowhere apart stands in the legend alone. Either
// all lines are named where they run or all in the rows above; rows are kept for all, so that a slider moves no plot. A limit
// across is dashed dots, two and a gap, in the rows of dots that lines have; dashes mean target or limit. Points are blocks of
// half a row where colour tells them apart, and keep their shapes elsewhere. Panels are one figure: they share axes, marks,
// legend and crosshair.
package chart

import (
	"math"

	"dpscope/engine"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// Options says how a figure is drawn.
type Options struct {
	Width, Height int // of the picture, in cells
	Theme         theme.Theme
	Glyphs        theme.Glyphs // the zero value means theme.Unicode
	Crosshair     *Crosshair   // nil: none
	Dim           bool         // the figure is out of date
	Awaited       bool         // more of the figure is being computed: an empty one is not called empty
	Hidden        bool         // a lesson hides the marks until its question is answered
	Compact       bool         // the plot comes first: one row above it if possible, one below
	Whole         bool         // all lines are drawn, however many
	Aside         string       // stands at the right above the plot: which people the numbers are about
	Alarm         bool         // the aside is a warning
	Held          plan.Range   // of the y axis, which a value that moves keeps; the zero value: none
	Zoom          string       // the key that gives the picture the whole page; empty: it has that
	Lists         string       // the key that lists entries that are only counted; empty: none does

	bare    bool // one of several panels, whose legend is above them all
	stacked bool // one of several panels, one above the other
	upper   bool // a panel stands below, with the labels of the same x axis
	gutter  int  // least room for the labels of the y axis
	titled  bool // the title stays at any size: it says how many panels there are
	sibling bool // the title also says which panel it is, and the name of the y axis does not replace it
}

// Crosshair is a place in the data that the reader points at. Only fields use Y, which may be NaN; where X is NaN it is the
// middle of the plot.
type Crosshair struct{ X, Y float64 }

// Picture is a drawn figure.
type Picture struct {
	Lines   []string // Height lines, each Width cells wide
	Plot    Rect     // where the data are, inside the axes
	Unused  int      // blank rows at the foot of a list, left over by its number of rows in this height
	readout []value  // what the crosshair reads, greatest first, muted series last
	beside  []Rect   // the plots of further panels, as large as the first one

	y       plan.Range // what the figure needs of its y axis
	frame   frame
	counts  [2]bool // whether the x and the y axis have only whole numbers
	style   theme.Theme
	glyphs  theme.Glyphs
	heading string // of the readout: where the crosshair is
}

// Range returns the range of the y axis, for Options.Held.
func (p Picture) Range() plan.Range { return p.y }

// At returns the data coordinates of the cell at column x of row y of the
// picture; ok is false outside of the plot.
func (p Picture) At(x, y int) (dataX, dataY float64, ok bool) {
	for _, plot := range append([]Rect{p.Plot}, p.beside...) {
		if plot.Contains(x, y) {
			return p.frame.valueX(float64(x - plot.X)), p.frame.valueY(float64(y - plot.Y)), true
		}
	}
	return 0, 0, false
}

// Nudge returns the crosshair moved by columns and rows, within the plot, and by at least a whole number where an axis counts;
// from nil it starts in the middle.
func (p Picture) Nudge(c *Crosshair, columns, rows int) *Crosshair {
	if p.Plot.Width < 1 || p.Plot.Height < 1 {
		return c
	}
	x, y := p.Plot.Width/2, p.Plot.Height/2
	if c == nil {
		return &Crosshair{X: p.frame.valueX(float64(x)), Y: p.frame.valueY(float64(y))}
	}
	if column, ok := p.frame.cellX(c.X); ok {
		x = column
	}
	if row, ok := p.frame.cellY(c.Y); ok {
		y = row
	}
	toX, toY := min(max(x+columns, 0), p.Plot.Width-1), min(max(y+rows, 0), p.Plot.Height-1)
	moved := Crosshair{X: p.frame.valueX(float64(toX)), Y: p.frame.valueY(float64(toY))}
	if p.counts[0] {
		moved.X = nextWhole(c.X, moved.X, p.frame.valueX(float64(x)))
	}
	if p.counts[1] {
		moved.Y = nextWhole(c.Y, moved.Y, p.frame.valueY(float64(y)))
	}
	return &moved
}

// nextWhole returns the whole number nearest to the end of a move from a cell, or the next one in its direction when that is
// still the present one.
func nextWhole(now, to, cell float64) float64 {
	now, next := math.Round(now), math.Round(to)
	if next == now && to != cell {
		next += math.Copysign(1, to-cell)
	}
	return next
}

// Render draws a figure.
func Render(f engine.Figure, o Options) Picture {
	if o.Glyphs.Horizontal == "" {
		o.Glyphs = theme.Unicode
	}
	if o.Dim {
		o.Theme = o.Theme.Faded()
	}
	if o.Width <= 0 || o.Height <= 0 {
		return Picture{Lines: make([]string, max(o.Height, 0)), style: o.Theme, glyphs: o.Glyphs}
	}
	if people := f.People; people.Cells > 0 {
		f.People = engine.People{}
		if p, room := over(people, f, o); room {
			return p
		}
	}
	if len(f.Panels) > 0 {
		return renderPanels(f, o)
	}
	d := drawn(f, &o)
	p := Picture{
		Lines: d.canvas.lines(), Plot: d.frame.plot, Unused: d.layout.unused, frame: d.frame, style: d.theme, glyphs: d.glyphs,
		counts: [2]bool{plan.Counts(d.Figure.X), plan.Counts(d.Figure.Y)},
		y:      plan.Range{Axis: d.Figure.Y.Name, Scale: d.Y},
	}
	if o.Crosshair != nil {
		p.readout, p.heading = d.readout(*o.Crosshair), d.where(*o.Crosshair)
	}
	return p
}

// drawn returns a figure drawn as one picture. A crosshair without a place is put into its middle.
func drawn(f engine.Figure, o *Options) *drawing {
	d := &drawing{theme: o.Theme, glyphs: o.Glyphs, canvas: newCanvas(o.Width, o.Height, o.Theme), bare: o.bare,
		titled: o.titled, sibling: o.sibling, lists: o.Lists, zoom: o.Zoom, stacked: o.stacked, upper: o.upper, gutter: o.gutter, compact: o.Compact, whole: o.Whole, held: o.Held}
	d.aside, d.asideStyle = o.aside()
	d.take(f)
	d.layOut()
	if o.Crosshair != nil {
		at := d.snap(d.orMiddle(*o.Crosshair))
		o.Crosshair = &at
	}
	d.drawAxes()
	if d.frame.plot.Width > 0 && d.frame.plot.Height > 0 {
		d.drawMarks()
		d.drawn = true
		d.drawTexts(d.first)
		d.nameLinesWhereTheyRun()
		d.markLines()
		d.drawTexts(d.texts)
		d.fieldNames()
		d.settleLegend()
		if d.caption(); d.above != "" {
			d.settleLegend() // the heading has less room for it
		}
		d.drawCrosshair(o.Crosshair)
		if d.Empty && !o.Awaited {
			d.drawEmpty(o.Hidden)
		}
	}
	d.drawTickLabels()
	d.drawTitle()
	d.drawFoot()
	return d
}

// take prepares the marks of a figure.
func (d *drawing) take(f engine.Figure) {
	d.Subject = plan.NewSubject(f, plan.Medium{Text: d.text(), Coloured: d.theme.Coloured(), Small: d.compact, All: d.whole, Held: d.held, Lists: d.lists, Zoom: d.zoom})
	d.frame.x, d.frame.y = d.X, d.Y
	d.fine = d.finer()
}

// aside returns the text at the right above the plot, and its style.
func (o Options) aside() (string, theme.Style) {
	if o.Alarm {
		return o.Glyphs.Plain(o.Aside), o.Theme.Warning
	}
	return o.Glyphs.Plain(o.Aside), o.Theme.Dim
}

// drawing is a picture being made.
type drawing struct {
	*plan.Subject
	theme  theme.Theme
	glyphs theme.Glyphs
	canvas *canvas

	field   *sampled // the field, for the names of its regions
	bare    bool     // without a legend
	titled  bool     // never without a title
	sibling bool     // the title is the name of one of several pictures
	stacked bool     // its legend moves other panels
	upper   bool     // without labels of the x axis
	gutter  int      // the least

	compact    bool
	whole      bool       // as in Options
	held       plan.Range // likewise
	aside      string
	lists      string // as in Options
	zoom       string // likewise
	asideStyle theme.Style

	frame    frame
	layout   layout
	signed   map[int]bool // series whose lines are visible by themselves, with markers where colour does not tell them apart
	fine     bool         // points are blocks of half a row
	lined    []lined      // series drawn as lines, from the front to the back
	sight    *plan.Seen   // where each of these is visible; nil: there are none
	whiskers map[int]int  // the series of the interval in a column
	inked    []int32      // the series, plus one, whose line is visible in a cell of the plot
	first    []text       // of the answer and the present setting: written before all else in the plot
	texts    []text       // written last, where room is left
	courses  []plan.Named // where lines run, for words in the plot
	drawn    bool         // all marks are on the canvas
	unplaced []text       // names of lines from the top that found no place beside them
	regions  map[int]bool // classes of the field that are named in it
	below    []axisLabel  // on the row of tick labels
	above    string       // the name of the x axis, where only the heading has room for it
	pointers [][2]int     // columns below the axis that point at values, and those of their names
	binned   int          // bars per column, when they had to be joined
	pinched  bool         // the heading is short, for the legend beside it
	thinned  int          // points per marker, when they are too many for one each
}

// column returns the picture's column of a plot column, row likewise.
func (d *drawing) column(c int) int { return d.frame.plot.X + c }
func (d *drawing) row(r int) int    { return d.frame.plot.Y + r }

// drawMarks draws from the back to the front; where the figure lists its members, they are ranked, and the first is foremost.
func (d *drawing) drawMarks() {
	d.planLines()
	for _, i := range d.Ordered() {
		d.drawMark(i)
	}
}

// drawMark draws one mark over the former ones.
func (d *drawing) drawMark(i int) {
	m := &d.Marks[i]
	if d.Crowd(i) {
		return
	}
	switch m.Form {
	case engine.Line, engine.StepLine, engine.Trail:
		d.drawLine(d.Of[i], m)
	case engine.Ribbon:
		d.drawBand(d.Of[i], m)
	case engine.Whisker:
		d.drawWhiskers(d.Of[i], m)
	case engine.Column:
		d.drawBars(i, m)
	case engine.Spike:
		d.drawAtoms(d.Of[i], m)
	case engine.Dot:
		d.drawPoints(d.Of[i], m)
	case engine.Mosaic:
		d.drawField(m)
	case engine.Outline:
		d.drawBox(m, d.edgeOf(i))
	case engine.Shade:
		d.drawSpan(m)
	case engine.Threshold:
		d.drawRule(i)
	case engine.Pointer:
		d.drawPointer(m)
	case engine.Strip:
		d.drawProfile(m)
	}
}

// drawEmpty says why the picture is empty.
func (d *drawing) drawEmpty(hidden bool) {
	plot, sentences := d.frame.plot, []string{"nothing to draw at this setting", "nothing to draw", "empty"}
	if hidden {
		sentences = []string{"hidden until you answer", "hidden"}
	}
	for _, sentence := range sentences {
		if width := len(sentence); width <= plot.Width {
			d.canvas.text(plot.X+(plot.Width-width)/2, plot.Y+(plot.Height-1)/2, sentence, d.theme.Dim)
			return
		}
	}
}
