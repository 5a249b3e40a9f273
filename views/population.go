package views

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/memo"
	"dpscope/engine/num/grid"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/population"
	"dpscope/learners"
	records "dpscope/learners/table"
	"dpscope/mechanisms"
	"dpscope/views/view"
)

var (
	dataText = param.Text{Name: "data", Label: "records of",
		Help:    "A CSV file with the classifier's features by name; \"synthetic\" makes records up, by rules of thumb or evenly over [0, 1].",
		Default: records.Synthetic, Suggest: func(param.Values) []string { return []string{records.Synthetic} }, Files: []string{".csv", ".csv.gz"}}

	rawValues = param.Menu[bool]{Name: "values", Label: "in the file",
		Help: "Whether the file holds values as the classifier takes them, or raw ones.",
		Kinds: []param.Kind[bool]{
			{Name: "scaled", Title: "scaled values", Help: "Values as the classifier takes them.", Source: "the classifier's own records", New: func(param.Values) (bool, error) { return false, nil }},
			{Name: "raw", Title: "raw values", Help: "Years, kilograms: scaled as the classifier's file says.", Source: "the scales in the classifier's file", New: func(param.Values) (bool, error) { return true, nil }},
		}}

	over = param.Menu[string]{Name: "over", Label: "drawn over",
		Help: "What runs along the horizontal axis.",
		Kinds: []param.Kind[string]{
			option("records", "the records, sorted", "Every record's agreement at this ε, the worst first.", "the paper's average and worst case, with every record in sight"),
			option("epsilon", "ε, from 1 to 8", "Mean, 5th percentile and worst against ε, as in the paper's Figures 11 to 14.", "Figures 11 to 14 of the paper, with intervals"),
		}}

	people = param.Param{Name: "records", Symbol: "m", Label: "records", Help: "How many records to look at, from the top of the file.",
		Min: 1, Max: 1e6, Low: 10, High: 2000, Default: 100, Scale: param.Count}
)

var populationView = figureView{
	Name:     "population",
	Group:    view.Classifier,
	Title:    "How predictions survive over a whole table",
	Question: "How do all my people fare, and who fares worst?",
	About: "The agreement of every record of a table: its mean, its 5th percentile and its worst, with intervals for the population that the table is a sample of. " +
		"A mean hides the people whose prediction noise destroys.",
	Source: utilitySource + "; the paper's Figures 11 to 15 give average and worst case without an interval",
	Form: param.Form{
		Choices: []param.Choice{over, mechanisms.All, rawValues, clamping},
		Texts:   []param.Text{classifierText, dataText, privateText},
		Params:  []param.Param{people, target, seed},
	},
	Figure: populationFigure, Answer: populationAnswer, Slow: true,
	Presets: []view.Preset{
		{Name: "stroke-forest", Title: "A hundred made-up patients and the forest", Query: "over=records&mechanism=pm&classifier=stroke-forest&epsilon=4&records=100&target=0.9"},
		{Name: "stroke-logistic", Title: "The same patients and the logistic regression", Query: "over=records&mechanism=pm&classifier=stroke-logistic&epsilon=4&records=100&target=0.9"},
		{Name: "average-and-worst", Title: "Average and worst against ε, as in Figures 11 to 14", Query: "over=epsilon&mechanism=pm&classifier=stroke-logistic&epsilon=4&records=100&target=0.9"},
		{Name: "circle", Title: "Points all over the paper's circle", Query: "over=records&mechanism=sw&classifier=circle-qda&epsilon=4&records=60&target=0.9"},
	},
}

// table is the records of a population.
type table struct {
	names []string // of the records
	rows  [][]float64
	notes []string // what was done to the file
	left  int      // records that no mechanism takes
}

type tableKey struct {
	model      *learners.Model
	word       string
	raw, clamp bool
	private    string
	seed       uint64
}

// tables remembers files that have been read, and tableRegions what was
// prepared for their records, so that a move of ε costs integrals alone.
var (
	tables       = memo.New[tableKey, *table](4)
	tableRegions = memo.New[rowKey, *agreement.Region](4000)
)

type rowKey struct {
	table *table
	row   int
}

func readTable(ctx context.Context, v param.Values, m *learners.Model, private []int) (*table, error) {
	raw, err := rawValues.New(v)
	if err != nil {
		return nil, err
	}
	clamp, err := clamping.New(v)
	if err != nil {
		return nil, err
	}
	key := tableKey{m, fileKey(v.Word(dataText)), raw, clamp, v.Word(privateText), uint64(v.Get(seed))}
	return tables.Get(key, func() (*table, error) { return newTable(ctx, v.Word(dataText), key, private) })
}

