package chart

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"dpscope/engine"
	"dpscope/ui/theme"
)

// A band is shaded in every terminal: by a tint of its ground, or in another glyph than lines; the legend shows the same.
func TestBandsAreShaded(t *testing.T) {
	x := []float64{0, 1}
	figure := engine.Figure{X: engine.Axis{High: 1}, Y: engine.Axis{High: 1}, Marks: []engine.Mark{
		engine.Curve{Name: "mean", X: x, Y: []float64{0.5, 0.5}},
		engine.Band{Name: "mean", Title: "±1 sd", X: x, Low: []float64{0.22, 0.22}, High: []float64{0.81, 0.81}},
	}}
	for _, profile := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256, colorprofile.ANSI, colorprofile.ASCII} {
		for _, glyphs := range []theme.Glyphs{theme.Unicode, theme.ASCII} {
			th := theme.New(true, profile)
			p := Render(figure, Options{Width: 60, Height: 24, Theme: th, Glyphs: glyphs})
			shaded, tint := 0, string(th.Tint(th.Series[0]).AppendGround(nil))
			for i, line := range p.Lines {
				plain := ansi.Strip(line)
				if i >= p.Plot.Y && (th.Blends() && strings.Contains(line, tint) || strings.Count(plain, glyphs.Weave) > p.Plot.Width/2) {
					shaded++
				}
				sign := glyphs.Weave
				if th.Blends() {
					sign = glyphs.Block
				}
				if strings.Contains(plain, "±1 sd") && !strings.Contains(plain, sign+" ±1 sd") && !glyphs.ASCII {
					t.Errorf("%v: the legend is %q", profile, plain)
				}
			}
			if least := p.Plot.Height / 3; shaded < least {
				t.Errorf("%v: %d rows are shaded, fewer than %d:\n%s", profile, shaded, least, ansi.Strip(strings.Join(p.Lines, "\n")))
			}
		}
	}
}

// Two lines that bound one thing enclose a band where they are a row apart, and are one line elsewhere: the bound pauses behind the
// answer, and where it is nowhere apart the legend says how close it is.
func TestRegionBetweenTwoLines(t *testing.T) {
	x := []float64{0, 1, 2}
	figure := func(low []float64) engine.Figure {
		return engine.Figure{X: engine.Axis{High: 2}, Y: engine.Axis{High: 1}, Marks: []engine.Mark{
			engine.Curve{Name: "exact", Title: "exact", X: x, Y: []float64{0.8, 0.8, 0.8}, Answer: true},
			engine.Curve{Name: "proven", Title: "proven", X: x, Y: low},
			engine.Between{Name: "exact", With: "proven"},
		}}
	}
	o := Options{Width: 60, Height: 20, Theme: theme.New(true, colorprofile.TrueColor), Glyphs: theme.Unicode}
	tinted := func(d *drawing, column int) (rows int) {
		for y := range d.frame.plot.Height {
			if d.canvas.at(d.column(column), d.row(y)).ground != 0 {
				rows++
			}
		}
		return rows
	}
	d := drawn(figure([]float64{0.2, 0.8, 0.8}), &o)
	if first, last := tinted(d, 1), tinted(d, d.frame.plot.Width-2); first < d.frame.plot.Height/2 || last != 0 {
		t.Errorf("%d rows are tinted at the left and %d at the right", first, last)
	}
	for c := d.frame.plot.Width * 2 / 3; c < d.frame.plot.Width; c++ {
		for y := range d.frame.plot.Height {
			if d.inkAt(c, y) == 1 {
				t.Fatalf("the bound takes a turn in column %d", c)
			}
		}
	}
	d = drawn(figure([]float64{0.79, 0.8, 0.8}), &o)
	if text := strings.Join(d.canvas.lines(), "\n"); !strings.Contains(text, "proven within 1.2") {
		t.Errorf("a bound that is not seen is told as\n%s", text)
	}
}

// Intervals of two lines at the same values stand beside one another, so that both are seen.
func TestIntervalsStandBesideOneAnother(t *testing.T) {
	xs := []float64{1, 2, 3}
	band := func(name string, by float64) engine.Mark {
		return engine.Band{Name: name, X: xs, Low: []float64{by, by, by}, High: []float64{by + 3, by + 3, by + 3}, Bars: true}
	}
	o := Options{Width: 60, Height: 20, Theme: theme.New(true, colorprofile.TrueColor), Glyphs: theme.Unicode}
	d := drawn(engine.Figure{Marks: []engine.Mark{band("one", 1), band("other", 2)}}, &o)
	columns := map[theme.Colour]map[int]bool{}
	for y := range d.frame.plot.Height {
		for x := range d.frame.plot.Width {
			if p := d.canvas.at(d.column(x), d.row(y)); p.glyph == first(d.glyphs.Vertical) {
				if columns[p.ink] == nil {
					columns[p.ink] = map[int]bool{}
				}
				columns[p.ink][x] = true
			}
		}
	}
	for _, s := range d.Series {
		if len(columns[d.style(s.Ink).Ink]) != len(xs) {
			t.Errorf("intervals of %s stand in %d columns of %d", s.Name, len(columns[d.style(s.Ink).Ink]), len(xs))
		}
	}
}
