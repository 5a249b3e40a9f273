package chart

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/ui/theme"
	"dpscope/views/pages"
)

// waves returns curves that cross each other at random.
func waves(count int, rng *rand.Rand) engine.Figure {
	f := engine.Figure{Title: "waves", X: engine.Axis{Label: "x, place"}}
	for k := range count {
		c := engine.Curve{Name: fmt.Sprint("wave ", k)}
		level, slope, swing, phase := rng.Float64(), rng.Float64()-0.5, rng.Float64()/2, 6*rng.Float64()
		for i := range 200 {
			x := float64(i) / 199
			c.X, c.Y = append(c.X, x), append(c.Y, level+slope*x+swing*math.Sin(6*x+phase))
		}
		f.Marks = append(f.Marks, c)
	}
	return f
}

// distance returns how far a text at columns of a row is from a curve, in rows, measured on the samples, independent of the
// placer.
func distance(p Picture, c engine.Curve, from, to, row int) float64 {
	least := math.Inf(1)
	for i := range c.X {
		across, down := p.frame.column(c.X[i]), p.frame.row(c.Y[i])
		dx := max(float64(from)-across, across-float64(to), 0) / 2
		least = min(least, math.Hypot(dx, down-float64(row)))
	}
	return least
}

// A name in the plot is nearest to its own line, and no line is without a name: names without a place are beside the title or
// counted.
func TestNamesAreNearestToTheirLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	placed := 0
	for trial := range 60 {
		f := waves(2+trial%3, rng)
		p := Render(f, Options{Width: 80, Height: 12, Theme: plain, Compact: true, Whole: true})
		for k, m := range f.Marks {
			c, found := m.(engine.Curve), false
			for y, line := range p.Lines {
				before, _, here := strings.Cut(line, c.Name)
				if !here {
					continue
				}
				found = true
				row, from := y-p.Plot.Y, len([]rune(before))-p.Plot.X-2 // with its marker
				if row < 0 || strings.Contains(line, "others") {
					continue
				}
				to := from + 1 + len(c.Name)
				own := distance(p, c, from, to, row)
				for other, m := range f.Marks {
					if away := distance(p, m.(engine.Curve), from, to, row); other != k && own < 2.7 && away < own {
						t.Errorf("%s is %.2f rows from its line and %.2f from wave %d:\n%s", c.Name, own, away, other, strings.Join(p.Lines, "\n"))
					}
				}
				if own < 2.7 {
					placed++
				}
			}
			if !found && !strings.Contains(p.Lines[0], " sign") && !strings.Contains(strings.Join(p.Lines, "\n"), "+ 1 line") {
				t.Errorf("%s is neither named nor counted:\n%s", c.Name, strings.Join(p.Lines, "\n"))
			}
		}
	}
	if placed < 60 { // the others are where one has no place, and then all are in the legend
		t.Errorf("%d of 210 names are at their lines", placed)
	}
}

// Every compact picture names the x axis, however many ticks there are.
func TestTheAxisIsNamed(t *testing.T) {
	for _, label := range []string{"ε", "ε, budget", "labellings, most likely first", "share of the labels flipped, F/n"} {
		for width := 40; width <= 100; width++ {
			f := waves(3, rand.New(rand.NewPCG(1, uint64(width))))
			f.X.Label = label
			p := Render(f, Options{Width: width, Height: 12, Theme: plain, Compact: true})
			brief, _, _ := strings.Cut(label, ",")
			below := strings.Join(p.Lines[p.Plot.Y+p.Plot.Height-1:], "\n")
			if !strings.Contains(below, brief) && !strings.Contains(p.Lines[0], "→ "+brief[:min(len(brief), 12)]) {
				t.Errorf("at %d columns %q is not named in\n%s", width, label, strings.Join(p.Lines, "\n"))
			}
		}
	}
}

