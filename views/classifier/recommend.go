package classifier

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/population"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// advice is the name of the view of both sides.
const advice = "recommend"

// Recommend says which mechanism needs least: for a whole table, or for one of its records.
var Recommend = view.OneOf{Key: goals.Name, Label: goals.Label, Help: goals.Help, Sides: []view.Side{{View: forTable}, {View: forRecord,
	Is: param.Option{Name: "record", Title: "one record", Help: "One record keeps its prediction as often as the target says, whatever becomes of the others.",
		Source: "the agreement at one record"}}}}.View()

// forTable ranks the mechanisms by the budget that they need for a whole table.
var forTable = view.Of(view.Declaration[recommend]{
	Name:     advice,
	Label:    "which mechanism",
	Takes:    takes,
	Also:     "which epsilon, choose epsilon, best mechanism, best epsilon, recommendation, advice, how much epsilon",
	NoPython: "advice is a search over mechanisms and ε for everybody of a table",
	Budget:   budgetOfFeatures,
	Model:    view.Locally,
	Title:    "A mechanism and a budget for a whole table",
	Question: "Which mechanism and ε should I use?",
	About: "The mechanism and the budget per feature that are enough to keep the predictions of a table's people as often as the target says: on average, for 95 % of people, " +
		"for everyone, on average in every group, or for a share. Of a part of the people intervals are drawn, and the advice is the upper end, with 95 % confidence for all mechanisms at once. " +
		"How the worst-off fare then, what an attacker can tell, and what a smaller total, unequally split, does to both.",
	Source: source,
	Form: param.Form{
		Choices:  []param.Choice{goals, rawValues, clamping, sure},
		Texts:    []param.Text{classifierText, dataText, privateText, groupText, truthText, idText},
		AsNeeded: []string{clamping.Name, sure.Name, truthText.Name, idText.Name},
		Params:   control.OfAllMechanisms(control.Target, people, control.Seed),
	},
	Defaults:   adviceWords,
	Ask:        askForTable,
	Lead:       adviceLead,
	Filled:     recommend.filled,
	Sees:       seesEnough(anyEnough),
	Tries:      []view.Try{{On: "target", Do: view.MuchLess, Called: "target", Shows: "ask for less, and see how much less ε is enough."}},
	Readings:   adviceReadings,
	Moving:     movedAdvice,
	Place:      adviceInRanking,
	Provenance: view.Stated(recommend.whose),
	Draw:       drawForTable,
	Presets: []view.Preset{
		{Name: "stroke-forest", Title: "Two hundred simulated patients and the forest: 90 % on average",
			Query: "for=mean&classifier=stroke-forest&target=0.9&records=200"},
		{Name: "stroke-logistic", Title: "95 % of patients with the logistic regression",
			Query: "for=p5&classifier=stroke-logistic&target=0.9&records=100"},
		{Name: "worst-group", Title: "Keep the class of each group, those called ill too",
			Query: "for=worst-group&classifier=stroke-forest&by=class&target=0.9&records=40"},
	},
})

// recommend asks which mechanism and which budget keep a whole table's predictions.
type recommend struct {
	subjects
	*population.Advised
	promise  promise
	promised string // the promise as an address has it
	others   string // what an address of another view names so that it is about these people; empty: nothing
}

// adviceWords returns the words of the table; a promise to the worst group needs groups.
func adviceWords(ctx context.Context, v param.Values) engine.Defaults {
	w := crowdWords(ctx, v)
	if kind, err := goals.Picked(v); err == nil && kind.Name == worstGroup {
		by := w[groupText.Name]
		by.Meaning = population.ByClass
		w[groupText.Name] = by
	}
	return w
}

func askForTable(ctx context.Context, v param.Values) (recommend, error) {
	var q recommend
	cohort, err := cohortOf(v)
	if err != nil {
		return q, err
	}
	cohort.Often = true
	looked, err := cohort.Look(ctx)
	if err != nil {
		return q, err
	}
	q.subjects = subjects{looked}
	q.others = q.sameRecords()
	kind, err := goals.Picked(v)
	if err != nil {
		return q, err
	}
	if q.promise, err = kind.New(v); err != nil {
		return q, err
	}
	q.promised = kind.Name
	by, truth := v.Word(groupText), v.Word(truthText)
	if q.promise.GoalKind == population.WorstGroup && by == "" {
		by = population.ByClass
		q.others += "&" + groupText.Name + "=" + by
	}
	if looked, err = looked.Apart(ctx, by, truth); err != nil {
		return q, err
	}
	asked := population.Advice{People: looked.People(by, truth), For: q.promise.GoalKind, Target: v.Get(control.Target), Share: v.Get(share),
		Settings: mechanisms.SettingsOf(v, mechanisms.All.Kinds...), Guarantee: control.PureNotion}
	q.subjects, q.Advised = subjects{looked}, asked.Of(looked)
	return q, nil
}

// movedAdvice returns the advice while a slider moves: sufficient budgets.
func movedAdvice(ctx context.Context, q recommend) (recommend, bool) {
	now, found := q.Quickly(ctx)
	q.Advised = now
	return q, found
}

// sameRecords returns what an address names to look at the same number of records, where the setting gives none.
func (q recommend) sameRecords() string {
	once := q.Cohort
	once.Often = false
	usual := min(once.Usual(q.Sample.Table, q.Model.Classifier, len(q.Private)), len(q.Sample.Rows))
	if q.Records != 0 || usual == q.Sample.Len() {
		return ""
	}
	return fmt.Sprintf("&%s=%d", people.Name, q.Sample.Len())
}

// faring returns the address of these people's population with a mechanism and a budget that was found.
func (q recommend) faring(mechanism string, epsilon known.Value) string {
	return withBudget("population", mechanism, epsilon) + q.others
}

// adviceInRanking returns the address of these people's population with the mechanism at a line of the picture.
func adviceInRanking(ctx context.Context, q recommend, _, line float64) (string, error) {
	ranked, err := q.Ranked.Get(ctx)
	lines, at := inBlocks(ranked), int(math.Round(line))
	if err != nil || at < 0 || at >= len(lines) || lines[at].Name == "" {
		return "", err
	}
	return q.faring(lines[at].Name, lines[at].RequiredBudget.Known(q.basis())), nil
}

// estimated adds to the least budget of a mechanism an interval for that of all people, where the records looked at leave that
// open.
func (q recommend) estimated(ctx context.Context, mechanism string, v known.Value) (known.Value, error) {
	if !q.From().Estimates() || v.Missing() || v.Word != "" {
		return v, nil
	}
	if !work.Alone(ctx) {
		if err := q.Every(ctx); err != nil {
			return v, err
		}
	}
	within, err := q.Within[mechanism].Get(ctx)
	if err != nil {
		return agreement.OrRefused(ctx, v, err)
	}
	return known.Sampled(v.Value, min(within.Low, v.Value), max(within.High, v.Value), confidence), nil
}

func (q recommend) needed() needs { return q.Needs }

func (q recommend) ranks(ctx context.Context) ([]agreement.Ranked, error) { return q.Ranked.Get(ctx) }

// confidence is the confidence of all intervals about people.
const confidence = 0.95
