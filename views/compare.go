package views

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/engine/concentration"
	"dpscope/engine/known"
	"dpscope/engine/num/grid"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/view"
)

// halfWidth is θ of the window x ± θ.
var halfWidth = param.Param{Name: "theta", Symbol: "θ", Label: "half-width",
	Help: "The answer should land within θ of x; the window is cut off at 0 and 1.",
	Min:  0, Max: 1, Low: 0, High: 0.5, Default: 0.3, Fine: 0.01, Coarse: 0.05}

// abscissa is what the curves of compare run over.
type abscissa struct {
	param param.Param
	grid  func() []float64
	rows  func(c concentration.Contest, grid []float64, q compareQuestion) [][]float64
}

const comparePoints = 400

var against = param.Menu[abscissa]{
	Name: "against", Label: "against",
	Help: "What runs along the horizontal axis.",
	Kinds: []param.Kind[abscissa]{
		along("epsilon", "ε, the budget", "Every mechanism's curve rises from the width of the window towards 1, each at its own pace.",
			abscissa{mechanisms.Epsilon, func() []float64 { return grid.Log(0.1, 20, comparePoints) },
				func(c concentration.Contest, grid []float64, q compareQuestion) [][]float64 {
					return c.OverEpsilon(grid, q.x, q.window)
				}}),
		along("theta", "θ, the half-width", "How fast the window fills as it grows.",
			abscissa{halfWidth, func() []float64 { return grid.Even(0, 0.5, comparePoints+1) },
				func(c concentration.Contest, grid []float64, q compareQuestion) [][]float64 {
					return c.OverTheta(grid, q.epsilon, q.x)
				}}),
		along("x", "x, the true value", "What the place of the private value does, above all near 0 and 1.",
			abscissa{trueValue, func() []float64 { return grid.Even(0, 1, comparePoints+1) },
				func(c concentration.Contest, grid []float64, q compareQuestion) [][]float64 {
					return c.OverX(grid, q.epsilon, q.theta)
				}}),
	},
}

func along(name, title, help string, a abscissa) param.Kind[abscissa] {
	return param.Kind[abscissa]{Name: name, Title: title, Help: help, New: func(param.Values) (abscissa, error) { return a, nil }}
}

var compare = figureView{
	Name:     "compare",
	Group:    view.Mechanisms,
	Title:    "All mechanisms at one window",
	Question: "Which mechanism keeps the answer close?",
	About: "The share of answers within θ of x, for every mechanism, against ε, θ or x; their order at the present setting, and the " +
		"least ε with which each reaches the target.",
	Source: "Quantifying Classifier Utility under LDP, section 4.1 and Figure 4, recomputed exactly",
	Form: param.Form{
		Choices: []param.Choice{against},
		Params:  ofAllMechanisms(mechanisms.Epsilon, halfWidth, trueValue, target),
	},
	Figure:   compareFigure,
	Readings: compareReadings,
	Presets: []view.Preset{
		{Name: "figure-4", Title: "The paper's comparison: ε = 2, θ = 0.3, x = 0.5", Query: "against=epsilon&epsilon=2&theta=0.3&x=0.5"},
		{Name: "narrow", Title: "A narrow window, where SW leads", Query: "against=epsilon&epsilon=2&theta=0.05&x=0.5"},
		{Name: "edge", Title: "At the edge, x = 0, other mechanisms lead", Query: "against=epsilon&epsilon=2&theta=0.1&x=0"},
		{Name: "over-theta", Title: "The window grows: the lead passes from SW to PM", Query: "against=theta&epsilon=2&theta=0.2&x=0.5"},
		{Name: "over-x", Title: "The same window along all of [0, 1]", Query: "against=x&epsilon=4&theta=0.1&x=0.3"},
		{Name: "large-epsilon", Title: "From ε = 9.2 randomised response leads", Query: "against=epsilon&epsilon=10&theta=0.1&x=0.5"},
	},
}

