package chart

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// labelsOf returns the labels of an axis's ticks.
func labelsOf(a engine.Axis, s plan.Scale, length int, across bool) (labels []string) {
	ticks, _ := plan.Ruler{Axis: a, Scale: s, Text: cellText{&theme.Unicode}, Across: across, Length: length, Spare: 3}.Ticks()
	for _, t := range ticks {
		labels = append(labels, t.Label)
	}
	return labels
}

// No tick stands where no value is possible, nor between whole numbers that count, and a logarithmic axis that holds one round
// number of a kind has others too.
func TestTicksAreWhatCanBe(t *testing.T) {
	for _, c := range []struct {
		name string
		axis engine.Axis
		s    plan.Scale
		want string
	}{
		{"a share with room for bars", engine.Axis{Least: 0, Most: 1}, plan.NewScale(-0.5, 1.5, false), "0 0.5 1"},
		{"per cent", engine.Axis{Style: numeral.Percent}, plan.NewScale(-0.2, 1.2, false), "0 20 40 60 80 100"},
		{"one place", engine.Axis{Style: numeral.Whole}, plan.NewScale(0.5, 1.5, false), "1"},
		{"two labellings", engine.Axis{Style: numeral.Whole, Least: 1, Most: 2}, plan.NewScale(0, 3, false), "1 2"},
		{"less than a decade", engine.Axis{Log: true}, plan.NewScale(0.2, 1, true), "0.2 0.5 1"},
	} {
		if got := strings.Join(labelsOf(c.axis, c.s, 45, true), " "); got != c.want {
			t.Errorf("%s has the ticks %s, want %s", c.name, got, c.want)
		}
	}
}

// Exact values lie on top of their bounds, in any order of the marks.
func TestTheAnswerIsOnTop(t *testing.T) {
	xs, exact, bound := []float64{0, 1, 2}, []float64{0, 1, 2}, []float64{2, 1, 0}
	th := theme.New(true, colorprofile.TrueColor)
	d := drawing{theme: th, glyphs: theme.Unicode, canvas: newCanvas(60, 20, th)}
	d.take(engine.Figure{Marks: []engine.Mark{
		engine.Curve{Name: "exact", X: xs, Y: exact},
		engine.Curve{Name: "bound", Basis: known.AtMost, X: xs, Y: bound},
	}})
	d.layOut()
	d.drawMarks()
	d.layout.names = nil
	d.markLines()
	own, other := 0, 0
	for _, c := range d.canvas.cells {
		switch c.ink {
		case th.Series[0].Ink:
			own++
		case th.Series[1].Ink:
			other++
		}
	}
	if own < 40 || other >= own || other < 30 {
		t.Errorf("of what is exact %d cells are seen, of its bound %d", own, other)
	}
}

// thinned matches the remark that only some of the points are marked.
var thinned = regexp.MustCompile(`\(about one point in \d+|\(1 in \d+ drawn`)

// Points on a line are visible however many there are, and the title says how many a marker stands for.
func TestManyPointsShowOnALine(t *testing.T) {
	for _, n := range []int{2, 64, 128, 1024} {
		for _, size := range [][2]int{{110, 30}, {62, 24}, {34, 15}, {56, 9}} {
			steps, points := engine.Steps{Name: "coins"}, engine.Points{Name: "mechanism"}
			for i := range n {
				steps.X, steps.Y = append(steps.X, float64(i+1)), append(steps.Y, float64(i/4))
				points.X, points.Y = append(points.X, float64(i+1)), append(points.Y, float64(i/4))
			}
			p := Render(engine.Figure{Title: "probability", Marks: []engine.Mark{steps, points}}, Options{Width: size[0], Height: size[1], Theme: plain})
			plot := strings.Join(p.Lines[p.Plot.Y:p.Plot.Y+p.Plot.Height+1], "\n") // with the row of zero
			if got := strings.Count(plot, theme.Unicode.Markers[1]); got < min(n, 4) {
				t.Errorf("%d of %d points are seen at %v", got, n, size)
			}
			if said := thinned.MatchString(strings.Join(p.Lines, " ")); size[0] > 60 && said != (2*n > p.Plot.Width) {
				t.Errorf("%d points at %v: it is said %v that a marker stands for several", n, size, said)
			}
		}
	}
}

