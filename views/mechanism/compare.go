package mechanism

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"dpscope/engine/concentration"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// abscissa is the variable along the curves of compare.
type abscissa struct {
	param param.Param
	over  concentration.Over
}

var against = param.Menu[abscissa]{
	Name: "show", Label: "show",
	Help: "What runs along the horizontal axis.",
	Kinds: []param.Kind[abscissa]{
		control.Option("epsilon", "ε, the budget", "How quickly answers concentrate around x as ε grows.", "",
			abscissa{mechanisms.Epsilon, concentration.Budgets}),
		control.Option("theta", "θ, the tolerance", "How fast the window fills as it grows.", "",
			abscissa{halfWidth, concentration.Tolerances}),
		control.Option("x", "x, the true value", "How the result depends on x, above all near 0 and 1.", "",
			abscissa{trueValue, concentration.Values}),
	},
}

var compareForm = param.Form{
	Choices: []param.Choice{against},
	Texts:   []param.Text{standOut},
	Params:  control.OfAllMechanisms(mechanisms.Epsilon, halfWidth, trueValue, control.Target),
}

// Compare shows which mechanism lands within θ of x most often: along one of the controls, or over the plane of two.
var Compare = view.OneOf{Key: "show", Label: "show", Help: "What is drawn: the shares along one control, or the best mechanism over the plane of ε and θ.",
	Sides: []view.Side{{View: alongOne}, {View: overPlane, Is: param.Option{Name: "plane", Title: "ε × θ, the plane",
		Help: "The best mechanism for every ε and every tolerance.", Source: "Quantifying Classifier Utility under LDP, Example 2"}}}}.View()

// alongOne shows the share of answers within θ of x for every mechanism.
var alongOne = view.Of(view.Declaration[compare]{
	Name:     "compare",
	Label:    "compare",
	Also:     "comparison, versus, vs, mechanisms compared",
	Budget:   localBudget,
	Model:    view.Locally,
	Title:    "All mechanisms at one window",
	Question: "Which mechanism's answer lands closest to x?",
	Lead:     comparisonLead,
	Filled:   compare.filled,
	Sees:     seesCompared,
	About: "The share of answers within θ of x, for every mechanism, against ε, θ or x; their order at the present setting, and the " +
		"least ε with which each reaches the target.",
	Source: "Quantifying Classifier Utility under LDP, section 4.1 and Figure 4, recomputed exactly",
	Form:   compareForm,
	Ask:    askCompare,
	Python: func(_ context.Context, _ param.Values, q compare) (view.Python, error) {
		return q.mechanismComparison.python("best")
	},
	Defaults: aheadWords,
	Readings: comparisonReadings,
	Place:    lawOfCurve,
	Tries: []view.Try{{On: "theta", Do: view.MuchLess, Called: "θ", Shows: "ask for closer answers, and see which mechanism leads."},
		{On: "epsilon", Do: view.MuchMore, Called: "ε", Shows: "spend more, and see which mechanism leads."}},
	Draw: drawCompare,
	Presets: []view.Preset{
		{Name: "figure-4", Title: "The paper's comparison: ε = 2, θ = 0.3, x = 0.5", Query: "show=epsilon&epsilon=2&theta=0.3&x=0.5"},
		{Name: "narrow", Title: "A narrow window, where SW leads", Query: "show=epsilon&epsilon=2&theta=0.05&x=0.5"},
		{Name: "edge", Title: "At the edge, x = 0, other mechanisms lead", Query: "show=epsilon&epsilon=2&theta=0.1&x=0"},
		{Name: "over-theta", Title: "The window grows: the lead passes from SW to PM", Query: "show=theta&epsilon=2&theta=0.2&x=0.5"},
		{Name: "over-x", Title: "The same window along all of [0, 1]", Query: "show=x&epsilon=4&theta=0.1&x=0.3"},
		{Name: "weaker", Title: "A weaker guarantee lands closer, and is not ranked with the others",
			Query: "show=epsilon&epsilon=0.5&theta=0.1&x=0&delta=0.3"},
		{Name: "large-epsilon", Title: "From ε = 9.2 randomised response leads", Query: "show=epsilon&epsilon=10&theta=0.1&x=0.5"},
	},
})

// compare asks how all mechanisms stand, and what each needs.
type compare struct {
	mechanismComparison
	against  abscissa
	required []func() concentration.Required // of each mechanism, once
}

func askCompare(_ context.Context, v param.Values) (compare, error) {
	q := compare{mechanismComparison: askContest(v, mechanisms.All)}
	for i := range q.kinds {
		q.required = append(q.required, sync.OnceValue(func() concentration.Required {
			return q.RequiredOf(i, q.x, q.window, q.target)
		}))
	}
	var err error
	q.against, err = against.New(v)
	return q, err
}

// cheapest returns the mechanism that needs the least, among those that stand out where some were picked; -1 where none reaches
// the target.
func (q compare) cheapest() (best int, epsilon known.Value) {
	best, epsilon = -1, known.Nothing("no mechanism reaches it")
	for i, required := range q.required {
		if !q.takesPart(i) {
			continue
		}
		if r := required(); r.Reached() && (best < 0 || r.Epsilon < epsilon.Value || r.Any && epsilon.Word == "") {
			best, epsilon = i, knownRequired(r)
		}
	}
	return best, epsilon
}

// aheadOfSecond names the mechanism that the best is ahead of.
var aheadOfSecond = func() view.Reading[compare] {
	r := aheadBy[compare]()
	r.Remark = view.Says(func(q compare) string { return "of " + q.title(q.ranking().Second) })
	return r
}()

