package noise

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine"
	"dpscope/engine/fits"
	"dpscope/engine/known"
	"dpscope/engine/num/grid"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/trial"
	"dpscope/mechanisms/central"
	"dpscope/views/control"
	"dpscope/views/view"
)

// Coordinates shows how well private coordinate descent classifies, and what it has spent by then.
var Coordinates = view.Of(view.Declaration[coordinates]{
	Name:     "coordinates",
	Label:    "regression",
	Takes:    []view.Take{{File: view.Table, Control: "data"}},
	Also:     "logistic regression, linear regression, coordinate descent",
	NoPython: "a classifier is fitted to records by noisy answers",
	Budget:   budgetOfFit,
	Model:    view.Centrally,
	Title:    "Private coordinate descent",
	Question: "How well does private coordinate descent classify?",
	About: "Logistic regression by proximal coordinate descent with a noisy gradient for each step, over splits of simulated records or of a CSV file's: its error and the budget spent, gradient by gradient, " +
		"with one budget for the whole fit, or one for each gradient, as the paper runs it.",
	Source: paper + ", section 5.4; Mangold, Bellet, Salmon & Tommasi 2022; run here",
	Form: param.Form{
		Choices:  []param.Choice{descentNoise, fitBudget, descentShows, lackingCells},
		Texts:    []param.Text{fitData, fitLabel, fitPositive, fitDrop, fitWords, fitDomain},
		Params:   []param.Param{fitEpsilon, fitDelta, fitRounds, fitSplits, control.Seed},
		AsNeeded: []string{lackingCells.Name, fitLabel.Name, fitPositive.Name, fitDrop.Name, fitWords.Name, fitDomain.Name},
		Idle: func(key string, v param.Values) bool { // gradients without noise spend nothing
			return key == fitEpsilon.Name && v.Picked(descentNoise).Name == fits.None
		},
	},
	Defaults: fitWordsOf,
	Ask:      askCoordinates,
	Lead:     coordinatesLead,
	Filled:   coordinates.filled,
	Sees:     seesFit,
	Readings: coordinatesReadings,
	Provenance: view.Stated(func(q coordinates) engine.Note {
		return fitWhose(q.records, q.trial.Source, q.trial.Terms.Budget, q.focus.Name)
	}),
	Draw:  drawCoordinates,
	Tries: triesOfFits(descentNoise, "gradient"),
	Presets: []view.Preset{
		{Name: "small-delta", Title: "One budget for all gradients, at a δ that protects people",
			Query: "data=measures&noise=analytic-gaussian&budget=run&show=error&epsilon=1&delta=1e-5&rounds=100&seeds=10&seed=1"},
		{Name: "start", Title: "The same at the paper's δ",
			Query: "data=measures&noise=analytic-gaussian&budget=run&show=error&epsilon=0.5&delta=0.1&rounds=100&seeds=10&seed=1"},
		{Name: "each", Title: "As the paper runs it: after ten gradients δ adds up to one",
			Query: "data=measures&noise=optimal&budget=query&show=error&epsilon=1&delta=0.1&rounds=100&seeds=10&seed=1"},
		{Name: "by-range", Title: "Noise by where a gradient lies, of which a turned sign costs most: as far as without noise",
			Query: "data=measures&noise=ranges&budget=query&show=error&epsilon=1&delta=0.1&rounds=100&seeds=10&seed=1"},
		{Name: "gradients", Title: "The paper's Fig. 3: the true gradients, which only the owner sees",
			Query: "data=measures&noise=optimal&budget=query&show=gradients&epsilon=1&delta=0.1&rounds=100&seeds=10&seed=1"},
		{Name: "few-rounds", Title: "Fewer rounds leave more for each gradient",
			Query: "data=measures&noise=analytic-gaussian&budget=run&show=error&epsilon=1&delta=1e-5&rounds=20&seeds=10&seed=1"},
	},
})

