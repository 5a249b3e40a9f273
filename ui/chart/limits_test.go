package chart

import (
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/ui/theme"
)

// dotsIn returns the rows of dots, four a row for data, that a column has.
func dotsIn(d *drawing, column int) (rows []int) {
	bits := [4]rune{0x01 | 0x08, 0x02 | 0x10, 0x04 | 0x20, 0x40 | 0x80} // of a row of dots in braille
	for y := range d.frame.depth() {
		glyph := d.canvas.at(d.column(column), d.row(y)).glyph
		for k, of := range bits {
			if glyph > 0x2800 && glyph <= 0x28ff && (glyph-0x2800)&of != 0 {
				rows = append(rows, 4*y+k)
			}
		}
	}
	return rows
}

// A limit is as high as a line of its value, to the dot; a line beside it is drawn on its own side of it, and one upon it alone
// is visible.
func TestALimitHasItsTrueHeight(t *testing.T) {
	figure := func(target float64, curves ...float64) engine.Figure {
		f := engine.Figure{X: engine.Axis{Low: 0, High: 1}, Y: engine.Axis{Low: 0, High: 1},
			Marks: []engine.Mark{engine.Rule{Name: "target", At: target}, engine.Curve{Name: "right", X: []float64{0.5, 1}, Y: []float64{0.5, 0.5}}}}
		for _, y := range curves {
			f.Marks = append(f.Marks, engine.Curve{Name: "right", X: []float64{0, 0.4}, Y: []float64{y, y}})
		}
		return f
	}
	const column = 15 // right of a name in the line
	o := Options{Width: 60, Height: 15, Theme: theme.New(true, colorprofile.TrueColor), Glyphs: theme.Unicode}
	for target := 0.12; target < 1; target += 0.017 {
		bare, same := drawn(figure(target), &o), drawn(figure(target, target), &o)
		limit, line := dotsIn(bare, column), dotsIn(same, column)
		if len(limit) != 1 || len(line) != 1 || limit[0] != line[0] {
			t.Errorf("a limit at %g is at the dots %v, a line of its value at %v", target, limit, line)
		}
		if ink := same.canvas.at(same.column(column), same.row(limit[0]/4)).ink; ink != same.style(same.Series[0].Ink).Ink {
			t.Errorf("at %g the line upon a limit is in the colour %v", target, ink)
		}
		for _, side := range []float64{-0.1, 0.1} {
			if target+side < 0.1 || target+side > 1 {
				continue
			}
			d := drawn(figure(target, target+side), &o)
			rows := dotsIn(d, column)
			if len(rows) != 2 || (side > 0) != (rows[1] == limit[0]) || (side < 0) != (rows[0] == limit[0]) {
				t.Errorf("a limit at %g is at the dots %v, with a line at %g they are %v", target, limit, target+side, rows)
			}
		}
	}
}

// Without braille a limit is told from a line by its gaps, and has its third of a row.
func TestALimitInASCII(t *testing.T) {
	o := Options{Width: 60, Height: 15, Theme: plain, Glyphs: theme.ASCII}
	seen := map[rune]bool{}
	for target := 0.2; target < 0.9; target += 0.01 {
		d := drawn(engine.Figure{X: engine.Axis{Low: 0, High: 1}, Y: engine.Axis{Low: 0, High: 1}, Marks: []engine.Mark{
			engine.Rule{Name: "target", At: target}, engine.Curve{X: []float64{0, 1}, Y: []float64{0, 0}}}}, &o)
		row, _ := d.frame.cellY(target)
		drawnIn, gaps := 0, 0
		for x := range d.frame.plot.Width {
			switch glyph := d.canvas.at(d.column(x), d.row(row)).glyph; glyph {
			case ' ':
				gaps++
			default:
				seen[glyph] = true
				drawnIn++
			}
		}
		if drawnIn <= gaps || gaps < d.frame.plot.Width/4 {
			t.Errorf("a limit at %g has %d cells and %d gaps", target, drawnIn, gaps)
		}
	}
	if !seen['-'] || !seen['.'] || !seen['\''] {
		t.Errorf("limits at all heights are drawn with %v", seen)
	}
}

// A bar of an interval is whole: neither lines nor names nor lines across break it.
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
			want := d.glyphs.Vertical
			if row == from {
				want = d.glyphs.TickBelow
			} else if row == to {
				want = d.glyphs.TickAbove
			}
			if on := d.canvas.at(d.column(column), d.row(row)).glyph; string(on) != want {
				t.Errorf("the bar at %g has %c in row %d:\n%s", x, on, row, strings.Join(d.canvas.lines(), "\n"))
			}
		}
	}
}

