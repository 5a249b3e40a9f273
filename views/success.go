package views

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine"
	"dpscope/engine/labels"
	"dpscope/engine/num/grid"
	"dpscope/engine/num/ticks"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/view"
)

var (
	successAgainst = param.Menu[string]{Name: "against", Label: "against",
		Help: "What success is drawn against.",
		Kinds: []param.Kind[string]{
			option("records", "records, n", "Success at odd and at even numbers of records.", labelPaper+", Corollary 1"),
			option("epsilon", "budget, ε", "Success at this number of records as the budget grows.", labelPaper+", Corollary 2"),
		}}

	successBeside = param.Menu[string]{Name: "beside", Label: "beside it",
		Help: "What else is drawn.",
		Kinds: []param.Kind[string]{
			option("nothing", "nothing", "The user's own setting alone.", "none"),
			option("figure-1", "the paper's Fig. 1", "Success at flip chances 0.2, 0.3 and 0.4, n from 5 to 100.", labelPaper+", Fig. 1, with the floor of n/2 of its caption"),
		}}
)

var success = figureView{
	Name:     "success",
	Group:    view.Labels,
	Title:    "Success against records and budget",
	Question: "Do more records make success more likely?",
	About: "The probability that at least half of the labels are kept, for odd and for even numbers of records apart. At odd n it rises with n; at even n, " +
		"where a tie counts as success, it first falls: a saw-tooth that the paper's Corollary 1 calls nearly increasing.",
	Source: labelPaper + ", Properties 1 to 3, Corollaries 1 and 2, Fig. 1; our correction: at even n success falls while ε < 2 ln(1 + 2/n)",
	Form: param.Form{
		Choices: []param.Choice{successAgainst, successBeside, ties},
		Params:  []param.Param{mechanisms.LabelEpsilon, labelRecords},
	},
	Figure:   successFigure,
	Readings: successReadings,
	Presets: []view.Preset{
		{Name: "saw-tooth", Title: "At ε = 0.5 success falls at even n until n = 8", Query: "against=records&beside=nothing&ties=count&epsilon=0.5&n=40"},
		{Name: "figure-1", Title: "The paper's Fig. 1: flip chances 0.2, 0.3 and 0.4", Query: "against=records&beside=figure-1&ties=count&epsilon=2.772588722239781&n=100"},
		{Name: "small-budget", Title: "At ε = 0.01 it falls until n = 400", Query: "against=records&beside=nothing&ties=count&epsilon=0.01&n=1000"},
		{Name: "majority", Title: "Without ties nothing ever falls", Query: "against=records&beside=nothing&ties=strict&epsilon=0.5&n=40"},
		{Name: "against-budget", Title: "A thousand labels as the budget grows", Query: "against=epsilon&beside=nothing&ties=count&epsilon=0.1&n=1000"},
		{Name: "coins", Title: "ε = 0: one half at odd n, never at even n", Query: "against=records&beside=nothing&ties=count&epsilon=0&n=40"},
	},
}

func successReadings(_ context.Context, v param.Values) ([]engine.Reading, error) {
	q, err := readSuccessQuestion(v)
	if err != nil {
		return nil, err
	}
	return q.readings(), nil
}

// successQuestion is what the controls of the view ask.
type successQuestion struct {
	m    mechanisms.LabelFlip
	n    float64
	ties bool
}

func readSuccessQuestion(v param.Values) (q successQuestion, err error) {
	q.n = v.Get(labelRecords)
	if q.ties, err = ties.New(v); err != nil {
		return q, err
	}
	q.m, err = readLabelFlip(v)
	return q, err
}

