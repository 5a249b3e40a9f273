package pdf

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strconv"
	"strings"

	"codeberg.org/go-pdf/fpdf"
	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// state is what Push saves. It includes what was written to the page, so that nothing is written twice.
type state struct {
	width vg.Length
	dash  string
	ink   color.NRGBA

	toldStroke, toldFill, toldWidth, toldDash string
	toldAlpha                                 uint8 // 255 less the alpha
}

var _ vg.Canvas = (*Document)(nil)

// put writes an operator of the page.
func (d *Document) put(operator string) { d.f.RawWriteStr(operator) }

// tell writes an operator unless it equals the last one.
func (d *Document) tell(last *string, operator string) {
	if *last != operator {
		d.put(operator)
		*last = operator
	}
}

// number writes a length to a hundredth of a point, or a factor to a millionth.
func number(v float64, digits int) string {
	text := strconv.FormatFloat(v, 'f', digits, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" || text == "" {
		return "0"
	}
	return text
}

// numbers writes lengths one after another.
func numbers(list ...vg.Length) string {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = number(v.Points(), 2)
	}
	return strings.Join(texts, " ")
}

// SetLineWidth implements vg.Canvas.
func (d *Document) SetLineWidth(w vg.Length) { d.width = w }

// SetLineDash implements vg.Canvas.
func (d *Document) SetLineDash(pattern []vg.Length, offset vg.Length) {
	d.dash = "[" + numbers(pattern...) + "] " + numbers(offset) + " d"
}

// SetColor implements vg.Canvas.
func (d *Document) SetColor(c color.Color) {
	if c == nil {
		c = color.Black
	}
	d.ink = color.NRGBAModel.Convert(c).(color.NRGBA)
}

// colour writes the present colour by an operator, rg for areas and RG for lines.
func (d *Document) colour(operator string) string {
	part := func(v uint8) string { return number(float64(v)/math.MaxUint8, 4) }
	return part(d.ink.R) + " " + part(d.ink.G) + " " + part(d.ink.B) + " " + operator
}

func (d *Document) see() {
	if through := math.MaxUint8 - d.ink.A; through != d.toldAlpha {
		d.f.SetAlpha(float64(d.ink.A)/math.MaxUint8, "Normal")
		d.toldAlpha = through
	}
}

// Rotate implements vg.Canvas.
func (d *Document) Rotate(angle float64) {
	sin, cos := math.Sincos(angle)
	d.transform(cos, sin, -sin, cos, 0, 0)
}

// Translate implements vg.Canvas.
func (d *Document) Translate(by vg.Point) { d.transform(1, 0, 0, 1, by.X.Points(), by.Y.Points()) }

// Scale implements vg.Canvas.
func (d *Document) Scale(x, y float64) { d.transform(x, 0, 0, y, 0, 0) }

func (d *Document) transform(matrix ...float64) {
	var parts []string
	for _, v := range matrix {
		parts = append(parts, number(v, 6))
	}
	d.put(strings.Join(parts, " ") + " cm")
}

// Push implements vg.Canvas.
func (d *Document) Push() {
	d.put("q")
	d.stack = append(d.stack, d.state)
}

// Pop implements vg.Canvas.
func (d *Document) Pop() {
	d.put("Q")
	last := len(d.stack) - 1
	d.state, d.stack = d.stack[last], d.stack[:last]
}

// Stroke implements vg.Canvas.
func (d *Document) Stroke(p vg.Path) {
	if d.width <= 0 || len(p) == 0 {
		return
	}
	d.see()
	d.tell(&d.toldStroke, d.colour("RG"))
	d.tell(&d.toldWidth, numbers(d.width)+" w")
	d.tell(&d.toldDash, d.dash)
	d.path(p)
	d.put("S")
}

// Fill implements vg.Canvas.
func (d *Document) Fill(p vg.Path) {
	if len(p) == 0 {
		return
	}
	d.see()
	d.tell(&d.toldFill, d.colour("rg"))
	d.path(p)
	d.put("f")
}

