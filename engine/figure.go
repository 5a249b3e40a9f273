// Package engine is the shape of an answer: figures, tables, exports, and solving.
// The questions are packages below it. Its functions are pure:
// equal inputs give equal results, and nothing here draws or keeps state.
//
// A mark has one normal form (Normal): its name, how its numbers are known, its own slices, how one
// reads between them. Axes, crosshair, legend, tables and ghosts are made from that; only drawing asks
// for the form, so a new kind of mark needs no other change.
//
// An export is one table: rows of one kind, one type a column, an interval beside its estimate.
package engine

import (
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
)

// Figure describes a picture as data: no colours, no sizes.
type Figure struct {
	Title    string            // what is drawn: "density of M(x)"
	X, Y     Axis              //
	Series   string            // column that tells the marks apart: "mechanism"; empty: "series"
	Members  []string          // all names that Series can have; their order fixes their looks; nil: looks follow the order of appearance
	Hues     []int             // colour number of each of Members; nil: its place
	Numbered bool              // the marks' names are numbers
	Folded   bool              // muted lines are named or counted on screen, and not drawn
	Settings []Setting         // what was held fixed, each a column of the export
	Order    []string          // export columns that come first, in this order; nil: Series, X, settings, values
	Columns  map[string]string // export columns in words, where their names alone would describe them
	Marks    []Mark            // drawn in order
	Whole    []Mark            // whole series for tables alone, in place of the drawn ones of the same name; rules of that name stay
	Panels   []Panel           // pictures side by side, each with these marks and its own; nil: one picture
	Panelled string            // column that tells panels apart: "learner"; empty: Series does
	First    int               // the panel to show where only one has room
	Shows    []Shown           // readings of the page that its marks show
	People   People            // counted under it
	Seed     uint64            // of the random draws; 0: nothing was drawn at random
}

// Shown is a reading of the page that the figure shows too: at the only point of a mark, after a mark's name,
// or after the figure's title under a name of its own: "density; standard deviation".
type Shown struct {
	Mark string // the mark's Name; empty: the title
	Name string // name after the title
	Of   Key
	Text string // the value as the page writes it; a Sheet fills it in, empty where it has none
}

// Panel is one of several pictures over the same axes, side by side, or one above the other if each has a
// quantity of its own.
type Panel struct {
	Name  string   // value of the Panelled column: "forest"
	Title string   // above it: "Random forest"
	Below []string // lines under it, as many as have room: "AUC 0.91"
	Y     Axis     // its own; without a name: the figure's
	Marks []Mark
	Whole []Mark // as in Figure: for tables alone
}

// Own reports that the panel has a quantity of its own.
func (p Panel) Own() bool { return p.Y.Name != "" }

// InTitle returns the reading that stands after the title, if one does.
func (f Figure) InTitle() (Shown, bool) {
	at := slices.IndexFunc(f.Shows, func(s Shown) bool { return s.Mark == "" })
	if at < 0 {
		return Shown{}, false
	}
	return f.Shows[at], true
}

// On returns the figure of one panel alone, without readings that belong to the common title.
func (f Figure) On(p Panel) Figure {
	f.Title, f.Panels, f.Marks = p.Title, nil, append(slices.Clone(f.Marks), p.Marks...)
	f.Shows = slices.DeleteFunc(slices.Clone(f.Shows), func(s Shown) bool { return s.Mark == "" })
	if p.Own() {
		f.Y = p.Y
	}
	return f
}

// Together returns the figure with the marks of all panels in one picture.
func (f Figure) Together() Figure {
	marks := slices.Clone(f.Marks)
	for _, p := range f.Panels {
		marks = append(marks, p.Marks...)
	}
	f.Panels, f.Marks = nil, marks
	return f
}

// Stacked reports that the panels stand one above the other, since each has a quantity of its own.
func (f Figure) Stacked() bool { return slices.ContainsFunc(f.Panels, Panel.Own) }

