package picture

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"strings"

	"dpscope/engine"
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
	Width, Height float64 // in points; Height 0: the height that it needs
	Dark, Grey    bool
	Bare          bool    // only the plot with its axes and legend: question, lead, title, source and address stand elsewhere
	Outline       bool    // letters as areas, in SVG and HTML
	DPI           float64 // dots per inch of a PNG; 0: UsualDPI
	ID            string  // begins every id in an SVG, so that several pictures can stand on one page
	Program       engine.Program
}

// Sizes in points.
const (
	Inch         = 72
	UsualWidth   = 6.5 * Inch
	LeastWidth   = 2 * Inch
	LeastHeight  = 0.8 * Inch
	Most         = 40 * Inch
	leastLetters = 7.0 // smaller print is hard to read
	margin       = 6.0 // around a picture
	bareMargin   = 1.0 // around a bare one: room for half a line
)

// ErrNothing says that a page has no picture.
var ErrNothing = errors.New("nothing to draw")

// Draw makes the picture of one page or of several. Several share axes where one figure can hold them, and stand side by side
// otherwise. The error says why there is nothing to draw.
func Draw(parts []Part, o Options) (*Scene, error) {
	s, err := drawn(parts, o)
	var low tooLow
	if !errors.As(err, &low) {
		return s, err
	}
	for tried := o; errors.As(err, &low) && tried.Height < Most; _, err = drawn(parts, tried) {
		tried.Height = math.Ceil(low.enough/Inch*20) / 20 * Inch
	}
	return nil, fmt.Errorf("a height of %.2f in leaves no room for the plot; %.2f in is enough", o.Height/Inch,
		math.Ceil(low.enough/Inch*20)/20)
}

// tooLow says that a height leaves no room for the plot. With other room there may be other words, so that enough, in points, is
// an estimate.
type tooLow struct{ enough float64 }

func (tooLow) Error() string { return "the height leaves no room for the plot" }

func drawn(parts []Part, o Options) (*Scene, error) {
	d, err := newDrawing(parts, o)
	if err != nil {
		return nil, err
	}
	if err := d.draw(); err != nil {
		return nil, err
	}
	return d.scene, nil
}

// newDrawing begins a picture; so far only the pages and the words about them are known.
func newDrawing(parts []Part, o Options) (*drawing, error) {
	for _, p := range parts {
		if Empty(p.Sheet.Shown()) {
			return nil, fmt.Errorf("%s has %w at this setting; --table answers writes its numbers", p.Address, ErrNothing)
		}
	}
	if o.Width == 0 {
		o.Width = UsualWidth
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	d := &drawing{palette: newPalette(o.Dark, o.Grey), options: o, parts: parts, edge: margin,
		letters: min(max(o.Width/52, leastLetters), 10),
		scene:   &Scene{Width: o.Width, ID: o.ID, DPI: o.DPI}}
	if o.Bare {
		d.edge = bareMargin
		if o.Height > 0 {
			const lines = 12 // of letters that a low picture has room for
			d.letters = min(d.letters, max(o.Height/lines, leastLetters))
		}
	}
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
	return d, nil
}

// Empty reports whether a figure has no mark.
func Empty(f engine.Figure) bool { return len(f.Together().Marks) == 0 }

// drawing is a picture in the making.
type drawing struct {
	palette
	options        Options
	parts          []Part
	letters, small float64
	edge           float64 // room around everything
	scene          *Scene
	fields         map[int]color.NRGBA // of the classes of the field
	down           float64             // height drawn so far
}
