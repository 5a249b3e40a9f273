package views

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine"
	"dpscope/engine/concentration"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/view"
)

// Controls shared by the views of one private value.
var (
	trueValue = param.Param{Name: "x", Symbol: "x", Label: "true value",
		Help: "The private value, scaled to [0, 1].", Min: 0, Max: 1, Default: 0.5, Fine: 0.01, Coarse: 0.1}
	windowFrom = param.Param{Name: "from", Symbol: "from",
		Help: "Lower end of the window that the answer should land in.", Min: -5, Max: 6, Low: 0, High: 1, Default: 0.2, Fine: 0.01, Coarse: 0.1}
	windowTo = param.Param{Name: "to", Symbol: "to",
		Help: "Upper end of the window.", Min: -5, Max: 6, Low: 0, High: 1, Default: 0.8, Fine: 0.01, Coarse: 0.1}
	target = param.Param{Name: "target", Symbol: "target", Style: numeral.Percent,
		Help: "How often the answer should land in the window.", Min: 0, Max: 1, Open: true, Default: 0.8, Fine: 0.01, Coarse: 0.1, Role: param.Target}
)

var concentrationView = figureView{
	Name:     "concentration",
	Group:    view.Mechanisms,
	Title:    "One mechanism at one value",
	Question: "Where does a private answer land?",
	About: "The law of the answer M(x) that one mechanism gives for the value x: its density, or its probability at each bin, " +
		"and the share that lands in a window. It is the first factor of a classifier's utility under local privacy.",
	Source: "Quantifying Classifier Utility under LDP, section 4.1, with the corrections of each mechanism",
	Form: param.Form{
		Choices: []param.Choice{mechanisms.All},
		Params:  []param.Param{trueValue, windowFrom, windowTo, target},
	},
	Figure:   concentrationFigure,
	Readings: concentrationReadings,
	Presets: []view.Preset{
		{Name: "paper-pm", Title: "The paper's example: PM at ε = 2 within 0.3 of x = 0.5 (it prints 0.86)", Query: "mechanism=pm&epsilon=2&x=0.5&from=0.2&to=0.8"},
		{Name: "paper-laplace", Title: "The paper's Laplace at ε = 5.2, said to reach 80 % (it misses)", Query: "mechanism=laplace&epsilon=5.2&x=0.5&from=0.2&to=0.8"},
		{Name: "paper-krr", Title: "The paper's k-RR at ε = 2: 61 of 101 bins, not 60", Query: "mechanism=krr&epsilon=2&x=0.5&from=0.2&to=0.8"},
		{Name: "edge", Title: "At x = 0 the same window holds less", Query: "mechanism=pm&epsilon=2&x=0&from=0&to=0.3"},
		{Name: "half-wasted", Title: "The exponential mechanism spends only half its budget", Query: "mechanism=exponential&epsilon=4&x=0.5&from=0.2&to=0.8"},
		{Name: "clamped", Title: "Clamping piles the tails up at 0 and 1", Query: "mechanism=laplace-clamped&epsilon=2&x=0.3&from=0.1&to=0.5"},
		{Name: "no-answer", Title: "A window beside x that no ε fills", Query: "mechanism=sw&epsilon=3&x=0.2&from=0.5&to=0.9"},
	},
}

// windowQuestion is what the controls of the view ask.
type windowQuestion struct {
	kind    param.Kind[mechanisms.Mechanism]
	m       mechanisms.Mechanism
	epsilon float64
	x       float64
	window  concentration.Window
	target  float64
}

func readWindowQuestion(v param.Values) (windowQuestion, error) {
	q := windowQuestion{
		epsilon: v.Get(mechanisms.Epsilon),
		x:       v.Get(trueValue),
		window:  concentration.Window{From: v.Get(windowFrom), To: v.Get(windowTo)},
		target:  v.Get(target),
	}
	if q.window.From > q.window.To {
		return q, fmt.Errorf("from = %g is above to = %g; a window needs from ≤ to", q.window.From, q.window.To)
	}
	var err error
	if q.kind, err = mechanisms.All.Picked(v); err != nil {
		return q, err
	}
	q.m, err = q.kind.New(v)
	return q, err
}

func concentrationReadings(_ context.Context, v param.Values) ([]engine.Reading, error) {
	q, err := readWindowQuestion(v)
	if err != nil {
		return nil, err
	}
	return q.readings(v, q.m.At(q.x)), nil
}

