package chart

import (
	"fmt"
	"math"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
)

// gallery holds a figure of every kind, with the shapes that the views draw.
var gallery = []struct {
	name   string
	figure engine.Figure
	cross  *Crosshair
}{
	{name: "density", figure: density()},
	{name: "density-crosshair", figure: density(), cross: &Crosshair{X: 0.31}},
	{name: "atoms", figure: atoms()},
	{name: "bars-few", figure: fewBars()},
	{name: "bars-window", figure: windowBars(41)},
	{name: "bars-many", figure: windowBars(2001)},
	{name: "bars-even", figure: evenBars()},
	{name: "bars-pair", figure: pairBars()},
	{name: "curves", figure: threeCurves()},
	{name: "compare", figure: compare(), cross: &Crosshair{X: 1.7}},
	{name: "band", figure: band()},
	{name: "steps", figure: stairs()},
	{name: "log-log", figure: logLog()},
	{name: "field", figure: winner(), cross: &Crosshair{X: 0.3, Y: 0.2}},
	{name: "map", figure: regions()},
	{name: "panels", figure: fourPanels(), cross: &Crosshair{X: 0.3, Y: 0.2}},
	{name: "ranking", figure: ranking()},
	{name: "scatter", figure: scatter()},
	{name: "negative", figure: negative()},
	{name: "user-text", figure: userText()},
	{name: "single-point", figure: engine.Figure{
		Title: "one sample",
		Marks: []engine.Mark{engine.Curve{X: []float64{3}, Y: []float64{7}}},
	}},
	{name: "empty", figure: engine.Figure{
		Title: "density of M(x)", X: engine.Axis{Label: "y"},
		Marks: []engine.Mark{engine.Curve{X: []float64{0, 1}, Y: []float64{math.NaN(), math.Inf(1)}}},
	}},
}

// fourPanels returns the regions of four rules over the same records.
func fourPanels() engine.Figure {
	f := engine.Figure{Title: "the class that each rule calls", X: engine.Axis{Name: "x", Label: "x", Low: 0, High: 1}, Y: engine.Axis{Name: "y", Label: "y", Low: 0, High: 1},
		Members: []string{"record", "bound"}, Panelled: "rule",
		Marks: []engine.Mark{
			engine.Points{Name: "record", Title: "record", X: []float64{0.2, 0.7, 0.9}, Y: []float64{0.3, 0.6, 0.1}},
			engine.Curve{Name: "bound", Title: "bound", X: []float64{0, 1}, Y: []float64{0.9, 0.2}},
		}}
	xs := linspace(0.05, 0.95, 10)
	for i, title := range []string{"First", "Second", "Third (3)", "The fourth of the rules"} {
		field := engine.Field{Name: "class", Classes: []string{"no", "yes"}, Basis: known.Estimate, X: xs, Y: xs}
		for _, y := range xs {
			for _, x := range xs {
				class := 0
				if x*float64(i) > y {
					class = 1
				}
				field.Class = append(field.Class, class)
			}
		}
		f.Panels = append(f.Panels, engine.Panel{Name: title, Title: title, Below: []string{"AUC 0.912", "recall 0.731", "precision 0.402"}, Marks: []engine.Mark{field}})
	}
	return f
}

func linspace(from, to float64, n int) []float64 {
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = from + (to-from)*float64(i)/float64(n-1)
	}
	return xs
}

func logspace(from, to float64, n int) []float64 {
	xs := linspace(math.Log(from), math.Log(to), n)
	for i := range xs {
		xs[i] = math.Exp(xs[i])
	}
	return xs
}

func apply(xs []float64, f func(float64) float64) []float64 {
	ys := make([]float64, len(xs))
	for i, x := range xs {
		ys[i] = f(x)
	}
	return ys
}

// density returns a piecewise constant density with its window.
func density() engine.Figure {
	return engine.Figure{
		Title: "density of M(x)",
		X:     engine.Axis{Name: "y", Low: 0, High: 1},
		Y:     engine.Axis{Name: "density", Label: "density"},
		Marks: []engine.Mark{
			engine.Span{From: 0.2, To: 0.8, Under: "pm", Ends: [2]string{"from", "to"}},
			engine.Steps{Name: "pm", Title: "PM, piecewise", X: []float64{0, 0.3655, 0.6345, 1}, Y: []float64{0.368, 2.718, 0.368, 0.368}},
			engine.Rule{Title: "x", Vertical: true, At: 0.5, Pointer: true},
		},
	}
}