// Axis names a coordinate, its scale and the range that must be seen.
type Axis struct {
	Name        string // column of the export: "epsilon"
	Label       string // on screen: "ε, privacy budget"
	Brief       string // the same where room is short; empty: up to the first comma
	Unit        string
	Log         bool
	Style       numeral.Style
	Low, High   float64  // range to show; equal: whatever the marks need
	Least, Most float64  // possible values: no tick lies outside; equal: anything, or [0, 1] per cent
	Raw         Raw      // on screen; exports have the data's own numbers
	Words       []string // names of the positions 0, 1, 2 ... of a categorical axis
	Keys        []Cell   // the same in exports, all numbers or all words; nil: Words
	Heads       []int    // positions whose words are headings of those after them and hold no data
	Densities   Densities
}

// Densities show a law beside each name of a list: how much of it lies in places of equal width from Low to High.
type Densities struct {
	Name      string // "density", or "probability" of whole numbers
	Low, High float64
	Weights   [][]float64 // for each of Words; nil: it has none
}

// Head adds a name that heads those after it.
func (a *Axis) Head(name string) {
	a.Heads = append(a.Heads, len(a.Words))
	a.Words, a.Keys = append(a.Words, name), append(a.Keys, WordCell(name))
}

// Raw converts scaled data to the unit in which people count: 0 stands for From and 1 for To. The zero value
// changes nothing.
type Raw struct {
	From, To float64
	Unit     string
}

// Of returns a scaled value as people count it.
func (r Raw) Of(v float64) float64 {
	if r.From == r.To {
		return v
	}
	return r.From + v*(r.To-r.From)
}

// words reports whether exports write words along the axis.
func (a Axis) words() bool {
	return len(a.Keys) > 0 && a.Keys[0].Kind == Word || a.Keys == nil && a.Words != nil
}

// cell returns a coordinate for exports: the key or word at a position of a categorical axis, elsewhere the
// number.
func (a Axis) cell(v float64) Cell {
	i := int(v)
	at := i >= 0 && float64(i) == v
	switch {
	case at && i < len(a.Keys):
		return a.Keys[i]
	case at && a.Keys == nil && i < len(a.Words):
		return WordCell(a.Words[i])
	case a.Words != nil:
		return Cell{}
	}
	return NumberCell(v)
}

// Setting is one quantity that all of a figure shares.
type Setting struct {
	Name  string  // column: "theta"
	Value float64 //
	Word  string  // when the setting is not a number
	Title string  // in words; empty: Name
}

// Note is a sentence for the reader.
type Note struct {
	Text    string
	Warning bool // says what to do
}

// Mark is a drawn thing: Curve, Steps, Path, Band, Between, Bars, Points, Field, Box, Span, Profile, Rule or Ghost.
// Renderers and exports read its normal form.
type Mark interface{ Normal() Normal }

// Marks returns an empty mark of every kind.
func Marks() []Mark {
	return []Mark{Curve{}, Steps{}, Path{}, Band{}, Bars{}, Points{}, Field{}, Box{}, Span{}, Profile{}, Rule{}, Ghost{}, Between{}}
}

// Curve is a function sampled at increasing X; a NaN breaks the line.
type Curve struct {
	Name   string // value of the Series column: "pm"
	Title  string // in the legend: "piecewise"
	Column string // export column of Y; empty: the Y axis's name
	Basis  known.Basis
	Muted  bool    // one of many: thin and grey, so that the others stand out
	Answer bool    // the picture's subject: drawn over all other lines, and thicker
	Falls  [2]bool // to zero, before the first X and after the last
	X, Y   []float64
}

// Steps is a Curve that jumps: Y[i] holds from X[i] to X[i+1].
type Steps struct {
	Name, Title, Column string
	Basis               known.Basis
	Muted, Answer       bool // as in Curve
	X, Y                []float64
}

// Path is a line in the plane that is no function of X; a NaN breaks it.
type Path struct {
	Name, Title string
	Basis       known.Basis
	X, Y        []float64
	Dashed      bool
	Emphasis    bool // in the accent colour
	Muted       bool // thin and grey
}

