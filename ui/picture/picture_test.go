package picture

import (
	"bytes"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/views/pages"
)

// complete checks that a picture has every sample of every mark, and draws nothing beyond its edges.
func complete(t *testing.T, name string, s *Scene, f engine.Figure) {
	if drawn, there := samplesDrawn(s), samplesOf(f); drawn != there {
		t.Errorf("%s draws %d samples of %d", name, drawn, there)
	}
	for _, item := range s.Items {
		for _, path := range item.Paths {
			for _, p := range path {
				if !finite(p.X) || !finite(p.Y) || p.X < -1 || p.Y < -1 || p.X > s.Width+1 || p.Y > s.Height+1 {
					t.Errorf("%s draws at %v, beyond %v by %v", name, p, s.Width, s.Height)
					return
				}
			}
		}
	}
}

// samplesDrawn counts the samples of the picture that exports have a row for.
func samplesDrawn(s *Scene) (count int) {
	for _, m := range s.Marks {
		switch m.Form {
		case engine.Line, engine.StepLine, engine.Trail, engine.Column, engine.Spike, engine.Dot, engine.Mosaic:
			count += m.Samples
		}
	}
	return count
}

// samplesOf counts the samples of a figure that have a place.
func samplesOf(f engine.Figure) (count int) {
	panels := f.Panels
	if len(panels) == 0 {
		panels = []engine.Panel{{}}
	}
	for _, p := range panels {
		for _, mark := range append(append([]engine.Mark{}, f.Marks...), p.Marks...) {
			switch m := mark.Normal(); m.Content {
			case engine.Cells:
				count += len(m.X) * len(m.Y)
			case engine.Samples:
				for i, y := range m.Y {
					if !math.IsNaN(y) && !math.IsNaN(m.X[i]) {
						count++
					}
				}
			}
		}
	}
	return count
}

// A length is read in four units. A length that is too small to read is refused, and the error gives the least one.
func TestSize(t *testing.T) {
	for text, want := range map[string][2]float64{"3.25in": {234, 0}, "6.5x4in": {468, 288}, "254mm": {720, 0}, "300pt": {300, 0}} {
		if w, h, err := Size(text); err != nil || math.Abs(w-want[0]) > 1e-9 || math.Abs(h-want[1]) > 1e-9 {
			t.Errorf("%s is %v by %v, %v", text, w, h, err)
		}
	}
	for text, says := range map[string]string{"0.1in": "2in is the least", "6x0.1in": "0.8in is the least", "wide": "would work", "NaNin": "would work", "1e9in": "40in, which is the most"} {
		if _, _, err := Size(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// A figure without marks is refused with a way on, for every kind of file and before anything is written.
func TestNothingToDraw(t *testing.T) {
	for _, f := range formats {
		var text bytes.Buffer
		err := f.Write(&text, []Part{{Address: "compare"}}, Options{})
		if err == nil || !strings.Contains(err.Error(), "--table answers") || strings.Contains(err.Error(), "\n") || text.Len() > 0 {
			t.Errorf("%s: %v after %d bytes", f, err, text.Len())
		}
	}
}

// A title of 4,000 characters, with signs that mean something else to the formats, goes into every file: cut in the drawing,
// whole in the words.
func TestLongTitle(t *testing.T) {
	title := strings.Repeat(`a & <b> "c" {d} \e %f $g #h_i ^j ~k ε ≤ ⁻⁹ `, 90) + "the end"
	page := engine.Sheet{Figure: engine.Figure{Title: title, X: engine.Axis{Name: "x", High: 1}, Y: engine.Axis{Name: "y", High: 1},
		Marks: []engine.Mark{engine.Curve{Name: title, Title: title, X: []float64{0, 1}, Y: []float64{0, 1}}}}}
	for _, f := range formats {
		var text bytes.Buffer
		if err := f.Write(&text, []Part{{Sheet: page, Question: title, Address: "a?title=" + title}}, Options{}); err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		opened[f](t, "long"+string(f), text.Bytes(), page)
		if f == SVG || f == HTML {
			if !strings.Contains(text.String(), "the end") {
				t.Errorf("%s has lost the end of the title", f)
			}
			for _, line := range regexp.MustCompile(`(?s)<text[^>]*>(.*?)</text>`).FindAllStringSubmatch(text.String(), -1) {
				if len(line[1]) > 1000 {
					t.Errorf("%s draws %d characters in a line", f, len(line[1]))
				}
			}
		}
	}
}

// Measures the cost of a picture, without its answer, over the pages of four views.
func BenchmarkWrite(b *testing.B) {
	for _, name := range []string{"compare-figure-4", "compare-middle", "boundary-bent", "population-stroke-forest"} {
		page, err := pages.Named(name)
		if err != nil {
			b.Fatal(err)
		}
		parts := []Part{{Sheet: page, Question: name, Address: name}}
		for _, f := range formats {
			b.Run(name+string(f), func(b *testing.B) {
				for range b.N {
					if err := f.Write(io.Discard, parts, Options{}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// Pages with different questions each have their own above the plot, whole, and the picture has no common one; pages with the
// same question have it once, above all plots.
func TestQuestionsStandOverTheirOwnPlots(t *testing.T) {
	const other = "Which of all the mechanisms that there are has an answer that lands closest?"
	page := engine.Sheet{Figure: engine.Figure{X: engine.Axis{Name: "x", High: 1}, Y: engine.Axis{Name: "y", High: 1},
		Marks: []engine.Mark{engine.Curve{Name: "a", Title: "a", X: []float64{0, 1}, Y: []float64{0, 1}}}}}
	bare := engine.Sheet{Figure: page.Figure}
	bare.Figure.X.Name = "z"
	for name, second := range map[string]string{"of two questions": other, "of one": "What does it cost?"} {
		parts := []Part{{Sheet: page, Question: "What does it cost?", Address: "a", Setting: "What does it cost?"},
			{Sheet: bare, Question: second, Address: "b", Setting: second}, {Sheet: bare, Question: second, Address: "c", Setting: second}}
		var svg bytes.Buffer
		if err := SVG.Write(&svg, parts, Options{}); err != nil {
			t.Fatal(err)
		}
		drawn := svg.String()[strings.Index(svg.String(), "</desc>"):]
		if strings.Contains(drawn, "…") {
			t.Errorf("%s: something is cut", name)
		}
		if got, want := strings.Count(drawn, ">What does it cost?<"), map[string]int{other: 1, "What does it cost?": 4}[second]; got != want {
			t.Errorf("%s: the first question stands %d times, want %d", name, got, want)
		}
	}
}