func (q successQuestion) readings() []engine.Reading {
	question := scoreQuestion{m: q.m, n: q.n, ties: q.ties}
	readings := question.readings()[:2]
	next := labels.Success(q.m, q.n+2, q.ties)
	now := readings[0].Value
	return append(readings,
		labelCost(q.m),
		engine.Reading{Name: "success-next", Label: "with two more records", Symbol: "n + 2", Value: next, Style: numeral.Percent,
			Beside: change(next - now),
			Why: fmt.Sprintf("The same probability at n = %s. Property 3: it rises from n to n + 2 exactly when p ≤ (n-j)/(n+1), with j = %s flips allowed and p = %s.",
				numeral.Count(q.n+2), numeral.Count(question.fails()-1), numeral.Short(q.m.Flip))},
		q.fallReading(),
		q.riseReading(),
		labelFlipChance(q.m),
		labelContraction(q.m),
	)
}

// neverFalls says why more records never lower success where they do not.
const neverFalls = "it never falls"

// riseReading is the budget from which two more records help at this n.
func (q successQuestion) riseReading() engine.Reading {
	end := 2 * math.Log1p(2/q.n)
	r := engine.Reading{Name: "epsilon-fall-ends", Label: "ε from which n rises", Symbol: "2 ln(1+2/n)", Value: end,
		Why: fmt.Sprintf("For even n, ties counted, two more records lower success exactly while ε < 2 ln(1 + 2/n) = %s. At odd n, and without ties, they never do.", numeral.Short(end))}
	if math.Mod(q.n, 2) != 0 || !q.ties {
		r.Value, r.Missing = math.NaN(), neverFalls
	}
	return r
}

// fallReading is the number of records up to which even n fall at this budget.
func (q successQuestion) fallReading() engine.Reading {
	end := labels.EvenFallEnds(q.m)
	r := engine.Reading{Name: "even-fall-ends", Label: "even n falls below", Symbol: "2/(e^(ε/2)-1)", Value: end,
		Why: fmt.Sprintf("At even n, a tie counted, success falls from n to n + 2 exactly while n < 2/(e^(ε/2) - 1) = %s, that is while ε < 2 ln(1 + 2/n): "+
			"each tie is a success half of which is luck, and ties grow rarer. Corollary 1 of the paper says that success nearly increases.", numeral.Short(end))}
	switch {
	case !q.ties:
		r.Value, r.Missing = math.NaN(), neverFalls
		r.Why = "Without ties success rises from n to n + 2 at every n and every ε."
	case math.IsInf(end, 1):
		r.Value, r.Missing = math.NaN(), "it falls for ever"
		r.Why = "Fair coins (ε = 0) succeed with probability 1/2 + C(n, n/2)/2^(n+1) at even n, which falls towards one half for ever."
	}
	return r
}

// change writes a difference of probabilities with its sign, in percentage
// points.
func change(d float64) string {
	switch {
	case d > 0:
		return "up " + numeral.Short(100*d) + " points"
	case d < 0:
		return "down " + numeral.Short(-100*d) + " points"
	}
	return "the same"
}

func successFigure(_ context.Context, v param.Values) (engine.Figure, error) {
	q, err := readSuccessQuestion(v)
	if err != nil {
		return engine.Figure{}, err
	}
	against, err := successAgainst.New(v)
	if err != nil {
		return engine.Figure{}, err
	}
	beside, err := successBeside.New(v)
	if err != nil {
		return engine.Figure{}, err
	}
	f := engine.Figure{
		Title:    "probability of success",
		Y:        engine.Axis{Name: "success", Label: "probability of success", Style: numeral.Percent, Low: 0.5, High: 1},
		Readings: q.readings(),
	}
	if !q.ties {
		f.Y.Low = 0.2
	}
	switch {
	case against == "epsilon":
		f.Settings = []engine.Setting{{Name: "n", Value: q.n}}
		q.drawAgainstBudget(&f)
	case beside == "figure-1": // whose curves have budgets of their own
		q.drawAgainstRecords(&f, true)
	default:
		f.Settings = []engine.Setting{{Name: "epsilon", Value: q.m.Nominal}, {Name: "epsilon_true", Value: q.m.True}}
		q.drawAgainstRecords(&f, false)
	}
	return f, nil
}

