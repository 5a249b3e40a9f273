package mechanism

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"dpscope/engine"
	"dpscope/engine/concentration"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/control"
)

// halfWidth is θ of the window x ± θ.
var halfWidth = param.Param{Name: "theta", Symbol: "θ", Label: "half-width",
	Help: "The answer should land within θ of x; the window is cut off at 0 and 1.",
	Min:  0, Max: 1, Low: 0, High: 0.5, Default: 0.3, Fine: 0.01, Coarse: 0.05}

// standOut holds the mechanisms that a picture is about.
var standOut = param.Text{Name: "stand-out", Label: "stand out", Among: mechanisms.All.Options(), Most: 4,
	Help: "Up to four mechanisms that the picture and the lead are about."}

// aheadWords says what an empty set stands for.
func aheadWords(context.Context, param.Values) engine.Words {
	return engine.Words{standOut.Name: {For: "those ahead"}}
}

// contest asks which of all mechanisms lands within θ of x most often.
type contest struct {
	concentration.Contest
	kinds             []param.Kind[mechanisms.Mechanism]
	epsilon, theta, x float64
	target            float64
	window            concentration.Window
	picked            []int           // that are to stand out; none: those that are ahead
	standing          func() standing // at the present setting, once
}

// standing is how the mechanisms stand at one setting.
type standing struct {
	scores        []concentration.Score
	order         []int // of those that exist there, from the most mass
	first, second int   // of those that stand out, or of all; -1: none
	margin        float64
}

// without writes a setting with some of its controls at rest: the key of what
// does not depend on them.
func without(form param.Form, v param.Values, controls ...param.Param) string {
	v = v.Alone()
	for _, p := range controls {
		v = v.With(p, p.Default)
	}
	return form.Encode(v)
}

// askContest asks it of the mechanisms of a menu.
func askContest(v param.Values, menu param.Menu[mechanisms.Mechanism]) contest {
	c := contest{
		Contest: concentration.NewContest(menu, v), kinds: menu.Kinds,
		epsilon: v.Get(mechanisms.Epsilon), theta: v.Get(halfWidth), x: v.Get(trueValue), target: v.Get(control.Target),
	}
	for _, o := range standOut.Members(v.Word(standOut)) {
		if i, err := c.index(o.Name); err == nil {
			c.picked = append(c.picked, i)
		}
	}
	c.window = concentration.Around(c.x, c.theta)
	c.standing = sync.OnceValue(func() standing {
		s := standing{scores: concentration.Scores(nil, c.Laws(c.epsilon, c.x), c.window)}
		s.order = concentration.Ranking(s.scores)
		s.first, s.second, s.margin = concentration.Winner(c.rivals(s.scores))
		return s
	})
	return c
}

// rivals are the scores among which the lead is told: of those that stand out,
// where some were picked, as if the others did not exist.
func (c contest) rivals(scores []concentration.Score) []concentration.Score {
	rivals := slices.Clone(scores)
	for i := range rivals {
		if !c.takesPart(i) {
			rivals[i] = concentration.Score{Mass: math.NaN()}
		}
	}
	return rivals
}

// takesPart reports whether mechanism i was picked, or none was.
func (c contest) takesPart(i int) bool { return len(c.picked) == 0 || slices.Contains(c.picked, i) }

// among says that a label speaks of those picked, where some were.
func (c contest) among(label string) string {
	if len(c.picked) == 0 {
		return label
	}
	return label + ", picked"
}

func (c contest) place() string { return control.Place(c.window.From, c.window.To) }

// index finds a mechanism of the contest by name, -1 where it takes no part.
func (c contest) index(name string) (int, error) {
	i := slices.IndexFunc(c.kinds, func(k param.Kind[mechanisms.Mechanism]) bool { return k.Name == name })
	if _, err := mechanisms.All.Find(name); err != nil || i >= 0 {
		return i, err
	}
	return i, fmt.Errorf("%s takes no part; %s would do", name, strings.Join(c.names(), ", "))
}

func (c contest) names() []string {
	var names []string
	for _, k := range c.kinds {
		names = append(names, k.Name)
	}
	return names
}