func concentrationFigure(_ context.Context, v param.Values) (engine.Figure, error) {
	q, err := readWindowQuestion(v)
	if err != nil {
		return engine.Figure{}, err
	}
	law := q.m.At(q.x)
	low, high := q.reach(law)
	f := engine.Figure{
		X:      engine.Axis{Name: "y", Label: "answer y", Low: low, High: high},
		Series: "mechanism",
		Settings: []engine.Setting{
			{Name: "epsilon", Value: q.epsilon}, {Name: "x", Value: q.x}, {Name: "from", Value: q.window.From}, {Name: "to", Value: q.window.To},
		},
		Readings: q.readings(v, law),
		Notes:    q.notes(law),
	}
	span := engine.Span{Name: "window", From: q.window.From, To: q.window.To, Ends: [2]string{"from", "to"}}
	if binned, ok := law.(mechanisms.Binned); ok {
		f.Y = engine.Axis{Name: "probability", Label: "probability of an answer"}
		bars := q.bars(binned)
		if len(bars.X) < binned.Bins() {
			f.Y.Label = fmt.Sprintf("probability of %d answers together", (binned.Bins()+len(bars.X)-1)/len(bars.X))
		}
		f.Marks = []engine.Mark{span, bars}
	} else {
		f.Y = engine.Axis{Name: "density", Label: "density of M(x)"}
		span.Under = q.kind.Name
		at, density := concentration.Outline(law, q.x, low, high, 400)
		curve := engine.Curve{Name: q.kind.Name, Title: q.kind.Title, X: at, Y: density}
		if capped(density) {
			curve.Basis = known.AtLeast
		}
		f.Marks = []engine.Mark{span, curve}
		if atoms := law.Atoms(); len(atoms) > 0 {
			f.Marks = append(f.Marks, atomBars(q.kind, atoms))
		}
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "x", Title: "x", Vertical: true, At: q.x, Pointer: true})
	return f, nil
}

// capped puts the greatest float64 in the place of densities beyond it, so that
// the curve keeps its peak, and tells whether there were any.
func capped(density []float64) bool {
	some := false
	for i, d := range density {
		if math.IsInf(d, 1) {
			density[i], some = math.MaxFloat64, true
		}
	}
	return some
}

// reach is the range of answers to show: [0, 1] where it holds everything, and
// otherwise the first of a few wider ones that holds the window and nearly all
// of the law, so that the axis moves in steps.
func (q windowQuestion) reach(law mechanisms.Law) (low, high float64) {
	for _, wide := range []float64{0, 0.5, 1, 2} {
		low, high = -wide, 1+wide
		if low <= q.window.From && q.window.To <= high && law.Outside(low, high) < 0.06 {
			return low, high
		}
	}
	return -5, 6
}

// bars shows each bin, or groups of them where there are more than a wide
// screen can.
func (q windowQuestion) bars(law mechanisms.Binned) engine.Bars {
	const most = 600
	b := engine.Bars{Name: q.kind.Name, Title: q.kind.Title}
	for _, c := range concentration.Columns(law, most) {
		middle := (c.From + c.To) / 2
		b.X = append(b.X, middle)
		b.Y = append(b.Y, c.Mass)
		b.Marked = append(b.Marked, q.window.From <= middle && middle <= q.window.To)
	}
	return b
}

func atomBars(kind param.Kind[mechanisms.Mechanism], atoms []mechanisms.Atom) engine.Bars {
	b := engine.Bars{Name: kind.Name, Title: "atoms", Column: "probability", Atoms: true}
	for _, a := range atoms {
		b.X = append(b.X, a.At)
		b.Y = append(b.Y, a.Mass)
	}
	return b
}

// readings are the answers at one setting, the most important first.
func (q windowQuestion) readings(v param.Values, law mechanisms.Law) []engine.Reading {
	c := concentration.Concentrate(q.m, q.x, q.window)
	privacy := q.m.Privacy()
	place := fmt.Sprintf("[%s, %s]", numeral.Short(q.window.From), numeral.Short(q.window.To))
	formula := lawInWords(q.kind, q.m, q.x)
	readings := []engine.Reading{
		{Name: "mass", Label: "lands in the window", Symbol: "ρ", Value: c.Mass, Style: numeral.Percent, Goal: known.Higher,
			Why: "ρ = Pr[M(x) in " + place + "], both ends included. " + formula},
		{Name: "outside", Label: "lands outside", Symbol: "1 - ρ", Value: c.Outside, Style: numeral.Percent, Goal: known.Lower,
			Why: "Pr[M(x) not in " + place + "], computed by itself and not as 1 - ρ, so that small values keep their digits. " + formula},
		q.loss(privacy),
		{Name: "standard-deviation", Label: "standard deviation", Symbol: "sd", Value: math.Sqrt(c.Variance), Below: 1e-161, Goal: known.Lower,
			Why: "The square root of the variance of M(x). " + formula},
		q.required(v),
		{Name: "mean", Label: "mean of the answers", Symbol: "E M(x)", Value: c.Mean, Beside: "bias " + signed(c.Bias),
			Why: "E M(x); the bias is E M(x) - x = " + signed(c.Bias) + ". " + formula},
		{Name: "variance", Label: "variance", Symbol: "Var M(x)", Value: c.Variance, Below: 1e-322, Goal: known.Lower,
			Why: "E (M(x) - E M(x))². With the bias, the mean squared error is " + numeral.Short(c.SquareError) + ". " + formula},
	}
	if s, ok := q.m.(mechanisms.Scaled); ok {
		readings = append(readings, engine.Reading{Name: "sigma", Label: "noise, σ", Symbol: "σ", Value: s.Sigma(), Goal: known.Lower,
			Why: "The standard deviation of the Gaussian noise before any clamping. " + q.kind.Source + "."})
	}
	if privacy.Notion != mechanisms.Pure {
		beside := ""
		if privacy.Notion == mechanisms.Approximate {
			beside = "claim " + numeral.Short(privacy.Delta)
		}
		readings = append(readings, engine.Reading{Name: "delta-exact", Label: "δ at this ε, exact", Symbol: "δ(ε)",
			Value: q.m.DeltaAt(privacy.Epsilon), Goal: known.Lower, Beside: beside,
			Why: fmt.Sprintf("The least δ for which the mechanism is (ε, δ)-LDP in the standard sense at ε = %s: the largest over x, x′ of the "+
				"hockey-stick divergence, the integral of [density of M(x) - e^ε density of M(x′)] where that is positive.", numeral.Short(privacy.Epsilon))})
	}
	if t, ok := q.m.(mechanisms.Tailed); ok {
		readings = append(readings, engine.Reading{Name: "loss-tail", Label: "chance of a larger loss", Symbol: "Pr[loss > ε]",
			Value: t.LossTail(privacy.Epsilon), Goal: known.Lower, Beside: "claim " + numeral.Short(privacy.Delta),
			Why: fmt.Sprintf("The largest probability, over x, x′, of an answer at which the log-ratio of the laws of M(x) and M(x′) exceeds ε = %s; claimed: %s. "+
				"The paper calls this δ. It is another quantity than the δ of (ε, δ)-LDP, and never below it.", numeral.Short(privacy.Epsilon), privacy)})
	}
	if p, ok := law.(mechanisms.Plateaued); ok {
		readings = append(readings, plateauReadings(p.Plateau(), formula)...)
	}
	return readings
}

