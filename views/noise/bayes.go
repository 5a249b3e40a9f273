package noise

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/engine/fits"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/table"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/view"
)

// Bayes shows how well private naive Bayes classifies.
var Bayes = view.Of(view.Declaration[bayes]{
	Name:     "bayes",
	Label:    "naive Bayes",
	Takes:    []view.Take{{File: view.Table, Control: "data"}},
	Also:     "private naive bayes",
	NoPython: "a classifier is fitted to records by noisy answers",
	Budget:   budgetOfFit,
	Model:    view.Centrally,
	Title:    "Private naive Bayes",
	Question: "How well does private naive Bayes classify?",
	About: "Naive Bayes fitted by noisy answers to queries, query by query, over splits of simulated records or of a CSV file's: with noise of one size for the whole fit, which keeps (ε, δ) by the privacy loss of all answers, " +
		"and with a budget for each answer, as the paper runs it, whose whole price is told.",
	Source: paper + ", section 5.3; run here",
	Form: param.Form{
		Choices:  []param.Choice{fitNoise, fitBudget, emptyCells, lackingCells},
		Texts:    []param.Text{fitData, fitLabel, fitDrop, fitWords, fitDomain},
		Params:   []param.Param{fitEpsilon, fitDelta, fitSplits, fitRepeats, control.Seed},
		AsNeeded: []string{lackingCells.Name, fitLabel.Name, fitDrop.Name, fitWords.Name, fitDomain.Name},
	},
	Defaults:   fitWordsOf,
	Ask:        askBayes,
	Lead:       bayesLead,
	Filled:     bayes.filled,
	Sees:       seesFit,
	Readings:   bayesReadings,
	Provenance: view.Stated(bayes.whose),
	Draw:       drawBayes,
	Tries:      triesOfFits(fitNoise, "answer"),
	Presets: []view.Preset{
		{Name: "small-delta", Title: "One budget for the whole fit, at a δ that protects people",
			Query: "data=grades&noise=analytic-gaussian&budget=run&zero=keep&epsilon=2&delta=1e-5&seeds=20&repeats=10&seed=1"},
		{Name: "start", Title: "The same at the paper's δ: two noises err alike, as far as can be told",
			Query: "data=grades&noise=analytic-gaussian&budget=run&zero=keep&epsilon=1&delta=0.1&seeds=20&repeats=10&seed=1"},
		{Name: "each", Title: "As the paper runs it: a budget for each answer, and no guarantee",
			Query: "data=grades&noise=optimal&budget=query&zero=keep&epsilon=1&delta=0.1&seeds=20&repeats=5&seed=1"},
		{Name: "floor", Title: "The same, with noise in the empty cells too",
			Query: "data=grades&noise=optimal&budget=query&zero=floor&epsilon=1&delta=0.1&seeds=20&repeats=5&seed=1"},
		{Name: "by-range", Title: "Noise by where a count lies, as the paper's results in brackets: hardly less error",
			Query: "data=grades&noise=ranges&budget=query&zero=keep&epsilon=1&delta=0.1&seeds=20&repeats=5&seed=1"},
		{Name: "numbers", Title: "Means and deviations too: each number costs four answers",
			Query: "data=measures&noise=analytic-gaussian&budget=run&zero=keep&epsilon=2&delta=0.1&seeds=20&repeats=5&seed=1"},
		{Name: "pure", Title: "δ = 0: Laplace noise, whose ε adds up",
			Query: "data=grades&noise=laplace&budget=run&zero=keep&epsilon=2&delta=0&seeds=20&repeats=5&seed=1"},
	},
})

// fitBudgets lists the budgets of the curves.
var fitBudgets = [...]float64{0.3, 1, 3, 10}

// bayes asks how well naive Bayes does with each noise.
type bayes struct {
	trial   fits.Bayes // with the noise in focus
	records fits.Records
	focus   central.Kind
	seeds   int
	kinds   []central.Kind // the noise available at this budget, in the order of the menu
	tried   trial.Experiment[fits.Runs]
	budgeted
}

// budgeted holds what all answers of a fit spend, by either budget.
type budgeted struct {
	asks  fits.Asks
	spent *work.Once[fits.Spent]
	each  *work.Once[fits.Spent] // with the budget for each answer
}

