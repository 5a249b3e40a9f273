package views

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/learners"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

var (
	by = param.Menu[string]{Name: "by", Label: "judged by",
		Help: "Which agreement has to reach the target.",
		Kinds: []param.Kind[string]{
			option("exact", "what is exact", "The agreement itself, where it can be computed: one or two private features, or a linear classifier.", "computed without sampling"),
			option("certified", "what is proven", "The mass of the largest proven box: on the safe side for any number of features.", "proven boxes"),
		}}

	total = param.Param{Name: "total", Symbol: "Σε", Label: "to share out", Help: "A total budget that is shared out over the private features as well as possible.",
		Min: 1e-5, Max: 1500, Low: 0.1, High: 50, Default: 8, Scale: param.Log, Least: true}
)

// shared is the mechanism for sharing out a budget: every menu entry without
// the slider of an ε of its own.
var shared = func() param.Menu[mechanisms.Mechanism] {
	m := mechanisms.All
	m.Kinds = slices.Clone(m.Kinds)
	for i, k := range m.Kinds {
		m.Kinds[i].Params = slices.DeleteFunc(slices.Clone(k.Params), func(p param.Param) bool { return p.Name == mechanisms.Epsilon.Name })
	}
	return m
}()

var choose = figureView{
	Name:     "choose",
	Group:    view.Classifier,
	Title:    "Which mechanism, and how to share a budget",
	Question: "Which mechanism keeps my prediction for the least ε?",
	About: "Every mechanism ranked by the budget per feature that it needs for the target, at this record; and for one of them the best way to share a total " +
		"budget over the private features, since a feature near the boundary deserves more of it.",
	Source: utilitySource,
	Form: param.Form{
		Choices: []param.Choice{by, shared, clamping},
		Texts:   []param.Text{classifierText, recordText, privateText},
		Params:  control.OfAllMechanisms(target, total),
	},
	Figure: chooseFigure, Answer: chooseAnswer, Slow: true,
	Presets: []view.Preset{
		{Name: "stroke-forest", Title: "The forest on the stroke columns, for 90 %", Query: "by=exact&mechanism=pm&classifier=stroke-forest&target=0.9&total=8"},
		{Name: "stroke-logistic", Title: "The logistic regression, for 90 %", Query: "by=exact&mechanism=pm&classifier=stroke-logistic&target=0.9&total=8"},
		{Name: "stroke-proven", Title: "The forest, by proven boxes: on the safe side", Query: "by=certified&mechanism=pm&classifier=stroke-forest&target=0.9&total=8"},
	},
}

// choice is what the controls of the view ask.
type choice struct {
	*subject
	by     string
	target float64
	total  float64
	kind   param.Kind[mechanisms.Mechanism]
	maker  mechanisms.Maker
	values param.Values
}

func readChoice(ctx context.Context, v param.Values) (choice, error) {
	c := choice{target: v.Get(target), total: v.Get(total), values: v}
	var err error
	if c.subject, err = readSubject(ctx, v); err != nil {
		return c, err
	}
	if c.by, err = by.New(v); err != nil {
		return c, err
	}
	if c.kind, err = shared.Picked(v); err != nil {
		return c, err
	}
	c.maker = mechanisms.MakerOf(c.kind, v)
	return c, nil
}

// need is the least budget per feature for the target.
func (c choice) need(ctx context.Context, maker mechanisms.Maker) (agreement.Need, error) {
	if c.by == "exact" {
		return c.region.NeedForExact(ctx, maker, c.target)
	}
	return c.region.NeedForBox(ctx, maker, c.target, agreement.UnitInterval)
}

func chooseFigure(ctx context.Context, v param.Values) (engine.Figure, error) {
	c, err := readChoice(ctx, v)
	if err != nil {
		return engine.Figure{}, err
	}
	split, err := c.split(ctx)
	if err != nil {
		return engine.Figure{}, err
	}
	var ranked []agreement.Ranked
	kinds := mechanisms.All.Kinds
	for i, kind := range kinds {
		candidate := []agreement.Candidate{{Name: kind.Name, Make: mechanisms.MakerOf(kind, v)}}
		one, err := agreement.Rank(ctx, candidate, func(ctx context.Context, k agreement.Candidate) (agreement.Need, error) {
			return c.need(ctx, k.Make)
		}, nil)
		if err != nil {
			return engine.Figure{}, err
		}
		ranked = append(ranked, one...)
		if i+1 < len(kinds) {
			f := c.figure(ranked, split)
			f.Progress = float64(i+1) / float64(len(kinds))
			engine.Report(ctx, f)
		}
	}
	return c.figure(ranked, split), nil
}