// loss is the audited privacy loss beside what is claimed.
func (q windowQuestion) loss(privacy mechanisms.Privacy) engine.Reading {
	r := engine.Reading{Name: "loss-audited", Label: "privacy loss, audited", Symbol: "sup ln ratio", Value: q.m.Loss(), Goal: known.Lower,
		Beside: "claim " + numeral.Short(privacy.Epsilon)}
	r.Why = "The supremum, over all inputs x, x′ and answers y, of ln(density of M(x) at y / density of M(x′) at y), atoms included; claimed: " + privacy.String() + "."
	if math.IsInf(r.Value, 1) {
		r.Why += " Unbounded noise has no bound on this ratio; what δ then says is read from the exact δ."
	}
	return r
}

// required is the least ε whose mass reaches the target.
func (q windowQuestion) required(v param.Values) engine.Reading {
	r := engine.Reading{Name: "epsilon-required", Label: "least ε for " + target.Text(q.target), Symbol: "ε*", Value: math.NaN(), Round: numeral.Up, Beside: "s solves"}
	epsilon, found := concentration.RequiredEpsilon(mechanisms.MakerOf(q.kind, v), q.x, q.window, q.target)
	r.Why = fmt.Sprintf("The least ε from %g to %g for which ρ ≥ %s, rounded up so that the target is met.",
		mechanisms.Epsilon.Min, mechanisms.Epsilon.Max, target.Text(q.target))
	switch {
	case found && epsilon <= mechanisms.Epsilon.Min:
		r.Value, r.Beside = epsilon, "any ε does"
	case found:
		r.Value = epsilon
	default:
		r.Missing, r.Beside = "no ε reaches it", ""
	}
	return r
}

func plateauReadings(p mechanisms.Plateau, formula string) []engine.Reading {
	reading := func(name, label, symbol string, value float64) engine.Reading {
		return engine.Reading{Name: name, Label: label, Symbol: symbol, Value: value, Why: formula}
	}
	half, density := reading("plateau-half-width", "plateau half-width", "C", p.HalfWidth), reading("plateau-density", "plateau density", "p", p.Density)
	half.Below = 1e-322
	if math.IsInf(p.Density, 1) {
		density.Beside = "beyond 1.8e308"
	}
	return []engine.Reading{reading("plateau-low", "plateau from", "l", p.Low), reading("plateau-high", "plateau to", "r", p.High), half, density}
}

// notes say what to see, and what the user should know.
func (q windowQuestion) notes(law mechanisms.Law) []engine.Note {
	var notes []engine.Note
	if s, ok := law.(mechanisms.Snapping); ok && s.Snapped() != q.x {
		notes = append(notes, engine.Note{Text: fmt.Sprintf("x = %s lies between bins; the nearest, %s, is answered for.",
			numeral.Short(q.x), numeral.Short(s.Snapped()))})
	}
	if n, ok := q.m.(mechanisms.Described); ok {
		notes = append(notes, engine.Note{Text: n.Sight(q.x)})
	}
	return notes
}

// lawInWords is the law of M(x) as a formula with numbers, and its source.
func lawInWords(kind param.Kind[mechanisms.Mechanism], m mechanisms.Mechanism, x float64) string {
	text := ""
	if d, ok := m.(mechanisms.Described); ok {
		text = d.Formula(x) + " "
	}
	return text + "Source: " + kind.Source + "."
}

func signed(v float64) string {
	if v > 0 {
		return "+" + numeral.Short(v)
	}
	return numeral.Short(v)
}
