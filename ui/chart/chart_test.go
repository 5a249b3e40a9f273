package chart

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

var plain = theme.New(true, colorprofile.NoTTY)

func ExampleRender() {
	figure := engine.Figure{
		Title: "probability of each answer",
		X:     engine.Axis{Words: []string{"no", "yes"}},
		Marks: []engine.Mark{engine.Bars{X: []float64{0, 1}, Y: []float64{0.25, 0.75}}},
	}
	picture := Render(figure, Options{Width: 32, Height: 8, Theme: theme.New(true, colorprofile.NoTTY), Glyphs: theme.ASCII})
	for _, line := range picture.Lines {
		fmt.Println(strings.TrimRight(line, " "))
	}
	// Output:
	//     probability of each answer
	//     |
	// 0.8 +
	//     |             #########
	// 0.4 +             #########
	//     | #########   #########
	//   0 +-----+-----------+------
	//          no          yes
}

// A cell is one place in the data and back, for clicks and drags.
func TestCellsAndData(t *testing.T) {
	for _, g := range gallery {
		p := Render(g.figure, Options{Width: 70, Height: 24, Theme: plain})
		for y := p.Plot.Y; y < p.Plot.Y+p.Plot.Height; y++ {
			for x := p.Plot.X; x < p.Plot.X+p.Plot.Width; x++ {
				dataX, dataY, ok := p.At(x, y)
				column, okX := p.column(dataX)
				row, okY := p.row(dataY)
				if !ok || !okX || !okY || column != x || row != y {
					t.Fatalf("%s: cell %d, %d is (%g, %g), which is cell %d, %d", g.name, x, y, dataX, dataY, column, row)
				}
			}
		}
		for _, outside := range [][2]int{{p.Plot.X - 1, p.Plot.Y}, {p.Plot.X, p.Plot.Y + p.Plot.Height}} {
			if _, _, ok := p.At(outside[0], outside[1]); ok {
				t.Errorf("%s: %v is in the plot", g.name, outside)
			}
		}
	}
}

// The crosshair walks cell by cell and stays in the plot.
func TestNudge(t *testing.T) {
	p := Render(compare(), Options{Width: 70, Height: 24, Theme: plain})
	c := p.Nudge(nil, 0, 0)
	for range 100 {
		before, _ := p.column(c.X)
		c = p.Nudge(c, 1, 0)
		after, ok := p.column(c.X)
		if want := min(before+1, p.Plot.X+p.Plot.Width-1); !ok || after != want {
			t.Fatalf("from column %d to %d, want %d", before, after, want)
		}
	}
}

// The crosshair reads curves between samples, steps at the step, bars and
// points at the nearest, and puts the greatest first.
func TestReadout(t *testing.T) {
	f := engine.Figure{
		X: engine.Axis{Label: "ε, privacy budget", Low: 0, High: 4}, Y: engine.Axis{Style: numeral.Percent},
		Marks: []engine.Mark{
			engine.Curve{Name: "curve", Title: "a curve", X: []float64{0, 2, 4}, Y: []float64{0, 0.2, 0.6}},
			engine.Steps{Name: "steps", Basis: known.AtLeast, X: []float64{0, 2, 4}, Y: []float64{0.9, 0.7, 0.1}},
			engine.Points{Name: "points", Basis: known.AsPrinted, X: []float64{1, 3.02}, Y: []float64{0.1, 0.5}},
			engine.Curve{Name: "elsewhere", X: []float64{0, 1}, Y: []float64{1, 1}},
			engine.Curve{Name: "gap", X: []float64{0, 4}, Y: []float64{1, math.NaN()}},
		},
	}
	p := Render(f, Options{Width: 60, Height: 16, Theme: plain, Crosshair: &Crosshair{X: 3}})
	var got []string
	for _, v := range p.readout {
		got = append(got, v.Name+" "+v.Written)
	}
	if want := []string{"steps ≥ 70.0 %", "points 50.0 %", "curve = 40.0 %"}; !slices.Equal(got, want) {
		t.Errorf("readout %q, want %q", got, want)
	}
	if lines := p.ReadoutLines(60, 1); len(lines) != 1 || !strings.HasPrefix(lines[0], "ε = 3.00   ■ steps ≥ 70.0 %") || !strings.Contains(lines[0], "+ 1 more") {
		t.Errorf("readout in a line %q", lines)
	}
	if all := strings.Join(p.ReadoutLines(60, 2), "\n"); !strings.Contains(all, "curve = 40.0 %") {
		t.Errorf("two lines do not hold three values: %q", all)
	}
	for width := 1; width < 80; width++ {
		for most := 1; most < 4; most++ {
			lines := p.ReadoutLines(width, most)
			if len(lines) > most {
				t.Errorf("%d lines, not %d", len(lines), most)
			}
			for _, line := range lines {
				if got := ansi.StringWidth(line); got != width {
					t.Errorf("readout of width %d is %d wide", width, got)
				}
			}
		}
	}
}