// chooseAnswer computes one reading, for solving.
func chooseAnswer(ctx context.Context, v param.Values, key string) (float64, error) {
	c, err := readChoice(ctx, v)
	if err != nil {
		return 0, err
	}
	if name, ranked := strings.CutPrefix(key, "epsilon-required-"); ranked {
		kind, err := mechanisms.All.Find(name)
		if err != nil {
			return 0, err
		}
		need, err := c.need(ctx, mechanisms.MakerOf(kind, v))
		return need.Epsilon, err
	}
	split, err := c.split(ctx)
	for _, r := range split {
		if r.Key() == key && err == nil {
			return r.Value, nil
		}
	}
	return math.NaN(), err
}

// figure shows the ranking of those that have been asked so far.
func (c choice) figure(ranked []agreement.Ranked, split []engine.Reading) engine.Figure {
	ranked = slices.Clone(ranked)
	slices.SortStableFunc(ranked, func(a, b agreement.Ranked) int {
		switch {
		case a.Reached() && (!b.Reached() || a.Epsilon < b.Epsilon):
			return -1
		case b.Reached() && (!a.Reached() || b.Epsilon < a.Epsilon):
			return 1
		case a.Any && !b.Any:
			return -1
		case b.Any && !a.Any:
			return 1
		}
		return 0
	})
	basis := known.Exact
	if c.by == "certified" || c.region.OnLattice() {
		basis = known.AtMost
	}
	f := engine.Figure{
		Title:    fmt.Sprintf("ε per feature for %s", target.Text(c.target)),
		X:        engine.Axis{Name: "epsilon", Label: "ε, budget per feature", Log: true},
		Y:        engine.Axis{Name: "mechanism"},
		Settings: []engine.Setting{{Name: "classifier", Word: c.word}, {Name: "record", Word: c.record.ID}, {Name: "target", Value: c.target}, {Name: "judged_by", Word: c.by}},
		Notes:    c.subject.notes(),
	}
	needs := engine.Points{Name: "ranking", Basis: basis}
	var readings []engine.Reading
	for i, r := range ranked {
		kind, _ := mechanisms.All.Find(r.Name)
		f.Y.Words = append(f.Y.Words, kind.Title)
		reading := engine.Reading{Name: "epsilon-required", Of: r.Name, Label: fmt.Sprintf("%d %s", i+1, kind.Title), Value: math.NaN(), Basis: basis, Round: numeral.Up, Goal: known.Lower, Given: f.Settings,
			Why: fmt.Sprintf("The least ε per feature at which %s reaches %s, rounded up. %s", map[string]string{"exact": "the exact agreement", "certified": "the mass of the largest proven box"}[c.by],
				target.Text(c.target), "Source: "+kind.Source+".")}
		fillNeed(&reading, r.Need, r.Err, len(c.names))
		if r.Reached() {
			needs.X, needs.Y = append(needs.X, r.Epsilon), append(needs.Y, float64(i))
			label := reading.Written()
			if r.Any { // the end of the range is no answer
				label, reading.Word, reading.Beside = anyBudget, "any ε", ""
			}
			needs.Labels = append(needs.Labels, label)
		}
		readings = append(readings, reading)
	}
	f.Marks = []engine.Mark{needs}
	f.Readings = append(c.head(ranked), split...)
	f.Readings = append(f.Readings, readings...)
	f.Notes = append(f.Notes, engine.Note{Text: c.sentence(ranked, split)})
	return f
}