// A bar that the plot cuts has no foot there: a foot is where its interval ends.
func TestBarsThatAreCutHaveNoFeet(t *testing.T) {
	f := engine.Figure{Y: engine.Axis{Low: 0, High: 1, Least: 0, Most: 1}, Marks: []engine.Mark{
		engine.Curve{Name: "a", X: []float64{0, 1, 2, 3}, Y: []float64{0.5, 0.5, 0.5, 0.5}},
		engine.Band{Name: "a", Title: "95 % interval", Bars: true, X: []float64{0, 1, 2, 3}, Low: []float64{0.2, 0.2, -3, math.Inf(-1)},
			High: []float64{0.8, 3, 0.8, math.Inf(1)}}}}
	o := Options{Width: 60, Height: 20, Theme: plain, Glyphs: theme.Unicode}
	d := drawn(f, &o)
	for x, feet := range [][2]bool{{true, true}, {false, true}, {true, false}, {false, false}} {
		column, _ := d.frame.cellX(float64(x))
		for i, foot := range []string{d.glyphs.TickBelow, d.glyphs.TickAbove} {
			found := false
			for row := range d.frame.plot.Height {
				found = found || string(d.canvas.at(d.column(column), d.row(row)).glyph) == foot
			}
			if found != feet[i] {
				t.Errorf("bar %d: the foot %s is there: %t\n%s", x, foot, found, strings.Join(d.canvas.lines(), "\n"))
			}
		}
	}
}

// Where a bar ends within a cell, a higher one behind it is visible above: nothing floats.
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
	top, _ := d.frame.cellY(80)
	for x := range d.frame.plot.Width {
		for y := top; y < d.frame.plot.Height; y++ {
			c := d.canvas.at(d.column(x), d.row(y))
			if c.glyph == ' ' || c.glyph != first(d.glyphs.Block) && c.ground != d.canvas.at(d.column(x), d.row(top)).ink {
				t.Errorf("column %d has %q on %v in row %d", x, c.glyph, c.ground, y)
			}
			if c.glyph != first(d.glyphs.Block) {
				parts++
			}
		}
		if foot := d.canvas.at(d.column(x), d.row(d.frame.plot.Height)); foot.glyph != first(d.glyphs.Upper) && foot.glyph != first(d.glyphs.TickBelow) {
			t.Errorf("column %d stands on %q", x, foot.glyph)
		}
	}
	if parts == 0 {
		t.Error("no bar ends within a cell")
	}
}

// A small limit is among the ticks with its own value: its row never reads ten times as much.
func TestASmallLimitIsReadAsItIs(t *testing.T) {
	for height := 8; height < 30; height++ {
		f := engine.Figure{Y: engine.Axis{Log: true, Low: 1e-7, High: 1}, Marks: []engine.Mark{
			engine.Curve{X: []float64{0, 1}, Y: []float64{1, 1e-6}}, engine.Rule{Name: "delta", Title: "allowed", At: 1e-6}}}
		p := Render(f, Options{Width: 60, Height: height, Theme: plain})
		if row, _ := p.frame.cellY(1e-6); !strings.Contains(p.Lines[p.Plot.Y+row], "10^-6 ┤") {
			t.Errorf("%d rows:\n%s", height, strings.Join(p.Lines, "\n"))
		}
	}
}

// The name of a limit stands right above its line, which it does not interrupt, for any dashes.
func TestALimitIsNamedAboveItsLine(t *testing.T) {
	f := engine.Figure{Title: "share", Y: engine.Axis{High: 1}, Marks: []engine.Mark{
		engine.Curve{Name: "a", Title: "a", X: []float64{0, 1}, Y: []float64{0.1, 0.2}}, engine.Rule{Name: "limit", Title: "as required", At: 0.7},
	}}
	for _, glyphs := range []theme.Glyphs{theme.Unicode, theme.ASCII} {
		p := Render(f, Options{Width: 60, Height: 15, Theme: plain, Glyphs: glyphs})
		row, _ := p.row(0.7)
		line := []rune(p.Lines[row])[p.Plot.X : p.Plot.X+p.Plot.Width]
		if !strings.Contains(p.Lines[row-1], " as required 0.7") || strings.Contains(string(line), "   ") || len(strings.TrimSpace(string(line))) < len(line)-2 {
			t.Errorf("no name stands above the line, or it is interrupted:\n%s", strings.Join(p.Lines, "\n"))
		}
	}
}