var comparisonReadings = slices.Concat([]view.Entry[compare]{
	closest[compare](), aheadOfSecond,
	view.Reading[compare]{Name: "cheapest", ExactOf: "the distributions of the answer at x, at every ε", Label: "least ε for the target",
		Round: numeral.Up, Goal: known.Lower,
		Range: known.NotNegative, Level: view.Shown,
		Title: func(q compare) string {
			if len(q.picked) > 0 {
				return q.among("ε for " + control.Target.Text(q.target))
			}
			return "least ε for " + control.Target.Text(q.target)
		},
		Value: view.Known(func(q compare) known.Value { _, epsilon := q.cheapest(); return epsilon }),
		Remark: view.Remark(func(q compare, v known.Value) string {
			switch {
			case v.Word != "":
				return ""
			case control.IsLeastBudget(v):
				return control.AtLeastBudget(false)
			}
			best, _ := q.cheapest()
			return "by " + q.title(best)
		}),
		Opens: view.Remark(func(q compare, v known.Value) string {
			best, _ := q.cheapest()
			return q.lawAt(best, v)
		}),
		Formula: "The least ε over all mechanisms with which the share reaches the target, rounded up.",
		With: view.Says(func(q compare) string {
			return fmt.Sprintf("Pr[M(x) in %s] ≥ %s.", q.place(), control.Target.Text(q.target))
		})},
	runnerUpOf[compare](view.Folded),
	weakerReading,
	view.Reading[compare]{Name: "window-length", Label: "by chance", ExactOf: "the window", Style: numeral.Percent,
		Range:   known.Probability,
		Value:   view.Exactly(func(q compare) float64 { return q.window.Length() }),
		Formula: "The length of the window: how often an answer drawn evenly from [0, 1], which tells nothing of x, lands within θ of x.",
		With:    view.Says(func(q compare) string { return "The window is " + q.place() + "." })},
}, attackers[compare](), []view.Entry[compare]{
	view.Family[compare]{Name: "mass", Of: "mechanism", Label: "lands within θ of x",
		Members: func(ctx context.Context, q compare) ([]string, error) { return q.present(ctx) },
		Rank:    func(ctx context.Context, q compare) ([]string, error) { return q.ranked(ctx) },
		Places:  true,
		Group:   control.Notion,
		Each:    massOf},
	view.Family[compare]{Name: "epsilon-required", Of: "mechanism", Label: "least ε for the target",
		Members: view.Named(func(q compare) []param.Kind[mechanisms.Mechanism] { return q.kinds }, func(k param.Kind[mechanisms.Mechanism]) string { return k.Name }),
		Rank:    func(ctx context.Context, q compare) ([]string, error) { return q.ranked(ctx) },
		Each:    requiredBy},
})

// massOf declares how much of one mechanism lands in the window.
func massOf(name string) view.Reading[compare] {
	return view.Reading[compare]{Style: numeral.Percent, Goal: known.Higher, ExactOf: "the distribution of the answer at x",
		Range:   known.Probability,
		LevelOf: func(q compare) view.Level { return q.topOf(name) },
		Title:   func(q compare) string { i, _ := q.index(name); return q.title(i) },
		Target:  func(q compare) float64 { return q.target },
		Value: func(_ context.Context, q compare) (known.Value, error) {
			i, err := q.index(name)
			return q.mass(i), err
		},
		Remark: view.Says(func(q compare) string {
			i, _ := q.index(name)
			return needsText(q.target, q.required[i]())
		}),
		Opens: view.Says(func(q compare) string { i, _ := q.index(name); return q.law(i, q.window) }),
		Cases: massCases(func(q compare) (mechanismComparison, int) { i, _ := q.index(name); return q.mechanismComparison, i }),
	}
}

// topOf returns whether a mechanism is on top: among the first of those that are ranked with the best.
func (q compare) topOf(name string) view.Level {
	const first = 3
	s := q.ranking()
	if s.First < 0 {
		return view.Folded
	}
	place := 0
	for _, i := range s.Order {
		if control.Notion(q.kinds[i].Name) != control.Notion(q.kinds[s.First].Name) {
			continue
		}
		if place++; place > first {
			break
		}
		if q.kinds[i].Name == name {
			return view.Shown
		}
	}
	return view.Folded
}

// requiredBy declares the least ε of one mechanism.
func requiredBy(name string) view.Reading[compare] {
	return view.Reading[compare]{ExactOf: "the distribution of the answer at x, at every ε there is",
		Range: known.NotNegative, Symbol: "ε*", Round: numeral.Up, Goal: known.Lower,
		Title: func(q compare) string { i, _ := q.index(name); return "ε* " + q.title(i) },
		Value: func(_ context.Context, q compare) (known.Value, error) {
			i, err := q.index(name)
			if err != nil {
				return known.Value{}, err
			}
			return knownRequired(q.required[i]()), nil
		},
		Opens:   view.Remark(func(q compare, v known.Value) string { i, _ := q.index(name); return q.lawAt(i, v) }),
		Formula: "The least ε with which Pr[M(x) within θ of x] reaches the target, rounded up so that it is met.",
		With: view.Remark(func(q compare, v known.Value) string {
			i, _ := q.index(name)
			return control.Sentences(fmt.Sprintf("The least ε %s with which Pr[M(x) in %s] ≥ %s.", anyBudget(), q.place(),
				control.Target.Text(q.target)),
				q.lawOf(i, v.Value))
		}),
		SourceOf: func(q compare) string { i, _ := q.index(name); return q.kinds[i].Source },
	}
}

func needsText(target float64, r concentration.Required) string {
	share := control.Target.Text(target)
	switch {
	case !r.Reached():
		return share + " at no ε"
	case r.Any:
		return share + " at any ε"
	}
	return share + " at ε " + numeral.Up.Short(r.Epsilon)
}