// atoms returns a clamped law: a density and a mass at either end.
func atoms() engine.Figure {
	xs := linspace(0, 1, 401)
	return engine.Figure{
		Title: "density of M(x), masses at the ends",
		X:     engine.Axis{Name: "y", Low: 0, High: 1},
		Y:     engine.Axis{Name: "density"},
		Marks: []engine.Mark{
			engine.Span{From: 0.1, To: 0.55, Ends: [2]string{"from", "to"}},
			engine.Curve{Name: "laplace-clamped", X: xs, Y: apply(xs, func(x float64) float64 { return math.Exp(-2 * math.Abs(x-0.35)) })},
			engine.Bars{Name: "laplace-clamped", X: []float64{0, 1}, Y: []float64{0.248, 0.136}, Atoms: true},
			engine.Rule{Title: "x", Vertical: true, At: 0.35, Pointer: true},
		},
	}
}

func fewBars() engine.Figure {
	return engine.Figure{
		Title: "probability of each answer",
		X:     engine.Axis{Name: "answer", Label: "answer", Words: []string{"never", "seldom", "sometimes", "often", "always"}},
		Y:     engine.Axis{Name: "mass", Style: numeral.Percent},
		Marks: []engine.Mark{engine.Bars{Name: "krr", X: linspace(0, 4, 5), Y: []float64{0.081, 0.081, 0.596, 0.081, 0.161}, Marked: []bool{2: true, 4: false}}},
	}
}

func windowBars(n int) engine.Figure {
	xs := linspace(0, 1, n)
	ys := apply(xs, func(x float64) float64 {
		return math.Exp(-6*math.Abs(x-0.4)) * (1 + 0.3*math.Sin(300*x)) * 11 / float64(n)
	})
	marked := make([]bool, n)
	for i, x := range xs {
		marked[i] = x >= 0.25 && x <= 0.6
	}
	return engine.Figure{
		Title: "probability of each output",
		X:     engine.Axis{Name: "y", Label: "output", Low: 0, High: 1},
		Y:     engine.Axis{Name: "mass", Style: numeral.Percent},
		Marks: []engine.Mark{
			engine.Span{From: 0.25, To: 0.6, Title: "window"},
			engine.Bars{Name: "exponential", X: xs, Y: ys, Marked: marked},
		},
	}
}

// evenBars returns bars that are themselves the area of the span.
func evenBars() engine.Figure {
	f := windowBars(11)
	f.Marks[0] = engine.Span{From: 0.25, To: 0.6, Under: "exponential", Ends: [2]string{"from", "to"}}
	f.Marks = append(f.Marks, engine.Rule{Title: "x", Vertical: true, At: 0.4, Pointer: true})
	return f
}

func pairBars() engine.Figure {
	xs := linspace(0, 7, 8)
	return engine.Figure{
		Title: "probability of each labelling",
		X:     engine.Axis{Name: "flips", Label: "labels flipped"},
		Y:     engine.Axis{Name: "mass"},
		Marks: []engine.Mark{
			engine.Bars{Name: "em", Title: "exponential mechanism", X: xs, Y: apply(xs, func(x float64) float64 { return 0.4 * math.Exp(-x/2) })},
			engine.Bars{Name: "coins", Title: "coin flips", Basis: known.Estimate, X: xs, Y: apply(xs, func(x float64) float64 { return 0.38 * math.Exp(-x/2.2) })},
		},
	}
}

func threeCurves() engine.Figure {
	xs := linspace(0, 10, 400)
	f := engine.Figure{
		Title: "damped oscillations",
		X:     engine.Axis{Name: "t", Label: "time", Unit: "s"},
		Y:     engine.Axis{Name: "amplitude", Label: "amplitude", Unit: "mV"},
	}
	for k, name := range []string{"light", "medium", "heavy"} {
		f.Marks = append(f.Marks, engine.Curve{Name: name, Title: name + " damping", X: xs, Y: apply(xs, func(x float64) float64 {
			return math.Exp(-x/float64(7-2*k)) * math.Cos(x+float64(k))
		})})
	}
	return f
}

var mechanismNames = []string{
	"laplace", "laplace-clamped", "laplace-truncated", "laplace-bounded", "gaussian", "gaussian-clamped", "gaussian-pac",
	"gaussian-pac-clamped", "gaussian-pac-tight", "gaussian-classic", "pm", "sw", "exponential", "exponential-sharp", "krr",
}

// compare returns fifteen curves, nine of them muted, and a target.
func compare() engine.Figure {
	xs := logspace(0.01, 10, 400)
	f := engine.Figure{
		Title: "lands within 0.15 of x", Series: "mechanism",
		X: engine.Axis{Name: "epsilon", Label: "ε, privacy budget", Log: true, Low: 0.01, High: 10},
		Y: engine.Axis{Name: "mass", Style: numeral.Percent, Low: 0, High: 1},
	}
	for k, name := range mechanismNames {
		f.Marks = append(f.Marks, engine.Curve{
			Name: name, Title: name, Muted: k%5 > 1, X: xs,
			Y: apply(xs, func(x float64) float64 {
				return 0.3 + 0.7*(1-math.Exp(-x*(0.1+0.14*float64((k*7)%15)))) - 0.01*float64(k)
			}),
		})
	}
	f.Marks = append(f.Marks, engine.Rule{Title: "target 80 %", At: 0.8})
	return f
}

