package chart

import "strconv"

// leastForDensities is the width of a picture that has room for densities between the names of a list and its axis.
const leastForDensities = 70

// eighths fill a cell from its foot.
var eighths = []rune(" ▁▂▃▄▅▆▇█")

// densityCells returns the columns that densities take, with a blank before the axis; 0: there are none, or no room.
func (d *drawing) densityCells() (cells int) {
	if d.canvas.width < leastForDensities || d.glyphs.ASCII {
		return 0
	}
	for _, weights := range d.Figure.Y.Densities.Weights {
		cells = max(cells, len(weights)+1)
	}
	return cells
}

// drawDensity draws the law of a row beside its name, as high as the greatest of all rows allows.
func (d *drawing) drawDensity(word, y int) {
	weights := d.Figure.Y.Densities.Weights
	if d.layout.densities == 0 || word >= len(weights) {
		return
	}
	most := 0.0
	for _, row := range weights {
		for _, w := range row {
			most = max(most, w)
		}
	}
	x := d.layout.gutter - d.layout.densities + 1
	for k, w := range weights[word] {
		d.canvas.put(x+k, y, eighths[min(int(w/most*8+0.5), 8)], d.theme.Dim)
	}
}

// drawDensityAxis says what densities are and where they begin and end, on the rows of the x axis.
func (d *drawing) drawDensityAxis() {
	l, of := d.layout, d.Figure.Y.Densities
	if l.densities == 0 || l.labels < 0 || l.axis < 0 {
		return
	}
	low, high, words := strconv.FormatFloat(of.Low, 'g', 3, 64), "+"+strconv.FormatFloat(of.High, 'g', 3, 64), of.Name
	x := l.gutter - l.densities + 1
	d.canvas.text(x+(l.densities-1-len(words))/2, l.axis, words, d.theme.Dim)
	d.canvas.text(x, l.labels, low, d.theme.Dim)
	d.canvas.text(x+l.densities-1-len(high), l.labels, high, d.theme.Dim)
}
