package chart

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/ui/theme"
)

// ranks returns a list of named values, the first on top.
func ranks(n int) engine.Figure {
	p := engine.Points{Name: "rank"}
	f := engine.Figure{Title: "ranks", X: engine.Axis{Low: 0, High: 20}}
	for i := range n {
		f.Y.Words = append(f.Y.Words, fmt.Sprintf("name%02d", i))
		p.X, p.Y, p.Labels = append(p.X, float64(i)), append(p.Y, float64(i)), append(p.Labels, fmt.Sprintf("<%d>", i))
	}
	f.Marks = []engine.Mark{p}
	return f
}

// Every name has a row of its own with its point, none of them the axis; names without a row are counted.
func TestWordsHaveRowsOfTheirOwn(t *testing.T) {
	const n = 14
	for height := 6; height < 40; height++ {
		for _, ascii := range []bool{false, true} {
			p := Render(ranks(n), Options{Width: 60, Height: height, Theme: plain, Glyphs: theme.GlyphSet(ascii)})
			shown := 0
			for i := range n {
				for _, line := range p.Lines {
					if strings.Contains(line, fmt.Sprintf("name%02d", i)) {
						shown++
						if !strings.Contains(line, fmt.Sprintf("<%d>", i)) || strings.Count(line, "<") != 1 {
							t.Errorf("%d high: the row of name %d is %q", height, i, line)
						}
					}
				}
			}
			more := fmt.Sprintf("+ %d more", n-shown)
			if all := strings.Join(p.Lines, "\n"); shown < n && !strings.Contains(all, more) || shown == 0 {
				t.Errorf("%d high: %d of %d names, and no %q:\n%s", height, shown, n, more, all)
			}
			if axis := p.Lines[p.Plot.Y+p.Plot.Height]; strings.Contains(axis, "<") {
				t.Errorf("%d high: a point is on the axis: %q", height, axis)
			}
		}
	}
}

// Samples below their words are all seen, also those of the last word, or none of them is.
func TestSamplesBelowTheirWords(t *testing.T) {
	f := engine.Figure{Title: "spread", X: engine.Axis{Low: -10, High: 10}}
	for i := range 3 {
		name := fmt.Sprintf("name%02d", i)
		f.Y.Words, f.Members = append(f.Y.Words, name), append(f.Members, name)
		below := engine.Points{Name: name, Title: name}
		for k := range 5 {
			below.X, below.Y = append(below.X, float64(k)*2-5), append(below.Y, float64(i)+0.3)
		}
		f.Marks = append(f.Marks, below, engine.Points{Name: name, Title: name, X: []float64{0}, Y: []float64{float64(i)}, From: []float64{-4}, To: []float64{4}})
	}
	for height := 7; height < 24; height++ {
		picture := strings.Join(Render(f, Options{Width: 60, Height: height, Theme: plain, Glyphs: theme.Unicode}).Lines, "\n")
		for i, marker := range theme.Unicode.Markers[:3] {
			if seen := strings.Count(picture, marker); seen < 6 && seen > 2 { // beside the one at its word and the legend's
				t.Errorf("%d high: %d of the samples of name %d are seen:\n%s", height, seen, i, picture)
			}
		}
	}
}

// The rows that a list leaves at its foot are blank, and depend only on its height and its number of rows.
func TestUnusedRowsAreBlank(t *testing.T) {
	for n := 2; n < 16; n++ {
		list := ranks(n)
		other := ranks(n)
		points := other.Marks[0].(engine.Points)
		for i := range points.X {
			points.X[i] = 1e-3 * float64(n-i)
		}
		for height := 6; height < 40; height++ {
			for _, compact := range []bool{false, true} {
				o := Options{Width: 80, Height: height, Theme: plain, Glyphs: theme.Unicode, Compact: compact}
				p, q := Render(list, o), Render(other, o)
				if foot := strings.Join(p.Lines[height-p.Unused:], ""); strings.TrimSpace(foot) != "" {
					t.Errorf("%d rows in %d: the %d that are not used have %q", n, height, p.Unused, foot)
				}
				if p.Unused != q.Unused {
					t.Errorf("%d rows in %d: %d are not used with some values, %d with others", n, height, p.Unused, q.Unused)
				}
			}
		}
	}
}

// The cells of a counted field are all of one size, and all there.
func TestCountedCellsAreEven(t *testing.T) {
	const columns, rows = 31, 8
	f := engine.Field{Name: "label", Classes: []string{"kept", "flipped"}}
	for i := range columns {
		f.X = append(f.X, float64(i+1))
	}
	var words []string
	for j := range rows {
		f.Y, words = append(f.Y, float64(j)), append(words, fmt.Sprint(j*columns+1))
		for i := range columns {
			f.Class = append(f.Class, (i+j)%2)
		}
	}
	figure := engine.Figure{Title: "labels", X: engine.Axis{Style: numeral.Whole, Low: 0.5, High: columns + 0.5}, Y: engine.Axis{Words: words}, Marks: []engine.Mark{f}}
	for _, size := range [][2]int{{44, 14}, {70, 24}, {75, 36}, {160, 60}} {
		p := Render(figure, Options{Width: size[0], Height: size[1], Theme: theme.New(true, colorprofile.ASCII)})
		if p.Plot.Width%columns != 0 || p.Plot.Height%rows != 0 {
			t.Errorf("%v: cells of %dx%d/%dx%d", size, p.Plot.Width, columns, p.Plot.Height, rows)
			continue
		}
		wide, high := p.Plot.Width/columns, p.Plot.Height/rows
		fills := theme.GlyphSet(false).Fills
		for y := range p.Plot.Height {
			line := []rune(sgr.ReplaceAllString(p.Lines[p.Plot.Y+y], ""))
			for x := range p.Plot.Width {
				if want := fills[(x/wide+y/high)%2]; string(line[p.Plot.X+x]) != want {
					t.Fatalf("%v: cell %d, %d is %q, want %q", size, x, y, line[p.Plot.X+x], want)
				}
			}
		}
	}
}