// entrants are the mechanisms that stand out, or all.
func entrants(v param.Values) param.Menu[mechanisms.Mechanism] {
	menu := mechanisms.All
	picked := standOut.Members(v.Word(standOut))
	if len(picked) == 0 {
		return menu
	}
	menu.Kinds = nil
	for _, o := range picked {
		if kind, err := mechanisms.All.Find(o.Name); err == nil {
			menu.Kinds = append(menu.Kinds, kind)
		}
	}
	return menu
}

// named is the mechanism i as an answer: its name.
func (c contest) named(i int) known.Value {
	if i < 0 {
		return known.Nothing("there is no such mechanism at this ε")
	}
	return known.Named(c.kinds[i].Name, c.kinds[i].Title)
}

// tied lists the mechanisms that are level with the first but for rounding, the
// first among them.
func (c contest) tied() []int {
	const rounding = 1e-12
	s := c.standing()
	var level []int
	for _, i := range s.order {
		if c.takesPart(i) && s.scores[s.first].Margin(s.scores[i]) <= rounding {
			level = append(level, i)
		}
	}
	return level
}

// leader names the mechanism that is ahead, and with how many others.
func (c contest) leader() string {
	name := c.title(c.standing().first)
	switch others := len(c.tied()) - 1; {
	case others == 1:
		return name + " and one other alike"
	case others > 1:
		return fmt.Sprintf("%s and %d others alike", name, others)
	}
	return name
}

// level says how many share the lead with the first.
func (c contest) level() string {
	switch others := len(c.tied()) - 1; {
	case others == 1:
		return "one tied"
	case others > 1:
		return fmt.Sprintf("%d tied", others)
	}
	return ""
}

func (c contest) title(i int) string {
	if i < 0 {
		return ""
	}
	return c.kinds[i].Title
}

// present lists the mechanisms that exist at this ε.
func (c contest) present(context.Context) ([]string, error) {
	var names []string
	for i, s := range c.standing().scores {
		if !s.Absent() {
			names = append(names, c.kinds[i].Name)
		}
	}
	return names, nil
}

// ranked lists the same from the most mass.
func (c contest) ranked(context.Context) ([]string, error) {
	var names []string
	for _, i := range c.standing().order {
		names = append(names, c.kinds[i].Name)
	}
	return names, nil
}

// mass is how much of the law of mechanism i lands in the window.
func (c contest) mass(i int) known.Value {
	if i < 0 || c.standing().scores[i].Absent() {
		return known.Nothing("it does not exist at this ε")
	}
	return known.Exactly(c.standing().scores[i].Mass)
}

// anyBudget says which budgets are looked at where the least is sought.
func anyBudget() string {
	e := mechanisms.Epsilon
	return "from " + e.Exact(e.Min) + " to " + e.Exact(e.Max)
}

// whyMass explains the mass of mechanism i.
func (c contest) whyMass(i int) engine.Why {
	w := engine.Why{
		Formula: "ρ = Pr[M(x) within θ of x], both ends included; the window is cut off at 0 and 1.",
		With:    fmt.Sprintf("Pr[M(x) in %s] at ε = %s, x = %s.", c.place(), numeral.Short(c.epsilon), numeral.Short(c.x)),
	}
	if i >= 0 {
		w.With, w.Source = control.Sentences(w.With, c.lawOf(i, c.epsilon)), c.kinds[i].Source
	}
	return w
}

// lawOf explains one mechanism at a budget; it says nothing where there is none.
func (c contest) lawOf(i int, epsilon float64) string {
	m, err := c.Mechanism(i, epsilon)
	if err != nil {
		return ""
	}
	return control.LawInWords(m, c.x)
}

// lead is by how much the first is ahead of the second.
func (c contest) lead() known.Value {
	if c.standing().second < 0 {
		return known.Nothing("there is no other")
	}
	return known.Exactly(c.standing().margin)
}

// whyMargin explains the lead.
var whyMargin = engine.Why{
	Formula: "The mass of the first less that of the second, from what lies outside when both are near 1.",
}
