// Package weights compares public weights with a public threshold.
package weights

import (
	"context"
	"math"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/rareclass"
	"dpscope/engine/trial"
	"dpscope/views/control"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// View compares private learners of a rare class over budgets.
var View = view.Of(view.Declaration[weights]{
	Name:     "weights",
	Label:    "weights or threshold",
	Takes:    []view.Take{{File: view.Table, Control: "data"}},
	Also:     "class weights, reweighting",
	NoPython: "private regressions are trained here over budgets and splits",
	NoteRows: 2,
	Budget:   imbalance.BudgetOfTraining,
	Model:    view.Centrally,
	Title:    "Weights, or a threshold",
	Question: "Should I weight the rare class, or move the threshold?",
	About: "Private logistic regression of a CSV file, or of a simulated mixture, over eight budgets and the one chosen: unweighted, with public weights, and unweighted with a public threshold, " +
		"each the mean over seeded splits; 20 % of each class is held out.",
	Source: imbalance.Paper + ", section 5, with the learner made private: ridge, weights of at most 1, a tighter split of ε; run here",
	Form: param.Form{
		Choices:  []param.Choice{imbalance.Measures, methods, imbalance.Rules, imbalance.Scalings, befores},
		Texts:    []param.Text{imbalance.RecordsText, imbalance.LabelText, imbalance.PositiveText},
		Params:   []param.Param{imbalance.FitEpsilon, imbalance.DeclaredRatio, imbalance.NormClip, perRecord, imbalance.Fits, control.Seed},
		AsNeeded: []string{befores.Name, imbalance.LabelText.Name, imbalance.PositiveText.Name},
	},
	Defaults:   imbalance.WeightsWords,
	Ask:        askWeights,
	Lead:       weightsLead,
	Filled:     weights.filled,
	Sees:       append(view.SeesWhere(view.Fills("descends"), imbalance.SeesTraining(view.LeftOut)), imbalance.SeesTraining(view.AnyOther)...),
	Readings:   weightsReadings,
	Provenance: view.Stated(weights.whose),
	Draw:       drawWeights,
	Tries:      []view.Try{{On: "epsilon", Do: view.MuchLess, Called: "ε", Shows: "less budget, and see which method suffers most."}},
	Presets: []view.Preset{
		{Name: "start", Title: "The mixture: moving the threshold costs no privacy",
			Query: "measure=g-mean&method=weighted&rule=rank1&scaling=asis&epsilon=1&imbalance=9&clip=8&lambda-n=1&seeds=20&seed=1"},
		{Name: "recall", Title: "Recall alone rewards noise",
			Query: "measure=recall&method=unweighted&rule=rank1&scaling=asis&epsilon=0.2&imbalance=9&clip=8&lambda-n=1&seeds=20&seed=1"},
		{Name: "auc", Title: "AUC: a moved threshold leaves it as it is",
			Query: "measure=auc&method=weighted&rule=rank1&scaling=asis&epsilon=0.5&imbalance=9&clip=8&lambda-n=1&seeds=20&seed=1"},
		{Name: "published", Title: "The published split of ε, and its dip",
			Query: "measure=auc&method=threshold&rule=classic&scaling=asis&epsilon=0.5&imbalance=9&clip=8&lambda-n=1&seeds=20&seed=1"},
		{Name: "strong-ridge", Title: "A strong ridge: the threshold calls everyone positive",
			Query: "measure=worst-class&method=threshold&rule=rank1&scaling=asis&epsilon=1&imbalance=9&clip=8&lambda-n=100&seeds=20&seed=1"},
		{Name: "descent", Title: "DP-SGD beside it, at (ε, δ)",
			Query: "measure=g-mean&method=descent&rule=rank1&scaling=asis&q=0.1&steps=100&gradient-clip=0.5&pace=8&delta=1e-5&epsilon=1&imbalance=9&clip=8&lambda-n=1&seeds=20&seed=1"},
		{Name: "bagging", Title: "Bagging, majority vote of five: each has little to spend",
			Query: "measure=g-mean&method=bagging&rule=rank1&scaling=asis&models=5&share=0.5&delta=0&epsilon=1&imbalance=9&clip=8&lambda-n=1&seeds=20&seed=1"},
		{Name: "boosted", Title: "Boosted trees, which guarantee nothing, beside what does",
			Query: "measure=g-mean&method=boosted&before=nothing&rule=rank1&scaling=asis&epsilon=1&imbalance=9&clip=8&lambda-n=1&seeds=20&seed=1"},
		{Name: "from-data", Title: "Weights taken from the data, and paid for",
			Query: "measure=g-mean&method=normalised&rule=rank1&scaling=asis&epsilon=1&imbalance=9&clip=8&lambda-n=1&seeds=20&seed=1"},
	},
})

// budgets lists the budgets that curves are drawn over.
var budgets = [...]float64{0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10}

// weights asks how learners do over budgets.
type weights struct {
	records  rareclass.Records
	trial    rareclass.Trial // at the chosen budget, without the learner
	measure  imbalance.Measure
	entrants []learner
	focus    int // place of the entrant that the answers are about
	learners []rareclass.Learner
	own      bool // the ratio is the records' own
	making   rareclass.Making
	seeds    int
	tried    imbalance.Experiment // of every learner at every budget, at the chosen one and without noise
}

// learner is a method that is drawn.
type learner struct {
	name, title string
	method
	series int // of its learner
}

func askWeights(ctx context.Context, v param.Values) (weights, error) {
	q := weights{seeds: int(v.Get(imbalance.Fits))}
	var err error
	if q.trial.Source, err = imbalance.SourceOf(v); err != nil {
		return q, err
	}
	if q.records, err = q.trial.Source.Open(ctx); err != nil {
		return q, err
	}
	q.measure = imbalance.Measures.Chosen(v)
	q.trial.Rule = imbalance.Rules.Chosen(v)
	q.trial.Slack = v.Get(imbalance.FitSlack)
	q.trial.Epsilon, q.trial.Clip, q.trial.PerRecord, q.trial.Seed = v.Get(imbalance.FitEpsilon), v.Get(imbalance.NormClip), v.Get(perRecord),
		uint64(v.Get(control.Seed))
	q.trial.Ratio, q.own = imbalance.RatioOf(v, q.records)
	if err := q.enter(v); err != nil {
		return q, err
	}
	q.tried = trial.NewExperiment[rareclass.Repeats](q.trials(), q.seeds)
	return q, nil
}

// enter settles which methods are drawn: the permanent ones, and the chosen one. Making rows of the rare class is only for the
// method without privacy.
func (q *weights) enter(v param.Values) error {
	picked, err := methods.Picked(v)
	if err != nil {
		return err
	}
	q.making = befores.Chosen(v)
	for _, k := range methods.Kinds {
		if k.Name != picked.Name && len(k.Params) > 0 {
			continue // its controls are absent
		}
		m, err := k.New(v)
		if err != nil {
			return err
		}
		if k.Name == picked.Name {
			if open, is := m.learner.(rareclass.Open); is {
				m.learner = open.After(q.making)
			} else if q.making != rareclass.AsRecorded {
				return refusals[q.making]
			}
			q.focus = len(q.entrants)
		} else if !m.drawn {
			continue
		}
		lane := slices.Index(q.learners, m.learner)
		if lane < 0 {
			lane, q.learners = len(q.learners), append(q.learners, m.learner)
		}
		q.entrants = append(q.entrants, learner{k.Name, k.Title, m, lane})
	}
	return nil
}

// of returns the trial of a learner at a budget.
func (q weights) of(l rareclass.Learner, epsilon float64) rareclass.Trial {
	t := q.trial
	t.Learner, t.Epsilon = l, epsilon
	return t
}

// here and plain return the results of an entrant at the chosen budget, and without noise.
func (q weights) here(ctx context.Context, e learner) (rareclass.Repeats, error) {
	return q.tried.Of(ctx, e.series*lanes+len(budgets))
}

func (q weights) plain(ctx context.Context, e learner) (rareclass.Repeats, error) {
	return q.tried.Of(ctx, e.series*lanes+len(budgets)+1)
}

// trials returns the trials of every learner at every budget, at the chosen one and without noise.
func (q weights) trials() []rareclass.Trial {
	var all []rareclass.Trial
	for _, l := range q.learners {
		for _, epsilon := range append(budgets[:len(budgets):len(budgets)], q.trial.Epsilon, math.Inf(1)) {
			all = append(all, q.of(l, epsilon))
		}
	}
	return all
}

// lanes is the number of trials of a learner.
const lanes = len(budgets) + 2

// lane returns the results of an entrant's learner: over the budgets, at the chosen one and without noise.
func lane(e learner, runs []rareclass.Repeats) (over []rareclass.Repeats, here, plain rareclass.Repeats) {
	own := runs[e.series*lanes:][:lanes]
	return own[:len(budgets)], own[len(budgets)], own[len(budgets)+1]
}

// knowing returns the question with what has been run; the rest comes later.
func (q weights) knowing(runs []rareclass.Repeats) weights {
	q.tried = q.tried.Knowing(runs)
	return q
}

// summary returns a measure of an entrant over the seeds.
func (e learner) summary(m imbalance.Measure, r rareclass.Repeats) known.Summary {
	return r.Summary(func(one rareclass.Result) float64 { return m.Of(one, e.public) })
}

// value returns that mean as it is told: its interval holds only possible values.
func (e learner) value(m imbalance.Measure, r rareclass.Repeats) known.Value {
	s := e.summary(m, r)
	if s.Seeds == 0 {
		return known.Nothing("no records of one class held out")
	}
	return s.In(m.Can())
}
