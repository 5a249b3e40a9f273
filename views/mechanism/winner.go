package mechanism

import (
	"context"
	"fmt"
	"slices"

	"dpscope/engine"
	"dpscope/engine/concentration"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

var winnerForm = param.Form{Texts: []param.Text{standOut}, Params: control.OfAllMechanisms(mechanisms.Epsilon, halfWidth, trueValue)}

// overPlane shows the best mechanism over the plane of budget and closeness.
var overPlane = view.Of(view.Declaration[winner]{
	Name:     "compare",
	Budget:   localBudget,
	Model:    view.Locally,
	Title:    "The best mechanism over budget and closeness",
	Question: "Which mechanism is best, for which ε and tolerance?",
	Lead:     winnerLead,
	Filled:   winner.filled,
	Sees:     seesCompared,
	About: "For every ε and every tolerance θ, the mechanism that puts the most answers within θ of x; where it is grey, or sparse " +
		"without colour, the runner-up is less than a point behind. " +
		"There is no best mechanism, only a best one for a budget, a tolerance and a place. Those compared give one guarantee; where some are highlighted, these alone are compared.",
	Source: "Quantifying Classifier Utility under LDP, Example 2 and its takeaway, recomputed exactly for every x",
	Form:   winnerForm,
	Ask:    askWinner,
	Python: func(_ context.Context, _ param.Values, q winner) (view.Python, error) {
		return q.mechanismComparison.python("best")
	},
	Defaults: func(context.Context, param.Values) engine.Defaults {
		return engine.Defaults{standOut.Name: {Meaning: "all under ε-LDP"}}
	},
	Readings: winnerReadings,
	Place:    lawOfCell,
	Tries: []view.Try{
		{When: func(v param.Values) bool { return v.Get(trueValue) < 1 }, On: "x", Do: view.MuchMore,
			Called: "x", Shows: "the map is of one value; see who wins at another."},
		{On: "x", Do: view.MuchLess, Called: "x", Shows: "the map is of one value; see who wins at another."}},
	Draw: drawWinner,
	Presets: []view.Preset{
		{Name: "middle", Title: "The middle, x = 0.5, where the paper looks", Query: "x=0.5&epsilon=2&theta=0.1"},
		{Name: "winner-edge", Title: "The edge, x = 0: the paper's advice changes", Query: "x=0&epsilon=2&theta=0.1"},
		{Name: "off-centre", Title: "Off the centre", Query: "x=0.25&epsilon=4&theta=0.2"},
		{Name: "few-bins", Title: "With 11 bins randomised response wins far more", Query: "x=0.5&epsilon=4&theta=0.1&bins=11"},
	},
})

// winner asks which mechanism wins at every budget and every half-width.
type winner struct {
	mechanismComparison
	epsilons, thetas []float64
	won              *work.Once[concentration.Plane] // only where the plane itself is asked about
}

func askWinner(_ context.Context, v param.Values) (winner, error) {
	q := winner{mechanismComparison: askContest(v, entrants(v)),
		epsilons: concentration.PlaneBudgets(), thetas: concentration.PlaneTolerances()}
	q.won = work.NewOnce(func(ctx context.Context) (concentration.Plane, error) { return q.Plane(ctx, q.x) })
	return q, nil
}

var winnerReadings = slices.Concat([]view.Entry[winner]{
	closest[winner](),
	view.Family[winner]{Name: "mass", Of: "mechanism", Label: "lands within θ of x", Members: leader,
		Each: func(string) view.Reading[winner] {
			return view.Reading[winner]{ExactOf: "the distribution of the answer at x", Symbol: "ρ", Style: numeral.Percent, Goal: known.Higher,
				Range: known.Probability, Level: view.Shown,
				Title: func(winner) string { return "lands in the window" },
				Value: view.Known(func(q winner) known.Value { return q.mass(q.ranking().First) }),
				Cases: massCases(func(q winner) (mechanismComparison, int) { return q.mechanismComparison, q.ranking().First })}
		}},
	runnerUpOf[winner](view.Shown), aheadBy[winner](),
}, attackers[winner](), []view.Entry[winner]{
	widest, nearlyTied,
	view.Family[winner]{Name: "clear", Of: "mechanism", Label: "clear wins of this picture", Members: clearly.winners, Each: clearly.shareOf},
	view.Family[winner]{Name: "share", Of: "mechanism", Label: "wins of this picture", Members: anyhow.winners, Each: anyhow.shareOf},
})

// widest declares the mechanism that clearly wins most of the picture, as coloured there.
var widest = view.Reading[winner]{Name: "widest", Label: "clearly wins most",
	Value: func(ctx context.Context, q winner) (known.Value, error) {
		w, err := q.won.Get(ctx)
		if err != nil {
			return known.Value{}, err
		}
		cells := slices.Max(w.Clear)
		if cells == 0 {
			return known.Nothing("nowhere in the picture is one ahead by a point"), nil
		}
		most := slices.Index(w.Clear, cells)
		return known.Named(q.kinds[most].Name, q.kinds[most].Title).As(known.Estimate), nil
	},
	Opens: func(ctx context.Context, q winner, v known.Value) (string, error) {
		i, err := q.index(v.Word)
		return q.law(i, q.window), err
	},
	Formula: "The mechanism that is ahead by at least 1 point at the most of the picture's grid points; of equal ones the first."}

// nearlyTied declares how much of the picture is grey: the lead there is too small to matter.
var nearlyTied = view.Reading[winner]{Name: "nearly-tied", Label: "nearly tied", Style: numeral.Percent, Range: known.Probability,
	Value: func(ctx context.Context, q winner) (known.Value, error) {
		w, err := q.won.Get(ctx)
		if err != nil {
			return known.Value{}, err
		}
		return known.Approximated(float64(w.Tied()) / float64(len(w.Winners))), nil
	},
	Remark:  view.Says(func(winner) string { return ofPicture }),
	Formula: "Share of the picture's grid points at which the best mechanism is ahead by less than 1 point, " + axesOfPicture + ".",
	With: func(ctx context.Context, q winner, _ known.Value) (string, error) {
		w, err := q.won.Get(ctx)
		return fmt.Sprintf("%d of %d points.", w.Tied(), len(w.Winners)), err
	}}

// What shares of the picture refer to.
const ofPicture = "of this picture (log ε × θ)"

var axesOfPicture = fmt.Sprintf("ε on a log scale from %g to %g, θ from 0 to %g",
	concentration.LeastBudget, concentration.MostBudget, concentration.WidestTolerance)

// counting says which wins are counted, in words, and how many a mechanism has.
type counting struct {
	at    string
	cells func(concentration.Plane) []int
}

var (
	anyhow  = counting{"that it wins", func(w concentration.Plane) []int { return w.Shares }}
	clearly = counting{"at which it is ahead by at least 1 point", func(w concentration.Plane) []int { return w.Clear }}
)

// winners lists the mechanisms that win somewhere.
func (c counting) winners(ctx context.Context, q winner) ([]string, error) {
	w, err := q.won.Get(ctx)
	var names []string
	for i, cells := range c.cells(w) {
		if cells > 0 {
			names = append(names, q.kinds[i].Name)
		}
	}
	return names, err
}

// shareOf declares how much of the plane one mechanism wins.
func (c counting) shareOf(name string) view.Reading[winner] {
	return view.Reading[winner]{Style: numeral.Percent, Range: known.Probability,
		Title: func(q winner) string { i, _ := q.index(name); return q.title(i) },
		Value: func(ctx context.Context, q winner) (known.Value, error) {
			i, err := q.index(name)
			if err != nil {
				return known.Value{}, err
			}
			w, err := q.won.Get(ctx)
			if err != nil {
				return known.Value{}, err
			}
			return known.Approximated(float64(c.cells(w)[i]) / float64(len(w.Winners))), nil
		},
		Remark:  view.Says(func(winner) string { return ofPicture }),
		Opens:   view.Says(func(q winner) string { i, _ := q.index(name); return q.law(i, q.window) }),
		Formula: "Share of the picture's grid points " + c.at + ", " + axesOfPicture + ".",
		With: func(ctx context.Context, q winner, _ known.Value) (string, error) {
			w, err := q.won.Get(ctx)
			if err != nil {
				return "", err
			}
			i, _ := q.index(name)
			return fmt.Sprintf("%d of %d points.", c.cells(w)[i], len(w.Winners)), nil
		},
	}
}

func drawWinner(ctx context.Context, q winner, _ view.Readings, _ func(engine.Sheet)) (engine.Sheet, error) {
	w, err := q.won.Get(ctx)
	if err != nil {
		return engine.Sheet{}, err
	}
	field := engine.Field{Name: "winner", X: q.epsilons, Y: q.thetas, Class: w.Winners, Faint: make([]bool, len(w.Winners)),
		Thin:  "nearly tied: ahead by less than 1 point",
		Extra: []engine.FieldColumn{{Name: "margin", Values: w.Margins}}}
	for _, k := range q.kinds {
		field.Classes = append(field.Classes, k.Name)
		field.Titles = append(field.Titles, k.Title)
	}
	for i, m := range w.Margins {
		field.Faint[i] = m < concentration.ClearLead
	}
	return engine.Sheet{
		Figure: engine.Figure{
			Title:   fmt.Sprintf("the best mechanism at x = %s, of values from 0 to 1", trueValue.Text(q.x)),
			X:       engine.Axis{Name: "epsilon", Label: "ε, budget", Log: true, Low: q.epsilons[0], High: q.epsilons[len(q.epsilons)-1]},
			Y:       engine.Axis{Name: "theta", Label: "θ, tolerance", Low: 0, High: 0.5},
			Members: mechanisms.All.Names(), Hues: control.Hues(),
			Settings: []engine.Setting{{Name: "x", Value: q.x}},
			Shows:    []engine.Shown{{Mark: "here", Of: engine.Key{Name: "mass", Member: q.named(q.ranking().First).Word}}},
			Marks: []engine.Mark{field, engine.Points{Name: "here", Title: "the present setting", Here: true, X: []float64{q.marked()},
				Y: []float64{min(q.theta, concentration.WidestTolerance)}}},
		},
	}, nil
}

// leader lists the best mechanism, if there is one.
func leader(_ context.Context, q winner) (names []string, err error) {
	if first := q.ranking().First; first >= 0 {
		names = append(names, q.kinds[first].Name)
	}
	return names, nil
}

// marked returns where the present ε is marked: at the edge of the picture where it lies outside.
func (q winner) marked() float64 {
	return min(max(q.epsilon, concentration.LeastBudget), concentration.MostBudget)
}
