package plan

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/numeral"
	"dpscope/ui/theme"
)

func TestNiceRange(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		fromZero  bool
		wantLow   float64
		wantHigh  float64
	}{
		{0.368, 2.718, false, 0, 3},
		{0.02, 0.97, false, 0, 1},
		{0.6, 0.97, false, 0.6, 1},
		{0.6, 0.97, true, 0, 1},
		{0, 1, false, 0, 1},
		{0, 1 + 1e-12, false, 0, 1},
		{-0.3, 0.31, false, -0.4, 0.4},
		{-7, -2, false, -8, 0},
		{990, 1010, false, 990, 1010},
		{0, 0, false, 0, 1},
		{0, 0, true, 0, 1},
		{3, 3, false, 2, 4},
		{-3, -3, false, -4, -2},
		{1e300, 1e300, true, 0, 1e300},
		{1e-200, 3e-200, false, 0, 3e-200},
	} {
		low, high := niceRange(c.low, c.high, c.fromZero)
		if math.Abs(low-c.wantLow) > 1e-9*math.Abs(c.wantHigh) || math.Abs(high-c.wantHigh) > 1e-9*math.Abs(c.wantHigh) {
			t.Errorf("niceRange(%g, %g, %v) = %g, %g, want %g, %g", c.low, c.high, c.fromZero, low, high, c.wantLow, c.wantHigh)
		}
	}
}

// An axis holds its data, wastes less than half of itself beyond the data and zero, and moves in few steps while a value grows
// tenfold.
func TestAxisMovesInSteps(t *testing.T) {
	ranges := map[float64]bool{}
	for v := 1.0; v < 10; v *= 1.001 {
		s := AxisScale(engine.Axis{}, engine.Extent{Low: 0.1, High: v, Any: true}, false, false)
		if s.Low > 0.1 || s.High < v*(1-1e-8) || s.High > 2*v {
			t.Fatalf("data up to %g gave an axis from %g to %g", v, s.Low, s.High)
		}
		ranges[s.High] = true
	}
	if len(ranges) > 9 {
		t.Errorf("the axis moved %d times in a decade", len(ranges))
	}
}

func TestAxisScale(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	e := func(low, high float64) engine.Extent { return engine.Extent{Low: low, High: high, Any: true} }
	for _, c := range []struct {
		name      string
		axis      engine.Axis
		data      engine.Extent
		low, high float64
	}{
		{"declared", engine.Axis{Low: 0.13, High: 0.87}, e(0, 5), 0.13, 0.87},
		{"declared backwards", engine.Axis{Low: 1, High: 0}, e(0, 5), 0, 1},
		{"declared NaN", engine.Axis{Low: nan, High: 1}, e(0, 4), 0, 4},
		{"declared infinite", engine.Axis{Low: 0, High: inf}, e(0, 5), 0, 1e300},
		{"declared log below zero", engine.Axis{Log: true, Low: -1, High: 5}, e(1, 500), 1, 500},
		{"words", engine.Axis{Words: []string{"a", "b", "c"}}, e(0, 9), -0.5, 2.5},
		{"nothing", engine.Axis{}, engine.Extent{}, 0, 1},
		{"nothing, log", engine.Axis{Log: true}, engine.Extent{}, 0.1, 10},
		{"decades", engine.Axis{Log: true}, e(0.03, 700), 0.02, 1000},
		{"many decades", engine.Axis{Log: true}, e(3e-8, 7), 1e-8, 10},
		{"within a decade", engine.Axis{Log: true}, e(1.3, 9.2), 1, 10},
		{"one value, log", engine.Axis{Log: true}, e(1, 1), 0.1, 10},
		{"certain", engine.Axis{Style: numeral.Percent}, e(1, 1), 0.5, 1},
		{"certain, log", engine.Axis{Style: numeral.Percent, Log: true}, e(1, 1), 0.1, 1},
		{"two values, log", engine.Axis{Log: true}, e(3, 4), 2, 5},
	} {
		s := AxisScale(c.axis, c.data, false, false)
		if math.Abs(s.Low-c.low) > 1e-9*math.Abs(c.low) || math.Abs(s.High-c.high) > 1e-9*math.Abs(c.high) {
			t.Errorf("%s: %g to %g, want %g to %g", c.name, s.Low, s.High, c.low, c.high)
		}
	}
}

func TestScaleInverse(t *testing.T) {
	for _, s := range []Scale{NewScale(0, 1, false), NewScale(-7, 300, false), NewScale(1e-6, 1500, true), NewScale(-1e300, 1e300, false), {Low: 0, High: 4, length: 4, Down: true}} {
		for _, share := range []float64{0, 0.25, 0.5, 1} {
			if got := s.At(s.Value(share)); math.Abs(got-share) > 1e-12 {
				t.Errorf("%+v: at(value(%g)) = %g", s, share, got)
			}
		}
	}
	s := NewScale(1, 100, true)
	for _, v := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if got := s.At(v); !math.IsNaN(got) {
			t.Errorf("at(%g) = %g has a place on a log axis", v, got)
		}
	}
	if s.Bound(0) != -far || s.Bound(math.Inf(1)) != far {
		t.Error("the ends of an interval do not reach beyond the axis")
	}
}

// cells is the text of a screen.
type cells struct{ theme.Glyphs }

func (cells) Width(text string) float64              { return float64(theme.Width(text)) }
func (c cells) Fit(text string, room float64) string { return c.Glyphs.Fit(text, int(room)) }

