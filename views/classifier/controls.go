// Package classifier holds the screens about a classifier: how its predictions fare when some features are perturbed before it
// sees them.
package classifier

import (
	"context"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/param"
	"dpscope/engine/population"
	"dpscope/learners/model"
	"dpscope/learners/table"
	"dpscope/mechanisms"
	"dpscope/views/view"
)

const source = "Quantifying Classifier Utility under LDP, sections 4 and 5, made sound: boxes are proven, and the mechanism's own distribution is integrated over them"

// takes lists the files that the views of a classifier read.
var takes = []view.Take{{File: view.Classifier, Control: "classifier"}, {File: view.Table, Control: "data", With: view.Classifier}}

// Controls shared by the views of a classifier.
var (
	classifierText = param.Text{Name: "classifier", Label: "classifier",
		Help:    "A classifier of the program's own, or a JSON file that dpscope train or dpscope convert has made.",
		Default: "stroke-forest", Files: []string{".json", ".json.gz"}, Resets: []string{"record", "private", "data", "weights"}}

	recordText = param.Text{Name: "record", Label: "record",
		Help: "An example's name, 'middle', line:2, id:ID, or one scaled number per feature, with commas between; after raw: values in their units."}

	privateText = param.Text{Name: "private", Label: "private features",
		Help: "The features that are perturbed, separated by commas; the others are public.", Resets: []string{"weights"}}

	weightsText = param.Text{Name: "weights", Label: "ε split as",
		Help: "How the private features split the budget: age:2,bmi:1 gives age twice as much as bmi. ε is then their mean; by default each gets it."}

	idText = param.Text{Name: "id", Label: "ids in",
		Help: "The column of the file whose values tell records apart; by default the first that is called an id."}

	// fromTable lists the controls that select a record of a table.
	fromTable = []string{"data", "values", "id", "sure"}

	clamping = toggle("clamp", "out of range", "What to do with private values outside [0, 1], which no mechanism here takes.",
		param.Kind[bool]{Name: "off", Title: "refuse", Help: "Say so, and do not answer.", Source: "every mechanism here is defined on [0, 1]"},
		param.Kind[bool]{Name: "on", Title: "clamp", Help: "Move them to the nearer end of [0, 1]; this is another record.",
			Source: "on request only"})

	sure = toggle("sure", "if the scale looks wrong",
		"What to do where all records get one class, or most lie outside [0, 1], as on another scale than the classifier's.",
		param.Kind[bool]{Name: "off", Title: "ask", Help: "Ask which scale it is, and do not answer.",
			Source: "on a wrong scale every class seems to survive any noise"},
		param.Kind[bool]{Name: "on", Title: "go on", Help: "Take it for the classifier's scale.", Source: "on request only"})
)

// perturbing returns the menu of mechanisms; each gives every private feature the ε of the slider.
func perturbing() param.Menu[mechanisms.Mechanism] {
	m := mechanisms.All
	m.Kinds = slices.Clone(m.Kinds)
	for i, k := range m.Kinds {
		m.Kinds[i].Params = slices.Clone(k.Params)
		for j, p := range k.Params {
			if p.Name == mechanisms.Epsilon.Name {
				m.Kinds[i].Params[j].Label = "per feature"
			}
		}
	}
	return m
}

// toggle returns a menu of two kinds: off and on.
func toggle(name, label, help string, off, on param.Kind[bool]) param.Menu[bool] {
	off.New = func(param.Values) (bool, error) { return false, nil }
	on.New = func(param.Values) (bool, error) { return true, nil }
	return param.Menu[bool]{Name: name, Label: label, Help: help, Kinds: []param.Kind[bool]{off, on}}
}

// words returns the words and defaults of a prediction's controls, as far as the classifier can be opened.
func words(ctx context.Context, v param.Values) engine.Defaults {
	w := engine.Defaults{classifierText.Name: {Suggestions: model.Embedded()},
		dataText.Name: {Suggestions: append([]string{table.Synthetic}, table.BuiltIn()...)}}
	m, err := agreement.OpenModel(ctx, v.Word(classifierText))
	if err != nil {
		return w
	}
	var records []string
	for _, r := range m.Records {
		records = append(records, r.ID)
	}
	w[recordText.Name] = engine.Default{Meaning: agreement.UsualRecord(m), Suggestions: records}
	usual := agreement.UsualPrivate(m)
	w[privateText.Name] = engine.Default{Meaning: strings.Join(usual, ", "), Suggestions: privateChoices(m, strings.Join(usual, ","))}
	return w
}

// crowdWords adds the columns that tell the table's people apart.
func crowdWords(ctx context.Context, v param.Values) engine.Defaults {
	w := words(ctx, v)
	w[groupText.Name] = engine.Default{Meaning: "nothing", Suggestions: []string{population.ByClass, population.ByTruth}}
	m, err := agreement.OpenModel(ctx, v.Word(classifierText))
	if err != nil {
		return w
	}
	cohort, err := cohortOf(v)
	if err != nil {
		return w
	}
	if t, _, err := cohort.Table(ctx, m); err == nil {
		w[groupText.Name] = engine.Default{Meaning: "nothing", Suggestions: t.Ways()}
		w[truthText.Name], w[idText.Name] = engine.Default{Suggestions: t.Columns}, engine.Default{Meaning: t.IDName, Suggestions: t.Columns}
	}
	return w
}

// privateChoices returns the usual features, each by itself, and every pair of the first few.
func privateChoices(m *model.Model, usual string) []string {
	const most = 6
	choices := []string{usual}
	names := m.FeatureNames()
	names = names[:min(most, len(names))]
	add := func(choice string) {
		if choice != usual {
			choices = append(choices, choice)
		}
	}
	for i, a := range names {
		add(a)
		for _, b := range names[i+1:] {
			add(a + "," + b)
		}
	}
	return choices
}
