package robustness

import (
	"context"
	"fmt"
	"slices"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

var (
	by = param.Menu[string]{Name: "by", Label: "judged by",
		Help: "Which agreement has to reach the target.",
		Kinds: []param.Kind[string]{
			control.Option("exact", "what is exact", "The agreement itself, where it can be computed: one or two private features, or a linear classifier.", "computed without sampling", "exact"),
			control.Option("certified", "what is proven", "The mass of the largest proven box: on the safe side for any number of features.", "proven boxes", "certified"),
		}}

	total = param.Param{Name: "total", Symbol: "Σε", Label: "to share out", Help: "A total budget that is shared out over the private features as well as possible.",
		Min: 1e-5, Max: 1500, Low: 0.1, High: 50, Default: 8, Scale: param.Log, Least: true}
)

// shared is the mechanism for sharing out a budget: every menu entry without
// the slider of an ε of its own.
func shared() param.Menu[mechanisms.Mechanism] {
	m := mechanisms.All
	m.Kinds = slices.Clone(m.Kinds)
	for i, k := range m.Kinds {
		m.Kinds[i].Params = slices.DeleteFunc(slices.Clone(k.Params), func(p param.Param) bool { return p.Name == mechanisms.Epsilon.Name })
	}
	return m
}

// Choose ranks the mechanisms by the budget that they need.
var Choose = view.Of(view.Declaration[choice]{
	Name:     "choose",
	Group:    view.Classifier,
	Title:    "Which mechanism, and how to share a budget",
	Question: "Which mechanism keeps my prediction for the least ε?",
	About: "Every mechanism ranked by the budget per feature that it needs for the target, at this record; and for one of them the best way to share a total " +
		"budget over the private features, since a feature near the boundary deserves more of it.",
	Source: source,
	Form: param.Form{
		Choices:  []param.Choice{by, shared(), clamping, rawValues, sure},
		Texts:    []param.Text{classifierText, dataText, recordText, privateText, idText},
		AsNeeded: fromTable,
		Params:   control.OfAllMechanisms(control.Target, total),
	},
	Words:    words,
	Ask:      askChoice,
	Readings: choiceReadings,
	Moving:   nearly,
	Orders:   []view.Order{{Less: "split-equal", More: "split-value", Told: true}},
	Place:    inRanking[choice]("utility"),
	Whose:    view.Stated(func(q choice) engine.Note { return about(q.Subject) }),
	Draw:     drawChoice,
	Tries:    []view.Try{{On: "target", Keys: "shift+left", Text: "⇧← on target: ask for less, and see what ε that needs."}},
	Presets: []view.Preset{
		{Name: "stroke-forest", Title: "The forest on the stroke columns, for 90 %", Query: "by=exact&mechanism=pm&classifier=stroke-forest&target=0.9&total=8"},
		{Name: "stroke-logistic", Title: "The logistic regression, for 90 %", Query: "by=exact&mechanism=pm&classifier=stroke-logistic&target=0.9&total=8"},
		{Name: "stroke-proven", Title: "The forest, by proven boxes: on the safe side", Query: "by=certified&mechanism=pm&classifier=stroke-forest&target=0.9&total=8"},
	},
})

// choice asks which mechanism needs least, and how to share out a total.
type choice struct {
	agreement.Choice
	word   string // for the classifier
	by     string
	kind   param.Kind[mechanisms.Mechanism] // whose budget is shared out
	all    []mechanisms.Setting
	shared mechanisms.Setting // that of the kind
	split  *work.Once[agreement.Split]
	needs  needs
}

func askChoice(ctx context.Context, v param.Values) (choice, error) {
	q := choice{word: v.Word(classifierText), Choice: agreement.Choice{Target: v.Get(control.Target), Total: v.Get(total)}}
	var err error
	if q.Subject, err = openSubject(ctx, v); err != nil {
		return q, err
	}
	if q.by, err = by.New(v); err != nil {
		return q, err
	}
	q.Certified = q.by == "certified"
	if q.kind, err = mechanisms.All.Picked(v); err != nil {
		return q, err
	}
	q.shared = mechanisms.SettingOf(q.kind, v)
	for _, kind := range mechanisms.All.Kinds {
		q.all = append(q.all, mechanisms.SettingOf(kind, v))
	}
	return q.asking(q.Choice), nil
}

// asking is the question with what c answers, each once.
func (q choice) asking(c agreement.Choice) choice {
	shared := q.shared
	q.Choice, q.needs = c, needs{}
	q.split = work.NewOnce(func(ctx context.Context) (agreement.Split, error) { return c.Split(ctx, shared) })
	for _, m := range q.all {
		q.needs[m.Kind] = work.NewOnce(func(ctx context.Context) (agreement.Need, error) { return c.Need(ctx, m) })
	}
	return q
}

// nearly is the question of budgets that are enough, and of the best of few splits.
func nearly(ctx context.Context, q choice) (choice, bool) {
	c := q.Choice
	c.Nearly = true
	return q.asking(c), !q.Known(ctx, q.all, q.shared)
}

func (q choice) basis() known.Basis { return q.Basis() }

func (q choice) needed() needs { return q.needs }

func (q choice) ranks(ctx context.Context) ([]agreement.Ranked, error) { return q.needs.Rank(ctx, nil) }

// unmet is why no mechanism is best: none reaches the target, or nobody can tell.
func (q choice) unmet(ranked []agreement.Ranked) string {
	failed := slices.DeleteFunc(slices.Clone(ranked), func(r agreement.Ranked) bool { return r.Err == nil })
	switch {
	case len(failed) == 0:
		return "no mechanism reaches it"
	case len(failed) < len(ranked):
		return fmt.Sprintf("none of the %d that can be asked reaches it", len(ranked)-len(failed))
	case !q.Certified:
		return failed[0].Err.Error() + "; judged by what is proven (by=certified) more can be asked"
	}
	return failed[0].Err.Error()
}

// unmetValue is the answer where no mechanism is best: a refusal where none could be
// asked.
func (q choice) unmetValue(ranked []agreement.Ranked) known.Value {
	if slices.ContainsFunc(ranked, func(r agreement.Ranked) bool { return r.Err == nil }) {
		return known.Nothing(q.unmet(ranked))
	}
	return known.Refused(q.unmet(ranked))
}

func (q choice) given() []engine.Setting {
	return []engine.Setting{{Name: "classifier", Word: q.word}, {Name: "record", Word: q.Record.ID}, {Name: "target", Value: q.Target}, {Name: "judged_by", Word: q.by}}
}

func others(count int) string {
	if count == 1 {
		return "one other"
	}
	return fmt.Sprintf("%d others", count)
}

// kept is the promise in words.
func (q choice) kept() string {
	return fmt.Sprintf("the class %s of the time", control.Target.Text(q.Target))
}

// shares is the split in words.
func (q choice) shares() string {
	return fmt.Sprintf("With %s and a total of Σε = %s over %s.", q.kind.Title, numeral.Short(q.Total), numeral.Things(len(q.Names), "feature"))
}