func band() engine.Figure {
	xs := linspace(0, 8, 60)
	middle := func(x float64) float64 { return 1 - 0.6*math.Exp(-x/2) }
	return engine.Figure{
		Title: "keeps the prediction",
		X:     engine.Axis{Name: "epsilon", Label: "ε per feature"},
		Y:     engine.Axis{Name: "agreement", Style: numeral.Percent},
		Marks: []engine.Mark{
			engine.Band{Name: "estimate", Title: "estimate, 95 %", Basis: known.Estimate, X: xs,
				Low: apply(xs, func(x float64) float64 { return middle(x) - 0.05 }), High: apply(xs, func(x float64) float64 { return min(middle(x)+0.05, 1) })},
			engine.Curve{Name: "estimate", Title: "estimate, 95 %", Basis: known.Estimate, X: xs, Y: apply(xs, middle)},
			engine.Curve{Name: "certified", Title: "certified", Basis: known.AtLeast, X: xs, Y: apply(xs, func(x float64) float64 { return 0.9 - 0.7*math.Exp(-x/3) })},
			engine.Points{Name: "paper", Title: "in the paper", Basis: known.AsPrinted, X: []float64{1, 2, 4, 6}, Y: []float64{0.58, 0.72, 0.85, 0.97}, Labels: []string{"Fig. 3", "", "", "Fig. 4"}},
		},
	}
}

func stairs() engine.Figure {
	xs, ys := linspace(0, 20, 21), make([]float64, 21)
	for i := range ys {
		ys[i] = float64(i*i%7) + float64(i)/4
	}
	ys[12] = math.NaN()
	return engine.Figure{
		Title: "records that agree", X: engine.Axis{Name: "n", Label: "records", Style: numeral.Whole}, Y: engine.Axis{Name: "agree", Style: numeral.Whole},
		Marks: []engine.Mark{engine.Steps{Name: "agree", X: xs, Y: ys}},
	}
}

func logLog() engine.Figure {
	xs := logspace(1, 1e9, 300)
	return engine.Figure{
		Title: "chance of failure",
		X:     engine.Axis{Name: "n", Label: "n, records", Log: true, Style: numeral.Whole},
		Y:     engine.Axis{Name: "failure", Log: true, Style: numeral.Percent},
		Marks: []engine.Mark{
			engine.Curve{Name: "exact", Title: "exact", X: xs, Y: apply(xs, func(x float64) float64 { return math.Exp(-math.Pow(x, 0.14)*1.3 + 1) })},
			engine.Curve{Name: "bound", Title: "Hoeffding", Basis: known.AtMost, X: xs, Y: apply(xs, func(x float64) float64 { return 3 * math.Exp(-math.Pow(x, 0.13)*1.1+1) })},
			engine.Rule{Title: "one in a million", At: 1e-6},
		},
	}
}

// winner returns a field of four classes with a margin.
func winner() engine.Figure {
	xs, ys := logspace(0.01, 10, 80), linspace(0.005, 0.495, 50)
	f := engine.Field{Name: "winner", Classes: []string{"pm", "sw", "laplace", "krr"}, Titles: []string{"PM", "square wave", "Laplace", "k-RR"}, X: xs, Y: ys}
	margins := engine.FieldColumn{Name: "margin"}
	for _, y := range ys {
		for _, x := range xs {
			scores := []float64{math.Log(x) / 3, y * 4, 0.9 - 3*y, 0.3*math.Log(x) + 2*y - 0.35}
			best := 0
			for c := range scores {
				if scores[c] > scores[best] {
					best = c
				}
			}
			margin := math.Inf(1)
			for c := range scores {
				if c != best {
					margin = min(margin, scores[best]-scores[c])
				}
			}
			f.Class = append(f.Class, best)
			f.Faint = append(f.Faint, margin < 0.1)
			margins.Values = append(margins.Values, margin)
		}
	}
	f.Extra = []engine.FieldColumn{margins}
	return engine.Figure{
		Title: "most often within θ of x", Marks: []engine.Mark{f},
		X: engine.Axis{Name: "epsilon", Label: "ε, privacy budget", Log: true, Low: 0.01, High: 10},
		Y: engine.Axis{Name: "theta", Label: "θ, half width", Low: 0, High: 0.5},
	}
}

