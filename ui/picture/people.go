package picture

import (
	"strings"

	"dpscope/engine"
)

// people is a strip of cells under the plots, with what is counted above them.
type people struct {
	engine.People
	caption       []string
	columns, rows int
	cell          float64 // with the gap to the next
}

// countedPeople returns the strip of a picture: that of its only page, and none where it would leave the plots too little of a height
// in points; 0 is as much as they need.
func (d *drawing) countedPeople(room float64) people {
	p := people{cell: 1.1 * d.small}
	if len(d.parts) != 1 {
		return p
	}
	p.People = d.parts[0].Sheet.Shown().People
	if p.Cells == 0 {
		return p
	}
	const least = 110 // of the plots, in points
	whole := d.options.Width - 2*d.edge
	p.columns, p.rows = p.Grid(int(whole / p.cell))
	p.caption = wrap(strings.Join(p.Words(), "; "), d.letters, false, whole-p.cell-0.4*d.letters, mostLines)
	if room > 0 && room-p.height(d) < least {
		return people{}
	}
	return p
}

// height returns the height of the strip, with a gap above.
func (p people) height(d *drawing) float64 {
	if p.rows == 0 {
		return 0
	}
	return 0.5*d.letters + 1.35*d.letters*float64(len(p.caption)) + p.cell*float64(p.rows)
}

// draw draws the strip and moves down: a square for each cell of the affected, a small one for each of the others.
func (p people) draw(d *drawing) {
	if p.rows == 0 {
		return
	}
	square := func(x, y, half float64) []Point { return rect(x-half, y-half, x+half, y+half) }
	affected := Item{Mark: furniture, Closed: true, Solid: true, Fill: d.text}
	others := Item{Mark: furniture, Closed: true, Solid: true, Fill: d.dim}
	d.down += 0.5 * d.letters
	affected.Paths = append(affected.Paths, square(d.edge+p.cell/2, d.down+0.7*d.letters, 0.4*p.cell))
	for _, line := range p.caption {
		d.down += 1.35 * d.letters
		d.scene.write(furniture, Point{d.edge + p.cell + 0.4*d.letters, d.down - 0.35*d.letters}, line, letters{ink: d.text, size: d.letters})
	}
	for i := range p.Cells {
		x, y := d.edge+(float64(i/p.rows)+0.5)*p.cell, d.down+(float64(i%p.rows)+0.5)*p.cell
		if i < p.Affected {
			affected.Paths = append(affected.Paths, square(x, y, 0.4*p.cell))
		} else {
			others.Paths = append(others.Paths, square(x, y, 0.12*p.cell))
		}
	}
	for _, item := range []Item{affected, others} {
		if len(item.Paths) > 0 {
			d.scene.add(item)
		}
	}
	d.down += p.cell * float64(p.rows)
}
