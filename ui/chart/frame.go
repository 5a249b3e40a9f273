package chart

import "dpscope/ui/plan"

// Rect is a rectangle of cells; X and Y are its left column and top row.
type Rect struct{ X, Y, Width, Height int }

// Contains reports whether the cell at column x of row y is inside.
func (r Rect) Contains(x, y int) bool {
	return x >= r.X && x < r.X+r.Width && y >= r.Y && y < r.Y+r.Height
}

// frame is the plot: a rectangle of cells and the scales of its sides.
//
// Ticks stand in the middle of cells, so the mapping does too: the low end of an axis is the middle of the axis line itself,
// the high end the middle of the last column or the top row. So a line of value 0 runs in the axis line, if that stands for 0.
type frame struct {
	plot Rect
	x, y plan.Scale
	foot bool // the axis line is a row for data, below the plot
}

// column returns the column of x within the plot, fractional: -1 is the y axis.
func (f frame) column(x float64) float64 {
	return f.x.At(x)*float64(f.plot.Width) - 1
}

// row returns the row of y within the plot, fractional: the height of the plot is the x axis.
func (f frame) row(y float64) float64 {
	return (1 - f.y.At(y)) * float64(f.plot.Height)
}

// bound is row for the end of an interval, which may be infinite.
func (f frame) bound(y float64) float64 {
	return (1 - f.y.Bound(y)) * float64(f.plot.Height)
}

// cellXY returns the plot's column and row that show a place; ok is false outside the ranges.
func (f frame) cellXY(x, y float64) (column, row int, ok bool) {
	column, okX := f.cellX(x)
	row, okY := f.cellY(y)
	return column, row, okX && okY
}

// cellX returns the plot column that shows x; ok is false outside the range. The low end, which belongs to the axis line, is
// shown beside it.
func (f frame) cellX(x float64) (column int, ok bool) {
	c := f.column(x)
	const slack = 1e-6
	if !(c >= -1-slack && c <= float64(f.plot.Width-1)+slack) {
		return 0, false
	}
	return min(max(plan.Whole(c), 0), f.plot.Width-1), f.plot.Width > 0
}

// cellY returns the row that shows y, which may be the axis line; ok is false outside the range.
func (f frame) cellY(y float64) (row int, ok bool) {
	r := f.row(y)
	const slack = 1e-6
	if !(r >= -slack && r <= float64(f.plot.Height)+slack) {
		return 0, false
	}
	return f.cell(r), f.plot.Height > 0
}

// cell returns the row for data nearest to a fractional one.
func (f frame) cell(row float64) int { return min(max(plan.Whole(row), 0), f.depth()-1) }

// depth returns the number of rows for data: the plot's, and the axis line where that is one.
func (f frame) depth() int {
	if f.foot {
		return f.plot.Height + 1
	}
	return f.plot.Height
}

// valueX returns the value at the middle of a plot column.
func (f frame) valueX(column float64) float64 {
	return f.x.Value((column + 1) / float64(max(f.plot.Width, 1)))
}

// valueY returns the value at the middle of a plot row.
func (f frame) valueY(row float64) float64 {
	return f.y.Value(1 - row/float64(max(f.plot.Height, 1)))
}
