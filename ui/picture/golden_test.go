package picture

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
)

var update = flag.Bool("update", false, "keep the pictures as they are drawn")

// figures returns figures that together have every kind of mark.
func figures() map[string]engine.Figure {
	xs, wave, low, high := []float64{}, []float64{}, []float64{}, []float64{}
	for i := range 101 {
		x := float64(i) / 100
		y := 0.5 + 0.4*math.Sin(6*x)
		xs, wave, low, high = append(xs, x), append(wave, y), append(low, y-0.08), append(high, y+0.08)
	}
	broken := append([]float64{}, wave...)
	broken[40], broken[41] = math.NaN(), math.NaN()
	unit := func(name, label string) engine.Axis { return engine.Axis{Name: name, Label: label, Low: 0, High: 1} }
	plane := engine.Field{Name: "winner", Classes: []string{"pm", "sw", "laplace"}, Titles: []string{"Piecewise", "Square wave", "Laplace"}, Thin: "lead below 1 point"}
	for i := range 20 {
		plane.X, plane.Y = append(plane.X, (float64(i)+0.5)/20), append(plane.Y, (float64(i)+0.5)/20)
	}
	for j := range 20 {
		for i := range 20 {
			plane.Class, plane.Faint = append(plane.Class, (i/7+j/9)%3), append(plane.Faint, (i+j)%20 == 19)
		}
	}
	words := engine.Axis{Name: "mechanism", Label: "mechanism", Words: []string{"ε-LDP", "Piecewise", "Square wave", "Laplace"}, Heads: []int{0}}
	curve := engine.Curve{Name: "pm", Title: "Piecewise", X: xs, Y: wave}
	return map[string]engine.Figure{
		"curves": {Title: "share kept", X: unit("x", "x, true value"), Y: unit("share", "share"), Series: "mechanism", Members: []string{"pm", "sw"}, Marks: []engine.Mark{
			engine.Band{Name: "pm", Title: "95 % of draws", Basis: known.Estimate, X: xs, Low: low, High: high, Confidence: 0.95}, curve,
			engine.Curve{Name: "sw", Title: "Square wave", X: xs, Y: broken, Falls: [2]bool{true, true}}, engine.Rule{Name: "target", Title: "target", At: 0.8},
			engine.Points{Name: "here", Title: "at this x", X: []float64{0.3}, Y: []float64{wave[30]}, Here: true}, engine.Rule{Name: "x", Title: "x", Vertical: true, At: 0.3, Pointer: true}}},
		"density": {Title: "density of the answer", X: unit("y", "answer y"), Y: engine.Axis{Name: "density", Label: "density"}, Series: "mechanism", Marks: []engine.Mark{
			engine.Steps{Name: "pm", Title: "Piecewise", X: []float64{0, 0.2, 0.6, 1}, Y: []float64{0.5, 1.7, 0.5, 0.5}},
			engine.Bars{Name: "atom", Title: "exactly one value", X: []float64{0, 1}, Y: []float64{0.3, 0.1}, Atoms: true}, engine.Span{Name: "window", From: 0.1, To: 0.7, Under: "pm", Ends: [2]string{"from", "to"}}}},
		"bars": {Title: "probability of each count", X: engine.Axis{Name: "n", Label: "flips"}, Y: engine.Axis{Name: "mass", Label: "probability"}, Marks: []engine.Mark{
			engine.Bars{Name: "mass", X: []float64{0, 1, 2, 3, 4}, Y: []float64{0.1, 0.3, 0.35, 0.2, 0.05}, Marked: []bool{true, true, true, false, false}}, engine.Rule{Name: "half", Title: "half", Vertical: true, At: 2.5}}},
		"plane": {Title: "best mechanism", X: unit("epsilon", "ε, budget"), Y: unit("theta", "θ, tolerance"), Members: []string{"pm", "sw", "laplace"}, Marks: []engine.Mark{plane,
			engine.Box{Name: "safe", Title: "safe box", Basis: known.AtLeast, X0: 0.3, X1: math.Inf(1), Y0: 0.2, Y1: 0.6, Emphasis: true, Hollow: true},
			engine.Profile{Name: "noise", Title: "noise", At: xs, Weight: wave}, engine.Profile{Name: "noise y", Title: "noise of y", Vertical: true, At: xs, Weight: high}}},
		"powers": {Title: "least ε", X: engine.Axis{Name: "delta", Label: "δ", Log: true, Low: 1e-9, High: 1}, Y: engine.Axis{Name: "epsilon", Label: "ε", Log: true, Low: 0.01, High: 100}, Marks: []engine.Mark{
			engine.Curve{Name: "least", Title: "least ε", Answer: true, X: []float64{1e-9, 1e-6, 1e-3, 1}, Y: []float64{80, 10, 0.5, 0.02}},
			engine.Ghost{Title: "held: n = 10", Mark: engine.Curve{Name: "least", X: []float64{1e-9, 1e-3, 1}, Y: []float64{30, 2, 0.1}}}, engine.Band{Name: "least", Title: "interval", X: []float64{1e-6, 1e-3}, Low: []float64{5, 0.2}, High: []float64{20, 1}, Bars: true}}},
		"ranking": {Title: "share that keeps its class", X: unit("share", "share"), Y: words, Members: []string{"pm", "sw", "laplace"}, Marks: []engine.Mark{
			engine.Points{Name: "kept", X: []float64{0.9, 0.7, 0.4}, Y: []float64{1, 2, 3}, As: []string{"pm", "sw", "laplace"}, From: []float64{0.85, 0.6, math.Inf(-1)}, To: []float64{0.95, 0.8, 0.6}, Confidence: 0.95}}},
		"panels": {Title: "decision boundaries", X: unit("u", "u"), Y: unit("v", "v"), Panelled: "learner", Marks: []engine.Mark{engine.Points{Name: "positive", Title: "positive", X: []float64{0.2, 0.4, 0.8}, Y: []float64{0.7, 0.9, 0.6}}}, Panels: []engine.Panel{
			{Name: "tree", Title: "Decision tree", Below: []string{"AUC 0.91"}, Marks: []engine.Mark{engine.Path{Name: "edge", Title: "boundary", X: []float64{0, 0.5, 0.5, 1}, Y: []float64{0.4, 0.4, 0.6, 0.6}, Emphasis: true}}},
			{Name: "line", Title: "Logistic regression", Below: []string{"AUC 0.93"}, Marks: []engine.Mark{engine.Path{Name: "edge", Title: "boundary", X: []float64{0, 1}, Y: []float64{0.3, 0.7}, Emphasis: true}}}}},
		"ellipse": {Title: "half of the answers", X: engine.Axis{Name: "a", Label: "age", Low: -1, High: 1}, Y: engine.Axis{Name: "b", Label: "bmi", Low: -1, High: 1}, Marks: []engine.Mark{ellipse(), engine.Span{Name: "safe", Title: "safe", From: -0.3, To: 0.3, Clear: true}}},
	}
}

