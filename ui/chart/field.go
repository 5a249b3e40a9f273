package chart

import (
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// drawField paints a class per half cell, each from the nearest centre of the data.
func (d *drawing) drawField(m *engine.Normal) {
	grid := d.sample(m)
	if m.Only != "" {
		d.shadeClass(grid, m.Only, d.theme.Shade())
		return
	}
	d.field = &grid
	d.strewGround(m)
	d.setApart(grid)
	if d.textured() {
		d.paintTextures(grid)
	} else {
		d.paintHalves(grid)
	}
	if m.Tinted && d.theme.Blends() { // among textures a bare cell stands apart
		d.shadeClass(grid, m.Ground, d.theme.Tint(theme.NewStyle(d.colourOf(m, slices.Index(m.Classes, m.Ground)), 0, 0)))
	}
}

// strewGround sets a dot into each of the counted cells that are left bare, so that they can be counted.
func (d *drawing) strewGround(m *engine.Normal) {
	if f, counted := d.CountedField(); !counted || f != m || m.Ground == "" || d.frame.plot.Height < len(m.Y) {
		return
	}
	for j, y := range m.Y {
		row, above := d.frame.cellY(y)
		for i, x := range m.X {
			column, inside := d.frame.cellX(x)
			if k := j*len(m.X) + i; above && inside && k < len(m.Class) && plan.IsGround(m, m.Class[k]) {
				d.canvas.texture(d.column(column), d.row(row), d.glyphs.Fills[0], d.theme.Muted)
			}
		}
	}
}

// setApart leaves bare the last column of each counted cell, and in colour the upper half of its first row: neighbours are then
// no block.
func (d *drawing) setApart(s sampled) {
	if f, counted := d.CountedField(); !counted || f != s.mark || s.mark.Ground == "" {
		return
	}
	const wide = 3 // columns of a cell that can spare one
	across, down := s.width/max(len(s.mark.X), 1), s.height/2/max(len(s.mark.Y), 1)
	for y := range s.height {
		for x := range s.width {
			if across >= wide && x%across == across-1 || down > 0 && !d.textured() && y%(2*down) == 0 {
				s.class[y*s.width+x] = -1
			}
		}
	}
}

// shadeClass shades the cells of one class.
func (d *drawing) shadeClass(s sampled, name string, tint theme.Colour) {
	class := slices.Index(s.mark.Classes, name)
	for y := range s.height / 2 {
		for x := range s.width {
			if s.at(x, 2*y) != class && s.at(x, 2*y+1) != class {
				continue
			}
			if d.theme.Blends() || (x+y)%2 == 0 { // a texture in every other cell, so that lines stand out
				d.shadeCell(x, y, tint, d.glyphs.Shade)
			}
		}
	}
}

// sampled is a field resampled to the plot: two rows per cell.
type sampled struct {
	mark          *engine.Normal
	width, height int   // height in halves
	class         []int // -1: none
	faint         []bool
}

func (s sampled) at(x, y int) (class int) { return s.class[y*s.width+x] }

// painted returns the class of a half cell that is painted: -1 for the ground.
func (s sampled) painted(x, y int) (class int) {
	if class = s.at(x, y); class >= 0 && s.mark.Ground != "" && class < len(s.mark.Classes) && s.mark.Classes[class] == s.mark.Ground {
		return -1
	}
	return class
}

// thin reports whether a half cell belongs to a class, faintly.
func (s sampled) thin(x, y int) bool { return s.faint[y*s.width+x] && s.painted(x, y) >= 0 }

// sample takes the nearest centre for every half cell, none outside of the data.
func (d *drawing) sample(m *engine.Normal) sampled {
	plot := d.frame.plot
	s := sampled{mark: m, width: plot.Width, height: 2 * plot.Height}
	s.class = make([]int, s.width*s.height)
	s.faint = make([]bool, s.width*s.height)
	columns := make([]int, s.width)
	for x := range columns {
		columns[x] = plan.Nearest(m.X, d.frame.x, (float64(x)+1)/float64(plot.Width), 1/float64(plot.Width))
	}
	for y := range s.height {
		row := float64(y)/2 - 0.25
		j := plan.Nearest(m.Y, d.frame.y, 1-row/float64(plot.Height), 0.5/float64(plot.Height))
		for x, i := range columns {
			at := y*s.width + x
			s.class[at] = -1
			k := j*len(m.X) + i
			if i < 0 || j < 0 || k >= len(m.Class) {
				continue
			}
			s.class[at] = min(max(m.Class[k], -1), plan.MostClasses-1)
			s.faint[at] = k < len(m.Faint) && m.Faint[k]
		}
	}
	return s
}

// titleOf names a class.
func (d *drawing) titleOf(m *engine.Normal, class int) string {
	return d.glyphs.Plain(m.ClassTitle(class))
}

// paints reports whether any cell shows a class: in colour a faint class shows none, and textures show only the lower halves,
// mostly bare for a faint class.
func (d *drawing) paints(s sampled, class int) bool {
	if !d.textured() {
		for at, c := range s.class {
			if c == class && !s.faint[at] {
				return true
			}
		}
		return false
	}
	for y := range s.height / 2 {
		for x := range s.width {
			if at := (2*y+1)*s.width + x; s.class[at] == class && (!s.faint[at] || sparsely(x, y)) {
				return true
			}
		}
	}
	return false
}

// nameRegions writes the name of every class into its region, at the place that is farthest from other classes, if the whole
// name with some air fits.
func (d *drawing) nameRegions() {
	s, m := *d.field, d.field.mark
	width, height := s.width, s.height/2
	whole := make([]int, width*height) // the class of both halves; -1 where they differ or something is drawn
	for y := range height {
		for x := range width {
			above, below := d.named(s, x, 2*y), d.named(s, x, 2*y+1)
			whole[y*width+x] = -1
			if above == below && d.canvas.at(d.column(x), d.row(y)).soft {
				whole[y*width+x] = above
			}
		}
	}
	titles := make([]string, max(slices.Max(append(whole, -1))+1, 0))
	widths := make([]int, len(titles))
	for class := range titles {
		titles[class] = d.titleOf(m, class)
		if class == len(m.Classes) { // grey
			titles[class], _, _ = strings.Cut(d.glyphs.Plain(m.Thin), ":")
		}
		widths[class] = theme.Width(titles[class])
	}
	d.regions = map[int]bool{}
	for _, r := range plan.Regions(whole, width, height, widths) {
		d.nameRegion(d.column(r.X-(widths[r.Class]-1)/2), d.row(r.Y), titles[r.Class])
		d.regions[r.Class] = true
	}
}

// named returns the class whose name a half cell may carry: grey counts as an extra class.
func (d *drawing) named(s sampled, x, y int) (class int) {
	if !d.textured() && s.thin(x, y) {
		return len(s.mark.Classes)
	}
	return s.at(x, y)
}

// nameRegion writes a name on a field, with a space around it that sets it off.
func (d *drawing) nameRegion(x, y int, title string) {
	for c := x - 1; c <= x+theme.Width(title); c++ {
		if p := d.canvas.at(c, y); p != nil {
			*p = cell{glyph: ' ', soft: true}
		}
	}
	d.canvas.text(x, y, title, d.theme.Strong)
}