func (d *Document) path(p vg.Path) {
	var text strings.Builder
	at := vg.Point{}
	for i, c := range p {
		if i > 0 {
			text.WriteByte(' ')
		}
		switch c.Type {
		case vg.MoveComp:
			text.WriteString(numbers(c.Pos.X, c.Pos.Y) + " m")
		case vg.LineComp:
			text.WriteString(numbers(c.Pos.X, c.Pos.Y) + " l")
		case vg.CurveComp:
			first, second := controls(at, c)
			text.WriteString(numbers(first.X, first.Y, second.X, second.Y, c.Pos.X, c.Pos.Y) + " c")
		case vg.ArcComp:
			at = arc(&text, c, i > 0)
			continue
		case vg.CloseComp:
			text.WriteString("h")
		}
		at = c.Pos
	}
	d.put(text.String())
}

// controls returns the two points that bend a cubic curve from a place; for a quadratic one, which has one, those of the same
// curve.
func controls(from vg.Point, c vg.PathComp) (first, second vg.Point) {
	if len(c.Control) > 1 {
		return c.Control[0], c.Control[1]
	}
	q := c.Control[0]
	toward := func(p vg.Point) vg.Point { return vg.Point{X: p.X + (q.X-p.X)*2/3, Y: p.Y + (q.Y-p.Y)*2/3} }
	return toward(from), toward(c.Pos)
}

// arc writes an arc as cubic curves of at most a quarter each, after a line to its beginning, and returns its end.
func arc(text *strings.Builder, c vg.PathComp, goesOn bool) (end vg.Point) {
	on := func(a float64) vg.Point {
		return vg.Point{X: c.Pos.X + c.Radius*vg.Length(math.Cos(a)), Y: c.Pos.Y + c.Radius*vg.Length(math.Sin(a))}
	}
	start := on(c.Start)
	operator := " m"
	if goesOn {
		operator = " l"
	}
	text.WriteString(numbers(start.X, start.Y) + operator)
	n := max(1, int(math.Ceil(math.Abs(c.Angle)/(math.Pi/2)-1e-9)))
	step := c.Angle / float64(n)
	reach := c.Radius * vg.Length(4.0/3*math.Tan(step/4))
	for k := range n {
		a, b := c.Start+float64(k)*step, c.Start+float64(k+1)*step
		from, to := on(a), on(b)
		fmt.Fprintf(text, " %s c", numbers(from.X-reach*vg.Length(math.Sin(a)), from.Y+reach*vg.Length(math.Cos(a)),
			to.X+reach*vg.Length(math.Sin(b)), to.Y-reach*vg.Length(math.Cos(b)), to.X, to.Y))
	}
	return on(c.Start + c.Angle)
}

// FillString implements vg.Canvas. Letters are set in Liberation Sans; of the face only size and weight count.
func (d *Document) FillString(f font.Face, at vg.Point, text string) {
	if f.Font.Size == 0 || text == "" {
		return
	}
	style := ""
	if f.Font.Weight >= xfont.WeightBold {
		style = "B"
	}
	d.see()
	d.tell(&d.toldFill, d.colour("rg"))
	d.f.SetFont(family, style, f.Font.Size.Points())
	d.f.Text(at.X.Points(), d.height-at.Y.Points(), text)
}

// DrawImage implements vg.Canvas.
func (d *Document) DrawImage(to vg.Rectangle, img image.Image) {
	var text bytes.Buffer
	if err := png.Encode(&text, img); err != nil {
		d.f.SetError(err)
		return
	}
	d.see()
	name := fmt.Sprintf("%x", sha256.Sum256(text.Bytes()))
	options := fpdf.ImageOptions{ImageType: "png"}
	d.f.RegisterImageOptionsReader(name, options, &text)
	size := to.Size()
	d.f.ImageOptions(name, to.Min.X.Points(), d.height-to.Max.Y.Points(), size.X.Points(), size.Y.Points(), false, options, 0, "")
}
