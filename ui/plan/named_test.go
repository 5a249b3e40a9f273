package plan

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/ui/theme"
	"dpscope/views/pages"
)

// away returns how far a text is from a line in rows, measured on the line's samples. A row is as high as two letters are wide.
func (p *Plan) away(m *engine.Normal, text box, columns, rows float64) float64 {
	least, before := math.Inf(1), [2]float64{math.NaN(), math.NaN()}
	for k := range min(len(m.X), len(m.Y)) {
		at := [2]float64{p.X.At(m.X[k]) * columns, (1 - p.Y.At(m.Y[k])) * rows}
		from := before
		if m.Form == engine.StepLine {
			from[1], before = before[1], at
			least = min(least, stretch(from, [2]float64{at[0], from[1]}, text))
			from = [2]float64{at[0], from[1]}
		}
		least, before = min(least, stretch(from, at, text)), at
	}
	return least
}

// stretch returns how far a text is from a straight line.
func stretch(a, b [2]float64, text box) float64 {
	const steps = 200
	least := math.Inf(1)
	for k := range steps + 1 {
		t := float64(k) / steps
		x, y := a[0]+t*(b[0]-a[0]), a[1]+t*(b[1]-a[1])
		if Finite(x) && Finite(y) {
			dx, dy := max(text.left-x, x-text.right, 0)/2, max(text.top-y, y-text.bottom, 0)
			least = min(least, math.Hypot(dx, dy))
		}
	}
	return least
}

// misnamed returns what is wrong with the names of lines in a plan: each stands at the end of its line in the margin, or within a
// row of its line, nearer to that than to any other, on no line and on no other words.
func misnamed(p *Plan, letters, lines int) (wrong []string, names int) {
	columns, rows := math.Round((1-p.Margin)*float64(letters)), float64(lines)
	if p.Margin > 0.25 {
		wrong = append(wrong, fmt.Sprintf("the margin takes %.2f", p.Margin))
	}
	var boxes []box
	for _, w := range p.Words {
		left, width := w.X*columns, p.Text.Width(w.Text)
		if w.Of >= 0 {
			width += signWidth
		}
		if w.Anchor == Middle {
			left -= width / 2
		}
		row := (1 - w.Y) * rows
		text := box{left, row - 0.35, left + width, row + 0.35}
		for k, other := range boxes {
			if other.left < text.right && text.left < other.right && other.top < text.bottom && text.top < other.bottom {
				wrong = append(wrong, fmt.Sprintf("%q lies on %q", w.Text, p.Words[k].Text))
			}
		}
		boxes = append(boxes, text)
		if w.Of < 0 {
			continue
		}
		names++
		own, other := math.Inf(1), math.Inf(1)
		for i := range p.Marks {
			m := &p.Marks[i]
			if !m.IsLine() || p.Series[p.Of[i]].Muted && p.Of[i] != w.Of {
				continue
			}
			if d := p.away(m, text, columns, rows); p.Of[i] == w.Of {
				own = min(own, d)
			} else {
				other = min(other, d)
			}
		}
		if inside := w.X <= 1; own > 1.5 || other <= own || inside && own == 0 {
			wrong = append(wrong, fmt.Sprintf("%q is %.2f rows from its line and %.2f from another", w.Text, own, other))
		}
	}
	return wrong, names
}

// In plans of all views and presets every line has its name beside it, at the end or in the legend.
func TestNamed(t *testing.T) {
	names := 0
	pages.Some(t, 7, func(name string, page engine.Sheet) {
		f := page.Shown()
		for _, panel := range f.Panels {
			f = f.On(panel)
			break
		}
		for _, size := range [][2]int{{80, 20}, {42, 12}} {
			p := New(f, Medium{Text: cells{theme.Unicode}, Coloured: true, Whole: true}, size[0], size[1])
			wrong, n := misnamed(p, size[0], size[1])
			names += n
			for _, w := range wrong {
				t.Errorf("%s in %d by %d: %s", name, size[0], size[1], w)
			}
		}
	})
	if names < 10 {
		t.Errorf("%d lines are named", names)
	}
}