// budgetsOf returns what terms spend; they have to know what is asked.
func budgetsOf(t fits.Terms) budgeted {
	b := budgeted{asks: t.Asks}
	of := func(t fits.Terms) *work.Once[fits.Spent] {
		return work.NewOnce(func(ctx context.Context) (fits.Spent, error) { return t.Spent(ctx, b.asks) })
	}
	b.spent = of(t)
	t.Budget = fits.Query
	b.each = of(t)
	return b
}

// later returns b with the spending not computed yet.
func (b budgeted) later() budgeted {
	wait := work.Later[fits.Spent]()
	b.spent, b.each = wait, wait
	return b
}

func askBayes(ctx context.Context, v param.Values) (q bayes, err error) {
	if q.trial.Source, err = fitSource(v); err != nil {
		return q, err
	}
	if q.trial.Terms, q.focus, err = fitTerms(v, fitNoise); err != nil {
		return q, err
	}
	q.trial.Keep = emptyCells.Chosen(v)
	if q.records, err = q.trial.Source.Open(ctx); err != nil {
		return q, err
	}
	if err := q.records.CheckNoise(q.focus.Name); err != nil {
		return q, err
	}
	q.trial.Terms.Asks = fits.AsksOf(q.records)
	q.budgeted = budgetsOf(q.trial.Terms)
	q.trial.Repeats, q.trial.Seed, q.seeds = int(v.Get(fitRepeats)), uint64(v.Get(control.Seed)), int(v.Get(fitSplits))
	for _, k := range fits.Kinds {
		if q.offers(k) {
			q.kinds = append(q.kinds, k)
		}
	}
	q.tried = trial.NewExperiment[fits.Runs](q.trials(), q.seeds)
	return q, nil
}

// offers reports whether the page shows noise of a kind: the one in focus, and the others available at this budget.
func (q bayes) offers(k central.Kind) bool {
	switch {
	case k.Name == q.focus.Name || k.Name == fits.None:
		return true
	case k.NeedsDelta && q.trial.Terms.Delta == 0, k.Whole:
		return false
	case k.Name == fits.Classic, k.Ranged: // for a whole run the first equals the analytic one, and the second takes long
		return q.trial.Terms.Budget == fits.Query
	}
	return true
}

// of returns the trial with a noise and a budget.
func (q bayes) of(noise string, budget fits.Budget, epsilon float64) fits.Bayes {
	t := q.trial
	t.Terms.Noise, t.Terms.Budget, t.Terms.Epsilon = noise, budget, epsilon
	return t
}

// runs returns the results of a noise at the setting.
func (q bayes) runs(ctx context.Context, noise string) (fits.Runs, error) {
	at := slices.Index(q.trials(), q.of(noise, q.trial.Terms.Budget, q.trial.Terms.Epsilon))
	if at < 0 {
		return nil, nil
	}
	return q.tried.Of(ctx, at)
}

// guaranteed reports whether the whole fit keeps its budget. Its answers must then be about declared values, and not about
// values taken from the data.
func (q bayes) guaranteed() bool {
	return q.trial.Terms.Budget == fits.Whole && q.records.Declared && q.focus.Name != fits.None
}