func labels(ticks []Tick) []string {
	var all []string
	for _, t := range ticks {
		all = append(all, t.Label)
	}
	return all
}

func equal(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestTickLabels(t *testing.T) {
	for _, c := range []struct {
		name   string
		axis   engine.Axis
		low    float64
		high   float64
		across bool
		length int
		want   []string
	}{
		{"unit", engine.Axis{}, 0, 1, true, 60, []string{"0", "0.2", "0.4", "0.6", "0.8", "1"}},
		{"unit, upward", engine.Axis{}, 0, 1, false, 20, []string{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}},
		{"per cent", engine.Axis{Style: numeral.Percent}, 0, 1, false, 20, []string{"0", "20", "40", "60", "80", "100"}},
		{"tiny chances", engine.Axis{Style: numeral.Percent}, 0, 4e-6, false, 20, []string{"0", "1e-6", "2e-6", "3e-6", "4e-6"}},
		{"decades", engine.Axis{Log: true}, 0.01, 10, true, 60, []string{"0.01", "0.1", "1", "10"}},
		{"many decades", engine.Axis{Log: true}, 1e-12, 1, false, 12, []string{"10^-12", "10^-9", "10^-6", "0.001", "1"}},
		{"few decades", engine.Axis{Log: true}, 1, 20, true, 60, []string{"1", "2", "5", "10", "20"}},
		{"inside a decade", engine.Axis{Log: true}, 5.2, 5.9, true, 40, []string{"5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8", "5.9"}},
		{"counts", engine.Axis{Style: numeral.Whole}, 0, 30000, true, 60, []string{"0", "5,000", "10,000", "15,000", "20,000", "25,000", "30,000"}},
		{"thousands", engine.Axis{}, 0, 2000, false, 20, []string{"0", "500", "1,000", "1,500", "2,000"}},
		{"thousands below 0", engine.Axis{}, -600000, 0, true, 60, []string{"-600,000", "-500,000", "-400,000", "-300,000", "-200,000", "-100,000", "0"}},
		{"thousands in decades", engine.Axis{Log: true}, 1, 100000, true, 60, []string{"1", "10", "100", "1,000", "10^4", "10^5"}},
		{"thousands in little room", engine.Axis{Log: true}, 1, 100000, true, 26, []string{"1", "10", "100", "1000", "1e4", "1e5"}},
		{"millions", engine.Axis{}, 0, 3e6, true, 60, []string{"0", "5e5", "1e6", "1.5e6", "2e6", "2.5e6", "3e6"}},
		{"narrow", engine.Axis{}, 1, 1.000002, false, 20, []string{"1.0000000", "1.0000005", "1.0000010", "1.0000015", "1.0000020"}},
		{"small", engine.Axis{}, 0, 3e-4, false, 20, []string{"0", "5e-5", "1e-4", "1.5e-4", "2e-4", "2.5e-4", "3e-4"}},
		{"signs", engine.Axis{}, -1, 1, false, 20, []string{"-1.0", "-0.5", "0", "0.5", "1.0"}},
		{"no room", engine.Axis{}, 0, 1, true, 1, nil},
		{"words", engine.Axis{Words: []string{"never", "sometimes", "always"}}, -0.5, 2.5, true, 21, []string{"never", "somet…", "always"}},
	} {
		s := NewScale(c.low, c.high, c.axis.Log)
		ticks, _ := Ruler{Axis: c.axis, Scale: s, Text: cells{theme.Unicode}, Across: c.across, Length: c.length}.Ticks()
		if got := labels(ticks); !equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// For any range and length, ticks are in order, on the axis, apart, and stand where their number is.
func TestTicksAnywhere(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	for range effort.Scale(5_000, 20_000, 20_000) {
		r := Ruler{Text: cells{theme.Unicode}, Across: rng.IntN(2) == 0, Length: 1 + rng.IntN(150), Spare: rng.IntN(4)}
		r.Axis = engine.Axis{Log: rng.IntN(3) == 0, Style: numeral.Style(rng.IntN(3))}
		a, b := math.Exp(rng.NormFloat64()*8), math.Exp(rng.NormFloat64()*8)
		low, high := min(a, b), max(a, b)
		if !r.Axis.Log && rng.IntN(2) == 0 {
			low, high = niceRange(low-rng.Float64()*high, high, false)
		}
		if rng.IntN(8) == 0 { // a narrow range far from zero
			high = low * (1 + math.Pow(10, -1-8*rng.Float64()))
		}
		if !(high > low*(1+1e-10)) {
			continue
		}
		r.Scale = NewScale(low, high, r.Axis.Log)
		ticks, length := r.Ticks()
		if length > r.Length || length < r.Length-r.Spare {
			t.Fatalf("%+v used %d cells", r, length)
		}
		for i, tick := range ticks {
			first, last := 0, length
			if r.Across {
				first, last = -1, length-1
			}
			if tick.Cell < first || tick.Cell > last || tick.Label == "" {
				t.Fatalf("%+v: tick %+v is off the axis", r, tick)
			}
			if i == 0 {
				continue
			}
			before := ticks[i-1]
			if tick.Label == before.Label {
				t.Fatalf("%+v: label %q twice", r, tick.Label)
			}
			if r.Across && tick.Cell-theme.Width(tick.Label)/2 < before.Cell-theme.Width(before.Label)/2+theme.Width(before.Label)+1 || !r.Across && before.Cell-tick.Cell < 2 {
				t.Fatalf("%+v: ticks %+v and %+v touch", r, before, tick)
			}
		}
	}
}