// Proven numbers are written on their safe side.
func TestReadoutRoundsBounds(t *testing.T) {
	f := engine.Figure{X: engine.Axis{Low: 0, High: 1}, Y: engine.Axis{Style: numeral.Percent}}
	for _, b := range []known.Basis{known.AtLeast, known.AtMost, known.Exact} {
		f.Marks = append(f.Marks, engine.Curve{Name: b.String(), Basis: b, X: []float64{0, 1}, Y: []float64{0.85469, 0.85469}})
	}
	p := Render(f, Options{Width: 60, Height: 16, Theme: plain, Crosshair: &Crosshair{X: 0.5}})
	want := map[string]string{"at least": "≥ 85.4 %", "at most": "≤ 85.5 %", "exact": "= 85.5 %"}
	for _, v := range p.readout {
		if v.Written != want[v.Name] {
			t.Errorf("%s is written %q, want %q", v.Name, v.Written, want[v.Name])
		}
	}
}

// On an axis of whole numbers the crosshair stands on them and steps from one to the next, however wide a column is.
func TestCrosshairCounts(t *testing.T) {
	for _, most := range []float64{10, 1000} {
		f := engine.Figure{X: engine.Axis{Label: "n", Style: numeral.Whole, Low: 0, High: most}, Y: engine.Axis{High: 1},
			Marks: []engine.Mark{engine.Curve{X: []float64{0, most}, Y: []float64{0, 1}}}}
		o := Options{Width: 60, Height: 16, Theme: plain, Crosshair: &Crosshair{X: 4.4}}
		for range 3 {
			p := Render(f, o)
			if line := p.ReadoutLines(60, 1)[0]; strings.Contains(line[:8], ".") {
				t.Errorf("the crosshair stands at %q", line)
			}
			next := p.Nudge(o.Crosshair, 1, 0)
			if next.X != math.Round(next.X) || next.X <= o.Crosshair.X && next.X < most {
				t.Errorf("from %v one column on is %v", o.Crosshair.X, next.X)
			}
			o.Crosshair = next
		}
	}
}

// When bars must share columns, every peak is still as high.
func TestPeaksStay(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	xs, ys := linspace(0, 1, 5001), make([]float64, 5001)
	for i := range ys {
		ys[i] = 0.1 * rng.Float64()
	}
	ys[1234], ys[4999] = 1, 0.8
	f := engine.Figure{Title: "mass", X: engine.Axis{Low: 0, High: 1}, Marks: []engine.Mark{engine.Bars{X: xs, Y: ys}}}
	p := Render(f, Options{Width: 80, Height: 20, Theme: plain})
	for _, i := range []int{1234, 4999} {
		column, _ := p.column(xs[i])
		row, _ := p.row(ys[i])
		if r := []rune(p.Lines[row+1])[column]; r != '█' {
			t.Errorf("the peak at %g is %q", xs[i], r)
		}
	}
	if !strings.Contains(p.Lines[0], "largest of") {
		t.Errorf("the title does not say that bars share columns: %q", p.Lines[0])
	}
}

