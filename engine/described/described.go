// Package described tells a picture in words, from the figure's marks: its shape, where lines cross, which is highest where,
// where the answer lies, and eleven numbers of it. Nothing is told that the marks do not hold.
package described

import (
	"strings"

	"dpscope/engine"
	"dpscope/engine/numeral"
)

// Kind says what a sentence about a picture is about.
type Kind int

// The kinds, in the order in which they are told.
const (
	Subject  Kind = iota // what is drawn, over which axes
	Shape                // the course of a line: X and Y are its first point, extremes and last point
	Steepest             // the tenth of the picture near the present value where a line changes most: X and Y are its ends
	Crossing             // Series is above With after X; two X are the ends of a stretch on which both are equal
	Highest              // Series is the highest line from X[0] to X[1]
	Meeting              // Series passes the level Y at X
	Place                // a point, a bar, a row of a list
	Cloud                // many points: X and Y are the least and greatest coordinates
	Area                 // a class of a map, and its share of the cells in Y
	Interval             // of a series at X, from Y[0] to Y[1]
	Bound                // a line across, a shade, a box, a margin
	Counted              // people in cells under the picture
)

// Fact is a sentence about a picture, with the numbers that it tells, in the axes' own units.
type Fact struct {
	Kind   Kind
	Panel  int // of the figure; 0 also where it has none
	Series string
	With   string
	X, Y   []float64
	Text   string
}

// Picture tells a figure.
func Picture(f engine.Figure) (facts []Fact) {
	if len(f.Panels) == 0 {
		f.Panels = []engine.Panel{{Title: f.Title}}
	}
	seen := map[string]bool{}
	for i, p := range f.Panels {
		for _, fact := range one(f.On(p)) {
			if seen[fact.Text] { // of what all panels share
				continue
			}
			fact.Panel, seen[fact.Text] = i, true
			fact.Text = strings.Join(strings.Fields(fact.Text), " ")
			facts = append(facts, fact)
		}
	}
	return facts
}

// Text returns the sentences of a picture.
func Text(f engine.Figure) (sentences []string) {
	for _, fact := range Picture(f) {
		sentences = append(sentences, fact.Text)
	}
	return sentences
}

// one tells a figure without panels.
func one(f engine.Figure) []Fact {
	if len(f.Marks) == 0 {
		return nil
	}
	p := newPicture(f)
	facts := []Fact{p.subject()}
	facts = append(facts, p.shapes()...)
	facts = append(facts, p.steepest()...)
	facts = append(facts, p.comparisons()...)
	facts = append(facts, p.meetings()...)
	facts = append(facts, p.rows()...)
	facts = append(facts, p.bars()...)
	facts = append(facts, p.points()...)
	facts = append(facts, p.areas()...)
	facts = append(facts, p.intervals()...)
	facts = append(facts, p.bounds()...)
	if who := f.People; who.Cells > 0 {
		facts = append(facts, Fact{Kind: Counted, Text: "Counted in cells: " + ended(strings.Join(who.Words(), "; "))})
	}
	return facts
}

// picture is a figure with its marks in normal form.
type picture struct {
	figure    engine.Figure
	marks     []engine.Normal // without those of a held setting
	lines     []line
	low, high float64 // ends of the x axis; equal: nothing has a place on it
	axes      engine.Axes
}

func newPicture(f engine.Figure) *picture {
	p := &picture{figure: f, axes: engine.Axes{LogX: f.X.Log, LogY: f.Y.Log}}
	reach := engine.Extent{Log: f.X.Log}
	for _, m := range f.Marks {
		n := m.Normal()
		if n.Held != "" {
			continue
		}
		p.marks = append(p.marks, n)
		n.WidenX(&reach)
	}
	p.low, p.high = reach.Low, reach.High
	if low, high := min(f.X.Low, f.X.High), max(f.X.Low, f.X.High); low < high && !(f.X.Log && low < engine.Smallest) {
		p.low, p.high = max(low, -engine.Largest), min(high, engine.Largest)
	}
	p.lines = p.findLines()
	return p
}

// subject tells what is drawn.
func (p *picture) subject() Fact {
	f := p.figure
	title := f.Title
	if title == "" {
		title = f.Y.Label
	}
	text := "Picture: " + ended(title)
	if across := f.X.Label; across != "" && len(f.X.Words) == 0 && p.low < p.high {
		text += " Across: " + across + ", from " + p.x(p.low) + " to " + p.x(p.high)
		if f.X.Log {
			text += ", equal steps for equal ratios"
		}
		text += "."
	}
	if up := f.Y.Label; up != "" && up != title {
		text += " Upward: " + up
		if f.Y.Log {
			text += ", equal steps for equal ratios"
		}
		text += "."
	}
	return Fact{Kind: Subject, Text: text}
}

// x writes a place on the x axis.
func (p *picture) x(v float64) string { return p.figure.X.Rounded(v, numeral.Nearest) }

// y writes a value on the y axis.
func (p *picture) y(v float64) string { return p.figure.Y.Rounded(v, numeral.Nearest) }

// ended returns a text as a sentence.
func ended(text string) string {
	if text == "" || strings.HasSuffix(text, ".") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}