// Controls of fits by noisy answers.
var (
	fitData = param.Text{Name: "data", Label: "records",
		Help:    "A CSV file with a column of classes, or simulated records whose values are declared; \"grades\" are of samples, \"measures\" of people.",
		Default: fits.Sets[0].Name, Files: []string{".csv", ".csv.gz", ".parquet"}, Resets: []string{"label", "drop", "words", "domain"}}
	fitLabel = param.Text{Name: "label", Label: "classes in", Help: "The column of the file that has the classes; by default the last one."}
	fitDrop  = param.Text{Name: "drop", Label: "left out",
		Help: "Columns that nothing is learned from, with commas between: numbers of records, for one."}
	fitWords = param.Text{Name: "words", Label: "as words", Default: "auto",
		Help: "Which columns are counted value by value: auto those in which some cell is no number, all, none, or their names with commas between."}
	fitDomain = param.Text{Name: "domain", Label: "declared in", Files: []string{".csv"},
		Help: "A CSV file column,value,low,high that declares words and bounds: a row for each word of a column, or one with the bounds of its numbers. Without it they are taken from the data, and nothing is guaranteed."}

	fitEpsilon = param.Param{Name: "epsilon", Symbol: "ε", Label: "budget",
		Help: "Privacy budget, of the whole fit or of each answer: smaller is more private.",
		Min:  0.01, Max: 15, Low: 0.1, High: 10, Default: 1, Scale: param.Log, Least: true, Words: privacy.Words}
	fitDelta = param.Param{Name: "delta", Symbol: "δ", Label: "δ",
		Help: "δ: by how much a chance may exceed what ε allows; keep it far below 1/n. At 0 only Laplace noise is left.",
		Min:  0, Max: 0.499, Low: 1e-8, High: 0.2, Default: 0.1, Scale: param.Log, Least: true}
	fitSplits = param.Param{Name: "seeds", Symbol: "splits", Label: "to average",
		Help: "Splits of the records: a fifth of each is held out to judge on.",
		Min:  1, Max: 200, Low: 1, High: 100, Default: 20, Scale: param.Count, Role: param.Aside}
	fitRepeats = param.Param{Name: "repeats", Symbol: "draws", Label: "of noise",
		Help: "How often a split is fitted, with noise of its own each time.",
		Min:  1, Max: 1000, Low: 1, High: 100, Default: 1, Scale: param.Count, Role: param.Aside}

	fitNoise = param.Menu[central.Kind]{Name: "noise", Label: "noise",
		Help:  "The noise of the answers that the page is about; the others are drawn beside it.",
		Kinds: kindsOfNoise(func(central.Kind) bool { return true })}

	fitBudget = param.Menu[fits.Budget]{Name: "budget", Label: "ε covers",
		Help: "What ε and δ are the budget of.",
		Kinds: []param.Kind[fits.Budget]{
			control.Option("run", "the whole fit",
				"One size of noise for all answers: together they keep (ε, δ) if one record is replaced. n is public, class sizes are not.",
				"the privacy loss of all answers", fits.Whole),
			control.Option("query", "each answer",
				"Every answer has noise for the full (ε, δ), as the paper's experiments run; true sizes of classes are taken for public.",
				paper+", section 5.3", fits.Query),
		}}

	emptyCells = param.Menu[bool]{Name: "zero", Label: "empty cells",
		Help: "With a budget for each answer: what becomes of a value that no record of a class has.",
		Kinds: []param.Kind[bool]{
			control.Option("keep", "stay 0", "They get no noise, and rule the class out: as the paper's code has it, which tells everybody which cells are empty.", paper+", its published code", true),
			control.Option("floor", "noise as all", "They get noise like all others; counts are a millionth at least.", "our correction", false),
		}}

	lackingCells = param.Menu[bool]{Name: "missing", Label: "missing values",
		Help: "What becomes of a record that lacks a value.",
		Kinds: []param.Kind[bool]{
			control.Option("drop", "record left out", "It is counted, and left out.", paper+", appendix", false),
			control.Option("refuse", "refused", "The file is refused.", "", true),
		}}
)

func kindsOfNoise(fit func(central.Kind) bool) (list []param.Kind[central.Kind]) {
	for _, k := range fits.Kinds {
		if fit(k) {
			list = append(list, control.Option(k.Name, k.Title, k.Help, k.Source, k))
		}
	}
	return list
}

// triesOfFits returns what to try on a fit: some noise where there is none, and the other budget, for the whole fit or for each
// answer.
func triesOfFits(noise param.Choice, each string) []view.Try {
	return []view.Try{
		{When: view.Picks(noise, fits.None), On: "noise", Do: view.Less, Called: "noise", Shows: "add some, and see what that costs."},
		{When: view.Picks(fitBudget, "query"), On: "budget", Do: view.Less, Called: "what ε covers", Shows: "the whole fit, and see what keeping to one ε costs."},
		{On: "budget", Do: view.More, Called: "what ε covers", Shows: "each " + each + " alone, and see how much more leaks."},
	}
}