// A bar's top is at its value, to an eighth of a cell.
func TestBarHeights(t *testing.T) {
	eighths := []rune(" ▁▂▃▄▅▆▇█")
	for _, value := range []float64{0.06, 0.2, 0.411, 0.5, 0.777, 1} {
		f := engine.Figure{X: engine.Axis{Low: 0, High: 2}, Y: engine.Axis{Low: 0, High: 1}, Marks: []engine.Mark{engine.Bars{X: []float64{1}, Y: []float64{value}}}}
		p := Render(f, Options{Width: 40, Height: 14, Theme: plain})
		column, _ := p.column(1)
		cells := 0.0
		for y := p.Plot.Y; y < p.Plot.Y+p.Plot.Height; y++ {
			cells += float64(slices.Index(eighths, []rune(p.Lines[y])[column])) / 8
		}
		want := float64(p.Plot.Height) - p.frame.row(value) - 0.5 // zero is the middle of the axis's row
		if foot := []rune(p.Lines[p.Plot.Y+p.Plot.Height])[column]; string(foot) != theme.Unicode.Upper {
			t.Errorf("a bar of %g stands on %c", value, foot)
		}
		if math.Abs(cells-want) > 1.0/16+1e-9 {
			t.Errorf("a bar of %g is %.3f cells high, want %.3f", value, cells, want)
		}
	}
}

// A field shows at every half cell the class of the nearest centre (compared with a search of all centres).
func TestFieldShowsNearestCentre(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for range 30 {
		xs, ys := logspace(0.01, 10, 2+rng.IntN(90)), linspace(-1, 1, 2+rng.IntN(60))
		m := engine.Field{X: xs, Y: ys}
		for range len(xs) * len(ys) {
			m.Class = append(m.Class, rng.IntN(5)-1)
		}
		f := engine.Figure{X: engine.Axis{Log: true, Low: 0.01, High: 10}, Y: engine.Axis{Low: -1, High: 1}, Marks: []engine.Mark{m}}
		d := drawing{theme: plain, glyphs: theme.Unicode, canvas: newCanvas(50, 20, plain)}
		d.take(f)
		d.layOut()
		s := d.sample(&d.Marks[0])
		for y := range s.height {
			for x := range s.width {
				u := math.Log(d.frame.valueX(float64(x)))
				v := d.frame.valueY(float64(y)/2 - 0.25)
				nearX := closest(len(xs), func(i int) float64 { return math.Abs(math.Log(xs[i]) - u) })
				nearY := closest(len(ys), func(j int) float64 { return math.Abs(ys[j] - v) })
				got := s.at(x, y)
				agrees := false
				for _, i := range nearX {
					for _, j := range nearY {
						agrees = agrees || got == m.Class[j*len(xs)+i]
					}
				}
				if !agrees {
					t.Fatalf("half cell %d, %d shows class %d, not that of centres %v, %v", x, y, got, nearX, nearY)
				}
			}
		}
	}
}

// closest lists the places at the least distance, to rounding.
func closest(n int, distance func(int) float64) []int {
	least := math.Inf(1)
	for i := range n {
		least = min(least, distance(i))
	}
	var all []int
	for i := range n {
		if distance(i) <= least+1e-9 {
			all = append(all, i)
		}
	}
	return all
}

