package mechanism

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"dpscope/engine"
	"dpscope/engine/concentration"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

// halfWidth is θ of the window x ± θ.
var halfWidth = param.Param{Name: "theta", Symbol: "θ", Label: "tolerance",
	Help: "The answer should land within θ of x; the window is cut off at 0 and 1.",
	Min:  0, Max: 1, Low: 0, High: 0.5, Default: 0.3, Fine: 0.01, Coarse: 0.05}

// standOut picks the mechanisms that a picture is about.
var standOut = param.Text{Name: "stand-out", Label: "highlight", Among: mechanisms.All.Options(), Most: 4,
	Help: "Up to four mechanisms to compare; none: all, and the leaders are drawn."}

// aheadWords says what an empty set stands for.
func aheadWords(context.Context, param.Values) engine.Defaults {
	return engine.Defaults{standOut.Name: {Meaning: "the leaders"}}
}

// mechanismComparison asks which of all mechanisms lands within θ of x most often.
type mechanismComparison struct {
	concentration.Contest
	kinds             []param.Kind[mechanisms.Mechanism]
	epsilon, theta, x float64
	target            float64
	window            concentration.Window
	picked            []int                         // the highlighted ones; none: those that are ahead
	guarantee         string                        // of the compared ones: mechanisms with another guarantee are not ranked with them
	ranking           func() concentration.Standing // at the present setting, once
}

// askContest asks the question about the mechanisms of a menu.
func askContest(v param.Values, menu param.Menu[mechanisms.Mechanism]) mechanismComparison {
	c := mechanismComparison{
		Contest: concentration.NewContest(menu, v), kinds: menu.Kinds,
		epsilon: v.Get(mechanisms.Epsilon), theta: v.Get(halfWidth), x: v.Get(trueValue), target: v.Get(control.Target),
	}
	for _, o := range standOut.Members(v.Word(standOut)) {
		if i, err := c.index(o.Name); err == nil {
			c.picked = append(c.picked, i)
		}
	}
	c.guarantee = guaranteeOf(c.contenders())
	c.window = concentration.Around(c.x, c.theta)
	c.ranking = sync.OnceValue(func() concentration.Standing { return c.Standing(c.setting(), c.takesPart) })
	return c
}

// setting returns the setting at which the mechanisms are compared.
func (c mechanismComparison) setting() concentration.Setting {
	return concentration.Setting{Epsilon: c.epsilon, Theta: c.theta, X: c.x}
}

// takesPart reports whether mechanism i is compared: it is highlighted, or none is, and it has the guarantee of the others.
func (c mechanismComparison) takesPart(i int) bool {
	return (len(c.picked) == 0 || slices.Contains(c.picked, i)) && c.kinds[i].Tag == c.guarantee
}

// contenders returns the highlighted mechanisms, or all.
func (c mechanismComparison) contenders() []param.Kind[mechanisms.Mechanism] {
	if len(c.picked) == 0 {
		return c.kinds
	}
	var kinds []param.Kind[mechanisms.Mechanism]
	for _, i := range c.picked {
		kinds = append(kinds, c.kinds[i])
	}
	return kinds
}

// guaranteeOf returns the guarantee under which some mechanisms are compared: ε-LDP where one of them gives it, else that of
// the first.
func guaranteeOf(kinds []param.Kind[mechanisms.Mechanism]) string {
	pure := privacy.Claim{}.Tag()
	for _, k := range kinds {
		if k.Tag == pure {
			return pure
		}
	}
	return kinds[0].Tag
}

func (c mechanismComparison) comparison() mechanismComparison { return c }

// contest is a question that compares mechanisms.
type contest interface{ comparison() mechanismComparison }

// claim returns the guarantee that the compared mechanisms state.
func (c mechanismComparison) claim() privacy.Claim {
	for i := range c.kinds {
		if !c.takesPart(i) {
			continue
		}
		if m, err := c.Mechanism(i, c.epsilon); err == nil {
			return m.Guarantee().Claim()
		}
	}
	return privacy.Claim{Epsilon: c.epsilon}
}

// among says that a label is about the highlighted ones, where some are.
func (c mechanismComparison) among(label string) string {
	if len(c.picked) == 0 {
		return label
	}
	return label + ", highlighted"
}

func (c mechanismComparison) place() string { return control.Place(c.window.From, c.window.To) }

// index finds a mechanism of the contest by name, -1 where it takes no part.
func (c mechanismComparison) index(name string) (int, error) {
	i := slices.IndexFunc(c.kinds, func(k param.Kind[mechanisms.Mechanism]) bool { return k.Name == name })
	if _, err := mechanisms.All.Find(name); err != nil || i >= 0 {
		return i, err
	}
	return i, fmt.Errorf("%s takes no part; %s would work", name, strings.Join(c.names(), ", "))
}

func (c mechanismComparison) names() []string {
	var names []string
	for _, k := range c.kinds {
		names = append(names, k.Name)
	}
	return names
}

// entrants returns the mechanisms that are compared: with one guarantee, and the highlighted ones where there are some.
func entrants(v param.Values) param.Menu[mechanisms.Mechanism] {
	menu := mechanisms.All
	if picked := standOut.Members(v.Word(standOut)); len(picked) > 0 {
		menu.Kinds = nil
		for _, o := range picked {
			if kind, err := mechanisms.All.Find(o.Name); err == nil {
				menu.Kinds = append(menu.Kinds, kind)
			}
		}
	}
	guarantee := guaranteeOf(menu.Kinds)
	menu.Kinds = slices.DeleteFunc(slices.Clone(menu.Kinds), func(k param.Kind[mechanisms.Mechanism]) bool { return k.Tag != guarantee })
	return menu
}

