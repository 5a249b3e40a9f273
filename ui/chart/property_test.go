package chart

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/ui/theme"
)

// nasty lists numbers that break arithmetic on cells.
var nasty = []float64{
	0, 1, -1, 0.5, 1e-3, 1e3, math.NaN(), math.Inf(1), math.Inf(-1), 1e300, -1e300, math.MaxFloat64, -math.MaxFloat64,
	math.SmallestNonzeroFloat64, 1e-300, 1e15, 1e15 + 2, 0.1 + 0.2, math.Copysign(0, -1), 5e-324,
}

var nastyWords = []string{
	"", "pm", "ε, privacy budget", "\x1b[31mred\x1b[0m", "a very long label that fits nowhere at all, not even on a wide screen", "東京の人",
	"line\nbreak\ttab", "\u202eright to left", "e\u0301tude 👩‍🔬 🇩🇪", "\xff\xfe", "नमस्ते", "\u0301", "100 %",
}

func randomNumber(rng *rand.Rand) float64 {
	switch rng.IntN(6) {
	case 0:
		return nasty[rng.IntN(len(nasty))]
	case 1:
		return math.Exp(rng.NormFloat64() * 30)
	case 2:
		return rng.NormFloat64()
	}
	return rng.Float64()
}

func randomNumbers(rng *rand.Rand) []float64 {
	xs := make([]float64, [...]int{0, 1, 2, 3, 7, 40, 900}[rng.IntN(7)])
	start, step := randomNumber(rng), math.Abs(randomNumber(rng))
	calm := rng.IntN(3) > 0
	for i := range xs {
		if calm {
			xs[i] = start + step*float64(i)
		} else {
			xs[i] = randomNumber(rng)
		}
	}
	return xs
}

func randomWord(rng *rand.Rand) string { return nastyWords[rng.IntN(len(nastyWords))] }

func randomAxis(rng *rand.Rand) engine.Axis {
	a := engine.Axis{Label: randomWord(rng), Unit: randomWord(rng), Log: rng.IntN(3) == 0, Style: numeral.Style(rng.IntN(3))}
	if rng.IntN(3) == 0 {
		a.Low, a.High = randomNumber(rng), randomNumber(rng)
	}
	if rng.IntN(8) == 0 {
		for range rng.IntN(20) {
			a.Words = append(a.Words, randomWord(rng))
		}
	}
	return a
}

func randomMark(rng *rand.Rand) engine.Mark {
	xs, ys := randomNumbers(rng), randomNumbers(rng)
	name, title, basis := fmt.Sprint("s", rng.IntN(4)), randomWord(rng), known.Basis(rng.IntN(6))
	switch rng.IntN(10) {
	case 0:
		return engine.Curve{Name: name, Title: title, Basis: basis, X: xs, Y: ys, Muted: rng.IntN(3) == 0}
	case 1:
		return engine.Steps{Name: name, Title: title, Basis: basis, X: xs, Y: ys, Muted: rng.IntN(3) == 0}
	case 2:
		return engine.Band{Name: name, Title: title, Basis: basis, X: xs, Low: ys, High: randomNumbers(rng)}
	case 3:
		marked := make([]bool, rng.IntN(10))
		for i := range marked {
			marked[i] = rng.IntN(2) == 0
		}
		return engine.Bars{Name: name, Title: title, Basis: basis, X: xs, Y: ys, Marked: marked, Atoms: rng.IntN(3) == 0}
	case 4:
		return engine.Points{Name: name, Title: title, Basis: basis, X: xs, Y: ys, Labels: []string{randomWord(rng), randomWord(rng)}}
	case 5:
		f := engine.Field{Name: name, Basis: basis, X: xs, Y: ys, Classes: []string{randomWord(rng), randomWord(rng), "pm"}}
		for range rng.IntN(len(xs)*min(len(ys), 50) + 1) {
			f.Class = append(f.Class, rng.IntN(40)-2)
			f.Faint = append(f.Faint, rng.IntN(2) == 0)
		}
		if rng.IntN(2) == 0 {
			f.Ground = "pm"
		}
		return f
	case 6:
		return engine.Box{Name: name, Title: title, Basis: basis, X0: randomNumber(rng), X1: randomNumber(rng), Y0: randomNumber(rng), Y1: randomNumber(rng),
			Emphasis: rng.IntN(2) == 0, Hollow: rng.IntN(2) == 0}
	case 9:
		return engine.Profile{Name: name, Title: title, Vertical: rng.IntN(2) == 0, At: xs, Weight: ys}
	case 7:
		return engine.Span{Name: name, Title: title, From: randomNumber(rng), To: randomNumber(rng), Under: [...]string{"", name, "s1"}[rng.IntN(3)], Ends: [2]string{randomWord(rng), randomWord(rng)}}
	}
	return engine.Rule{Name: name, Title: title, Vertical: rng.IntN(2) == 0, At: randomNumber(rng), Pointer: rng.IntN(3) == 0}
}