func (q successQuestion) drawAgainstRecords(f *engine.Figure, figure1 bool) {
	const samples = 250
	most := ticks.AtLeast(max(q.n, 10) * (1 - 1e-12))
	f.Series = "parity"
	f.X = engine.Axis{Name: "n", Label: "n, records", Style: numeral.Whole, Low: 0, High: most}
	if most > 500 {
		f.X.Low, f.X.Log = 1, true
	}
	if figure1 {
		f.Marks = figure1Curves(q.ties)
	}
	end := labels.EvenFallEnds(q.m)
	if q.ties && end > 2 {
		f.Marks = append(f.Marks, engine.Span{Name: "even-falls", Title: "even n falls", From: 2, To: min(end, most)})
	}
	for _, p := range []struct {
		parity      labels.Parity
		name, title string
	}{{labels.Odd, "odd", "odd n"}, {labels.Even, "even", "even n"}} {
		curve := engine.Curve{Name: p.name, Title: p.title}
		if figure1 {
			curve.Name += " at p=" + numeral.Short(q.m.Flip)
		}
		curve.X, curve.Y = labels.SuccessAgainstRecords(q.m, p.parity, q.ties, most, samples)
		f.Marks = append(f.Marks, curve)
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "n", Title: "n", Vertical: true, At: q.n, Pointer: true})
	f.Notes = []engine.Note{{Text: q.sight(end)}}
}

// sight says what to see in the saw-tooth.
func (q successQuestion) sight(end float64) string {
	switch {
	case !q.ties:
		return "Without ties, success never falls when two records more are added, whatever the parity."
	case math.IsInf(end, 1):
		return "Fair coins: odd n stands at one half, and even n falls towards it for ever as ties grow rare."
	case end <= 2:
		return "At this ε success rises with every two records more; from odd to even n it always jumps, because a tie counts."
	}
	return fmt.Sprintf("Up to n = %s, success falls at even n when two records more are added; at odd n it only rises.", numeral.Count(2*math.Ceil(end/2)))
}

// figure1Curves are the paper's Fig. 1: every n from 5 to 100, odd and even in
// one line.
func figure1Curves(ties bool) []engine.Mark {
	var marks []engine.Mark
	for _, p := range []float64{0.2, 0.3, 0.4} {
		text := numeral.Short(p)
		m, err := mechanisms.NewLabelExponential(2 * math.Log((1-p)/p))
		if err != nil { // these chances are in range
			continue
		}
		curve := engine.Curve{Name: "p=" + text, Title: "p = " + text, Muted: true}
		for n := 5.0; n <= 100; n++ {
			curve.X, curve.Y = append(curve.X, n), append(curve.Y, labels.Success(m, n, ties))
		}
		marks = append(marks, curve)
	}
	return marks
}

func (q successQuestion) drawAgainstBudget(f *engine.Figure) {
	f.Series = "tie"
	f.X = engine.Axis{Name: "epsilon", Label: "ε, nominal budget", Log: true, Low: 0.001, High: 20}
	for _, c := range []struct {
		ties        bool
		name, title string
	}{{true, "success", "at least half kept"}, {false, "failure", "more than half kept"}} {
		curve := engine.Curve{Name: c.name, Title: c.title, Muted: c.ties != q.ties}
		for _, epsilon := range grid.Log(f.X.Low, f.X.High, 250) {
			m, err := mechanisms.NewLabelExponential(epsilon)
			if err != nil { // the grid is in range
				continue
			}
			curve.X, curve.Y = append(curve.X, epsilon), append(curve.Y, labels.Success(m, q.n, c.ties))
		}
		f.Marks = append(f.Marks, curve)
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "epsilon", Title: "ε", Vertical: true, At: q.m.Nominal, Pointer: true})
	f.Notes = []engine.Note{{Text: "Success rises with ε to certainty; more records make the rise steeper and earlier."}}
}
