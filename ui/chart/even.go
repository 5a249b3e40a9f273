package chart

import "dpscope/ui/plan"

// placeEven chooses such ticks where the picture's own range may be wider than that of the figure: on a screen, and not where
// the cells of a field fill it. It returns the height of the plot.
func (d *drawing) placeEven(r plan.Ruler) (height int, ok bool) {
	if d.HasCells() {
		return r.Length, false
	}
	ticks, wide, height, ok := r.Evenly()
	if !ok {
		return r.Length, false
	}
	own := d.frame.y
	low, high := own.Value(r.Scale.At(wide.Low)), own.Value(r.Scale.At(wide.High))
	d.layout.yTicks, d.frame.y = ticks, plan.NewScale(low, high, own.Log)
	return height, true
}