// fitSource reads the records from the controls.
func fitSource(v param.Values) (s fits.Source, err error) {
	s.Seed = uint64(v.Get(control.Seed))
	word := v.Word(fitData)
	if slices.ContainsFunc(fits.Sets, func(set fits.Set) bool { return set.Name == word }) {
		s.Made = word
		return s, nil
	}
	s.File, s.Label, s.Drop, s.Words, s.Domain = word, v.Word(fitLabel), v.Word(fitDrop), v.Word(fitWords), v.Word(fitDomain)
	s.Refuse, err = lackingCells.New(v)
	return s, err
}

// fitTerms reads the noise and its budget.
func fitTerms(v param.Values, noise param.Menu[central.Kind]) (t fits.Terms, k central.Kind, err error) {
	if k, err = noise.New(v); err != nil {
		return t, k, err
	}
	t.Budget = fitBudget.Chosen(v)
	t.Noise, t.Epsilon, t.Delta = k.Name, v.Get(fitEpsilon), v.Get(fitDelta)
	return t, k, t.Check()
}

// fitWordsOf returns the words that a file offers for the controls.
func fitWordsOf(ctx context.Context, v param.Values) engine.Defaults {
	var sets []string
	for _, s := range fits.Sets {
		sets = append(sets, s.Name)
	}
	w := engine.Defaults{fitData.Name: {Suggestions: sets}, fitWords.Name: {Suggestions: []string{"auto", "all", "none"}}}
	source, err := fitSource(v)
	if err != nil || source.File == "" || work.MayOpen(ctx, source.File) != nil {
		return w
	}
	names, err := table.Columns(ctx, source.File)
	if err != nil {
		return w
	}
	w[fitLabel.Name] = engine.Default{Meaning: names[len(names)-1], Suggestions: names}
	w[fitDrop.Name] = engine.Default{Suggestions: names}
	_, _ = source.Open(ctx) // the session keeps it: here the page shows progress, and Ask returns the error
	return w
}

// best returns the noise that errs least on records set apart, and by how much the next one errs more.
func (q bayes) best(ctx context.Context) (best string, ahead known.Summary, err error) {
	type one struct {
		name string
		runs fits.Runs
		mean float64
	}
	var all []one
	for _, k := range q.kinds {
		runs, err := q.runs(ctx, k.Name)
		if err != nil {
			return "", ahead, err
		}
		if mean := runs.Out().Mean; k.Name != fits.None && !math.IsNaN(mean) {
			all = append(all, one{k.Name, runs, mean})
		}
	}
	slices.SortStableFunc(all, func(a, b one) int {
		switch {
		case a.mean < b.mean:
			return -1
		case a.mean > b.mean:
			return 1
		}
		return 0
	})
	switch len(all) {
	case 0:
		return "", ahead, nil
	case 1:
		return all[0].name, ahead, nil
	}
	return all[0].name, fits.Ahead(all[0].runs, all[1].runs), nil
}

// rival returns the noise with the least error besides the one in focus; empty for none.
func (q bayes) rival(ctx context.Context) (name string, runs fits.Runs, err error) {
	least := math.Inf(1)
	for _, k := range q.kinds {
		if k.Name == q.focus.Name || k.Name == fits.None {
			continue
		}
		r, err := q.runs(ctx, k.Name)
		if err != nil {
			return "", nil, err
		}
		if mean := r.Out().Mean; mean < least {
			name, runs, least = k.Name, r, mean
		}
	}
	return name, runs, nil
}

// titled returns the title of a noise.
func titled(noise string) string {
	k, _ := fits.Find(noise)
	return k.Title
}

// worded returns the name of a noise within a sentence.
func worded(noise string) string {
	k, _ := fits.Find(noise)
	return k.Noise()
}

// perRun says over what an error was averaged.
func (q bayes) perRun() string {
	return fmt.Sprintf("ε = %s %s, δ = %s.", fitEpsilon.Text(q.trial.Terms.Epsilon), q.budgetWords(), fitDelta.Text(q.trial.Terms.Delta))
}

func (q bayes) budgetWords() string { return budgetWords(q.trial.Terms.Budget) }

func budgetWords(b fits.Budget) string {
	if b == fits.Query {
		return "for each answer"
	}
	return "for the whole fit"
}
