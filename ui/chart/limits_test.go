package chart

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/ui/theme"
)

// contradicted are the markers and the points of lines that the picture has on a line across, or on the
// other side of one, against what their values say.
func (d *drawing) contradicted() (wrong []string) {
	if len(d.frame.limits) == 0 {
		return nil
	}
	for i := range d.marks {
		limit := &d.marks[i]
		cell, shown := d.frame.cellY(limit.Edges.Y0)
		if limit.Form != engine.Threshold || limit.Vertical || !shown || cell == 0 || cell == d.frame.plot.Height-1 {
			continue
		}
		if crowded := func(row float64) bool {
			return d.frame.cell(row) == cell && row != d.frame.height(limit.Edges.Y0) || abs(d.frame.cell(row)-cell) == 1
		}; slices.ContainsFunc(d.frame.limits, crowded) {
			continue
		}
		for k := range d.marks {
			m := &d.marks[k]
			if m.Form != engine.Dot && !m.IsLine() {
				continue
			}
			for j := range min(len(m.X), len(m.Y)) {
				row, ok := d.frame.cellY(m.Y[j])
				above := d.frame.height(limit.Edges.Y0) - d.frame.height(m.Y[j]) // rows
				if ok && (above > 1e-5 && row >= cell || above < -1e-5 && row <= cell) {
					wrong = append(wrong, fmt.Sprintf("%s at %g is in row %d, %q at %g in row %d", m.Name, m.Y[j], row, limit.Title, limit.Edges.Y0, cell))
				}
			}
		}
	}
	return wrong
}

// Whatever the limits are, rows keep their order, what is in the plot stays in it, nothing moves by more
// than to the next row but one, and only what is at a limit is in its row.
func TestRowsKeepOrderWithLimits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		height := 8 + random.IntN(30)
		marks := []engine.Mark{engine.Curve{X: []float64{0, 1}, Y: []float64{0, 1}}}
		for range 1 + random.IntN(4) {
			marks = append(marks, engine.Rule{At: random.Float64()})
		}
		d := drawing{theme: plain, glyphs: theme.Unicode, canvas: newCanvas(60, height+3, plain), figure: engine.Figure{Y: engine.Axis{Low: 0, High: 1}, Marks: marks}}
		d.identify()
		d.measure()
		d.layOut()
		f := d.frame
		last := math.Inf(-1)
		for y := 1.0; y >= 0; y -= 1.0 / 4096 {
			row := f.row(y)
			if row < last || math.Abs(row-f.height(y)) > around+beside {
				t.Fatalf("%v in %d rows: %g is at %g after %g, by its scale at %g", f.limits, f.plot.Height, y, row, last, f.height(y))
			}
			if _, ok := f.cellY(y); !ok {
				t.Fatalf("%v in %d rows: %g is lost", f.limits, f.plot.Height, y)
			}
			last = row
		}
		for row := range f.plot.Height {
			if back, ok := f.cellY(f.valueY(float64(row))); !ok || back != row {
				t.Fatalf("%v in %d rows: row %d reads what is drawn in row %d", f.limits, f.plot.Height, row, back)
			}
		}
	}
}

// A line that comes near a limit leaves its row free until it reaches it, strong or not, and a point
// that misses it by little does not stand upon it.
func TestALimitIsNotReachedTooEarly(t *testing.T) {
	th := theme.New(true, colorprofile.TrueColor)
	for _, strong := range []bool{false, true} {
		for _, target := range []float64{0.9, 0.5, 0.31} {
			for _, side := range []float64{-1, 1} {
				c := engine.Curve{Name: "c", Answer: strong}
				for x := 0.0; x <= 1; x += 0.01 {
					c.X, c.Y = append(c.X, x), append(c.Y, target+side*(0.005+0.05*(1-x)))
				}
				f := engine.Figure{Y: engine.Axis{Low: 0, High: 1}, Marks: []engine.Mark{engine.Rule{Name: "target", Title: "target", At: target}, c,
					engine.Points{Name: "here", Here: true, X: []float64{0.5}, Y: []float64{target + side*0.001}}}}
				p := Render(f, Options{Width: 60, Height: 14, Theme: th})
				row, _ := p.frame.cellY(target)
				line := p.Lines[p.Plot.Y+row]
				if strings.ContainsAny(line, theme.Unicode.Here) || strings.ContainsFunc(line, func(r rune) bool { return r > 0x2800 && r <= 0x28ff }) {
					t.Errorf("target %g, strong %v, side %g:\n%s", target, strong, side, strings.Join(p.Lines, "\n"))
				}
			}
		}
	}
}

