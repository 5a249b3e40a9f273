package classifier

import (
	"context"
	"fmt"

	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/population"
	"dpscope/learners/table"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// Controls of the question which predictions survive.
var (
	dataText = param.Text{Name: "data", Label: "data",
		Help:    "A CSV or Parquet file with the classifier's features by name; \"synthetic\" simulates records, by rules of thumb or evenly over [0, 1].",
		Default: table.Synthetic, Files: []string{".csv", ".csv.gz", ".parquet"}, Resets: []string{"by", "truth", "id", "records"}}

	rawValues = toggle("values", "values are", "Whether the file holds values as the classifier takes them, or raw ones.",
		param.Kind[bool]{Name: "scaled", Title: "scaled", Help: "Values as the classifier takes them.", Source: "the classifier's own records"},
		param.Kind[bool]{Name: "raw", Title: "raw", Help: "Years, kilograms: scaled as the classifier's file says.",
			Source: "the scales in the classifier's file"})

	over = param.Menu[string]{Name: "over", Label: "x-axis",
		Help: "What runs along the horizontal axis.",
		Kinds: []param.Kind[string]{
			control.Option(overRecords, "records, worst first", "How often every record keeps its prediction at this ε, the worst-off first.",
				"the paper's average and worst case, with every record in sight", overRecords),
			control.Option(overGroups, "groups", "Average, 5th percentile and worst-off of every group at this ε.",
				"an average over all hides a group; Bonferroni's intervals hold together", overGroups),
			control.Option("epsilon", "ε, from 1 to 8", "Average, 5th percentile and worst-off against ε, as in the paper's Figures 11 to 14.",
				"Figures 11 to 14 of the paper, with intervals", "epsilon"),
		}}

	people = param.Param{Name: "records", Symbol: "m", Label: "records",
		Help: "How many records to use, drawn by the seed where the file has more; larger narrows the intervals. auto: 5,000 (linear), 1,000 (trees), 200 (others); recommend takes a fifth of that, 200 at least.",
		Min:  0, Max: 1e6, Low: 10, High: 10000, Default: 0, Zero: "auto", Scale: param.Count, Role: param.Aside}
)

// Quantities along the horizontal axis.
const (
	overRecords = "records"
	overGroups  = "groups"
)

// Population shows how predictions survive over a whole table.
var Population = view.Of(view.Declaration[populationQuestion]{
	Name:     "population",
	Label:    "everybody",
	Takes:    takes,
	Also:     "fairness, subgroups, disparate impact, bias",
	NoPython: "everybody's prediction is a classifier's, whose file a few lines do not repeat",
	Budget:   budgetOfFeatures,
	Model:    view.Locally,
	Title:    "How predictions survive over a whole table",
	Question: "Whose predictions survive, and whose do not?",
	About: "How often every record of a table keeps its prediction: the average, the 5th percentile and the worst-off, with intervals for the population that the table is a sample of. " +
		"Of a file that is too long a part is drawn by the seed; nothing is estimated where all records are used. An average hides the people whose prediction noise destroys.",
	Source: source + "; the paper's Figures 11 to 15 give average and worst case without an interval",
	Form: param.Form{
		Choices:  []param.Choice{over, perturbing(), rawValues, clamping, sure},
		Texts:    []param.Text{classifierText, dataText, privateText, groupText, weightsText, truthText, idText},
		AsNeeded: []string{sure.Name, weightsText.Name, truthText.Name, idText.Name},
		Params:   []param.Param{people, control.Target, control.Seed},
	},
	Defaults:   crowdWords,
	Ask:        askPopulation,
	Lead:       crowdLead,
	Filled:     populationQuestion.filled,
	Sees:       seesFeatures("{epsilon-total}", withDelta),
	Tries:      []view.Try{{On: "epsilon", Do: view.MuchMore, Called: "ε", Shows: "spend more, and see whose predictions survive then."}},
	Readings:   crowdReadings,
	Moving:     withoutIntervals,
	Orders:     crowdOrders,
	Place:      mapOfRecord,
	Provenance: view.Stated(populationQuestion.whose),
	Draw:       drawPopulation,
	Presets: []view.Preset{
		{Name: "stroke-forest", Title: "A hundred simulated patients and the forest",
			Query: "over=records&mechanism=pm&classifier=stroke-forest&epsilon=4&records=100&target=0.9"},
		{Name: "stroke-logistic", Title: "The same patients and the logistic regression",
			Query: "over=records&mechanism=pm&classifier=stroke-logistic&epsilon=4&records=100&target=0.9"},
		{Name: "average-and-worst", Title: "Average and worst against ε, as in Figures 11 to 14",
			Query: "over=epsilon&mechanism=pm&classifier=stroke-logistic&epsilon=4&records=100&target=0.9"},
		{Name: "groups", Title: "The patients by their true class: whom the average hides",
			Query: "over=groups&mechanism=pm&classifier=stroke-forest&by=truth&epsilon=2&records=400&target=0.9"},
		{Name: "circle", Title: "Points all over the paper's circle",
			Query: "over=records&mechanism=sw&classifier=circle-qda&epsilon=4&records=60&target=0.9"},
	},
})

// populationQuestion asks how every record of a table fares.
type populationQuestion struct {
	subjects
	*population.Surveyed
	epsilon float64
	target  float64
	over    string
}

// drawnBudgets lists the budgets of the paper's figures.
var drawnBudgets = [...]float64{1, 2, 3, 4, 5, 6, 7, 8}

// SurveyOf returns the survey that the controls describe, and the target for agreement.
func SurveyOf(v param.Values) (s population.Survey, target float64, err error) {
	s = population.Survey{By: v.Word(groupText), Truth: v.Word(truthText), Weights: v.Word(weightsText)}
	if s.Cohort, err = cohortOf(v); err != nil {
		return s, 0, err
	}
	along, err := over.New(v)
	if err != nil {
		return s, 0, err
	}
	if s.By == "" && along == overGroups {
		s.By = population.ByClass
	}
	kind, err := mechanisms.All.Picked(v)
	if err != nil {
		return s, 0, err
	}
	s.Mechanism = mechanisms.SettingOf(kind, v)
	return s, v.Get(control.Target), nil
}

func askPopulation(ctx context.Context, v param.Values) (populationQuestion, error) {
	q := populationQuestion{epsilon: v.Get(mechanisms.Epsilon)}
	asked, target, err := SurveyOf(v)
	if err != nil {
		return q, err
	}
	q.target = target
	if q.over, err = over.New(v); err != nil {
		return q, err
	}
	found, err := asked.Open(ctx)
	if err != nil {
		return q, err
	}
	found.Looked.Groups = answerable(found.Looked.Groups)
	return q.of(found), nil
}

// of returns the question with its answers.
func (q populationQuestion) of(s *population.Surveyed) populationQuestion {
	q.Surveyed, q.subjects = s, subjects{s.Looked}
	return q
}

// withoutIntervals returns the question without intervals, which cost as much as all agreements do.
func withoutIntervals(_ context.Context, q populationQuestion) (populationQuestion, bool) {
	quick, more := q.Quickly()
	return q.of(quick), more
}

// words says how many records a spread covers, and how each agreement is known.
func (q populationQuestion) words(s population.Spread) string {
	what := "the exact agreements"
	switch {
	case s.Proven:
		what = "the proven bounds"
	case s.Basis == known.AtLeast:
		what = "the lower ends of the agreements, which are computed as intervals"
	case s.Basis == known.Estimate:
		what = fmt.Sprintf("the agreements, each the share of %d draws", q.Draws)
	}
	return control.Records(s.Count) + ": " + what + "."
}

// attacker returns the attacker who tells people apart.
func (q populationQuestion) attacker(ctx context.Context) (agreement.Attacker, error) {
	return q.Attacker(ctx)
}
