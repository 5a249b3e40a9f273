package picture

import (
	"errors"
	"fmt"
	"image/color"
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
	Outline       bool // letters as areas, in SVG and HTML
	Program       engine.Program
}

// Sizes in points.
const (
	Inch         = 72
	UsualWidth   = 6.5 * Inch
	LeastWidth   = 2 * Inch
	LeastHeight  = 1.5 * Inch
	Most         = 40 * Inch
	leastLetters = 7.0 // smaller print is hard to read
	margin       = 6.0
)

// ErrNothing says that a page has no picture.
var ErrNothing = errors.New("nothing to draw")

// Draw makes the picture of one page or of several. Several share axes where one figure can hold them, and stand side by side
// otherwise. The error says why there is nothing to draw.
func Draw(parts []Part, o Options) (*Scene, error) {
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
	scene          *Scene
	fields         map[int]color.NRGBA // of the classes of the field
	down           float64             // height drawn so far
}