// ofAllMechanisms lists a view's own parameters, then what any mechanism takes
// besides ε, for views that ask them all.
func ofAllMechanisms(own ...param.Param) []param.Param {
	all := slices.Clone(own)
	for _, p := range (param.Form{Choices: []param.Choice{mechanisms.All}}).All() {
		if p.Name != mechanisms.Epsilon.Name && !slices.ContainsFunc(own, func(o param.Param) bool { return o.Name == p.Name }) {
			all = append(all, p)
		}
	}
	return all
}

// compareQuestion is what the controls of the view ask.
type compareQuestion struct {
	against           abscissa
	epsilon, theta, x float64
	target            float64
	window            concentration.Window
	contest           concentration.Contest
}

func readCompareQuestion(v param.Values) (compareQuestion, error) {
	q := compareQuestion{
		epsilon: v.Get(mechanisms.Epsilon), theta: v.Get(halfWidth), x: v.Get(trueValue), target: v.Get(target),
		contest: concentration.NewContest(mechanisms.All, v),
	}
	q.window = concentration.Around(q.x, q.theta)
	var err error
	q.against, err = against.New(v)
	return q, err
}

func compareReadings(_ context.Context, v param.Values) ([]engine.Reading, error) {
	q, err := readCompareQuestion(v)
	if err != nil {
		return nil, err
	}
	readings, _ := q.readings()
	return readings, nil
}

func compareFigure(_ context.Context, v param.Values) (engine.Figure, error) {
	q, err := readCompareQuestion(v)
	if err != nil {
		return engine.Figure{}, err
	}
	readings, order := q.readings()
	p := q.against.param
	grid := q.against.grid()
	f := engine.Figure{
		X:      engine.Axis{Name: p.Name, Label: p.Symbol + ", " + p.Label, Log: p.Scale == param.Log, Low: grid[0], High: grid[len(grid)-1]},
		Y:      engine.Axis{Name: "mass", Label: fmt.Sprintf("share of answers within θ = %s of x = %s", halfWidth.Text(q.theta), trueValue.Text(q.x)), Style: numeral.Percent, High: 1},
		Series: "mechanism", Order: []string{"mechanism", "epsilon", "theta", "x", "mass"},
		Readings: readings,
		Notes:    []engine.Note{{Text: q.note(readings, order)}},
	}
	for _, s := range []engine.Setting{{Name: "epsilon", Value: q.epsilon}, {Name: "theta", Value: q.theta}, {Name: "x", Value: q.x}} {
		if s.Name != p.Name {
			f.Settings = append(f.Settings, s)
		}
	}
	switch p.Name {
	case "theta":
		f.Y.Label = fmt.Sprintf("share of answers within θ of x = %s, at ε = %s", trueValue.Text(q.x), mechanisms.Epsilon.Text(q.epsilon))
	case "x":
		f.Y.Label = fmt.Sprintf("share of answers within θ = %s of x, at ε = %s", halfWidth.Text(q.theta), mechanisms.Epsilon.Text(q.epsilon))
	}
	rows := q.against.rows(q.contest, grid, q)
	for _, i := range q.drawingOrder(order) {
		kind := mechanisms.All.Kinds[i]
		f.Marks = append(f.Marks, engine.Curve{Name: kind.Name, Title: kind.Title, Muted: !slices.Contains(order[:min(leaders, len(order))], i), X: grid, Y: rows[i]})
	}
	f.Marks = append(f.Marks,
		engine.Rule{Name: "target", Title: "target", At: q.target},
		engine.Rule{Name: p.Name, Title: p.Symbol, Vertical: true, At: v.Get(p), Pointer: true})
	return f, nil
}

// leaders is how many curves stand out; more would be a tangle.
const leaders = 5

// drawingOrder puts the leaders first, the best of them foremost, and those
// that do not exist at this setting last.
func (q compareQuestion) drawingOrder(order []int) []int {
	all := slices.Clone(order)
	for i := range mechanisms.All.Kinds {
		if !slices.Contains(all, i) {
			all = append(all, i)
		}
	}
	return all
}