// A mass is no density: atoms leave its axis alone and say what they are.
func TestAtomsAreNoDensity(t *testing.T) {
	density := engine.Curve{Name: "law", X: []float64{0, 1}, Y: []float64{0.4, 0.4}}
	atoms := engine.Bars{Name: "law", Title: "share at one value", Atoms: true, X: []float64{0, 1}, Y: []float64{0.1, 0.9}}
	o := Options{Width: 60, Height: 20, Theme: plain, Crosshair: &Crosshair{X: 1}}
	alone, both := Render(engine.Figure{Marks: []engine.Mark{density}}, o), Render(engine.Figure{Marks: []engine.Mark{density, atoms}}, o)
	if math.Abs(both.frame.y.High-0.4) > 0.2 || both.frame.y.High > 2*alone.frame.y.High {
		t.Errorf("with atoms the density's axis ends at %g, without at %g", both.frame.y.High, alone.frame.y.High)
	}
	all := strings.Join(append(both.Lines, both.ReadoutLines(60, 2)...), "\n")
	for _, want := range []string{"▲ share at one value", "90.0 %", "10.0 %", "share at one value = 90.0 %"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not in\n%s", want, all)
		}
	}
}

// The present value is pointed at from below the axis, which stays whole, and hides only labels that it touches; one beyond the
// ends is pointed at from there.
func TestThePresentValueIsSeen(t *testing.T) {
	labels := func(p Picture) string { return p.Lines[p.Plot.Y+p.Plot.Height+1] }
	axis := func(p Picture) string { return p.Lines[p.Plot.Y+p.Plot.Height] }
	figure := func(marks ...engine.Mark) engine.Figure {
		return engine.Figure{X: engine.Axis{Log: true, Low: 0.1, High: 20}, Marks: append(marks, engine.Curve{X: []float64{0.1, 20}, Y: []float64{0, 1}})}
	}
	o := Options{Width: 60, Height: 15, Theme: plain}
	whole := axis(Render(figure(), o))
	bare := strings.Fields(labels(Render(figure(), o)))
	for _, c := range []struct {
		at   float64
		sign string
	}{{0.1, "▲ε"}, {0.11, "▲ε"}, {1, "▲ε"}, {2, "▲ε"}, {20, "ε▲"}, {0.01, "‹ε"}, {1500, "ε›"}} {
		p := Render(figure(engine.Rule{Name: "epsilon", Title: "ε", Vertical: true, At: c.at, Pointer: true}), o)
		left := slices.DeleteFunc(strings.Fields(labels(p)), func(word string) bool { return !slices.Contains(bare, word) })
		if strings.Count(labels(p), strings.Trim(c.sign, "ε")) != 1 || !strings.Contains(labels(p), "ε") || axis(p) != whole || len(left) < len(bare)-2 {
			t.Errorf("at %g the axis is\n%s\n%s", c.at, axis(p), labels(p))
		}
		here := Render(figure(engine.Points{Name: "here", Here: true, X: []float64{c.at}, Y: []float64{0.5}}), o)
		sign := map[bool]string{true: strings.Trim(c.sign, "ε"), false: theme.Unicode.Here}[c.at < 0.1 || c.at > 20]
		if all := strings.Join(here.Lines, "\n"); !strings.Contains(all, sign) {
			t.Errorf("at %g there is no %s in\n%s", c.at, sign, all)
		}
	}
}

// A legend of members keeps its rows while others come and go.
func TestLegendsOfMembersKeepTheirRows(t *testing.T) {
	top := func(names ...string) int {
		f := engine.Figure{Title: "share", Members: mechanismNames}
		for _, name := range names {
			f.Marks = append(f.Marks, engine.Curve{Name: name, Title: name, X: []float64{0, 1}, Y: []float64{0, 1}})
		}
		return Render(f, Options{Width: 40, Height: 20, Theme: plain}).Plot.Y
	}
	if few, more := top("pm", "sw", "laplace", "krr", "exponential"), top("gaussian-pac-clamped", "laplace-truncated", "gaussian-clamped", "pm"); few != more {
		t.Errorf("the plot begins in row %d or %d", few, more)
	}
}

