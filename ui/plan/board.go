package plan

import "math"

// board is the ground of a plot without cells: what is drawn where, in quarters of a letter's width and of a line's height.
type board struct {
	columns, rows int
	taken         []bool
	words         []box
}

// box is a rectangle in letters and lines.
type box struct{ left, top, right, bottom float64 }

// fine is the number of parts of a letter's width and of a line's height.
const fine = 4

func newBoard(columns, rows int) *board {
	return &board{columns: columns, rows: rows, taken: make([]bool, fine*fine*columns*rows)}
}

// parts returns the parts of the board that a stretch touches, within its length.
func parts(from, to float64, length int) (first, last int) {
	const slack = 1e-6
	if !(from <= to) {
		return 0, -1
	}
	return int(max(math.Floor(fine*from+slack), 0)), int(min(math.Floor(fine*to-slack), float64(fine*length-1)))
}

// block takes the parts that a box touches.
func (b *board) block(x box) {
	left, right := parts(x.left, x.right, b.columns)
	top, bottom := parts(x.top, x.bottom, b.rows)
	for y := top; y <= bottom; y++ {
		for c := left; c <= right; c++ {
			b.taken[y*fine*b.columns+c] = true
		}
	}
}

// course takes what a line passes.
func (b *board) course(c Course) {
	before := math.NaN()
	for x, at := range c {
		if math.IsNaN(at) {
			before = at
			continue
		}
		if math.IsNaN(before) {
			before = at
		}
		b.block(box{float64(x) - 0.5, min(at, before) - line, float64(x) + 0.5, max(at, before) + line})
		before = at
	}
}

// line is half the width of a line, in lines of text.
const line = 0.05

// segment takes what a straight line passes within the plot.
func (b *board) segment(x0, y0, x1, y1 float64) {
	from, to := 0.0, 1.0
	for _, end := range [...][2]float64{{y0 + 1, y1 - y0}, {float64(b.rows) + 1 - y0, y0 - y1}, {x0 + 1, x1 - x0}, {float64(b.columns) + 1 - x0, x0 - x1}} {
		switch room, step := end[0], end[1]; { // room + t*step is the distance to a side, which must not be negative
		case step > 0:
			from = max(from, -room/step)
		case step < 0:
			to = min(to, -room/step)
		case room < 0:
			return
		}
	}
	if !(from <= to) {
		return
	}
	x0, y0, x1, y1 = x0+from*(x1-x0), y0+from*(y1-y0), x0+to*(x1-x0), y0+to*(y1-y0)
	n := max(math.Ceil(fine*max(math.Abs(x1-x0), math.Abs(y1-y0))), 1)
	for k := range int(n) + 1 {
		t := float64(k) / n
		x, y := x0+t*(x1-x0), y0+t*(y1-y0)
		b.block(box{x - line, y - line, x + line, y + line})
	}
}

// text returns the box of words that begin at a column, in the middle of a row.
func text(x int, row float64, width int) box {
	return box{float64(x), row - 0.45, float64(x + width), row + 0.45}
}

// inside reports whether words fit into the plot.
func (b *board) inside(x int, row float64, width int) bool {
	return x >= 0 && x+width <= b.columns && row >= 0.45 && row <= float64(b.rows)-0.45
}

// Free reports whether words fit and cover nothing.
func (b *board) Free(x int, row float64, width int) bool {
	if !b.inside(x, row, width) {
		return false
	}
	t := text(x, row, width)
	left, right := parts(t.left-0.25, t.right+0.25, b.columns)
	top, bottom := parts(t.top, t.bottom, b.rows)
	for y := top; y <= bottom; y++ {
		for c := left; c <= right; c++ {
			if b.taken[y*fine*b.columns+c] {
				return false
			}
		}
	}
	return true
}

// Heaped reports that other words stand right above or below.
func (b *board) Heaped(x int, row float64, width int) bool {
	const apart = 1.2 // rows of ground
	t := text(x, row, width)
	for _, w := range b.words {
		if w.left < t.right+1 && t.left-1 < w.right && w.top < t.bottom+apart && t.top-apart < w.bottom {
			return true
		}
	}
	return false
}

// Beside returns rows beside a line.
func (b *board) Beside(at float64) []float64 {
	return []float64{at - 0.8, at + 0.8, at - 1.2, at + 1.2}
}

// write takes the place of words.
func (b *board) write(x int, row float64, width int) {
	t := text(x, row, width)
	b.words = append(b.words, t)
	b.block(t)
}