// Coordinate descent has these controls.
var (
	fitPositive = param.Text{Name: "positive", Label: "positive is",
		Help: "The class that is told from the rest; by default the second of two."}
	fitRounds = param.Param{Name: "rounds", Symbol: "rounds",
		Help: "In each round a quarter of the coordinates is stepped along, one after another, each by a noisy gradient of its own.",
		Min:  1, Max: 1000, Low: 1, High: 200, Default: 100, Scale: param.Count}
	descentNoise = param.Menu[central.Kind]{Name: "noise", Label: "noise", Help: "The noise of the gradients.",
		Kinds: kindsOfNoise(func(k central.Kind) bool { return !k.Whole }),
		Unfit: map[string]string{fits.Discrete: "discrete Laplace noise is of whole numbers, and gradients are none; noise=" + fits.Laplace + " would work"}}
	descentShows = param.Menu[bool]{Name: "show", Label: "show",
		Help: "What the picture shows.",
		Kinds: []param.Kind[bool]{
			control.Option("error", "error and budget", "The error, a mean over the splits with its interval at the end, and the ε or δ that is spent, gradient by gradient.", "", false),
			control.Option("gradients", "true gradients", "A histogram of the sums that the noise is added to: the owner's, and released by nobody.",
				paper+", appendix, Figure 3", true),
		}}
)

// coordinates asks how well coordinate descent does.
type coordinates struct {
	trial   fits.Coordinates
	records fits.Records
	focus   central.Kind
	seeds   int
	sums    bool                            // the histogram is drawn
	tried   trial.Experiment[fits.Descents] // with noise, and without
	budgeted
}

func askCoordinates(ctx context.Context, v param.Values) (q coordinates, err error) {
	if q.trial.Source, err = fitSource(v); err != nil {
		return q, err
	}
	if q.trial.Terms, q.focus, err = fitTerms(v, descentNoise); err != nil {
		return q, err
	}
	q.sums = descentShows.Chosen(v)
	if q.records, err = q.trial.Source.Open(ctx); err != nil {
		return q, err
	}
	q.trial.Positive, q.trial.Rounds, q.trial.Seed, q.seeds = v.Word(fitPositive), int(v.Get(fitRounds)), uint64(v.Get(control.Seed)),
		int(v.Get(fitSplits))
	if err := q.trial.Check(q.records); err != nil {
		return q, err
	}
	q.trial.Terms.Asks = fits.OfCoordinates(q.trial.Rounds, q.records.Dims())
	q.budgeted = budgetsOf(q.trial.Terms)
	bare := q.trial
	bare.Terms.Noise = fits.None
	q.tried = trial.NewExperiment[fits.Descents]([]fits.Coordinates{withNoise: q.trial, withoutNoise: bare}, q.seeds)
	return q, nil
}

// The trial runs these two descents.
const (
	withNoise = iota
	withoutNoise
)

// runs returns the results of one of the two descents.
func (q coordinates) runs(ctx context.Context, of int) (fits.Descents, error) {
	return q.tried.Of(ctx, of)
}

// guaranteed reports whether the whole fit keeps its budget.
func (q coordinates) guaranteed() bool {
	return q.trial.Terms.Budget == fits.Whole && q.records.Declared && q.focus.Name != fits.None
}

// error returns the error of a descent after its last round; it is missing where there is no such noise.
func (q coordinates) error(ctx context.Context, of int, part func(fits.Descent) []float64) (known.Value, error) {
	runs, err := q.runs(ctx, of)
	if err != nil {
		return known.Value{}, err
	}
	if s := runs.At(q.trial.Rounds, part); s.Seeds > 0 {
		return s.In(known.Probability), nil
	}
	sized, err := q.trial.Terms.Sized(ctx)
	return known.Nothing(sized.None), err
}

func (q coordinates) with() string {
	return fmt.Sprintf("%s, ε = %s %s, δ = %s, %s of %s.", q.focus.Title, fitEpsilon.Text(q.trial.Terms.Epsilon),
		budgetWords(q.trial.Terms.Budget), fitDelta.Text(q.trial.Terms.Delta),
		numeral.Things(q.trial.Rounds, "round"), numeral.Things(fits.Each(q.records.Dims()), "gradient"))
}

func (q coordinates) over() string {
	return fmt.Sprintf("%s of %s.", numeral.Things(q.seeds, "split"), control.Records(q.records.Len()))
}

// places returns the numbers of gradients after which the page looks at the budget.
func (q coordinates) places() (answers []float64) {
	const count = 7
	last := 0.0
	for _, at := range grid.Log(1, max(q.asks.Whole, 2), count) {
		if at = math.Round(at); at > last && at <= q.asks.Whole {
			answers, last = append(answers, at), at
		}
	}
	return answers
}

// knowing returns the question with the results so far, and the rest for later.
func (q coordinates) knowing(so []fits.Descents) coordinates {
	q.tried, q.budgeted = q.tried.Knowing(so), q.later()
	return q
}