// The same holds for random lines.
func TestAnyLinesAreNamed(t *testing.T) {
	names, ends := 0, 0
	for seed := range effort.Scale(60, 300, 3000) {
		rng := rand.New(rand.NewPCG(uint64(seed), 3))
		f := engine.Figure{Title: "waves"}
		for k := range 2 + rng.IntN(4) {
			c := engine.Curve{Name: fmt.Sprint("wave ", k)}
			level, slope, swing, phase := rng.Float64(), rng.Float64()-0.5, rng.Float64()/2, 6*rng.Float64()
			for i := range 200 {
				x := float64(i) / 199
				c.X, c.Y = append(c.X, x), append(c.Y, level+slope*x+swing*math.Sin(6*x+phase))
			}
			f.Marks = append(f.Marks, c)
		}
		letters, lines := 30+rng.IntN(60), 8+rng.IntN(16)
		p := New(f, Medium{Text: cells{theme.Unicode}, Coloured: true, Whole: true}, letters, lines)
		wrong, n := misnamed(p, letters, lines)
		if names += n; p.Margin > 0 {
			ends++
		}
		for _, w := range wrong {
			t.Errorf("seed %d in %d by %d: %s", seed, letters, lines, w)
		}
	}
	if names < 100 || ends < 10 {
		t.Errorf("%d lines are named, in %d pictures at their ends", names, ends)
	}
}

// Nothing that a figure can hold stops a plan, and no place is beyond all bounds.
func TestAnythingIsPlanned(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	long := make([]float64, 1_000_000)
	for i := range long {
		long[i] = float64(i)
	}
	name := ""
	for range 200 {
		name += "n"
	}
	figures := map[string]engine.Figure{
		"nothing":    {},
		"NaN":        {Marks: []engine.Mark{engine.Curve{X: []float64{0, nan, 1}, Y: []float64{nan, nan, nan}}, engine.Rule{At: nan, Title: "r"}}},
		"infinite":   {Marks: []engine.Mark{engine.Curve{X: []float64{-inf, 0, inf}, Y: []float64{inf, 1, -inf}}, engine.Rule{At: inf, Title: "r"}}},
		"one point":  {Marks: []engine.Mark{engine.Points{X: []float64{3}, Y: []float64{3}, Labels: []string{"three"}, Here: true}}},
		"equal":      {Marks: []engine.Mark{engine.Points{X: []float64{1, 1, 1}, Y: []float64{2, 2, 2}, Labels: []string{"a", "b", "c"}}}},
		"a million":  {Marks: []engine.Mark{engine.Curve{Name: "a", X: long, Y: long}, engine.Curve{Name: "b", X: long, Y: long}}},
		"long names": {Marks: []engine.Mark{engine.Curve{Name: name, X: []float64{0, 1}, Y: []float64{0, 1}}, engine.Curve{Name: "שלום " + name, X: []float64{0, 1}, Y: []float64{1, 0}}}},
		"atoms":      {Marks: []engine.Mark{engine.Bars{X: []float64{0, 1}, Y: []float64{nan, inf}, Atoms: true}}},
	}
	var ten engine.Figure
	for k := range 10 {
		ten.Marks = append(ten.Marks, engine.Curve{Name: fmt.Sprint(k), X: []float64{0, 1}, Y: []float64{0, 1}})
	}
	figures["ten equal lines"] = ten
	for name, f := range figures {
		for _, size := range [][2]int{{0, 0}, {1, 1}, {40, 12}, {300, 90}} {
			p := New(f, Medium{Text: cells{theme.Unicode}, Whole: true}, size[0], size[1])
			for _, w := range p.Words {
				if !(w.X >= -0.01 && w.X <= 1.5 && w.Y >= -0.1 && w.Y <= 1.1) {
					t.Errorf("%s in %v: %q stands at %g, %g", name, size, w.Text, w.X, w.Y)
				}
			}
			p.Legend(p.Title(p.Y), p)
		}
	}
}

func BenchmarkPlan(b *testing.B) {
	for _, name := range []string{"compare-figure-4", "compare-middle", "boundary-bent", "race-all"} {
		page, err := pages.Named(name)
		if err != nil {
			b.Fatal(err)
		}
		f := page.Shown()
		for _, panel := range f.Panels {
			f = f.On(panel)
			break
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				New(f, Medium{Text: cells{theme.Unicode}, Coloured: true, Whole: true}, 90, 24)
			}
		})
	}
}
