package chart

import (
	"slices"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// Plan is a figure ready to be drawn without cells: its marks in the order of drawing and dressed, its ticks, its legend, and
// the words in the plot. Places are shares of the plot: 0 is its left or lower side and 1 the opposite one.
type Plan struct {
	Title, XTitle, YTitle string
	X, Y                  plan.Scale
	XTicks, YTicks        []plan.Tick
	Marks                 []Dressed // from the back to the front
	Legend                []Entry
	Said                  []Said
	Lines                 int  // number of series that are lines
	Zero                  bool // a line at zero helps to read it
	Ranked                bool // its points end bars from zero
	Broken                bool // its y axis begins above zero, and a sign says so
	Empty                 bool // no mark has anything to show
	Counted               bool // the cells of its field are counted
}

// Entry is one item of a legend: a sign of theme.Unicode in its style, and its words.
type Entry struct {
	Sign, Text string
	Style      theme.Style
	Muted      bool
	Line       bool  // it stands for a line
	Dash       []int // with these dashes
	Emphasis   bool  // thicker than others
	Class      int   // it stands for the area of this class of the field; -1: no class
}

// Dressed is a mark with its looks.
type Dressed struct {
	engine.Normal
	Index  int         // among the figure's marks
	Style  theme.Style // of its series, or of the mark; without colour the zero value
	Marker int         // of theme.Unicode.Markers
	Dash   []int       // dots drawn and left out by turns; nil: solid
	Label  string      // of its series
	Ghost  bool        // of the setting that is held
	Turn   int         // among marks of bars, or among outlines
	Groups int         // marks of bars

	Hues []theme.Colour // colours of the field's classes; the zero value without colour
	Rank []int          // ranks of the classes among those that occur
	Each []Look         // looks of points that stand for members; nil: the series' look
}

// Look is a style with a marker.
type Look struct {
	Style  theme.Style
	Marker int
}

// Anchor says which part of the words stands at their place.
type Anchor uint8

// The anchors.
const (
	Start Anchor = iota
	Middle
	End
)

// Said is a text in the plot. Y is the middle of its line.
type Said struct {
	X, Y   float64
	Words  string
	Style  theme.Style
	Anchor Anchor
	Signed bool // Look stands before it
	Look   Look
	Across bool    // it is the name of a line across
	Line   float64 // the height of that line
}

func (d *drawing) sign(s *Said, of plan.Series) {
	s.Signed, s.Look = true, Look{Style: d.style(of.Ink), Marker: slices.Index(theme.Unicode.Markers, d.marker(of.Marker))}
	s.Words = s.Words[len(d.marker(of.Marker))+1:]
}

// say keeps words that begin at a cell of the picture.
func (d *drawing) say(x, y int, words string, style theme.Style, anchor Anchor) {
	at := float64(x - d.frame.plot.X)
	switch width := float64(theme.Width(words)); anchor {
	case Middle:
		at += width / 2
	case End:
		at += width
	}
	d.said = append(d.said, Said{Words: words, Style: style, Anchor: anchor,
		X: (at + 0.5) / float64(max(d.frame.plot.Width, 1)), Y: 1 - float64(y-d.frame.plot.Y)/float64(max(d.frame.plot.Height, 1))})
}

// anchor returns the alignment of a remark that begins at a column, so that it grows away from the place that it is about.
func (t text) anchor(x int) Anchor {
	switch {
	case t.rule || x+theme.Width(t.words) <= t.x:
		return End
	case x > t.x:
		return Start
	}
	return Middle
}

// PlanOf plans a figure for a plot with room for about letters across and lines down. A figure with panels has a plan for each
// of them, with the legend of the first.
func PlanOf(f engine.Figure, t theme.Theme, letters, lines int) []Plan {
	const furnitureAcross, furnitureDown = 8, 4
	o := Options{Width: letters + furnitureAcross, Height: lines + furnitureDown, Theme: t, Glyphs: theme.Unicode, titled: true, paper: true}
	if len(f.Panels) == 0 {
		return []Plan{drawn(f, &o).plan()}
	}
	all := f.Together()
	var plans []Plan
	for _, p := range f.Panels {
		plan := drawn(f.On(p), &o).plan()
		plan.Legend = nil
		plans = append(plans, plan)
	}
	whole := drawn(all, &o)
	whole.signed, whole.drawn = nil, false
	plans[0].Legend = whole.legendOf(once(whole.entries()))
	return plans
}

func (d *drawing) plan() Plan {
	d.signed, d.drawn = nil, false // a picture shows what the cells of a screen hide
	_, counted := d.CountedField()
	p := Plan{
		Title: d.Title(d.frame.y), XTitle: plan.AxisTitle(d.Figure.X, d.frame.x, d.text()), YTitle: plan.AxisTitle(d.Figure.Y, d.frame.y, d.text()),
		X: d.frame.x, Y: d.frame.y, XTicks: d.layout.xTicks, YTicks: d.layout.yTicks,
		Legend: d.legendOf(d.entries()), Said: d.said, Lines: d.Lines(), Zero: !d.bare && d.HasZero(d.frame.y), Ranked: d.Ranked(), Broken: d.Broken(d.frame.y), Empty: d.Empty, Counted: counted,
	}
	for _, i := range d.Ordered() {
		p.Marks = append(p.Marks, d.dressed(i))
	}
	d.unshift(&p)
	return p
}

// unshift gives the axes of words and of single cells their own ends again, as the cells of the screen had moved them by half a
// cell. It moves everything placed along them.
func (d *drawing) unshift(p *Plan) {
	if n := len(d.Figure.Y.Words); n > 0 {
		whole := plan.NewScale(-0.5, float64(n)-0.5, false)
		whole.Down = true
		for i, t := range p.YTicks {
			p.YTicks[i].At = whole.At(p.Y.Value(t.At))
		}
		for i, s := range p.Said {
			p.Said[i].Y, p.Said[i].Line = whole.At(p.Y.Value(s.Y)), whole.At(p.Y.Value(s.Line))
		}
		p.Y = whole
	}
	if f, counted := d.CountedField(); counted && len(f.X) > 0 {
		whole := plan.NewScale(f.X[0]-0.5, f.X[len(f.X)-1]+0.5, false)
		for i, t := range p.XTicks {
			p.XTicks[i].At = whole.At(p.X.Value(t.At))
		}
		for i, s := range p.Said {
			p.Said[i].X = whole.At(p.X.Value(s.X))
		}
		p.X = whole
	}
}

func (d *drawing) legendOf(entries []entry) (list []Entry) {
	for _, e := range entries {
		x := Entry{Sign: e.Sign, Text: e.Text, Style: e.Style, Muted: e.Muted, Class: -1}
		for i := range d.Marks {
			for class := range d.Marks[i].Classes {
				if name := d.titleOf(&d.Marks[i], class); d.Marks[i].Only == "" && name != "" &&
					(e.Text == name || e.Text == d.Qualified(d.Marks[i].Basis, name)) {
					x.Class = class
				}
			}
		}
		for k, s := range d.Series {
			if s.Line && !s.Muted && !s.Trail && d.NameOf(s) == e.Text {
				x.Line, x.Dash, x.Emphasis = true, s.Dash, d.Emphasised(k)
			}
		}
		list = append(list, x)
	}
	return list
}

// dressed returns a mark with its looks.
func (d *drawing) dressed(i int) Dressed {
	m := d.Marks[i]
	x := Dressed{Normal: m, Index: i, Label: m.Title}
	if d.Of[i] >= 0 {
		s := d.Series[d.Of[i]]
		x.Style, x.Marker, x.Dash, x.Label, x.Ghost = d.style(s.Ink), slices.Index(d.glyphs.Markers, d.marker(s.Marker)), s.Dash, s.Label, s.Ghost
		if s.Basis != known.Exact {
			x.Label = d.NameOf(s)
		}
	}
	switch m.Form {
	case engine.Outline:
		x.Style = d.boxStyle(&m)
		for k := range i {
			if o := &d.Marks[k]; o.Form == engine.Outline && !o.Emphasis && !m.Emphasis {
				x.Turn++
			}
		}
	case engine.Threshold, engine.Pointer:
		if x.Style = d.theme.Dim; m.Emphasis || m.Form == engine.Pointer {
			x.Style = d.theme.Accent
		}
	case engine.Strip:
		x.Style = d.theme.Accent
	case engine.Column:
		x.Turn, x.Groups = d.BarGroup(i)
	case engine.Mosaic:
		highest := len(m.Classes)
		for _, c := range m.Class {
			highest = max(highest, min(c+1, plan.MostClasses))
		}
		for c := range highest {
			colour := theme.Colour(0)
			if d.Coloured {
				colour = d.colourOf(&m, c)
			}
			x.Hues = append(x.Hues, colour)
		}
		rank := 0
		for _, here := range plan.Occurring(&m) {
			x.Rank = append(x.Rank, rank)
			if here {
				rank++
			}
		}
	}
	for k := range m.As {
		style, marker := d.looksOf(d.Series[d.Of[i]], &m, k)
		x.Each = append(x.Each, Look{Style: style, Marker: slices.Index(d.glyphs.Markers, marker)})
	}
	return x
}