// regions returns a decision map with a record, its box and a threshold.
func regions() engine.Figure {
	xs, ys := linspace(0.005, 0.995, 100), linspace(0.005, 0.995, 100)
	f := engine.Field{Name: "class", Classes: []string{"stays", "leaves"}, X: xs, Y: ys}
	for _, y := range ys {
		for _, x := range xs {
			class := 0
			if (x-0.75)*(x-0.75)+(y-0.7)*(y-0.7)*0.8 < 0.09 || x+y < 0.35 {
				class = 1
			}
			f.Class = append(f.Class, class)
		}
	}
	return engine.Figure{
		Title: "the classifier's answer", X: engine.Axis{Name: "age", Label: "age", Low: 0, High: 1}, Y: engine.Axis{Name: "bmi", Label: "bmi", Low: 0, High: 1},
		Marks: []engine.Mark{
			f,
			engine.Box{Title: "certified", Basis: known.AtLeast, X0: 0.28, X1: 0.5, Y0: 0.2, Y1: math.Inf(1), Emphasis: true, Hollow: true},
			engine.Box{Title: "paper's box", Basis: known.AsPrinted, X0: 0.24, X1: 0.62, Y0: 0.15, Y1: 0.5, Hollow: true},
			engine.Points{Name: "record", X: []float64{0.4}, Y: []float64{0.35}, Labels: []string{"record 17"}},
			engine.Rule{Title: "threshold", Vertical: true, At: 0.65},
		},
	}
}

func ranking() engine.Figure {
	words := []string{"PM, piecewise", "square wave", "Laplace", "Gaussian", "k-RR"}
	return engine.Figure{
		Title: "least ε for 80 %",
		X:     engine.Axis{Name: "epsilon", Label: "ε", Log: true},
		Y:     engine.Axis{Name: "mechanism", Words: words},
		Marks: []engine.Mark{
			engine.Points{Name: "required", X: []float64{1.39, 1.8, 2.7, 4.4, 9.2}, Y: linspace(0, 4, 5), Labels: []string{"1.39", "1.80", "2.70", "4.40", "9.20"}},
			engine.Rule{Title: "yours", Vertical: true, At: 2, Pointer: true},
		},
	}
}

func scatter() engine.Figure {
	var xs, ys []float64
	state := uint32(7)
	next := func() float64 { state = state*1664525 + 1013904223; return float64(state>>8) / (1 << 24) }
	for range 700 {
		a, b := next(), next()
		r := math.Sqrt(-2 * math.Log(a+1e-9))
		xs, ys = append(xs, 3*r*math.Cos(2*math.Pi*b)), append(ys, r*math.Sin(2*math.Pi*b))
	}
	return engine.Figure{
		Title: "released values", X: engine.Axis{Name: "x"}, Y: engine.Axis{Name: "y"},
		Marks: []engine.Mark{
			engine.Points{Name: "draws", Basis: known.Estimate, X: xs, Y: ys},
			engine.Box{Title: "unit box", X0: -1, X1: 1, Y0: -1, Y1: 1},
		},
	}
}

func negative() engine.Figure {
	return engine.Figure{
		Title: "gain over the baseline", X: engine.Axis{Label: "fold"},
		Marks: []engine.Mark{
			engine.Bars{Name: "gain", X: linspace(1, 8, 8), Y: []float64{0.31, 0.12, -0.08, -0.27, 0.02, 0.22, math.NaN(), -0.15}},
			engine.Rule{At: 0.25, Title: "worth it"},
		},
	}
}

func userText() engine.Figure {
	f := engine.Field{Name: "class", Classes: []string{"\x1b[31mred\x1b[0m\a", "東京の人", "naïve\tBayes"}, X: linspace(0, 1, 30), Y: linspace(0, 1, 30)}
	for j := range 30 {
		for i := range 30 {
			f.Class = append(f.Class, (i/10+j/15)%3)
		}
	}
	return engine.Figure{
		Title: "答え\x00: the user's words", X: engine.Axis{Label: "größe\r\n"}, Y: engine.Axis{Label: "δ\u202e"},
		Marks: []engine.Mark{f, engine.Points{X: []float64{0.5}, Y: []float64{0.5}, Labels: []string{"e\u0301tude 👩‍🔬"}}},
	}
}

func manyCurves(series, points int) engine.Figure {
	xs := linspace(0, 10, points)
	f := engine.Figure{Title: "curves", X: engine.Axis{Label: "x"}, Y: engine.Axis{Label: "y"}}
	for k := range series {
		f.Marks = append(f.Marks, engine.Curve{Name: fmt.Sprint("s", k), X: xs, Y: apply(xs, func(x float64) float64 {
			return math.Exp(-x/float64(k+2)) * math.Cos(x+float64(k))
		})})
	}
	return f
}