// Outlines are told apart without colour, in the picture and in the legend.
func TestOutlinesDiffer(t *testing.T) {
	f := engine.Figure{Title: "boxes", X: engine.Axis{Low: 0, High: 1}, Y: engine.Axis{Low: 0, High: 1}, Marks: []engine.Mark{
		engine.Box{Name: "a", Title: "first", X0: 0.1, X1: 0.2, Y0: 0.1, Y1: 0.9, Hollow: true},
		engine.Box{Name: "b", Title: "second", X0: 0.4, X1: 0.5, Y0: 0.1, Y1: 0.9, Hollow: true},
		engine.Box{Name: "c", Title: "third", X0: 0.7, X1: 0.8, Y0: 0.1, Y1: 0.9, Hollow: true, Emphasis: true},
	}}
	for _, ascii := range []bool{false, true} {
		all := strings.Join(Render(f, Options{Width: 46, Height: 24, Theme: plain, Glyphs: theme.GlyphSet(ascii)}).Lines, "\n")
		signs := map[string]string{}
		for _, title := range []string{"first", "second", "third"} {
			before, _, found := strings.Cut(all, " "+title)
			sign, _ := utf8.DecodeLastRuneInString(before)
			if other, taken := signs[string(sign)]; taken || !found {
				t.Errorf("ascii %v: %s and %q are both %q in\n%s", ascii, title, other, sign, all)
			}
			signs[string(sign)] = title
		}
		if len(signs) != 3 {
			t.Errorf("ascii %v: the legend has %v", ascii, signs)
		}
	}
}

// A long title takes two lines rather than lose its end.
func TestLongTitlesWrap(t *testing.T) {
	f := engine.Figure{Title: "share of answers that keep the class of the record", Marks: []engine.Mark{engine.Curve{X: []float64{0, 1}, Y: []float64{0, 1}}}}
	p := Render(f, Options{Width: 35, Height: 15, Theme: plain})
	if first, second := strings.TrimSpace(p.Lines[0]), strings.TrimSpace(p.Lines[1]); first+" "+second != f.Title {
		t.Errorf("the title is %q, %q", first, second)
	}
}

// A legend that does not fit uses short names before it leaves any out.
func TestLegendNamesAllClasses(t *testing.T) {
	f := engine.Field{Name: "winner", Classes: []string{"lc", "pm", "sw", "ex", "krr"}, Titles: []string{"Laplace, clamped", "Piecewise (PM)", "Square wave (SW)", "Exponential, sharp", "Randomised response"},
		X: []float64{1, 2, 3, 4, 5}, Y: []float64{0}, Class: []int{0, 1, 2, 3, 4}}
	p := Render(engine.Figure{Title: "winner", Marks: []engine.Mark{f}}, Options{Width: 35, Height: 15, Theme: theme.New(true, colorprofile.ASCII)})
	all := sgr.ReplaceAllString(strings.Join(p.Lines, "\n"), "")
	for _, name := range []string{"Laplace, clamped", "PM", "SW", "Exponential, sharp", "Randomised response"} {
		if !strings.Contains(all, " "+name) {
			t.Errorf("the legend does not name %s:\n%s", name, all)
		}
	}
}

// Inside is filled and outside is not, under a line as for bars, even where no bar is inside.
func TestInsideIsFilled(t *testing.T) {
	for _, profile := range []colorprofile.Profile{colorprofile.ASCII, colorprofile.ANSI} {
		g := theme.Unicode
		bars := func(marked ...bool) string {
			f := engine.Figure{Title: "bars", X: engine.Axis{Low: 0, High: 1}, Y: engine.Axis{Low: 0, High: 1}, Marks: []engine.Mark{
				engine.Span{From: 0.4, To: 0.6}, engine.Bars{X: []float64{0, 1}, Y: []float64{0.7, 0.7}, Marked: marked}}}
			return strings.Join(Render(f, Options{Width: 40, Height: 12, Theme: theme.New(true, profile)}).Lines, "\n")
		}
		if all := bars(false, false); strings.Contains(all, g.Block) || !strings.Contains(all, g.Shade) {
			t.Errorf("bars outside are filled:\n%s", all)
		}
		if all := bars(true, true); !strings.Contains(all, g.Block) || strings.Contains(all, g.Shade) {
			t.Errorf("bars inside are not filled:\n%s", all)
		}
		line := engine.Curve{Name: "law", X: []float64{0, 1}, Y: []float64{1, 1}}
		f := engine.Figure{Title: "law", X: engine.Axis{Low: 0, High: 1}, Y: engine.Axis{Low: 0, High: 2}, Marks: []engine.Mark{line, engine.Span{From: 0.4, To: 0.6, Under: "law"}}}
		if all := strings.Join(Render(f, Options{Width: 40, Height: 12, Theme: theme.New(true, profile)}).Lines, "\n"); !strings.Contains(all, g.Solid) || strings.Contains(all, g.Shade) {
			t.Errorf("the area inside is not filled:\n%s", all)
		}
	}
}