// A line of few samples that crosses a limit does so where the data do, and is in its row there alone.
func TestALineCrossesALimitOnce(t *testing.T) {
	for _, strong := range []bool{false, true} {
		for _, target := range []float64{0.9, 0.52, 0.31} {
			for _, y := range [][]float64{{target - 0.02, target + 0.02}, {target + 0.02, target - 0.02}, {0, target - 0.01, target + 0.01, target + 0.05}} {
				c := engine.Curve{Name: "c", Answer: strong, Y: y}
				for i := range y {
					c.X = append(c.X, float64(i))
				}
				f := engine.Figure{Y: engine.Axis{Low: 0, High: 1}, Marks: []engine.Mark{engine.Rule{Name: "target", Title: "target", At: target}, c}}
				o := Options{Width: 70, Height: 16, Theme: plain, Glyphs: theme.Unicode}
				d := drawn(f, &o)
				row, _ := d.frame.cellY(target)
				crossing, _ := d.frame.cellX((c.X[0] + c.X[len(c.X)-1]) / 2)
				met := 0
				for x := range d.frame.plot.Width {
					if glyph := d.canvas.at(d.column(x), d.row(row)).glyph; glyph > 0x2800 && glyph <= 0x28ff {
						if met++; abs(x-crossing) > 1 {
							t.Errorf("target %g, strong %v, %v: %c is in column %d", target, strong, y, glyph, x)
						}
					}
				}
				if met == 0 || met > 2 {
					t.Errorf("target %g, strong %v, %v: the line is in the row of the limit in %d columns", target, strong, y, met)
				}
			}
		}
	}
}

// A bar of an interval is whole: neither lines nor names nor lines across leave pieces of it.
func TestBarsOfIntervalsAreWhole(t *testing.T) {
	f := engine.Figure{Y: engine.Axis{Low: 0, High: 1}}
	band := engine.Band{Name: "a", Title: "95 % interval", Bars: true, Confidence: 0.95}
	for i := range 8 {
		band.X, band.Low, band.High = append(band.X, float64(i)), append(band.Low, 0.2), append(band.High, 0.8)
	}
	f.Marks = []engine.Mark{engine.Rule{Name: "target", Title: "target", At: 0.7}, band}
	for i, name := range []string{"a", "b", "c"} {
		f.Marks = append(f.Marks, engine.Curve{Name: name, Title: "the method " + name, X: []float64{0, 7}, Y: []float64{0.3 + 0.1*float64(i), 0.7 - 0.1*float64(i)}})
	}
	o := Options{Width: 80, Height: 20, Theme: plain, Glyphs: theme.Unicode}
	d := drawn(f, &o)
	for _, x := range band.X {
		column, _ := d.frame.cellX(x)
		from, _ := d.frame.cellY(0.8)
		to, _ := d.frame.cellY(0.2)
		for row := from; row <= to; row++ {
			if on := d.canvas.at(d.column(column), d.row(row)).glyph; string(on) != d.glyphs.Vertical {
				t.Errorf("the bar at %g has %c in row %d:\n%s", x, on, row, strings.Join(d.canvas.lines(), "\n"))
			}
		}
	}
}

// Where a bar ends within a cell, a higher one behind it is seen above: nothing floats.
func TestNoBarFloatsAboveAnother(t *testing.T) {
	th := theme.New(true, colorprofile.TrueColor)
	f := engine.Figure{Y: engine.Axis{Low: 0, High: 100}}
	high, low := engine.Bars{Name: "high"}, engine.Bars{Name: "low"}
	for i := range 200 {
		high.X, high.Y = append(high.X, float64(i)), append(high.Y, 90)
		low.X, low.Y = append(low.X, float64(i)), append(low.Y, max(float64(i)/4, 0.1))
	}
	f.Marks = []engine.Mark{high, low}
	o := Options{Width: 60, Height: 16, Theme: th, Glyphs: theme.Unicode}
	d := drawn(f, &o)
	parts := 0
	for x := range d.frame.plot.Width {
		for y := 3; y < d.frame.plot.Height; y++ {
			c := d.canvas.at(d.column(x), d.row(y))
			if c.glyph == ' ' || c.glyph != first(d.glyphs.Block) && c.ground != d.canvas.at(d.column(x), d.row(3)).ink {
				t.Errorf("column %d has %q on %v in row %d", x, c.glyph, c.ground, y)
			}
			if c.glyph != first(d.glyphs.Block) {
				parts++
			}
		}
	}
	if parts == 0 {
		t.Error("no bar ends within a cell")
	}
}

// A small limit is among the ticks as it is: its row never reads ten times as much.
func TestASmallLimitIsReadAsItIs(t *testing.T) {
	for height := 8; height < 30; height++ {
		f := engine.Figure{Y: engine.Axis{Log: true, Low: 1e-7, High: 1}, Marks: []engine.Mark{
			engine.Curve{X: []float64{0, 1}, Y: []float64{1, 1e-6}}, engine.Rule{Name: "delta", Title: "allowed", At: 1e-6}}}
		p := Render(f, Options{Width: 60, Height: height, Theme: plain})
		if row, _ := p.frame.cellY(1e-6); !strings.Contains(p.Lines[p.Plot.Y+row], "1e-6 ┤") {
			t.Errorf("%d rows:\n%s", height, strings.Join(p.Lines, "\n"))
		}
	}
}
