package robustness

import (
	"context"
	"fmt"
	"math/rand/v2"

	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/population"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/table"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

// Controls of the question whose predictions survive.
var (
	dataText = param.Text{Name: "data", Label: "data",
		Help:    "A CSV or Parquet file with the classifier's features by name; \"synthetic\" simulates records, by rules of thumb or evenly over [0, 1].",
		Default: table.Synthetic, Files: []string{".csv", ".csv.gz", ".parquet"}, Resets: []string{"by", "truth", "id", "records"}}

	rawValues = toggle("values", "values are", "Whether the file holds values as the classifier takes them, or raw ones.",
		param.Kind[bool]{Name: "scaled", Title: "scaled", Help: "Values as the classifier takes them.", Source: "the classifier's own records"},
		param.Kind[bool]{Name: "raw", Title: "raw", Help: "Years, kilograms: scaled as the classifier's file says.", Source: "the scales in the classifier's file"})

	over = param.Menu[string]{Name: "over", Label: "x-axis",
		Help: "What runs along the horizontal axis.",
		Kinds: []param.Kind[string]{
			control.Option(overRecords, "records, worst first", "How often every record keeps its prediction at this ε, the worst-off first.", "the paper's average and worst case, with every record in sight", overRecords),
			control.Option(overGroups, "groups", "Average, 5th percentile and worst-off of every group at this ε.", "an average over all hides a group; Bonferroni's intervals hold together", overGroups),
			control.Option("epsilon", "ε, from 1 to 8", "Average, 5th percentile and worst-off against ε, as in the paper's Figures 11 to 14.", "Figures 11 to 14 of the paper, with intervals", "epsilon"),
		}}

	people = param.Param{Name: "records", Symbol: "m", Label: "records",
		Help: "How many records to use, drawn by the seed where the file has more; larger narrows the intervals. auto: as many as are quick by the kind of classifier, and not by the clock, so that every machine looks at the same ones: 5,000 for linear ones, 1,000 for trees, else 200; recommend a fifth of that, 200 at least.",
		Min:  0, Max: 1e6, Low: 10, High: 10000, Default: 0, Zero: "auto", Scale: param.Count, Role: param.Aside}
)

// What runs along the horizontal axis.
const (
	overRecords = "records"
	overGroups  = "groups"
)

// Population shows how predictions survive over a whole table.
var Population = view.Of(view.Declaration[crowd]{
	Name:     "population",
	Group:    view.Classifier,
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
	Words:    crowdWords,
	Ask:      askCrowd,
	Lead:     crowdLead,
	Filled:   crowd.filled,
	Tries:    []view.Try{{On: "epsilon", Keys: "shift+right", Text: "⇧→ on ε: spend more, and see whose predictions survive then."}},
	Readings: crowdReadings,
	Moving:   withoutIntervals,
	Orders:   crowdOrders,
	Place:    mapOfRecord,
	Whose:    view.Stated(crowd.whose),
	Draw:     drawCrowd,
	Presets: []view.Preset{
		{Name: "stroke-forest", Title: "A hundred simulated patients and the forest", Query: "over=records&mechanism=pm&classifier=stroke-forest&epsilon=4&records=100&target=0.9"},
		{Name: "stroke-logistic", Title: "The same patients and the logistic regression", Query: "over=records&mechanism=pm&classifier=stroke-logistic&epsilon=4&records=100&target=0.9"},
		{Name: "average-and-worst", Title: "Average and worst against ε, as in Figures 11 to 14", Query: "over=epsilon&mechanism=pm&classifier=stroke-logistic&epsilon=4&records=100&target=0.9"},
		{Name: "groups", Title: "The patients by their true class: whom the average hides", Query: "over=groups&mechanism=pm&classifier=stroke-forest&by=truth&epsilon=2&records=400&target=0.9"},
		{Name: "circle", Title: "Points all over the paper's circle", Query: "over=records&mechanism=sw&classifier=circle-qda&epsilon=4&records=60&target=0.9"},
	},
})

// crowd asks how every record of a table fares.
type crowd struct {
	subjects
	kind     param.Kind[mechanisms.Mechanism]
	epsilon  float64
	target   float64
	over     string
	by       string             // what people are told apart by; empty: nothing
	truth    string             // the column of the true classes; empty: the only one that can hold them
	groups   *population.Groups // nil: they are not told apart
	basis    known.Basis        // of the agreements that are computed without sampling
	run      population.Population
	spending agreement.Spending // of each person
	answers  *outcomes
	quick    bool // intervals are left out, as they cost more than the numbers
}

// outcomes are the runs over the table that answers are read from.
type outcomes struct {
	whole             *population.Outcome // of the picture: agreements and bounds, at every budget drawn
	exact, certified  *work.Once[[]float64]
	both              *work.Once[population.Outcome]
	ofExact, ofProven *work.Once[population.Summary] // with intervals
	groups, ofGroups  *work.Once[grouped]            // without and with them
	attack            *work.Once[agreement.Attacker]
	classes           *work.Once[lowestGroup] // of the classes, where nobody else tells people apart
}

// drawnBudgets are those of the paper's figures.
var drawnBudgets = [...]float64{1, 2, 3, 4, 5, 6, 7, 8}

func askCrowd(ctx context.Context, v param.Values) (crowd, error) {
	q := crowd{epsilon: v.Get(mechanisms.Epsilon), target: v.Get(control.Target)}
	var err error
	if q.subjects, err = openSubjects(ctx, v, quickly); err != nil {
		return q, err
	}
	if q.over, err = over.New(v); err != nil {
		return q, err
	}
	if err := q.openGroups(ctx, v); err != nil {
		return q, err
	}
	if q.kind, err = mechanisms.All.Picked(v); err != nil {
		return q, err
	}
	made, err := q.kind.New(v)
	if err != nil {
		return q, err
	}
	switch {
	case q.draws > 0:
		q.basis = known.Estimate
	case len(q.private) > 2: // a linear classifier's lower ends
		q.basis = known.AtLeast
	}
	provable := learners.CapabilitiesOf(q.model.Classifier).Provable != nil
	weights, err := agreement.ReadWeights(q.model, q.private, v.Word(weightsText))
	if err != nil {
		return q, err
	}
	maker := mechanisms.MakerOf(q.kind, v)
	if err := weights.Check(maker, q.epsilon); err != nil {
		return q, err
	}
	q.spending = agreement.Spending{Mechanism: made, By: mechanisms.SettingOf(q.kind, v), Weights: weights, Features: len(q.private)}
	type key struct {
		table   population.TableKey
		weights string
	}
	q.run = population.Population{
		Classifier: q.model.Classifier, Records: q.sample.Records(), Private: q.private, Weights: weights,
		Key: key{q.sample.Key, v.Word(weightsText)}, At: q.sample.At, Name: q.sample.NameOf,
		Candidates: []agreement.Candidate{{Name: q.kind.Name, Make: maker}},
		Epsilons:   []float64{q.epsilon}, Limits: agreement.UnitInterval, Exact: true, Certified: provable,
		Draws: q.draws, Seed: q.seed,
	}
	q.answers = q.outcomes()
	return q, nil
}

// withoutIntervals is the question of which the answers have none, which cost as much as all
// agreements do.
func withoutIntervals(_ context.Context, q crowd) (crowd, bool) {
	q.quick = true
	q.answers = q.outcomes()
	return q, q.sample.From(q.draws).Estimates()
}

// outcomes prepares the runs that answers need: one of both kinds, unless a
// single answer is asked for, which takes its own kind alone.
func (q crowd) outcomes() *outcomes {
	o := &outcomes{}
	o.both = work.NewOnce(func(ctx context.Context) (population.Outcome, error) { return q.run.Run(ctx, nil) })
	values := func(exact bool) *work.Once[[]float64] {
		return work.NewOnce(func(ctx context.Context) ([]float64, error) {
			run := q.run
			if work.Alone(ctx) {
				run.Exact, run.Certified = exact, !exact && run.Certified
				alone, err := run.Run(ctx, nil)
				return of(alone, exact), err
			}
			if o.whole != nil {
				return of(*o.whole, exact), nil
			}
			both, err := o.both.Get(ctx)
			return of(both, exact), err
		})
	}
	o.exact, o.certified = values(true), values(false)
	summary := func(values *work.Once[[]float64], agreements bool) *work.Once[population.Summary] {
		return work.NewOnce(func(ctx context.Context) (population.Summary, error) {
			v, err := values.Get(ctx)
			if err != nil {
				return population.Summary{}, err
			}
			return q.summarise(ctx, v, agreements)
		})
	}
	o.ofExact, o.ofProven = summary(o.exact, true), summary(o.certified, false)
	q.answers = o
	o.groups, o.ofGroups = work.NewOnce(q.describedGroups), work.NewOnce(q.summarisedGroups)
	o.classes = work.NewOnce(q.byClasses)
	o.attack = work.NewOnce(q.spending.Attacker)
	return o
}

// summarise describes agreements, or else bounds, of the records looked at, with
// intervals at 95 % unless they are all that there are, and computed.
func (q crowd) summarise(ctx context.Context, values []float64, agreements bool) (population.Summary, error) {
	draws := 0
	if agreements {
		draws = q.draws
	}
	return population.Summarise(ctx, values, q.sample.From(draws), confidence, rand.NewPCG(q.seed, 2))
}

// of is what an outcome knows at the present budget; nil when nobody asked.
func of(o population.Outcome, exact bool) []float64 {
	kind := o.Certified
	if exact {
		kind = o.Exact
	}
	if len(kind) == 0 {
		return nil
	}
	return kind[0][0]
}

// knowing is the question with an outcome, maybe an unfinished one, from which
// all answers are read.
func (q crowd) knowing(o population.Outcome) crowd {
	if q.groups != nil {
		some := *q.groups
		some.Unfinished = true
		q.groups = &some
	}
	q.underWay, q.quick = true, true
	q.answers = q.outcomes()
	q.answers.whole = &o
	return q
}

// least is the worst of the records as it is known of the worst of all.
func (q crowd) least(s population.Summary, basis known.Basis) known.Value {
	return s.Least(basis, q.whole())
}

// told is the summary that the page speaks of: of agreements where there are
// any, else of the proven bounds.
type told struct {
	population.Summary
	basis known.Basis
	what  string // "the exact agreements"
	whole bool   // nothing is estimated: the records are all, and the values computed
}

// words say of how many records it is, and what is known of each.
func (t told) words() string { return control.Records(t.Count) + ": " + t.what + "." }

// say tells a number of the summary: no estimate where the records are all that
// there are.
func (t told) say(v known.Value) known.Value {
	switch {
	case t.whole:
		return population.Settled(v, t.basis)
	case t.basis == known.AtLeast:
		return bounding(v, false)
	}
	return v
}

// described tells what needs no interval.
func (q crowd) described(ctx context.Context) (told, error) {
	exact, err := q.answers.exact.Get(ctx)
	if s := q.sample.Describe(exact); err != nil || s.Count > 0 {
		return q.tell(s), err
	}
	proven, err := q.answers.certified.Get(ctx)
	return told{q.sample.Describe(proven), known.AtLeast, "the proven bounds", q.whole()}, err
}

// summarised tells the same with intervals.
func (q crowd) summarised(ctx context.Context) (told, error) {
	exact, err := q.answers.ofExact.Get(ctx)
	if err != nil || exact.Count > 0 {
		return q.tell(exact), err
	}
	proven, err := q.answers.ofProven.Get(ctx)
	return told{proven, known.AtLeast, "the proven bounds", q.whole()}, err
}

func (q crowd) tell(exact population.Summary) told {
	what := "the exact agreements"
	switch q.basis {
	case known.AtLeast:
		what = "the lower ends of the agreements, which are computed as intervals"
	case known.Estimate:
		what = fmt.Sprintf("the agreements, each the share of %d draws", q.draws)
	}
	return told{exact, q.basis, what, q.whole() && q.draws == 0}
}

// attacker is who tells one of the people from another.
func (q crowd) attacker(ctx context.Context) (agreement.Attacker, error) {
	return q.answers.attack.Get(ctx)
}