// readings rank the mechanisms: the winner, the mass of each, the ε that each
// needs.
func (q compareQuestion) readings() (readings []engine.Reading, order []int) {
	scores := concentration.Scores(nil, q.contest.Laws(q.epsilon, q.x), q.window)
	order = concentration.Ranking(scores)
	required := q.contest.Required(q.x, q.window, q.target)
	first, second, margin := concentration.Winner(scores)
	kinds := mechanisms.All.Kinds
	place := fmt.Sprintf("[%s, %s]", numeral.Short(q.window.From), numeral.Short(q.window.To))
	readings = []engine.Reading{
		{Name: "best", Label: "closest", Word: kinds[first].Name, Beside: kinds[first].Title,
			Why: fmt.Sprintf("The mechanism with the greatest Pr[M(x) in %s] at ε = %s, x = %s.", place, numeral.Short(q.epsilon), numeral.Short(q.x))},
		{Name: "margin", Label: "lead, % points", Value: margin, Style: numeral.Percent, Beside: kinds[second].Title, Goal: known.Higher,
			Why: "The mass of the first less that of the second, from what lies outside when both are near 1."},
	}
	best, needs := cheapest(required)
	cheap := engine.Reading{Name: "cheapest", Label: "least ε for " + target.Text(q.target), Value: needs, Round: numeral.Up, Goal: known.Lower,
		Why: "The least ε over all mechanisms with which the share reaches the target, rounded up."}
	if best >= 0 {
		cheap.Beside = kinds[best].Title
	} else {
		cheap.Missing = "no mechanism reaches it"
	}
	readings = append(readings, cheap)
	for rank, i := range order {
		readings = append(readings, engine.Reading{Name: "mass", Of: kinds[i].Name, Label: fmt.Sprintf("%d %s", rank+1, kinds[i].Title),
			Value: scores[i].Mass, Style: numeral.Percent, Goal: known.Higher, Beside: needsText(required[i]),
			Why: fmt.Sprintf("Pr[M(x) in %s], both ends included. %s", place, q.lawOf(i))})
	}
	for _, i := range q.drawingOrder(order) {
		r := engine.Reading{Name: "epsilon-required", Of: kinds[i].Name, Label: "ε* " + kinds[i].Title, Value: required[i], Round: numeral.Up, Goal: known.Lower,
			Why: fmt.Sprintf("The least ε from %g to %g with which Pr[M(x) in %s] ≥ %s, rounded up so that the target is met. %s",
				mechanisms.Epsilon.Min, mechanisms.Epsilon.Max, place, target.Text(q.target), q.lawOf(i)),
			Given: []engine.Setting{{Name: "theta", Value: q.theta}, {Name: "x", Value: q.x}, {Name: "target", Value: q.target}}}
		if math.IsNaN(required[i]) {
			r.Missing = "no ε reaches it"
		}
		readings = append(readings, r)
	}
	return readings, order
}

// lawOf explains one mechanism.
func (q compareQuestion) lawOf(i int) string {
	m, err := q.contest.Mechanism(i, q.epsilon)
	if err != nil {
		return "Source: " + mechanisms.All.Kinds[i].Source + "."
	}
	return lawInWords(mechanisms.All.Kinds[i], m, q.x)
}

func needsText(epsilon float64) string {
	if math.IsNaN(epsilon) {
		return "ε* none"
	}
	return "ε* " + numeral.Up.Short(epsilon)
}

// cheapest finds the least of the budgets that are enough.
func cheapest(required []float64) (best int, epsilon float64) {
	best, epsilon = -1, math.NaN()
	for i, e := range required {
		if !math.IsNaN(e) && (best < 0 || e < epsilon) {
			best, epsilon = i, e
		}
	}
	return best, epsilon
}

// note says who leads, and who is cheapest.
func (q compareQuestion) note(readings []engine.Reading, order []int) string {
	kinds := mechanisms.All.Kinds
	text := fmt.Sprintf("At ε = %s, %s lands within θ most often, %s next.", mechanisms.Epsilon.Text(q.epsilon), kinds[order[0]].Title, kinds[order[1]].Title)
	if cheap := readings[2]; !math.IsNaN(cheap.Value) {
		text += fmt.Sprintf(" %s of the answers take at least ε = %s, with %s.", target.Text(q.target), numeral.Up.Short(cheap.Value), cheap.Beside)
	}
	return text
}
