package plan

import (
	"dpscope/engine"
	"dpscope/engine/known"
)

// Subject holds the marks of a figure as every medium draws them: the series that they belong to, with colour, marker and
// dashes, and the ranges of the axes. It knows no size.
type Subject struct {
	Medium
	Figure engine.Figure
	Marks  []engine.Normal // those of the figure
	Series []Series        // identities, in order of appearance
	Of     []int           // the series of each mark, -1: none
	X, Y   Scale
	Empty  bool     // no mark has anything to show
	Listed bool     // each row of a list has one point
	Left   []string // names of lines that are too many, and of lines across
}

// Range is the range of an axis.
type Range struct {
	Axis string // its name in exports
	Scale
}

// Medium says what a picture is drawn for.
type Medium struct {
	Text     Text
	Coloured bool   // colours tell series apart
	Small    bool   // many lines could not be followed
	All      bool   // all lines are drawn, however many
	Whole    bool   // everything is drawn, and no list on the page has the rest
	Lists    string // the key that lists entries that are only counted; empty: none does
	Held     Range  // the range of the y axis that a moving value keeps; the zero value: none
	Zoom     string // the key that gives the picture the whole page; empty: it has that
}

// NewSubject prepares the marks of a figure.
func NewSubject(f engine.Figure, m Medium) *Subject {
	p := &Subject{Medium: m, Figure: f}
	p.identify()
	p.Measure()
	return p
}

// Series is the identity of the marks of one name: its colour, its marker and its dash stay the same while others come and go
// after it, and in any order where the figure lists its members.
type Series struct {
	Name   string
	Label  string // as in the legend, plain
	Value  string // of the reading that it shows, which stands after the label; empty: none
	Basis  known.Basis
	Ink    Ink
	Marker int // among the markers of a medium, or HereMarker or NoMarker
	Dash   []int
	Line   bool
	Muted  bool
	Here   bool
	Trail  bool // a line in the plane, whose looks its mark sets
	Strong bool // a trail in a colour of its own, or points that the picture is about
	Answer bool // a line over all others
	Broken bool // dashed
	Ghost  bool // of the held setting
	Left   bool // one of too many lines
}

// Ink is the role of a colour.
type Ink uint8

// The roles; from Hue on the colours of series.
const (
	Plain Ink = iota
	Strong
	Muted
	Dim
	Ghost
	Accent
	Hue
)

// Hues is the number of colours of series, and Markers that of their markers.
const (
	Hues    = 8
	Markers = 16
)

// Markers of series that have none of their own.
const (
	HereMarker = -1 // of the present setting
	NoMarker   = -2
)

// Dashes are patterns of dots drawn and dots left out, in turn; nil is solid.
var (
	dashes = [][]int{nil, {6, 3}, {2, 2}, {7, 2, 1, 2}}
	sparse = []int{1, 3} // of a muted line
	dotted = []int{1, 2} // of a ghost
)
