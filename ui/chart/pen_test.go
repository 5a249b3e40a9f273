package chart

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// A clipped segment lies in the rectangle and on the segment; a rejected one has no point inside (checked by walking along it).
func TestClip(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for range 20000 {
		a := place{rng.NormFloat64() * 20, rng.NormFloat64() * 20}
		b := place{rng.NormFloat64() * 20, rng.NormFloat64() * 20}
		if rng.IntN(4) == 0 {
			b.x = a.x
		}
		const left, right, top, bottom = -3, 10, 0, 5
		from, to, ok := clip(a, b, left, right, top, bottom)
		inside := func(p place) bool {
			const slack = 1e-9
			return p.x >= left-slack && p.x <= right+slack && p.y >= top-slack && p.y <= bottom+slack
		}
		if ok && (!inside(from) || !inside(to)) {
			t.Fatalf("clip(%v, %v) = %v, %v is outside", a, b, from, to)
		}
		cross := func(p place) float64 { return (b.x-a.x)*(p.y-a.y) - (b.y-a.y)*(p.x-a.x) }
		if ok && (math.Abs(cross(from)) > 1e-9*900 || math.Abs(cross(to)) > 1e-9*900) {
			t.Fatalf("clip(%v, %v) = %v, %v is off the segment", a, b, from, to)
		}
		for i := 0; i <= 50 && !ok; i++ {
			s := float64(i) / 50
			if p := (place{a.x + s*(b.x-a.x), a.y + s*(b.y-a.y)}); p.x > left && p.x < right && p.y > top && p.y < bottom {
				t.Fatalf("clip(%v, %v) rejects %v", a, b, p)
			}
		}
	}
}

// A hundred thousand samples are drawn as all of them would be: every column of dots reaches as high and as low.
func TestCondenseKeepsExtremes(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	xs, ys := linspace(-1, 3, 100_000), make([]float64, 100_000)
	for i := range ys {
		ys[i] = rng.NormFloat64()
		if i%9973 == 0 {
			ys[i] = math.NaN()
		}
	}
	for _, log := range []bool{false, true} {
		f := frame{plot: Rect{Width: 60, Height: 20}, x: plan.NewScale(0.01, 2, log), y: plan.NewScale(-5, 5, false)}
		fewXs, fewYs := condense(f, xs, ys, 120)
		if len(fewXs) > 5*125 {
			t.Errorf("%d samples are left", len(fewXs))
		}
		type reach struct{ low, high float64 }
		reaches := func(xs, ys []float64) map[int]reach {
			all := map[int]reach{}
			for i, x := range xs {
				if x < f.x.Low || x > f.x.High || math.IsNaN(ys[i]) {
					continue
				}
				c := int(f.x.At(x) * 120)
				r, known := all[c]
				if !known {
					r = reach{ys[i], ys[i]}
				}
				all[c] = reach{min(r.low, ys[i]), max(r.high, ys[i])}
			}
			return all
		}
		want, got := reaches(xs, ys), reaches(fewXs, fewYs)
		for c, r := range want {
			if got[c] != r {
				t.Errorf("log %v: column %d reaches %v, want %v", log, c, got[c], r)
			}
		}
		gaps := 0
		for _, y := range fewYs {
			if math.IsNaN(y) {
				gaps++
			}
		}
		if gaps == 0 {
			t.Error("the gaps are gone")
		}
	}
}

// A gap breaks the line, and a value beyond the picture does not.
func TestGaps(t *testing.T) {
	draw := func(ys ...float64) string {
		xs := linspace(0, 4, len(ys))
		p := Render(engine.Figure{
			X: engine.Axis{Low: 0, High: 4}, Y: engine.Axis{Low: 0, High: 1},
			Marks: []engine.Mark{engine.Curve{X: xs, Y: ys}},
		}, Options{Width: 30, Height: 8, Theme: theme.New(true, colorprofile.NoTTY)})
		row, _ := p.row(0.5)
		line := []rune(p.Lines[row])
		return string(line[p.Plot.X : p.Plot.X+p.Plot.Width])
	}
	whole, broken := draw(0.5, 0.5, 0.5, 0.5, 0.5), draw(0.5, 0.5, math.NaN(), 0.5, 0.5)
	count := func(line string) int {
		n := 0
		for _, r := range line {
			if r > 0x2800 && r <= 0x28ff {
				n++
			}
		}
		return n
	}
	if n := count(whole); n != len([]rune(whole)) {
		t.Errorf("a level line covers %d cells of %q", n, whole)
	}
	if n, want := count(broken), count(whole); n < want/2-2 || n > want/2+2 {
		t.Errorf("a line with its middle gone covers %d of %d cells: %q", n, want, broken)
	}
}

func TestDash(t *testing.T) {
	d := dash{3, 1}
	for walked, want := range []bool{true, true, true, false, true, true, true, false} {
		if d.on(walked) != want {
			t.Errorf("dot %d drawn: %v", walked, d.on(walked))
		}
	}
}