// head is the answer: the best mechanism.
func (c choice) head(ranked []agreement.Ranked) []engine.Reading {
	r := engine.Reading{Name: "best", Label: "least ε with", Value: math.NaN(), Why: "The mechanism that reaches the target with the least ε per feature."}
	if len(ranked) > 0 && ranked[0].Reached() {
		kind, _ := mechanisms.All.Find(ranked[0].Name)
		r.Value, r.Word, r.Beside = 0, ranked[0].Name, kind.Title
		if alike := alike(ranked); alike > 1 {
			r.Beside = "and " + others(alike-1) + " alike"
		}
	} else {
		r.Missing = "no mechanism reaches it"
	}
	return []engine.Reading{r}
}

// alike counts the mechanisms that need as much as the first.
func alike(ranked []agreement.Ranked) int {
	count := 0
	for count < len(ranked) && ranked[count].Epsilon == ranked[0].Epsilon && ranked[count].Any == ranked[0].Any {
		count++
	}
	return count
}

func others(count int) string {
	if count == 1 {
		return "one other"
	}
	return fmt.Sprintf("%d others", count)
}

// split shares the total budget out over the private features.
func (c choice) split(ctx context.Context) ([]engine.Reading, error) {
	var s agreement.Split
	var err error
	if c.by == "exact" {
		s, err = c.region.SplitForExact(ctx, c.maker, c.total)
	} else {
		s, err = c.region.SplitForBox(ctx, c.maker, c.total, agreement.UnitInterval)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	basis := known.Exact
	if c.by == "certified" {
		basis = known.AtLeast
	}
	reading := func(name, label string, style numeral.Style, value float64, why string) engine.Reading {
		r := engine.Reading{Name: name, Label: label, Value: value, Style: style, Why: why}
		if style == numeral.Percent {
			r.Basis, r.Goal = basis, known.Higher
		}
		if err != nil {
			r.Value, r.Missing = math.NaN(), err.Error()
		}
		return r
	}
	if err != nil {
		s = agreement.Split{Epsilons: make([]float64, len(c.names))}
	}
	why := fmt.Sprintf("With %s and a total of Σε = %s over %d features.", c.kind.Title, numeral.Short(c.total), len(c.names))
	readings := []engine.Reading{
		reading("split-value", "shared out best", numeral.Percent, s.Value, why+" The shares are found by dynamic programming over 240 equal parts of the total, then pairs of features exchange budget until nothing is gained."),
		reading("split-equal", "shared equally", numeral.Percent, s.Equal, why+" Every feature gets the same."),
	}
	for k, name := range c.names {
		readings = append(readings, reading("split-"+name, "ε of "+name, numeral.Plain, s.Epsilons[k], why+" The share of this feature."))
	}
	return readings, nil
}

func (c choice) sentence(ranked []agreement.Ranked, split []engine.Reading) string {
	kept := fmt.Sprintf("the class %s of the time", target.Text(c.target))
	text := "No mechanism keeps " + kept + " at any ε."
	if len(ranked) > 0 && ranked[0].Reached() {
		first, _ := mechanisms.All.Find(ranked[0].Name)
		epsilon := numeral.Up.Short(ranked[0].Epsilon)
		switch alike := alike(ranked); {
		case ranked[0].Any && alike == len(mechanisms.All.Kinds):
			text = fmt.Sprintf("Every mechanism keeps %s with any ε: here all are alike.", kept)
		case ranked[0].Any && alike == 1:
			text = fmt.Sprintf("%s keeps %s with any ε.", first.Title, kept)
		case ranked[0].Any:
			text = fmt.Sprintf("%s and %s keep %s with any ε: these are alike.", first.Title, others(alike-1), kept)
		case alike > 1:
			text = fmt.Sprintf("%s and %s keep %s with ε = %s per feature, less than the rest.", first.Title, others(alike-1), kept, epsilon)
		default:
			text = fmt.Sprintf("%s keeps %s with ε = %s per feature, less than any other.", first.Title, kept, epsilon)
		}
	}
	if len(c.names) > 1 && !math.IsNaN(split[0].Value) {
		text += fmt.Sprintf(" A total of %s shared out well gives %s with %s; equal shares %s.", numeral.Short(c.total), split[0].Written(), c.kind.Title, split[1].Written())
	}
	return text
}

// privateFeatures are the features that the values call private.
func privateFeatures(m *learners.Model, v param.Values) ([]int, error) {
	return m.FeatureIndices(splitNames(v.Word(privateText)))
}
