package chart

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/numeral"
	"dpscope/ui/theme"
)

// For any range and height, ticks are equal numbers of rows apart, each in the middle of the row in which its value is drawn;
// the range holds the data's, is hardly wider, and begins at zero where that does; and no tick stands where no value is
// possible.
func TestTicksStandInTheMiddleOfRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	found, all := 0, 0
	for range effort.Scale(5_000, 20_000, 20_000) {
		a := engine.Axis{Log: rng.IntN(4) == 0, Style: numeral.Style(rng.IntN(3))}
		low, high := niceRange(0, math.Exp(rng.NormFloat64()*4), true)
		switch {
		case a.Log:
			low, high = math.Pow(10, float64(-1-rng.IntN(9))), math.Pow(10, float64(rng.IntN(4)))
		case a.Style == numeral.Percent:
			low, high = 0.1*float64(rng.IntN(10)), 1
		case rng.IntN(2) == 0:
			low, high = niceRange(-rng.Float64()*high, high, false)
		}
		r := ruler{axis: a, scale: newScale(low, high, a.Log), glyphs: theme.Unicode, length: 5 + rng.IntN(40), spare: rng.IntN(3)}
		all++
		ticks, wide, height, ok := r.evenly()
		if !ok {
			continue
		}
		found++
		f := frame{plot: Rect{Width: 10, Height: height}, x: newScale(0, 1, false), y: wide, foot: true}
		most := max(1, float64(height)/4.5) // rows of margin
		if !a.Log && height >= 8 && height <= 14 {
			most += 2
		}
		if from, to := wide.at(low), wide.at(high); from < -1e-9 || to > 1+1e-9 || (1-to+from)*float64(height) > most+1e-6 {
			t.Fatalf("%g to %g in %d rows became %g to %g", low, high, height, wide.low, wide.high)
		}
		if low == 0 && (wide.low != 0 || ticks[0].cell != height) {
			t.Fatalf("zero is not on the axis: %+v from %g, %d rows", ticks, wide.low, height)
		}
		for i, tick := range ticks {
			v := wide.value(tick.at)
			if exact := f.row(v); math.Abs(exact-float64(tick.cell)) > 1e-5 {
				t.Fatalf("the tick %q of %g is in row %d, its value at %g", tick.label, v, tick.cell, exact)
			}
			if a.Style == numeral.Percent && v > 1+1e-9 {
				t.Fatalf("there is a tick %q beyond certainty", tick.label)
			}
			if i > 1 && ticks[i-1].cell-tick.cell != ticks[0].cell-ticks[1].cell {
				t.Fatalf("%+v are not at equal distances", ticks)
			}
		}
	}
	if found < all*2/3 {
		t.Errorf("%d of %d axes have ticks in the middle of rows", found, all)
	}
}

// A line of zero makes the axis line strong between its ticks, a point of zero is on it, and an empty bin of a histogram leaves
// it alone.
func TestZeroIsOnTheAxis(t *testing.T) {
	o := Options{Width: 60, Height: 14, Theme: plain, Glyphs: theme.Unicode}
	axis := engine.Axis{Low: 0, High: 1}
	rows := func(m engine.Mark) (plot, axisLine string) {
		p := Render(engine.Figure{X: axis, Y: axis, Marks: []engine.Mark{m}}, o)
		inside := func(y int) string { return string([]rune(p.Lines[y])[p.Plot.X : p.Plot.X+p.Plot.Width]) }
		for y := range p.Plot.Height {
			plot += strings.TrimSpace(inside(p.Plot.Y + y))
		}
		return plot, inside(p.Plot.Y + p.Plot.Height)
	}
	if plot, line := rows(engine.Curve{X: []float64{0, 1}, Y: []float64{0, 0}}); plot != "" || strings.Count(line, theme.Unicode.TrackOn) < 40 || !strings.Contains(line, theme.Unicode.TickBelow) {
		t.Errorf("a line of zero is %q above the axis and %q in it", plot, line)
	}
	if plot, line := rows(engine.Points{X: []float64{0.5}, Y: []float64{0}}); plot != "" || !strings.Contains(line, theme.Unicode.Markers[0]) {
		t.Errorf("a point at zero is %q above the axis and %q in it", plot, line)
	}
	bins := engine.Bars{X: []float64{0.1, 0.3, 0.5, 0.7, 0.9}, Y: []float64{0, 0, 0, 0, 1}}
	_, full := rows(bins)
	bins.Y[4] = 0
	plot, empty := rows(bins)
	if feet := strings.Count(full, theme.Unicode.Upper); plot != "" || strings.Contains(empty, theme.Unicode.Upper) || feet < 3 || feet > 12 {
		t.Errorf("empty bins are %q above the axis and %q in it, a full one %q", plot, empty, full)
	}
}

// On a small page too no range leaves ticks at unequal distances.
func TestAnyRangeHasEvenTicks(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 13))
	for i := range 3000 {
		low := float64(i%2) * rng.Float64() / 2
		high := low + 0.05 + rng.Float64()/2
		axis := engine.Axis{Style: numeral.Percent, Low: low, High: high}
		r := ruler{axis: axis, scale: newScale(low, high, false).raw(axis), glyphs: theme.Unicode, length: 8 + i%6}
		if _, _, _, even := r.evenly(); !even {
			t.Errorf("%d rows from %g to %g have none", r.length, low, high)
		}
	}
}