func newTable(ctx context.Context, word string, key tableKey, private []int) (*table, error) {
	m := key.model
	d, survey, err := records.Named(ctx, word, key.seed, records.RecordOptions{Features: m.Features, ClassNames: m.ClassNames, Raw: key.raw, Missing: records.DropMissing, Clamp: key.clamp})
	if err != nil {
		return nil, err
	}
	t := &table{notes: survey.Notes()}
	for i := range d.Len() {
		row := d.Row(i)
		if slices.ContainsFunc(private, func(f int) bool { return !(0 <= row[f] && row[f] <= 1) }) {
			t.left++
			continue
		}
		t.names, t.rows = append(t.names, fmt.Sprint(i)), append(t.rows, row)
	}
	if len(t.rows) == 0 {
		return nil, fmt.Errorf("no record has its private values in [0, 1], where the mechanisms work; values=raw scales raw values, clamp=on moves others to the ends")
	}
	return t, nil
}

// crowd is what the controls of the view ask.
type crowd struct {
	model   *learners.Model
	word    string
	private []int
	kind    param.Kind[mechanisms.Mechanism]
	epsilon float64
	target  float64
	table   *table
	count   int
	seed    uint64
	over    string
	basis   known.Basis // of the agreements that are computed without sampling
	run     population.Population
}

func readCrowd(ctx context.Context, v param.Values) (crowd, error) {
	c := crowd{word: v.Word(classifierText), epsilon: v.Get(mechanisms.Epsilon), target: v.Get(target), seed: uint64(v.Get(seed))}
	var err error
	if c.model, err = loadModel(c.word); err != nil {
		return c, err
	}
	if c.private, err = privateFeatures(c.model, v); err != nil {
		return c, err
	}
	if c.table, err = readTable(ctx, v, c.model, c.private); err != nil {
		return c, err
	}
	if c.over, err = over.New(v); err != nil {
		return c, err
	}
	var maker mechanisms.Maker
	if c.kind, _, maker, err = pick(v); err != nil {
		return c, err
	}
	c.count = min(int(v.Get(people)), len(c.table.rows))
	c.run = population.Population{
		Classifier: c.model.Classifier, Records: c.table.rows[:c.count], Private: c.private,
		Candidates: []agreement.Candidate{{Name: c.kind.Name, Make: maker}},
		Epsilons:   []float64{c.epsilon}, Limits: agreement.UnitInterval, Exact: true, Certified: true,
	}
	c.run.Region = func(ctx context.Context, i int) (*agreement.Region, error) {
		return tableRegions.Get(rowKey{c.table, i}, func() (*agreement.Region, error) {
			return agreement.Prepare(ctx, agreement.Question{Classifier: c.model.Classifier, Record: c.table.rows[i], Private: c.private})
		})
	}
	if len(c.private) > 2 { // where there is more than a bound at all: a linear classifier's lower ends
		c.basis = known.AtLeast
	}
	if c.over == "epsilon" {
		c.run.Epsilons = append(c.run.Epsilons, 1, 2, 3, 4, 5, 6, 7, 8)
	}
	return c, nil
}

func populationFigure(ctx context.Context, v param.Values) (engine.Figure, error) {
	c, err := readCrowd(ctx, v)
	if err != nil {
		return engine.Figure{}, err
	}
	outcome, err := c.run.Run(ctx, func(o population.Outcome) {
		f, _ := c.figure(v, o, described)
		f.Progress = float64(o.Done) / float64(c.count)
		engine.Report(ctx, f)
	})
	if err != nil {
		return engine.Figure{}, err
	}
	return c.figure(v, outcome, c.summarised(ctx))
}

// populationAnswer computes one reading, for solving: at the present ε alone,
// and boxes only where they are asked for.
func populationAnswer(ctx context.Context, v param.Values, key string) (float64, error) {
	c, err := readCrowd(ctx, v)
	if err != nil {
		return 0, err
	}
	c.run.Epsilons = c.run.Epsilons[:1]
	c.run.Certified = key == "mean-proven" || len(c.private) > 2
	c.run.Exact = key != "mean-proven"
	o, err := c.run.Run(ctx, nil)
	if err != nil {
		return 0, err
	}
	var exact, certified population.Summary
	if c.run.Exact {
		exact = population.Describe(o.Exact[0][0])
	}
	if c.run.Certified {
		certified = population.Describe(o.Certified[0][0])
	}
	for _, r := range c.readings(exact, certified) {
		if r.Key() == key {
			return r.Value, nil
		}
	}
	return math.NaN(), nil
}

