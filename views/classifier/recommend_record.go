package classifier

import (
	"context"
	"fmt"
	"slices"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

var (
	criterion = param.Menu[string]{Name: "criterion", Label: "criterion",
		Help: "What has to reach the target.",
		Kinds: []param.Kind[string]{
			control.Option("exact", "exact probability",
				"The probability itself, where it can be computed: one or two private features, a linear classifier, or trees with few cells.", "computed without sampling",
				"exact"),
			control.Option("certified", "proven bound", "The probability of the largest proven box: on the safe side for any number of features.",
				"proven boxes", "certified"),
		}}

	total = param.Param{Name: "total", Symbol: "Σε", Label: "budget to split",
		Help: "A total budget, split over the private features to best effect: the larger, the less private.",
		Min:  1e-5, Max: 1500, Low: 0.1, High: 50, Default: 8.08, Scale: param.Log, Least: true, Words: privacy.Words}
)

// shared returns the menu of mechanisms for splitting a budget: every entry without an ε slider of its own.
func shared() param.Menu[mechanisms.Mechanism] {
	m := mechanisms.All
	m.Kinds = slices.Clone(m.Kinds)
	for i, k := range m.Kinds {
		m.Kinds[i].Params = slices.DeleteFunc(slices.Clone(k.Params), func(p param.Param) bool { return p.Name == mechanisms.Epsilon.Name })
	}
	return m
}

// forRecord ranks the mechanisms by the budget that they need for one record.
var forRecord = view.Of(view.Declaration[recordAdvice]{
	Name:     advice,
	NoPython: "all mechanisms are asked through a classifier, whose file a few lines do not repeat",
	Budget:   budgetOfFeatures,
	Model:    view.Locally,
	Title:    "Which mechanism, and how to split a budget",
	Question: "Which mechanism keeps this prediction for the least ε?",
	About: "Every mechanism ranked by the budget per feature that it needs for the target, at this record; and for one of them the best way to split a total " +
		"budget over the private features, since a feature near the boundary deserves more of it.",
	Source: source,
	Form: param.Form{
		Choices:  []param.Choice{criterion, shared(), clamping, rawValues, sure},
		Texts:    []param.Text{classifierText, dataText, recordText, privateText, idText},
		AsNeeded: fromTable,
		Params:   control.OfAllMechanisms(control.Target, total),
	},
	Defaults:   words,
	Ask:        askForRecord,
	Lead:       recordLead,
	Filled:     recordAdvice.filled,
	Sees:       seesEnough(anyIsEnough),
	Tries:      []view.Try{{On: "target", Do: view.MuchLess, Called: "target", Shows: "ask for less, and see which mechanism then needs least."}},
	Readings:   recordReadings,
	Moving:     nearly,
	Orders:     []view.Inequality{{Less: "split-equal", More: "split-value", Told: true}},
	Place:      recordInRanking,
	Provenance: view.Stated(func(q recordAdvice) engine.Note { return about(q.Subject) }),
	Draw:       drawForRecord,
	Presets: []view.Preset{
		{Name: "choose-stroke-forest", Title: "The forest on the stroke columns, for 90 %",
			Query: "criterion=exact&mechanism=pm&classifier=stroke-forest&target=0.9&total=8.08"},
		{Name: "choose-stroke-logistic", Title: "The logistic regression, for 90 %",
			Query: "criterion=exact&mechanism=pm&classifier=stroke-logistic&target=0.9&total=7.16"},
		{Name: "stroke-proven", Title: "The forest, by proven boxes: on the safe side",
			Query: "criterion=certified&mechanism=pm&classifier=stroke-forest&target=0.9&total=9.56"},
	},
})

// recordAdvice asks which mechanism needs least, and how to share out a total.
type recordAdvice struct {
	*agreement.Choosing
	word string // for the classifier
	by   string
	kind param.Kind[mechanisms.Mechanism] // shares out its budget
}

func askForRecord(ctx context.Context, v param.Values) (recordAdvice, error) {
	q := recordAdvice{word: v.Word(classifierText)}
	asked := agreement.Choice{Target: v.Get(control.Target), Total: v.Get(total)}
	var err error
	if asked.Subject, err = openSubject(ctx, v); err != nil {
		return q, err
	}
	q.by = criterion.Chosen(v)
	asked.Certified = q.by == "certified"
	if q.kind, err = mechanisms.All.Picked(v); err != nil {
		return q, err
	}
	var all []mechanisms.Setting
	for _, kind := range mechanisms.All.Kinds {
		all = append(all, mechanisms.SettingOf(kind, v))
	}
	q.Choosing = asked.Among(all, mechanisms.SettingOf(q.kind, v), control.PureNotion)
	return q, nil
}

// nearly returns the question of sufficient budgets, and of the best of few splits.
func nearly(ctx context.Context, q recordAdvice) (recordAdvice, bool) {
	now, found := q.Quickly(ctx)
	q.Choosing = now
	return q, found
}

func (q recordAdvice) basis() known.Basis { return q.Basis() }

func (q recordAdvice) needed() needs { return q.Needs }

func (q recordAdvice) ranks(ctx context.Context) ([]agreement.Ranked, error) { return q.Ranked(ctx) }

// attacker returns the attacker who tells people apart with the best mechanism at its least budget, as displayed.
func (q recordAdvice) attacker(ctx context.Context) (agreement.Attacker, error) {
	return q.Attacker.Get(ctx)
}

func (q recordAdvice) given() []engine.Setting {
	return []engine.Setting{{Name: "classifier", Word: q.word}, {Name: "record", Word: q.Record.ID}, {Name: "target", Value: q.Target},
		{Name: "criterion", Word: q.by}}
}

// shares writes the split in words.
func (q recordAdvice) shares() string {
	return fmt.Sprintf("With %s and a total of Σε = %s over %s.", q.kind.Title, numeral.Short(q.Total),
		numeral.Things(len(q.Names), "feature"))
}
