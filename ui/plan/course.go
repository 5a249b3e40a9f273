package plan

import "math"

// Course holds the row of a line, fractional, at every column of a plot; NaN where it has none. A column is a letter wide, and a
// row is a line of text high.
type Course []float64

// Near returns how far words in columns of a row are from a line, in rows (a row is about as high as two columns are wide), up
// to the distance that matters.
func (c Course) Near(from, to int, row float64) float64 {
	const beyond, columns = 3.0, 6
	least, before := beyond*beyond, math.NaN()
	for x := max(from-columns, 0); x <= min(to+columns, len(c)-1); x++ {
		at := c[x]
		if math.IsNaN(at) {
			before = at
			continue
		}
		top, bottom := at, at
		if before < at { // it passes all rows from one column to the next
			top = before
		} else if before > at {
			bottom = before
		}
		before = at
		down := max(top-row, row-bottom, 0)
		across := float64(max(from-x, x-to, 0)) / 2
		least = min(least, down*down+across*across)
	}
	return math.Sqrt(least)
}