// The name of a class stands on its own region, never on another's.
func TestRegionNames(t *testing.T) {
	f := winner()
	p := Render(f, Options{Width: 70, Height: 24, Theme: plain})
	field := f.Marks[0].(engine.Field)
	for class, title := range field.Titles {
		for y := p.Plot.Y; y < p.Plot.Y+p.Plot.Height; y++ {
			at := strings.Index(p.Lines[y], title)
			if at < 0 {
				continue
			}
			column := len([]rune(p.Lines[y][:at]))
			for x := column; x < column+len([]rune(title)); x++ {
				dataX, dataY, _ := p.At(x, y)
				i := plan.Nearest(field.X, p.frame.x, p.frame.x.At(dataX), 0)
				j := plan.Nearest(field.Y, p.frame.y, p.frame.y.At(dataY), 0)
				if got := field.Class[j*len(field.X)+i]; got != class {
					t.Errorf("%q stands on %q", title, field.Titles[got])
				}
			}
		}
	}
}

// A series keeps its colour, marker and dash when others join after it, and marks of one name share them.
func TestSeriesKeepTheirLooks(t *testing.T) {
	looks := func(n int) []plan.Series {
		d := drawing{theme: theme.New(true, colorprofile.TrueColor), glyphs: theme.Unicode}
		var f engine.Figure
		for k := range n {
			f.Marks = append(f.Marks, engine.Curve{Name: fmt.Sprint(k)})
		}
		f.Marks = append(f.Marks, engine.Points{Name: "0"})
		d.take(f)
		if d.Of[n] != 0 {
			t.Errorf("marks of one name are series %d and %d", d.Of[0], d.Of[n])
		}
		return d.Series
	}
	few, many := looks(3), looks(15)
	for i := range few {
		if few[i].Ink != many[i].Ink || few[i].Marker != many[i].Marker {
			t.Errorf("series %d changes its looks", i)
		}
	}
	seen := map[int]bool{}
	for i, s := range many {
		if seen[s.Marker] {
			t.Errorf("series %d has another's marker", i)
		}
		seen[s.Marker] = true
		if i >= 8 && s.Ink == many[i-8].Ink && slices.Equal(s.Dash, many[i-8].Dash) {
			t.Errorf("series %d and %d differ in their marker alone", i-8, i)
		}
	}
}

// Resizing never changes the range of numbers shown, except for a margin that ticks in the middle of rows need; of names it
// shows as many as have rows, which TestWordsHaveRowsOfTheirOwn tests, with their range.
func TestRangeDoesNotDependOnSize(t *testing.T) {
	for _, g := range gallery {
		own := plan.NewSubject(g.figure, plan.Medium{Text: cellText{&theme.Unicode}, Whole: true}) // a picture that is not made of cells
		for _, size := range [][2]int{{120, 40}, {60, 15}, {20, 4}, {3, 2}, {300, 90}} {
			f := Render(g.figure, Options{Width: size[0], Height: size[1], Theme: plain}).frame
			if len(g.figure.Y.Words) > 0 {
				continue
			}
			if f.x != own.X {
				t.Errorf("%s at %v shows another range", g.name, size)
			}
			low, high := own.Y.At(f.y.Low), own.Y.At(f.y.High)
			rows := float64(f.plot.Height)
			if margin := high - low - 1; low > 1e-9 || high < 1-1e-9 || margin*rows/(1+margin) > max(1, rows/4.5)+1e-6 {
				t.Errorf("%s at %v shows %g to %g of %d rows", g.name, size, low, high, f.plot.Height)
			}
		}
	}
}

// Moving a value within its nice range moves nothing but the data: the axes, the labels and the plot stay where they are.
func TestNothingJumps(t *testing.T) {
	var before Picture
	for i, peak := range []float64{2.05, 2.4, 2.718, 2.99} {
		f := density()
		f.Marks[1] = engine.Steps{Name: "pm", X: []float64{0, 0.4, 0.6, 1}, Y: []float64{0.4, peak, 0.4, 0.4}}
		p := Render(f, Options{Width: 70, Height: 24, Theme: plain})
		if i > 0 && (p.Plot != before.Plot || !reflect.DeepEqual(p.frame, before.frame)) {
			t.Errorf("a peak of %g moves the plot from %+v to %+v", peak, before.Plot, p.Plot)
		}
		before = p
	}
}