// Band is the region between two curves, such as an interval around an
// estimate.
type Band struct {
	Name, Title  string
	Basis        known.Basis
	X, Low, High []float64
	Confidence   float64 // of an interval, in (0, 1); 0: none
	Bars         bool    // an error bar at each X, and no area
}

// Between is the region between two lines that bound one thing, or between an exact value and its proven part. Tables have the
// lines alone.
type Between struct {
	Name string // of the line that the picture is about
	With string // Name of the other one
}

// Bars are point masses at X, or a histogram; Y from zero.
type Bars struct {
	Name, Title, Column string
	Basis               known.Basis
	X, Y                []float64
	Marked              []bool // drawn in the accent colour; nil: none
	Atoms               bool   // masses of a law that has a density elsewhere, on a scale of their own: thin, labelled with the mass
}

// Points are isolated observations.
type Points struct {
	Name, Title, Column string
	Basis               known.Basis
	X, Y                []float64
	Labels              []string  // beside each point; nil: none
	As                  []string  // which of the figure's Members each point stands for; nil: the one that Name is
	From, To            []float64 // an interval of X about each point, whose ends may be infinite; nil: none
	Confidence          float64   // of those, in (0, 1); 0: none
	Here                bool      // the present setting or record, which is no series
	Answer              bool      // the picture's subject: its numbers are drawn strong
}

// Field is a picture over the plane: a class per cell, row-major, Y outer: cell
// (i, j) at X[i], Y[j] is at j·len(X)+i. A class has the looks of its number.
type Field struct {
	Name    string      // column of the class: "winner"
	Classes []string    // names of classes 0, 1, 2 ...
	Titles  []string    // the same in the legend; nil: Classes
	Basis   known.Basis //
	X, Y    []float64   // increasing cell centres
	Class   []int       // -1: none
	Faint   []bool      // drawn thinner; nil: none
	Thin    string      // meaning of Faint in the legend: "lead below 1 point"
	Ground  string      // the one of Classes that is left bare so that the others stand out; empty: none
	Tinted  bool        // the ground gets a light shade where possible, because a bare one may read as unknown
	Text    []string    // written into the cells where there is room; nil: none
	Extra   []FieldColumn
	Only    string // the one class that is drawn, as a light shade; empty: all
}

// FieldColumn is one more exported value per cell of a Field.
type FieldColumn struct {
	Name   string
	Values []float64
	Words  []string // instead of Values
}

// Box is an axis-aligned region. Infinite ends reach the edge of the picture.
type Box struct {
	Name, Title      string
	Basis            known.Basis
	X0, X1, Y0, Y1   float64
	Emphasis, Hollow bool // accent colour; outline only
}

// Span shades From ≤ x ≤ To: over the whole height, or only the area under one series, which is then the
// picture's subject.
type Span struct {
	Name, Title string
	From, To    float64
	Under       string    // Name of the series; empty: the whole height
	Ends        [2]string // what From and To are called: "from", "to"; empty: their values; blanks: nothing
	Bare        bool      // shaded only, without the bracket that names it
	Clear       bool      // the bracket only: nothing is shaded
}

// Profile is a law along one axis, drawn in the margin beside the plot: above
// it for the x axis, at its right for the y axis. The greatest weight fills
// the margin.
type Profile struct {
	Name, Title string
	Vertical    bool      // along the y axis
	At, Weight  []float64 // increasing places; weights are compared among themselves
}

// Rule is a straight line across the picture at a threshold, a target or the
// slider's own value.
type Rule struct {
	Name, Title string
	Vertical    bool // at x = At; otherwise at y = At
	At          float64
	Pointer     bool // the user's own value: a mark on the axis instead of a line
	Answer      bool // the picture's subject: in the accent colour
}

// Ghost is a mark of the setting that is held, faint and under all others.
// Title names that setting.
type Ghost struct {
	Mark
	Title string
}
