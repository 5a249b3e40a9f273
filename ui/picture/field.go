package picture

import (
	"image/color"
	"math"

	"dpscope/engine"
	"dpscope/ui/plan"
)

// field paints cells in the colours of their classes, and neighbours of one class in a row as one area.
func (p *plotter) field(at int, m *plan.Dressed) (samples int) {
	columns, rows := len(m.X), len(m.Y)
	if columns == 0 || rows == 0 || len(m.Class) < columns*rows {
		return 0
	}
	xs, ys := edges(m.X, p.plan.X), edges(m.Y, p.plan.Y)
	const lap = 0.25 // laps over the next cell, which is drawn later, so that no seam shows
	for j := range rows {
		top, bottom := p.y(ys[j]), p.y(ys[j+1])
		if top > bottom {
			top, bottom = bottom, top
		}
		for i := 0; i < columns; {
			from := i
			class, faint := m.Class[j*columns+i], p.faint(m, j*columns+i)
			for i < columns && m.Class[j*columns+i] == class && p.faint(m, j*columns+i) == faint && (i == from || !p.counted()) {
				i++
			}
			samples += i - from
			fill, painted := p.classFill(m, class, faint)
			left, right := p.x(xs[from]), p.x(xs[i])
			if !painted {
				if middle := (Point{(left + right) / 2, (top + bottom) / 2}); p.counted() && class >= 0 && p.holds(middle) {
					p.speck(at, middle)
				}
				continue
			}
			if p.counted() {
				left, right, top, bottom := left+0.1, right-0.1, top+0.1, bottom-0.1
				p.fill(at, rect(left, top, right, bottom), fill, true)
			} else {
				p.fill(at, rect(left, top-lap, right+lap, bottom), fill, true)
			}
			if faint && p.grey {
				p.hatch(at, p.within(left, top, right, bottom))
			}
		}
	}
	p.cellTexts(at, m)
	return samples
}

func (p *plotter) faint(m *plan.Dressed, k int) bool { return k < len(m.Faint) && m.Faint[k] }

// classFill returns the colour of a class, grey where it is faint, as on the screen; painted is false where the ground stays
// bare.
func (p *drawing) classFill(m *plan.Dressed, class int, faint bool) (fill color.NRGBA, painted bool) {
	switch {
	case class < 0:
		return fill, false
	case m.Ground != "" && m.ClassName(class) == m.Ground && p.grey:
		return p.shade, m.Tinted
	case m.Ground != "" && m.ClassName(class) == m.Ground:
		return p.blend(p.of(p.theme.Field(m.Hues[min(class, len(m.Hues)-1)])), 0.25), m.Tinted
	case m.Only != "":
		return p.shade, m.ClassName(class) == m.Only
	case faint && !p.grey:
		return p.thinFill(), true
	case p.grey:
		fill = p.greyOf(m.Rank[min(class, len(m.Rank)-1)])
	default:
		fill = p.of(p.theme.Field(m.Hues[min(class, len(m.Hues)-1)]))
	}
	if faint {
		fill = p.blend(fill, 0.45)
	}
	return fill, true
}

// thinFill returns the colour of faint cells of any class.
func (d *drawing) thinFill() color.NRGBA { return d.blend(d.dim, 0.35) }

// dressFields keeps the colours of the field's classes for the legend.
func (d *drawing) dressFields(list []panel) {
	d.fields = map[int]color.NRGBA{}
	for _, p := range list {
		for i := range p.marks {
			m := &p.marks[i]
			if m.Form != engine.Mosaic {
				continue
			}
			for class := range min(len(m.Classes), len(m.Rank)) {
				if fill, painted := d.classFill(m, class, false); painted {
					d.fields[class] = fill
				}
			}
		}
	}
}

// hatch draws slanted lines over an area.
func (d *drawing) hatch(at int, f frame) {
	if f.width <= 0 || f.height <= 0 {
		return
	}
	item := Item{Mark: at, Stroke: d.dim, Width: 0.3}
	const apart = 3.0
	for c := math.Floor((f.left+f.top)/apart) * apart; c < f.left+f.width+f.top+f.height; c += apart {
		item.Paths = append(item.Paths, f.clipLine([]Point{{c - f.top, f.top}, {c - f.top - f.height, f.top + f.height}})...)
	}
	if len(item.Paths) > 0 {
		d.scene.add(item)
	}
}

// within returns the part of a rectangle that lies in the plot.
func (p *plotter) within(left, top, right, bottom float64) frame {
	f := frame{left: max(left, p.frame.left), top: max(top, p.frame.top)}
	f.width, f.height = min(right, p.frame.left+p.frame.width)-f.left, min(bottom, p.frame.top+p.frame.height)-f.top
	return f
}

// edges returns the ends of cells, as shares of the axis: half way to the next centre, and as far beyond the last one.
func edges(centres []float64, s plan.Scale) []float64 {
	n := len(centres)
	at := func(i int) float64 { return s.At(centres[i]) }
	list := make([]float64, n+1)
	if n == 1 {
		low, high := s.Low, s.High
		if half := 0.5; !s.Log && high-low > 1 {
			return []float64{s.At(centres[0] - half), s.At(centres[0] + half)}
		}
		return []float64{0, 1}
	}
	for i := 1; i < n; i++ {
		list[i] = (at(i-1) + at(i)) / 2
	}
	list[0], list[n] = 2*at(0)-list[1], 2*at(n-1)-list[n-1]
	return list
}

// cellTexts writes into the cells where all of the texts have room.
func (p *plotter) cellTexts(at int, m *plan.Dressed) {
	columns, rows := len(m.X), len(m.Y)
	if len(m.Labels) != columns*rows {
		return
	}
	if !p.cellsHold(m) {
		return
	}
	for j := range rows {
		for i := range columns {
			k := j*columns + i
			if m.Labels[k] == "" {
				continue
			}
			ink := p.text
			if fill, painted := p.classFill(m, m.Class[k], p.faint(m, k)); painted {
				ink = upon(fill)
			}
			to := Point{p.x(p.plan.X.At(m.X[i])), p.y(p.plan.Y.At(m.Y[j])) + 0.35*p.small}
			if p.holds(to) {
				p.scene.write(at, to, m.Labels[k], letters{ink: ink, size: p.small, anchor: Middle})
			}
		}
	}
}

// cellsHold reports whether all cells have a text and room for it.
func (p *plotter) cellsHold(m *plan.Dressed) bool {
	if len(m.Labels) == 0 || len(m.Labels) != len(m.X)*len(m.Y) {
		return false
	}
	longest := 0.0
	for _, text := range m.Labels {
		longest = max(longest, width(text, p.small, false))
	}
	xs, ys := edges(m.X, p.plan.X), edges(m.Y, p.plan.Y)
	return math.Abs(xs[1]-xs[0])*p.width >= longest+2 && math.Abs(ys[1]-ys[0])*p.height >= 1.1*p.small
}