// While a value moves the y axis keeps its range, and grows where the data need that; another quantity has its own range.
func TestTheRangeIsHeld(t *testing.T) {
	render := func(peak float64, name string, held plan.Range) Picture {
		f := density()
		f.Y.Name = name
		f.Marks[1] = engine.Steps{Name: "pm", X: []float64{0, 0.4, 0.6, 1}, Y: []float64{0.4, peak, 0.4, 0.4}}
		return Render(f, Options{Width: 70, Height: 24, Theme: plain, Held: held})
	}
	high := render(7, "density", plan.Range{})
	low := render(2.9, "density", plan.Range{})
	if low.frame.y == high.frame.y {
		t.Fatal("the axis does not move at all")
	}
	if held := render(2.9, "density", high.Range()); held.frame.y != high.frame.y || held.Plot != high.Plot {
		t.Errorf("a held axis goes from %g to %g, want %g to %g", held.frame.y.Low, held.frame.y.High, high.frame.y.Low, high.frame.y.High)
	}
	if grown := render(7, "density", low.Range()); grown.frame.y.High < 7 {
		t.Errorf("a held axis ends at %g, below its data", grown.frame.y.High)
	}
	if other := render(2.9, "mass", high.Range()); other.frame.y != low.frame.y {
		t.Error("another quantity takes the held range")
	}
}

func TestTitles(t *testing.T) {
	for _, c := range []struct {
		figure engine.Figure
		want   string
	}{
		{engine.Figure{Title: "density of M(x)", Y: engine.Axis{Label: "density"}}, "density of M(x)"},
		{engine.Figure{Title: "lands in the window", Y: engine.Axis{Style: numeral.Percent}}, "lands in the window, %"},
		{engine.Figure{Y: engine.Axis{Label: "time", Unit: "s"}}, "time, s"},
		{engine.Figure{Title: "most often near", Y: engine.Axis{Label: "θ, half width"}}, "most often near   ↑ θ, half width"},
	} {
		c.figure.Marks = []engine.Mark{engine.Curve{X: []float64{0, 1}, Y: []float64{0, 1}}}
		p := Render(c.figure, Options{Width: 60, Height: 12, Theme: plain})
		if got := strings.TrimSpace(p.Lines[0]); got != c.want {
			t.Errorf("title %q, want %q", got, c.want)
		}
	}
}

// Among fifteen curves those that are not muted are all named, or counted where room is short; muted ones are counted.
func TestNamesOfManyCurves(t *testing.T) {
	for _, height := range []int{24, 10} {
		p := Render(compare(), Options{Width: 90, Height: height, Theme: plain, Compact: height < 17, Whole: true})
		all := strings.Join(p.Lines, "\n")
		for k, name := range mechanismNames {
			if k%5 <= 1 && !strings.Contains(all, name) && (height == 24 || !strings.Contains(all, "sign")) {
				t.Errorf("at height %d %s is neither named nor counted in\n%s", height, name, all)
			}
		}
		if want := map[int]string{24: "9 others", 10: "+ 3 signs"}[height]; !strings.Contains(all, want) {
			t.Errorf("at height %d the others are not counted in\n%s", height, all)
		}
	}
}

// A mark that is not exact is named with its basis; a lone exact series needs none.
func TestLegend(t *testing.T) {
	p := Render(band(), Options{Width: 80, Height: 24, Theme: plain})
	if got := strings.Join(p.Lines, "\n"); !strings.Contains(got, "certified, at least") || !strings.Contains(got, "▲ in the paper") {
		t.Errorf("no legend in\n%s", got)
	}
	if got := strings.Join(Render(density(), Options{Width: 80, Height: 24, Theme: plain}).Lines, "\n"); strings.Contains(got, "piecewise") {
		t.Errorf("a lone exact series has a legend:\n%s", got)
	}
}