// named returns the mechanism i as an answer: its name.
func (c mechanismComparison) named(i int) known.Value {
	if i < 0 {
		return known.Nothing("there is no such mechanism at this ε")
	}
	return known.Named(c.kinds[i].Name, c.kinds[i].Title)
}

// runnerUp returns the second as an answer.
func (c mechanismComparison) runnerUp() known.Value {
	if s := c.ranking(); s.First >= 0 && s.Second < 0 {
		return known.Nothing("nothing to compare with")
	}
	return c.named(c.ranking().Second)
}

// level says how many share the lead with the first.
func (c mechanismComparison) level() string {
	if others := len(c.ranking().Tied()) - 1; others > 0 {
		return fmt.Sprintf("tied with %d", others)
	}
	return ""
}

func (c mechanismComparison) title(i int) string {
	if i < 0 {
		return ""
	}
	return c.kinds[i].Title
}

// present lists the mechanisms that exist at this ε.
func (c mechanismComparison) present(context.Context) ([]string, error) {
	var names []string
	for i, s := range c.ranking().Scores {
		if !s.Absent() {
			names = append(names, c.kinds[i].Name)
		}
	}
	return names, nil
}

// ranked lists the same by mass, the greatest first.
func (c mechanismComparison) ranked(context.Context) ([]string, error) {
	var names []string
	for _, i := range c.ranking().Order {
		names = append(names, c.kinds[i].Name)
	}
	return names, nil
}

// mass returns how much of the law of mechanism i lands in the window.
func (c mechanismComparison) mass(i int) known.Value {
	if i < 0 || c.ranking().Scores[i].Absent() {
		return known.Nothing("it does not exist at this ε")
	}
	return known.Exactly(c.ranking().Scores[i].Mass)
}

// anyBudget says which budgets the search for the least looks at.
func anyBudget() string {
	e := mechanisms.Epsilon
	return "from " + e.Exact(e.Min) + " to " + e.Exact(e.Max)
}

// massCases explains the mass of a mechanism of a contest; a negative index means none.
func massCases[Q any](of func(Q) (mechanismComparison, int)) []view.Case[Q] {
	return []view.Case[Q]{{
		Formula: "ρ = Pr[M(x) within θ of x], both ends included; the window is cut off at 0 and 1.",
		With: view.Says(func(q Q) string {
			c, i := of(q)
			text := fmt.Sprintf("Pr[M(x) in %s] at ε = %s, x = %s.", c.place(), numeral.Short(c.epsilon), numeral.Short(c.x))
			if i < 0 {
				return text
			}
			return control.Sentences(text, c.lawOf(i, c.epsilon))
		}),
		SourceOf: func(q Q) string {
			c, i := of(q)
			if i < 0 {
				return ""
			}
			return c.kinds[i].Source
		},
	}}
}

// lawOf explains one mechanism at a budget; it is empty where there is none.
func (c mechanismComparison) lawOf(i int, epsilon float64) string {
	m, err := c.Mechanism(i, epsilon)
	if err != nil {
		return ""
	}
	return control.LawInWords(m, c.x)
}

// lead returns the margin of the first over the second.
func (c mechanismComparison) lead() known.Value {
	if c.ranking().Second < 0 {
		return known.Nothing("nothing to compare with")
	}
	return known.Exactly(c.ranking().Margin)
}

const amongThese = "the distributions of the answer at x, of the mechanisms that exist at this ε"

// closest declares the best mechanism.
func closest[Q contest]() view.Reading[Q] {
	return view.Reading[Q]{Name: "best", Label: "closest", Brief: "closest", ExactOf: amongThese, Level: view.Answering,
		Title:   func(q Q) string { return q.comparison().among("closest") },
		Value:   view.Known(func(q Q) known.Value { c := q.comparison(); return c.named(c.ranking().First) }),
		Remark:  view.Says(func(q Q) string { return q.comparison().level() }),
		Opens:   view.Says(func(q Q) string { c := q.comparison(); return c.law(c.ranking().First, c.window) }),
		Formula: "The mechanism with the greatest Pr[M(x) within θ of x].",
		With: view.Says(func(q Q) string {
			c := q.comparison()
			return fmt.Sprintf("The window is %s, at ε = %s, x = %s.", c.place(), numeral.Short(c.epsilon), numeral.Short(c.x))
		})}
}

// aheadBy declares its lead.
func aheadBy[Q contest]() view.Reading[Q] {
	return view.Reading[Q]{Name: "margin", ExactOf: amongThese, Label: "ahead by", Style: numeral.Points, Goal: known.Higher,
		Range: known.Probability, Level: view.Shown,
		Value:   view.Known(func(q Q) known.Value { return q.comparison().lead() }),
		Formula: "Probability of the best minus that of the second; computed from the complements when both are near 1."}
}

// runnerUpOf declares the mechanism behind it.
func runnerUpOf[Q contest](level view.Level) view.Reading[Q] {
	return view.Reading[Q]{Name: "runner-up", Label: "runner-up", ExactOf: amongThese + " under this guarantee", Level: level,
		Value:   view.Known(func(q Q) known.Value { return q.comparison().runnerUp() }),
		Opens:   view.Says(func(q Q) string { c := q.comparison(); return c.law(c.ranking().Second, c.window) }),
		Formula: "The mechanism with the second greatest Pr[M(x) within θ of x] of those that give the same guarantee.",
		With:    view.Says(func(q Q) string { return "The guarantee is " + q.comparison().guarantee + "." })}
}