func ellipse() engine.Path {
	p := engine.Path{Name: "half", Title: "half of them", Dashed: true}
	for i := range 65 {
		a := 2 * math.Pi * float64(i) / 64
		p.X, p.Y = append(p.X, 0.8*math.Cos(a)), append(p.Y, 0.4*math.Sin(a)+0.2*math.Cos(a))
	}
	return p
}

// Eight pictures, which together have every kind of mark, look like the recorded ones: some in a column of a paper, one grey
// and one dark.
func TestPictures(t *testing.T) {
	t.Parallel()
	for name, f := range figures() {
		parts := []Part{{Sheet: engine.Sheet{Figure: f}, Question: "What does the picture of " + name + " show?", Address: name}}
		s, err := Draw(parts, Options{Width: 3.25 * Inch, Grey: name == "bars", Dark: name == "powers"})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var text, outlined bytes.Buffer
		if err := s.PNG(&text); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", name+".png")
		if *update {
			if err := os.WriteFile(path, text.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		kept, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		const aRounding = 0.05 // a different letter or sign is 0.1 apart or more
		if _, off := apart(t, text.Bytes(), kept); off > aRounding {
			t.Errorf("%s is %.4f apart somewhere from the picture that is kept; -update keeps it as it is now", name, off)
		}
		if err := s.Outlined().PNG(&outlined); err != nil {
			t.Fatal(err)
		}
		if off, _ := apart(t, text.Bytes(), outlined.Bytes()); off > 0.01 {
			t.Errorf("%s with letters as areas is %.4f apart from that with letters", name, off)
		}
		var svg strings.Builder
		if err := SVG.Write(&svg, parts, Options{Outline: true}); err != nil || strings.Contains(svg.String(), "<text") || !strings.Contains(svg.String(), "<desc") {
			t.Errorf("%s with letters as areas has letters, or no words, %v", name, err)
		}
	}
}

// apart returns the mean difference of two pictures, and the greatest mean difference in a square of the size of a letter, both
// as shares of the greatest possible difference.
func apart(t *testing.T, a, b []byte) (mean, most float64) {
	t.Helper()
	var list [2]image.Image
	for i, text := range [...][]byte{a, b} {
		img, err := png.Decode(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		list[i] = img
	}
	size := list[0].Bounds()
	if size != list[1].Bounds() {
		return 1, 1
	}
	const side = 16
	squares := map[image.Point]float64{}
	for y := range size.Dy() {
		for x := range size.Dx() {
			p, q := color.NRGBAModel.Convert(list[0].At(x, y)).(color.NRGBA), color.NRGBAModel.Convert(list[1].At(x, y)).(color.NRGBA)
			for _, d := range [...]int{int(p.R) - int(q.R), int(p.G) - int(q.G), int(p.B) - int(q.B)} {
				off := math.Abs(float64(d)) / 255 / 3
				mean += off / float64(size.Dx()*size.Dy())
				squares[image.Pt(x/side, y/side)] += off / (side * side)
			}
		}
	}
	for _, off := range squares {
		most = max(most, off)
	}
	return mean, most
}
