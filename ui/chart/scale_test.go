package chart

import (
	"testing"

	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// A mark at a value stands in the tick's cell, in every form.
func TestEverythingAgreesOnCells(t *testing.T) {
	for _, length := range []int{6, 10, 19, 37} {
		s := plan.NewScale(0, 1, false)
		f := frame{plot: Rect{Width: length, Height: length}, x: s, y: s, foot: length%2 == 0}
		p := newPen(length, f.depth(), false)
		across, _ := plan.Ruler{Scale: s, Text: cellText{&theme.Unicode}, Across: true, Length: length}.Ticks()
		for _, tick := range across {
			if x, _ := f.cellX(s.Value(tick.At)); max(tick.Cell, 0) != x {
				t.Errorf("length %d, %s: tick at column %d, data at %d", length, tick.Label, tick.Cell, x)
			}
		}
		up, _ := plan.Ruler{Scale: s, Text: cellText{&theme.Unicode}, Length: length}.Ticks()
		for _, tick := range up {
			if y, _ := f.cellY(s.Value(tick.At)); min(tick.Cell, f.depth()-1) != y {
				t.Errorf("length %d, %s: tick at row %d, data at %d", length, tick.Label, tick.Cell, y)
			}
		}
		for k := 0; k <= 10; k++ {
			v := float64(k) / 10
			x, _ := f.cellX(v)
			y, _ := f.cellY(v)
			dot := p.dot(p.place(f, v, v))
			if dot.X/2 != x || dot.Y/4 != y {
				t.Errorf("length %d, %g: the line is in cell %d, %d, points in %d, %d", length, v, dot.X/2, dot.Y/4, x, y)
			}
			if got, _ := f.cellX(f.valueX(float64(x))); got != x {
				t.Errorf("length %d: column %d stands for a value of column %d", length, x, got)
			}
		}
	}
}