// An axis is written as people count, and so is the crosshair on it.
func TestAxesCountAsPeopleDo(t *testing.T) {
	f := engine.Figure{
		X: engine.Axis{Name: "age", Label: "age", Low: 0, High: 1, Raw: engine.Raw{From: 20, To: 120, Unit: "years"}}, Y: engine.Axis{Label: "share", Low: 0, High: 1},
		Marks: []engine.Mark{engine.Curve{X: []float64{0, 1}, Y: []float64{0, 1}}},
	}
	p := Render(f, Options{Width: 60, Height: 15, Theme: plain, Crosshair: &Crosshair{X: 0.25}})
	all := strings.Join(append(p.Lines, p.ReadoutLines(60, 1)...), "\n")
	for _, want := range []string{"20       45.0 years 60", "120", "age, years", "age = 45.0 years"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
}

// A law that is spread evenly is a thin line in the margin, one that has a peak fills it; both are named.
func TestAnEvenLawIsNoSlab(t *testing.T) {
	highest := func(weight ...float64) float64 {
		d := drawing{frame: frame{x: plan.NewScale(0, 1, false), y: plan.NewScale(0, 1, false), plot: Rect{Width: 50, Height: 20}}}
		m := engine.Normal{Y: weight}
		for i := range weight {
			m.X = append(m.X, float64(i)/float64(len(weight)-1))
		}
		top := 0.0
		for _, h := range d.profile(&m, 50, func(c int) float64 { return float64(c) / 50 }, func(c int) float64 { return float64(c+1) / 50 }) {
			top = max(top, h)
		}
		return top
	}
	if even, peaked := highest(1, 1, 1, 1, 1), highest(0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0); even > 0.26 || peaked < 0.99 {
		t.Errorf("an even law fills %.2f of the margin, a peak %.2f", even, peaked)
	}
	f := winner()
	f.Marks = append(f.Marks, engine.Profile{Name: "law", Title: "where answers fall", At: []float64{0.1, 1}, Weight: []float64{1, 1}})
	if all := strings.Join(Render(f, Options{Width: 80, Height: 24, Theme: plain}).Lines, "\n"); !strings.Contains(all, "█ where answers fall") {
		t.Errorf("the law is not named in\n%s", all)
	}
}

// Outlines are named where nothing can cover their names, and a legend stays as long as the picture has five rows.
func TestOutlinesAreNamed(t *testing.T) {
	f := regions()
	for _, size := range [][2]int{{80, 24}, {60, 15}, {58, 10}} {
		p := Render(f, Options{Width: size[0], Height: size[1], Theme: plain})
		around := strings.Join(append(slices.Clone(p.Lines[:p.Plot.Y]), p.Lines[p.Plot.Y+p.Plot.Height:]...), "\n")
		if !strings.Contains(around, "certified") && !strings.Contains(around, " sign") {
			t.Errorf("at %v the outline is not named:\n%s", size, strings.Join(p.Lines, "\n"))
		}
	}
}

// A shaded span with a name is named in the legend, however little room it has.
func TestSpansAreNamed(t *testing.T) {
	f := engine.Figure{Title: "success", X: engine.Axis{Low: 0, High: 50}, Marks: []engine.Mark{
		engine.Span{Name: "falls", Title: "even n falls", From: 2, To: 7}, engine.Curve{X: []float64{1, 50}, Y: []float64{0.5, 1}},
	}}
	if all := strings.Join(Render(f, Options{Width: 60, Height: 16, Theme: plain}).Lines, "\n"); !strings.Contains(all, "░ even n falls") {
		t.Errorf("the span has no name in\n%s", all)
	}
}

// A band does not change the lines above it, is named apart from them, and has one glyph throughout.
func TestABandStaysBehind(t *testing.T) {
	xs := []float64{0, 1, 2}
	line := engine.Curve{Name: "mean", Title: "mean", X: xs, Y: []float64{0.2, 0.5, 0.8}}
	render := func(low float64) Picture {
		band := engine.Band{Name: "mean", Title: "±1 sd", X: xs, Low: []float64{low, low, low}, High: []float64{1, 1, 1}}
		f := engine.Figure{Y: engine.Axis{Name: "y", High: 1}, Marks: []engine.Mark{band, line}}
		return Render(f, Options{Width: 50, Height: 20, Theme: theme.New(true, colorprofile.Ascii)})
	}
	alone, within := render(math.NaN()), render(0)
	if text := strings.Join(within.Lines, "\n"); !strings.Contains(text, "░ ±1 sd") {
		t.Fatalf("no word says what the band is:\n%s", text)
	}
	full := 0
	for i := range alone.Plot.Height {
		before, after := []rune(alone.Lines[alone.Plot.Y+i]), []rune(within.Lines[within.Plot.Y+i])
		for x := range alone.Plot.Width {
			was, is := before[alone.Plot.X+x], after[within.Plot.X+x]
			switch {
			case was != ' ' && was != is:
				t.Errorf("row %d, column %d: %c of the line became %c", i, x, was, is)
			case was == ' ' && is == '░':
				full++
			case was == ' ' && is != ' ':
				t.Errorf("row %d, column %d: the band has %c", i, x, is)
			}
		}
	}
	if full == 0 {
		t.Error("nothing is shaded")
	}
}

// A legend without room for all its entries counts the rest, and the count is whole wherever it fits at all; the given entries
// are not changed.
func TestLegendCountsWhatItLeavesOut(t *testing.T) {
	given := []entry{{Sign: "●", Text: "exact"}, {Sign: "■", Text: "advanced composition"}, {Sign: "▲", Text: "claims"}, {Sign: "□", Text: "law of the loss"}, {Sign: "○", Text: "Rényi"}}
	entries := slices.Clone(given)
	for room := 8; room < 60; room++ {
		for most := 1; most <= len(given); most++ {
			rows, whole := legendRows(entries, room, 0, most)
			named, left := 0, 0
			for _, row := range rows {
				for _, e := range row {
					if n, _ := fmt.Sscanf(e.Text, "%d", &left); n == 0 {
						named++
					}
				}
			}
			if named+left != len(given) || whole != (left == 0) {
				t.Errorf("%d cells, %d rows: %d named and %d counted of %d, whole %v", room, most, named, left, len(given), whole)
			}
			if last := rows[len(rows)-1]; left > 0 && widthOf(last) > room {
				t.Errorf("%d cells, %d rows: the last row takes %d", room, most, widthOf(last))
			}
		}
	}
	if !slices.Equal(entries, given) {
		t.Errorf("the entries became %v", entries)
	}
}

// A pointer whose name takes the place of a tick's label gives the value itself, on whichever side the name is.
func TestAPointerThatHidesATickSaysItsValue(t *testing.T) {
	figure := func(marks ...engine.Mark) engine.Figure {
		return engine.Figure{X: engine.Axis{Low: 0, High: 5.7}, Marks: append(marks, engine.Curve{X: []float64{0, 5.7}, Y: []float64{0, 1}})}
	}
	labels := func(f engine.Figure) string {
		p := Render(f, Options{Width: 60, Height: 15, Theme: plain})
		return p.Lines[p.Plot.Y+p.Plot.Height+1]
	}
	bare := strings.Fields(labels(figure()))
	for at := 0.05; at < 5.7; at += 0.1 {
		row := labels(figure(engine.Rule{Name: "here", Title: "yours", Vertical: true, At: at, Pointer: true}))
		hidden := slices.DeleteFunc(slices.Clone(bare), func(tick string) bool { return slices.Contains(strings.Fields(row), tick) })
		if value := plan.Brief(engine.Axis{}, at, cellText{&theme.Unicode}); len(hidden) > 0 && !strings.Contains(row, "yours "+value) {
			t.Errorf("at %s the ticks %v are not in %q", value, hidden, row)
		}
	}
}