// A field with texts writes all of them or, where one has no room, none.
func TestCellTexts(t *testing.T) {
	f := engine.Figure{
		X: engine.Axis{Name: "a", Words: []string{"one", "two"}}, Y: engine.Axis{Name: "b", Words: []string{"up", "down"}},
		Marks: []engine.Mark{engine.Field{Name: "c", Classes: []string{"low", "high"}, X: []float64{0, 1}, Y: []float64{0, 1},
			Class: []int{0, 1, 1, 0}, Text: []string{"1.25", "2.50", "3.75", "4.99"}}},
	}
	for _, c := range []struct{ width, want int }{{60, 4}, {14, 4}, {10, 0}} {
		picture := strings.Join(Render(f, Options{Width: c.width, Height: 14, Theme: plain, Glyphs: theme.ASCII}).Lines, "\n")
		found := 0
		for _, text := range f.Marks[0].(engine.Field).Text {
			found += strings.Count(picture, text)
		}
		if found != c.want {
			t.Errorf("%d of 4 texts at %d columns, want %d:\n%s", found, c.width, c.want, picture)
		}
	}
}

// Counted cells are all there, or the missing rows are counted.
func TestCountedRowsThatDoNotFit(t *testing.T) {
	const columns, rows = 5, 12
	f := engine.Figure{X: engine.Axis{Name: "place", Style: numeral.Whole}}
	field := engine.Field{Name: "label", Classes: []string{"kept", "flipped"}}
	for i := range columns {
		field.X = append(field.X, float64(i+1))
	}
	for j := range rows {
		field.Y = append(field.Y, float64(j))
		f.Y.Words = append(f.Y.Words, fmt.Sprint(j*columns+1))
		for range columns {
			field.Class = append(field.Class, 1)
		}
	}
	f.Marks = []engine.Mark{field}
	fill := theme.Unicode.Fills[1]
	for _, height := range []int{6, 9, 20} {
		lines := Render(f, Options{Width: 40, Height: height, Theme: plain, Glyphs: theme.Unicode}).Lines
		shown, left := 0, 0
		for _, line := range lines {
			name, cells, axis := strings.Cut(line, "┤")
			if axis && strings.Contains(cells, fill) {
				shown++
			}
			fmt.Sscanf(strings.TrimSpace(name), "+ %d more", &left)
		}
		if shown+left != rows || (height < 12) != (left > 0) {
			t.Errorf("height %d: %d rows shown and %d said to be left out of %d\n%s", height, shown, left, rows, strings.Join(lines, "\n"))
		}
	}
}

// On a single line the crosshair reads the first value, not the place alone.
func TestReadoutOnOneLine(t *testing.T) {
	f := engine.Figure{
		X:     engine.Axis{Name: "x", Label: "a label that could fill the whole of a narrow page by itself"},
		Marks: []engine.Mark{engine.Curve{Name: "mass", Title: "mass", X: []float64{0, 1}, Y: []float64{0.25, 0.75}}, engine.Curve{Name: "other", Title: "other", X: []float64{0, 1}, Y: []float64{1, 0}}},
	}
	p := Render(f, Options{Width: 50, Height: 12, Theme: plain, Crosshair: &Crosshair{X: 0.5}})
	if lines := p.ReadoutLines(50, 1); len(lines) != 1 || theme.Width(lines[0]) != 50 || !strings.Contains(lines[0], "0.500") || !strings.Contains(lines[0], "+ 1 more") {
		t.Errorf("one line reads %q", lines)
	}
}

// column returns the column of the picture that shows x, row the row that shows y.
func (p Picture) column(x float64) (column int, ok bool) {
	column, ok = p.frame.cellX(x)
	return column + p.Plot.X, ok
}

func (p Picture) row(y float64) (row int, ok bool) {
	row, ok = p.frame.cellY(y)
	return row + p.Plot.Y, ok
}