// summaries describe values of all records. Those of a run that goes on leave
// out intervals, which cost more than the values.
type summaries func(values []float64) (population.Summary, error)

func described(values []float64) (population.Summary, error) { return population.Describe(values), nil }

// summarised adds intervals, at 95 %.
func (c crowd) summarised(ctx context.Context) summaries {
	return func(values []float64) (population.Summary, error) {
		return population.Summarise(ctx, values, 0.95, rand.New(rand.NewPCG(c.seed, 2)))
	}
}

// figure shows what is known so far.
func (c crowd) figure(v param.Values, o population.Outcome, summary summaries) (engine.Figure, error) {
	f := engine.Figure{
		Y:      engine.Axis{Name: "agreement", Label: "share of answers that keep the class", Style: numeral.Percent, High: 1},
		Series: "value", Seed: c.seed,
		Settings: []engine.Setting{{Name: "mechanism", Word: c.kind.Name}, {Name: "classifier", Word: c.word}, {Name: "epsilon", Value: c.epsilon}, {Name: "records", Value: float64(c.count)}},
	}
	exact, err := summary(o.Exact[0][0])
	if err != nil {
		return f, err
	}
	certified, err := summary(o.Certified[0][0])
	if err != nil {
		return f, err
	}
	if c.over == "epsilon" {
		if err := c.overEpsilon(&f, o, summary); err != nil {
			return f, err
		}
		f.Marks = append(f.Marks, engine.Rule{Name: "epsilon", Title: "ε", Vertical: true, At: v.Get(mechanisms.Epsilon), Pointer: true})
	} else {
		f.X = engine.Axis{Name: "share_of_records", Label: "share of the records, worst first", Style: numeral.Percent, High: 1}
		for _, curve := range []struct {
			name, title string
			basis       known.Basis
			values      []float64
		}{{"exact", c.computed(), c.basis, exact.Sorted}, {"certified", "proven", known.AtLeast, certified.Sorted}} {
			if len(curve.values) > 0 {
				f.Marks = append(f.Marks, engine.Steps{Name: curve.name, Title: curve.title, Basis: curve.basis, X: shareAxis(len(curve.values)), Y: append(slices.Clone(curve.values), curve.values[len(curve.values)-1])})
			}
		}
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "target", Title: "target", At: c.target})
	f.Readings = c.readings(exact, certified)
	f.Notes = c.notes(exact, certified, o)
	return f, nil
}

// computed is the title of agreements computed without sampling.
func (c crowd) computed() string {
	if c.basis == known.AtLeast {
		return "computed, lower end"
	}
	return "exact"
}

// shareAxis are the ends of n equal steps over [0, 1].
func shareAxis(n int) []float64 { return grid.Even(0, 1, n+1) }

// overEpsilon draws mean, 5th percentile and worst against ε.
func (c crowd) overEpsilon(f *engine.Figure, o population.Outcome, summary summaries) error {
	f.X = engine.Axis{Name: "epsilon", Label: "ε, budget per feature", Low: 0, High: 8}
	f.Settings = slices.DeleteFunc(f.Settings, func(s engine.Setting) bool { return s.Name == "epsilon" })
	values, basis := o.Exact[0], c.basis
	if population.Describe(values[0]).Count == 0 {
		values, basis = o.Certified[0], known.AtLeast
	}
	var epsilons, mean, low, high, fifth, worst []float64
	for e, epsilon := range c.run.Epsilons[1:] {
		s, err := summary(values[e+1])
		if err != nil {
			return err
		}
		if s.Count == 0 {
			continue
		}
		epsilons = append(epsilons, epsilon)
		mean, low, high = append(mean, s.Mean), append(low, s.MeanLow), append(high, s.MeanHigh)
		fifth, worst = append(fifth, s.Fifth), append(worst, s.Worst)
	}
	if !slices.ContainsFunc(low, math.IsNaN) {
		f.Marks = append(f.Marks, engine.Band{Name: "mean", Basis: known.Estimate, X: epsilons, Low: low, High: high})
	}
	f.Marks = append(f.Marks,
		engine.Curve{Name: "mean", Title: "mean", Basis: basis, X: epsilons, Y: mean},
		engine.Curve{Name: "fifth", Title: "5th percentile", Basis: basis, X: epsilons, Y: fifth},
		engine.Curve{Name: "worst", Title: "worst", Basis: basis, X: epsilons, Y: worst})
	return nil
}

