package engine

import "dpscope/engine/known"

// Normal is the form that all marks share: a mark's names, how its numbers are known and where they are.
// Axes, tables, legends and the values at x are made from it, so that a new kind of mark needs only a way to
// be drawn, or not even that if its Form exists. Its slices belong to the mark and must not be changed.
type Normal struct {
	Form    Form
	Content Content

	Name   string // of the series; of cells the column of their classes
	Title  string // in the legend
	Column string // of Y in exports; empty: the Y axis's name
	Basis  known.Basis
	Held   string // of a ghost: the held setting; empty: no ghost

	Muted    bool // one of many, behind the others
	Here     bool // the present setting or record, which is no series
	Passive  bool // no axis is widened for it: the user's own value or window
	Named    bool // its name stands outside the legend, or nowhere
	Masses   bool // Y are probabilities, which have no place on the Y axis
	FromZero bool // its area is compared, which is honest only from zero

	X, Y          []float64 // samples in the order of X, unless they stand alone; centres of cells
	Low, High     []float64 // of intervals at X
	From, To      []float64 // of intervals of X about each sample; nil: there are none
	Confidence    float64   // of intervals, in (0, 1); 0: none
	Interpolation Interpolation
	Edges         Edges // of regions and references

	Labels  []string      // beside each sample, in each cell; nil: none
	As      []string      // the figure's Member that each sample stands for; nil: Name
	Class   []int         // per cell, row-major, Y outer; -1: none
	Classes []string      // names of classes 0, 1, 2 ...
	Titles  []string      // the same in the legend; nil: Classes
	Faint   []bool        // cells that are drawn thinner; nil: none
	Thin    string        // meaning of Faint
	Ground  string        // the class left bare
	Tinted  bool          // a light shade instead
	Extra   []FieldColumn // further columns of cells

	Falls    [2]bool   // to zero before the first X and after the last
	Marked   []bool    // samples in the accent colour; nil: none
	Vertical bool      // at x, or along the y axis
	Emphasis bool      // in the accent colour; of a line over all others, and thicker
	Hollow   bool      // outline only
	Dashed   bool      // a broken line
	Only     string    // the one class that is drawn, as a light shade; empty: all
	With     string    // the series on the other side of a region between two lines
	Under    string    // shades only what lies under this series; empty: the whole height
	Ends     [2]string // what the ends of a shade are called; empty: their values
	Bare     bool      // shaded without a bracket
	Clear    bool      // a bracket without shade
}

// Form says how a mark is drawn; only renderers look at it.
type Form uint8

// The forms.
const (
	Line      Form = iota // straight from sample to sample
	StepLine              // level up to the next sample
	Ribbon                // the area between Low and High
	Whisker               // a bar from Low to High at each X
	Column                // a bar from zero to each sample
	Spike                 // an arrow as high as its mass, on a scale of its own
	Dot                   // a marker at each sample
	Mosaic                // an area per class
	Outline               // a rectangle
	Shade                 // an interval of x
	Threshold             // a line across the picture
	Pointer               // a mark on an axis
	Strip                 // weights in the margin
	Trail                 // from sample to sample, in any direction
)

// Content says what a mark holds.
type Content uint8

// The contents.
const (
	Samples   Content = iota // Y at X: one of the figure's series
	Intervals                // from Low to High at X, of a series
	Cells                    // a class at every centre of X by Y
	Region                   // within Edges, as it was found
	Reference                // within Edges, as a setting says
	Weights                  // Y at X, which only compare with each other and belong to no axis
)

// Interpolation says which value samples have at an x between them.
type Interpolation uint8

// The interpolations.
const (
	Nowhere  Interpolation = iota // no value
	Linear                        // on the axes' scales
	Previous                      // the sample before
	Nearest                       // the nearest sample, if it is near
	Filling                       // as Nearest, with samples as wide as the least gap between two
)

// Edges holds the sides of a rectangle; an open side is infinite.
type Edges struct{ X0, X1, Y0, Y1 float64 }

// Series reports whether the mark is one of the figure's series, or an interval of one.
func (n *Normal) Series() bool { return n.Content == Samples || n.Content == Intervals }

// IsLine reports whether the samples form a line.
func (n *Normal) IsLine() bool {
	return n.Content == Samples && (n.Interpolation == Linear || n.Interpolation == Previous)
}

// Wide reports whether samples take up room on the x axis.
func (n *Normal) Wide() bool { return n.Interpolation == Filling && !n.Masses }

// ClassTitle returns a class's name in the legend; empty if it has none.
func (n *Normal) ClassTitle(class int) string {
	switch {
	case class >= 0 && class < len(n.Titles):
		return n.Titles[class]
	case class >= 0 && class < len(n.Classes):
		return n.Classes[class]
	}
	return ""
}

// ClassName returns a class's name in exports; empty if it has none.
func (n *Normal) ClassName(class int) string {
	if class >= 0 && class < len(n.Classes) {
		return n.Classes[class]
	}
	return ""
}