func randomFigure(rng *rand.Rand) engine.Figure {
	f := engine.Figure{Title: randomWord(rng), X: randomAxis(rng), Y: randomAxis(rng)}
	for range rng.IntN(6) {
		f.Marks = append(f.Marks, randomMark(rng))
	}
	return f
}

func randomOptions(rng *rand.Rand) Options {
	sizes := []int{-1, 0, 1, 2, 3, 5, 8, 13, 21, 34, 60, 90}
	o := Options{
		Width: sizes[rng.IntN(len(sizes))], Height: sizes[rng.IntN(len(sizes))],
		Theme:  theme.New(rng.IntN(2) == 0, colorprofile.Profile(rng.IntN(6))),
		Glyphs: theme.GlyphSet(rng.IntN(2) == 0), Dim: rng.IntN(4) == 0,
	}
	if rng.IntN(20) == 0 {
		o.Width, o.Height = 1000, 300
	}
	if rng.IntN(2) == 0 {
		o.Crosshair = &Crosshair{X: randomNumber(rng), Y: randomNumber(rng)}
	}
	return o
}

var sgr = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// wellFormed checks the promises of every picture.
func wellFormed(t *testing.T, f engine.Figure, o Options, p Picture) {
	t.Helper()
	if len(p.Lines) != max(o.Height, 0) {
		t.Fatalf("%d lines, want %d\n%#v", len(p.Lines), o.Height, f)
	}
	lines := p.Lines
	if o.Crosshair != nil && o.Width > 0 && o.Height > 0 {
		lines = append(lines[:len(lines):len(lines)], p.ReadoutLines(o.Width, 2)...)
	}
	for i, line := range lines {
		bare := sgr.ReplaceAllString(line, "")
		if got := ansi.StringWidth(bare); got != max(o.Width, 0) {
			t.Fatalf("line %d is %d wide, want %d: %q\n%#v", i, got, o.Width, line, f)
		}
		for _, r := range bare {
			if unicode.Is(unicode.C, r) || r == unicode.ReplacementChar {
				t.Fatalf("line %d has %U: %q", i, r, line)
			}
			if o.Glyphs.ASCII && r > '~' {
				t.Fatalf("line %d has %q in ASCII: %q", i, r, line)
			}
		}
		if o.Theme.Profile < colorprofile.ASCII && strings.Contains(line, "\x1b") {
			t.Fatalf("line %d has a control sequence without a terminal: %q", i, line)
		}
		if strings.Contains(line, "\x1b") && !strings.HasSuffix(strings.TrimRight(line, " "), theme.Off) {
			if last := sgr.FindAllString(line, -1); len(last) > 0 && last[len(last)-1] != theme.Off {
				t.Fatalf("line %d leaves its style on: %q", i, line)
			}
		}
	}
	r := p.Plot
	if r.Width > 0 && r.Height > 0 && (r.X < 0 || r.Y < 0 || r.X+r.Width > o.Width || r.Y+r.Height > o.Height) {
		t.Fatalf("plot %+v outside of %dx%d", r, o.Width, o.Height)
	}
}

func checkRandom(t *testing.T, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 17))
	f, o := randomFigure(rng), randomOptions(rng)
	p := Render(f, o)
	wellFormed(t, f, o, p)
	p.Nudge(o.Crosshair, 3, -2)
}

func TestAnyFigureAnySize(t *testing.T) {
	cases := effort.Scale(100, 400, 3000)
	if testing.Short() {
		cases = 300
	}
	for seed := range cases {
		checkRandom(t, uint64(seed))
	}
}

func FuzzRender(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(checkRandom)
}

// Every figure of the gallery is well formed at every small size, and on a very large one; an ordinary run takes half of the
// sizes.
func TestEverySize(t *testing.T) {
	sizes := [][2]int{{1000, 300}}
	for w := 0; w <= 30; w++ {
		for h := 0; h <= 12; h++ {
			sizes = append(sizes, [2]int{w, h})
		}
	}
	for k, g := range gallery {
		for i, size := range sizes {
			if !effort.Sample(i+k, 11, 2) {
				continue
			}
			o := Options{Width: size[0], Height: size[1], Theme: theme.New(true, colorprofile.TrueColor), Crosshair: g.cross, Glyphs: theme.GlyphSet(i%3 == 0)}
			wellFormed(t, g.figure, o, Render(g.figure, o))
		}
	}
}