// readings describe the table at the present ε; intervals are about the
// population that it is a sample of.
func (c crowd) readings(exact, certified population.Summary) []engine.Reading {
	main, what, basis := exact, "the exact agreements", c.basis
	if basis == known.AtLeast {
		what = "the lower ends of the agreements, which are computed as intervals,"
	}
	if exact.Count == 0 {
		main, what, basis = certified, "the proven bounds", known.AtLeast
	}
	reading := func(name, label string, value, low, high float64, why string) engine.Reading {
		r := engine.Reading{Name: name, Label: label, Value: value, Style: numeral.Percent, Basis: known.Estimate, Goal: known.Higher, Why: why}
		if !math.IsNaN(low) {
			r.Low, r.High = low, high
		}
		if math.IsNaN(value) {
			r.Missing = "no record has an answer yet"
		}
		return r
	}
	ofTable := " For the table itself it is no estimate; the interval is about the population that the records are drawn from, at 95 %."
	mean := reading("mean", "mean", main.Mean, main.MeanLow, main.MeanHigh,
		fmt.Sprintf("The mean of %s of %d records.%s By the bootstrap (Efron & Tibshirani 1993), seed %d.", what, main.Count, ofTable, c.seed))
	fifth := reading("fifth", "5th percentile", main.Fifth, main.FifthLow, main.FifthHigh,
		fmt.Sprintf("One record in twenty fares worse, among %d.%s By order statistics, which are exact.", main.Count, ofTable))
	worst := engine.Reading{Name: "worst", Label: "worst", Value: main.Worst, Basis: basis, Round: numeral.Down, Style: numeral.Percent, Goal: known.Higher,
		Why: fmt.Sprintf("The least of %s of %d records.", what, main.Count)}
	if !math.IsNaN(main.BelowWorst) {
		worst.Why += fmt.Sprintf(" With 95 %% confidence at most %s of the population fare worse (1 - 0.05^(1/n)).", numeral.Up.Chance(main.BelowWorst))
	}
	if main.WorstAt >= 0 {
		worst.Beside = "record " + c.table.names[main.WorstAt]
	} else {
		worst.Missing = "no record has an answer yet"
	}
	proven := reading("mean-proven", "mean, proven", certified.Mean, certified.MeanLow, certified.MeanHigh,
		fmt.Sprintf("The mean of the masses of the largest proven boxes of %d records, a bound on the mean agreement.%s", certified.Count, ofTable))
	reached := engine.Reading{Name: "reach-target", Label: "reach " + target.Text(c.target), Value: math.NaN(), Basis: basis, Round: numeral.Down, Style: numeral.Percent, Goal: known.Higher,
		Why: fmt.Sprintf("The share of %d records whose agreement is at least %s.", main.Count, target.Text(c.target))}
	if main.Count > 0 {
		above := len(main.Sorted) - firstAtLeast(main.Sorted, c.target)
		reached.Value = float64(above) / float64(main.Count)
	} else {
		reached.Missing = "no record has an answer yet"
	}
	d := float64(len(c.private))
	return []engine.Reading{mean, fifth, worst, reached, proven,
		{Name: "records", Label: "records", Value: float64(main.Count), Style: numeral.Whole, Why: "Records with an answer."},
		{Name: "epsilon-total", Label: "ε in total", Value: d * c.epsilon, Goal: known.Lower, Beside: fmt.Sprintf("%g × %s", d, numeral.Short(c.epsilon)),
			Why: "Every private feature is perturbed with ε; what one person reveals adds up to d·ε (basic composition)."}}
}

// firstAtLeast is the index of the first of increasing values that is at least
// v.
func firstAtLeast(sorted []float64, v float64) int {
	i, _ := slices.BinarySearch(sorted, v)
	return i
}

func (c crowd) notes(exact, certified population.Summary, o population.Outcome) []engine.Note {
	var notes []engine.Note
	main := exact
	if exact.Count == 0 {
		main = certified
	}
	if main.Count > 0 {
		notes = append(notes, engine.Note{Text: fmt.Sprintf("The mean record keeps its class %s of the time, the worst %s: a mean hides the people whom noise fails.",
			numeral.Chance(main.Mean), numeral.Chance(main.Worst))})
	}
	if c.table.left > 0 {
		notes = append(notes, engine.Note{Text: fmt.Sprintf("%d records have private values outside [0, 1] and are left out; clamp=on would move them.", c.table.left), Warning: true})
	}
	for _, n := range c.table.notes {
		notes = append(notes, engine.Note{Text: n})
	}
	if o.Skipped != nil {
		notes = append(notes, engine.Note{Text: o.Skipped.Error(), Warning: true})
	}
	return notes
}
