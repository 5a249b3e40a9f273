package chart

// drawBreak marks a broken axis where it begins.
func (d *drawing) drawBreak() {
	const least = 4 // rows of a plot that has room for it
	plot, row := d.frame.plot, d.frame.plot.Height-1
	for _, t := range d.layout.yTicks {
		if t.Cell == row {
			row--
		}
	}
	if d.Broken(d.frame.y) && d.layout.spine >= 0 && plot.Height >= least {
		d.canvas.sign(d.layout.spine, d.row(row), d.glyphs.Break, d.theme.Muted)
	}
}