// Lines that lie on each other take turns, the answer too; without colour, where that does not show,
// only the answer is drawn, and the legend says where the other one is.
func TestLinesThatLieOnEachOther(t *testing.T) {
	xs := []float64{0, 1, 2}
	f := engine.Figure{Title: "error", Marks: []engine.Mark{
		engine.Curve{Name: "under", Title: "Staircase", X: xs, Y: xs}, engine.Curve{Name: "seen", Title: "optimised", X: xs, Y: xs, Answer: true},
		engine.Curve{Name: "other", Title: "Laplace", X: xs, Y: []float64{2, 1.5, 1.2}},
	}}
	o := Options{Width: 80, Height: 20, Theme: theme.New(true, colorprofile.TrueColor), Glyphs: theme.Unicode}
	d := drawn(f, &o)
	count := map[int]int{}
	for y := range d.frame.plot.Height {
		for x := range d.frame.plot.Width {
			count[d.inkAt(x, y)]++
		}
	}
	if count[0] < 30 || count[1] < 30 || count[2] < 60 {
		t.Errorf("cells of two lines in one place, and of a third: %v", count)
	}
	legend := sgr.ReplaceAllString(strings.Join(Render(f, o).Lines, "\n"), "")
	for _, words := range []string{"Staircase", "optimised", "Laplace"} {
		if strings.Count(legend, words) != 1 {
			t.Errorf("%s is not in\n%s", words, legend)
		}
	}
	text := strings.Join(Render(f, Options{Width: 80, Height: 20, Theme: plain}).Lines, "\n")
	if sign := theme.Unicode.Markers[1]; strings.Count(text, sign) < 2 || strings.Contains(text, theme.Unicode.Markers[0]) || !strings.Contains(text, "Staircase (under optimised)") {
		t.Errorf("the answer has no %s, or the line under it is drawn, in\n%s", sign, text)
	}
	f.Marks = f.Marks[1:]
	named := strings.Join(Render(f, Options{Width: 80, Height: 20, Theme: plain}).Lines, "\n")
	for i, name := range []string{"optimised", "Laplace"} {
		if sign := theme.Unicode.Markers[i]; !strings.Contains(named, sign+" "+name) || strings.Count(named, sign) < 2 {
			t.Errorf("%s is named with %s, which is not on its line:\n%s", name, sign, named)
		}
	}
}

// The present setting in a field of regions stands in the legend, though it is the only series.
func TestTheSettingInAFieldIsNamed(t *testing.T) {
	f := winner()
	f.Marks = append(f.Marks, engine.Points{Name: "here", Title: "the present setting", Here: true, X: []float64{1}, Y: []float64{0.2}})
	if all := strings.Join(Render(f, Options{Width: 90, Height: 24, Theme: plain}).Lines, "\n"); !strings.Contains(all, theme.Unicode.Here+" the present setting") {
		t.Errorf("the setting is not named in\n%s", all)
	}
}

// In the pictures of all views and presets no words stand right above or below the name of a line.
func TestNamesAreNotHeaped(t *testing.T) {
	names, heaped := 0, 0
	pages.Some(t, 5, func(name string, page engine.Sheet) {
		f := page.Shown()
		if len(f.Panels) > 0 {
			f = alone(f)
		}
		for _, o := range pictureSizes {
			o := o
			o.Theme, o.Glyphs = theme.New(true, colorprofile.TrueColor), theme.Unicode
			d := drawn(f, &o)
			for _, n := range d.namesInPlot() {
				if names++; d.heaped(n.x, n.row, theme.Width(n.words)) {
					heaped++
				}
			}
		}
	})
	const most = 0.07 // values of points and ends of lines that have no other place
	if names < 20 || float64(heaped) > most*float64(names) {
		t.Errorf("words stand right above or below %d of %d names", heaped, names)
	}
}

// placedName is the name of a line in the plot, and where it begins.
type placedName struct {
	series, x, row int
	words          string
}

// namesInPlot finds the names of lines on the canvas.
func (d *drawing) namesInPlot() (all []placedName) {
	for _, series := range d.layout.names {
		for row := range d.frame.plot.Height {
			var text strings.Builder
			for x := range d.frame.plot.Width {
				text.WriteRune(max(d.canvas.at(d.column(x), d.row(row)).glyph, ' '))
			}
			for _, words := range [...]string{d.NameOf(d.Series[series]), d.BriefOf(d.Series[series])} {
				if before, _, found := strings.Cut(text.String(), " "+words+" "); found {
					all = append(all, placedName{series, theme.Width(before) + 1, row, words})
					break
				}
			}
		}
	}
	return all
}
