package engine

import (
	"math"
	"testing"

	"dpscope/engine/known"
)

// Between samples on logarithmic axes the value is on the line that is drawn.
func TestValueOnLogAxes(t *testing.T) {
	n := Curve{X: []float64{1, 100}, Y: []float64{1, 1e-4}}.Normal()
	if y, ok := n.Value(10, Axes{LogX: true, LogY: true}); !ok || math.Abs(y-1e-2) > 1e-14 {
		t.Errorf("half way between 1 and 1e-4 is %g", y)
	}
}

func TestValue(t *testing.T) {
	xs, ys := []float64{0, 1, 1, 3}, []float64{5, 6, 7, math.NaN()}
	for _, c := range []struct {
		what string
		mark Mark
		x    float64
		want float64 // NaN: none
	}{
		{"a line between samples", Curve{X: []float64{0, 2}, Y: []float64{1, 2}}, 0.5, 1.25},
		{"a line at a sample", Curve{X: xs, Y: ys}, 0, 5},
		{"a line into a gap", Curve{X: xs, Y: ys}, 2, math.NaN()},
		{"a line before it begins", Curve{X: xs, Y: ys}, -0.1, math.NaN()},
		{"a line after its end", Curve{X: xs, Y: ys}, 3.1, math.NaN()},
		{"steps between samples", Steps{X: xs, Y: ys}, 0.9, 5},
		{"steps where they jump", Steps{X: xs, Y: ys}, 1, 7},
		{"a point that is near", Points{X: []float64{3, 1}, Y: []float64{30, 10}}, 1.2, 10},
		{"a point that is not", Points{X: []float64{3, 1}, Y: []float64{30, 10}}, 2, math.NaN()},
		{"a bar as wide as the gap", Bars{X: []float64{0, 4}, Y: []float64{1, 2}}, 2.1, 2},
		{"beside the bars", Bars{X: []float64{0, 4}, Y: []float64{1, 2}}, 6.1, math.NaN()},
		{"samples without values", Curve{X: []float64{0, 1}, Y: []float64{1}}, 0.5, math.NaN()},
		{"no samples", Curve{}, 0, math.NaN()},
		{"a rule", Rule{At: 1}, 1, math.NaN()},
		{"cells", Field{X: xs, Y: ys}, 1, math.NaN()},
		{"weights", Profile{At: xs, Weight: xs}, 1, math.NaN()},
	} {
		n := c.mark.Normal()
		got, ok := n.Value(c.x, Axes{Near: 0.5})
		if !ok {
			got = math.NaN()
		}
		if got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%s: %g at %g, want %g", c.what, got, c.x, c.want)
		}
	}
	n := Band{X: []float64{0, 2}, Low: []float64{0, 1}, High: []float64{4, 8}}.Normal()
	if low, high, ok := n.Interval(1, Axes{}); !ok || low != 0.5 || high != 6 {
		t.Errorf("a band is from %g to %g", low, high)
	}
}

// An axis holds the samples, cells and thresholds, on y only those in the window of x, and ignores the user's own values.
func TestExtents(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		what     string
		mark     Mark
		from, to float64
		x, y     [2]float64 // nothing: 1 and -1
	}{
		{"a curve in a window", Curve{X: []float64{0, 1, 2}, Y: []float64{5, 7, 90}}, 0, 1, [2]float64{0, 2}, [2]float64{5, 7}},
		{"a band", Band{X: []float64{0, 1}, Low: []float64{-1, 0}, High: []float64{3, 2}}, -inf, inf, [2]float64{0, 1}, [2]float64{-1, 3}},
		{"points in no order", Points{X: []float64{3, math.NaN(), 1, 2}, Y: []float64{1, 2, 3, inf}}, -inf, inf, [2]float64{1, 3}, [2]float64{1, 3}},
		{"masses", Bars{X: []float64{0, 1}, Y: []float64{0.2, 0.3}, Atoms: true}, -inf, inf, [2]float64{0, 1}, [2]float64{1, -1}},
		{"cells", Field{X: []float64{0, 1}, Y: []float64{2}}, 7, 8, [2]float64{-0.5, 1.5}, [2]float64{1.5, 2.5}},
		{"a box", Box{X0: 1, X1: inf, Y0: 2, Y1: 3}, -inf, inf, [2]float64{1, 1}, [2]float64{2, 3}},
		{"a threshold", Rule{At: 4}, -inf, inf, [2]float64{1, -1}, [2]float64{4, 4}},
		{"a pointer", Rule{At: 4, Vertical: true, Pointer: true}, -inf, inf, [2]float64{1, -1}, [2]float64{1, -1}},
		{"a span", Span{From: 1, To: 2}, -inf, inf, [2]float64{1, -1}, [2]float64{1, -1}},
		{"a profile", Profile{At: []float64{1}, Weight: []float64{2}}, -inf, inf, [2]float64{1, -1}, [2]float64{1, -1}},
	} {
		n := c.mark.Normal()
		var x, y Extent
		n.WidenX(&x)
		n.WidenY(&y, c.from, c.to)
		n.WidenEdges(&x, &y)
		for _, e := range []struct {
			got  Extent
			want [2]float64
		}{{x, c.x}, {y, c.y}} {
			if nothing := e.want[0] > e.want[1]; nothing == e.got.Any || e.got.Any && e.want != [2]float64{e.got.Low, e.got.High} {
				t.Errorf("%s takes %+v, want %v", c.what, e.got, e.want)
			}
		}
	}
}

// Every kind of mark has a normal form, and so has its ghost, which keeps the name.
func TestEveryMarkIsNormal(t *testing.T) {
	for _, m := range Marks() {
		n, ghost := m.Normal(), Ghost{Mark: m, Title: "held"}.Normal()
		if ghost.Held != "held" || ghost.Content != n.Content {
			t.Errorf("the ghost of %T is %+v", m, ghost)
		}
	}
	bars := Ghost{Mark: Bars{Name: "k", Title: "k-RR", Basis: known.AtMost, X: []float64{1}, Y: []float64{2}, Marked: []bool{true}}, Title: "held"}.Normal()
	if bars.Form != Dot || bars.FromZero || bars.Name != "k" || bars.Basis != known.AtMost || bars.Y[0] != 2 {
		t.Errorf("of held bars there is %+v", bars)
	}
}

func BenchmarkNormal(b *testing.B) {
	c := Curve{X: make([]float64, 1000), Y: make([]float64, 1000)}
	for i := range c.X {
		c.X[i] = float64(i) / 999
		c.Y[i] = math.Sin(c.X[i])
	}
	var m Mark = c
	b.Run("extent", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			n := m.Normal()
			var x, y Extent
			n.WidenX(&x)
			n.WidenY(&y, 0, 1)
		}
	})
	b.Run("value", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			n := m.Normal()
			n.Value(0.3337, Axes{})
		}
	})
}
