// Package approaches ranks whole approaches to a rare class on the same splits.
package approaches

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/rareclass"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/views/control"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// View compares all ways to find a rare class privately.
var View = view.Of(view.Declaration[approaches]{
	Name:     "approaches",
	Label:    "which approach",
	Takes:    []view.Take{{File: view.Table, Control: "data"}, {File: view.Schema, Control: "schema", With: view.Table}},
	Also:     "imbalance, imbalanced, class imbalance, minority, minority class, fraud, fraud detection, undersampling, unbalanced, rare disease, credit card, unbalanced data",
	NoPython: "every approach is trained here on splits of records, or was recorded",
	Budget:   "One record of the training data, which may change to any other. Whoever trains is trusted with it; what an attacker sees is one model, and choosing among approaches by looking is not covered.",
	Model:    view.Centrally,
	Title:    "Approaches to a rare class",
	Question: "Which private approach finds my rare class best?",
	About: "Private regression, synthetic people with boosted trees, a network by DP-SGD and a bagged vote, of a CSV file or a simulated mixture, over five budgets and the one chosen, at one guarantee: (ε, δ) " +
		"where a record is replaced by any other. Beside them are the approaches without privacy, what the paper prints, and what is refused.",
	Source: imbalance.Paper + ", Tables 2, 3 and 5 to 12 and Figs 1 to 13, with what is private made so; run here, or recorded",
	Form: param.Form{
		Choices:  []param.Choice{overs, imbalance.Measures, workloads, transformers, imbalance.Scalings},
		Texts:    []param.Text{approachRecords, imbalance.LabelText, imbalance.PositiveText, imbalance.SchemaText, splitsText},
		Params:   []param.Param{imbalance.FitEpsilon, approachSlack, imbalance.DeclaredRatio, imbalance.NormClip, imbalance.ApproachSeeds, control.Seed},
		AsNeeded: []string{workloads.Name, transformers.Name, imbalance.LabelText.Name, imbalance.PositiveText.Name, imbalance.SchemaText.Name, splitsText.Name},
	},
	Defaults:   approachWords,
	Ask:        askApproaches,
	Lead:       approachesLead,
	Filled:     approaches.filled,
	Sees:       view.Beside(imbalance.SeesTraining(view.AnyOther), view.Computer),
	Readings:   approachesReadings,
	Provenance: view.Stated(approaches.whose),
	Draw: func(ctx context.Context, q approaches, _ view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
		return q.draw(ctx, q, show)
	},
	Tries: []view.Try{
		{When: view.Picks(overs, "approach"), On: "over", Do: view.More, Called: "drawn over", Shows: "the same approaches at every budget."},
		{When: view.Picks(overs, "epsilon"), On: "over", Do: view.More, Called: "drawn over", Shows: "where each approach draws its boundary."},
		{On: "epsilon", Do: view.MuchLess, Called: "ε", Shows: "less budget, and see who is left above guessing."},
	},
	Presets: []view.Preset{
		{Name: "start", Title: "The mixture: a public threshold costs nothing, and nothing is clearly ahead",
			Query: "over=approach&measure=g-mean&workload=label&scaling=asis&epsilon=1&delta=1e-6&imbalance=9&clip=8&seeds=10&seed=1"},
		{Name: "budgets", Title: "Which approach gains most from more budget",
			Query: "over=epsilon&measure=g-mean&workload=label&scaling=asis&epsilon=1&delta=1e-6&imbalance=9&clip=8&seeds=10&seed=1"},
		{Name: "boundaries", Title: "Where each approach draws its boundary",
			Query: "over=plane&measure=g-mean&workload=label&scaling=asis&epsilon=1&delta=1e-6&imbalance=9&clip=8&seeds=10&seed=1"},
		{Name: "sizes", Title: "Sizes and ratios: SMOTE with what its theorem leaves, and bagging",
			Query: "over=size&measure=auc&workload=label&scaling=asis&epsilon=0.5&delta=1e-6&imbalance=9&clip=8&seeds=3&seed=1"},
		{Name: "little", Title: "Little budget: who is left above guessing",
			Query: "over=approach&measure=g-mean&workload=label&scaling=asis&epsilon=0.05&delta=1e-6&imbalance=9&clip=8&seeds=10&seed=1"},
		{Name: "auc", Title: "By AUC, which no threshold changes",
			Query: "over=approach&measure=auc&workload=label&scaling=asis&epsilon=0.5&delta=1e-6&imbalance=9&clip=8&seeds=10&seed=1"},
		{Name: "mammography", Title: "The largest of the eight sets, as recorded",
			Query: "data=mammography&over=approach&measure=g-mean&workload=label&scaling=asis&epsilon=1&delta=1e-6&seeds=10&seed=1"},
	},
})

// approaches asks how all approaches do.
type approaches struct {
	records  rareclass.Records // none where runs were recorded
	from     rareclass.Recorded
	recorded bool // the runs are recorded ones, and the file is not here
	trial    rareclass.Trial
	measure  imbalance.Measure
	over     string // horizontal axis of the picture
	draw     approachPicture
	entrants []rareclass.Approach // the ones that run, those with a guarantee first
	refused  []refusal
	own      bool // the ratio is the records' own
	declared bool // a schema declares the possible values of people
	seeds    int
	trials   []rareclass.Trial    // over the budgets
	tried    imbalance.Experiment // of these
	sizes    imbalance.Experiment // over mixtures of other sizes
}

// refusal is an approach that does not run, with the reason.
type refusal struct {
	name, title, why string
	kind             string // "refused", or "missing"
	opens            string
}

func askApproaches(ctx context.Context, v param.Values) (approaches, error) {
	q := approaches{seeds: int(v.Get(imbalance.ApproachSeeds))}
	var err error
	q.measure = imbalance.Measures.Chosen(v)
	if q.draw, err = overs.New(v); err != nil {
		return q, err
	}
	if v.Get(approachSlack) == 0 {
		return q, errors.New("delta = 0: Gaussian noise gives no guarantee without a δ; 1e-6 is enough")
	}
	if q.trial.Source, err = imbalance.SourceOf(v); err != nil {
		return q, err
	}
	q.trial.Epsilon, q.trial.Slack, q.trial.Clip, q.trial.PerRecord, q.trial.Seed = v.Get(imbalance.FitEpsilon), v.Get(approachSlack), v.Get(imbalance.NormClip),
		1, uint64(v.Get(control.Seed))
	if err := q.open(ctx, v); err != nil {
		return q, err
	}
	if q.over = v.Picked(overs).Name; q.trial.Source.File != "" && (q.over == "plane" || q.over == "size") {
		return q, fmt.Errorf("over = %s is of the simulated mixture alone; over=approach, or data=mixture, would work", q.over)
	}
	workload := workloads.Chosen(v)
	lasting := transformers.Chosen(v)
	if err := q.enter(ctx, rareclass.Approaches(workload, v.Word(imbalance.SchemaText)), lasting); err != nil {
		return q, err
	}
	q.trials = q.trial.OverBudgets(q.entrants, q.budgetsOf())
	q.tried = trial.NewExperiment[rareclass.Repeats](q.trials, q.seeds)
	q.sizes = trial.NewExperiment[rareclass.Repeats](q.trial.OverSizes(q.sized(), leftBySmote), q.seeds)
	return q, nil
}

// open finds the records, or their recorded runs.
func (q *approaches) open(ctx context.Context, v param.Values) (err error) {
	q.records, err = q.trial.Source.Open(ctx)
	if absent := errors.Is(err, fs.ErrNotExist) || errors.Is(err, work.ErrNoFiles); err != nil && absent {
		if from, found := rareclass.RecordedOf(q.trial.Source.File); found {
			q.from, q.recorded, q.seeds = from, true, min(q.seeds, from.Splits())
			_, _, q.trial.Ratio, _ = rareclass.PrintedSize(from.Set)
			return nil
		}
	}
	if err != nil {
		return err
	}
	q.trial.Ratio, q.own = imbalance.RatioOf(v, q.records)
	if q.declared, err = imbalance.Declares(q.trial.Source, v.Word(imbalance.SchemaText)); err != nil {
		return err
	}
	if q.trial.Splits = v.Word(splitsText); q.trial.Splits == "" {
		return nil
	}
	if q.trial.Source.File == "" {
		return errors.New("splits are of a file, and the mixture is drawn anew; data=FILE would work")
	}
	splits, err := rareclass.OpenSplits(ctx, q.trial.Splits, q.records)
	if err != nil {
		return err
	}
	if q.seeds > splits.Count() {
		return fmt.Errorf("seeds = %d, and the file has %d splits; %d would work", q.seeds, splits.Count(), splits.Count())
	}
	return nil
}

// enter settles which approaches run, and why the others do not.
func (q *approaches) enter(ctx context.Context, all []rareclass.Approach, lasting bool) error {
	q.refused = slices.Clone(neverPrivate)
	for _, a := range all {
		if a.Lasting && !lasting && !q.recorded {
			q.refused = append(q.refused, q.leftOut(a))
			continue
		}
		if !q.recorded && a.TooMany(q.records) {
			q.refused = append(q.refused, refusal{name: a.Name, title: a.Title, kind: "refused",
				why: fmt.Sprintf("neighbours among %s rows of the rare class take too long here; a part of the records would work", numeral.Count(float64(q.records.Rare())))})
			continue
		}
		if s, is := a.Learner.(rareclass.Synthetic); is && !q.recorded {
			if _, err := s.Plan(ctx, q.trial); err != nil {
				if s.Schema != "" || ctx.Err() != nil {
					return err // it is declared, and wrong
				}
				q.refused = append(q.refused, refusal{name: a.Name, title: a.Title, why: err.Error(), kind: "refused"})
				continue
			}
		}
		q.entrants = append(q.entrants, a)
	}
	return nil
}

// leftOut returns the refusal of an approach that is trained only on request; its runs on the eight sets are recorded.
func (q *approaches) leftOut(a rareclass.Approach) refusal {
	r := refusal{name: a.Name, title: a.Title, kind: "missing",
		why: "it trains for seconds to minutes a split at each budget, which transformer=train waits for"}
	if set := q.set(); set != "" {
		r.why, r.opens = r.why+"; runs on "+set+" are recorded", "approaches?data="+set
	}
	return r
}

// neverPrivate lists methods, from the paper or obvious ones, that leave no guarantee.
var neverPrivate = []refusal{
	{name: "smote-private", title: "SMOTE, then private", kind: "refused", opens: "copies?method=smote",
		why: "one record changes the rows made from others, and how many are made is private"},
	{name: "copies-private", title: "copies, then private", kind: "refused", opens: "copies?method=oversampling",
		why: "how many copies balance the classes is private, and one record may be all of them"},
	{name: "bagging-alone", title: "bagging without noise", kind: "refused", opens: "bagging",
		why: "each record is drawn with some probability, and then nothing hides it"},
}

// runs returns the runs of an approach at a budget, the chosen one or one of the grid.
func (q approaches) runs(ctx context.Context, a rareclass.Approach, epsilon float64) (rareclass.Repeats, error) {
	if q.recorded {
		r := q.from.Runs(a, epsilon)
		return r[:min(len(r), q.seeds)], nil
	}
	return q.tried.Of(ctx, slices.Index(q.trials, q.trial.By(a, epsilon)))
}

// here returns the runs at the chosen budget.
func (q approaches) here(ctx context.Context, a rareclass.Approach) (rareclass.Repeats, error) {
	return q.runs(ctx, a, q.trial.Epsilon)
}

// knowing returns the question with what has been run; the rest comes later.
func (q approaches) knowing(runs []rareclass.Repeats) approaches {
	q.tried, q.sizes = q.tried.Knowing(runs), q.sizes.Later()
	return q
}

// waiting returns the question before any run.
func (q approaches) waiting() approaches {
	q.tried, q.sizes = q.tried.Later(), q.sizes.Later()
	return q
}

// number returns the drawn measure of a run of an approach.
func (q approaches) number(a rareclass.Approach) func(rareclass.Result) float64 {
	return a.Of(q.measure.Of)
}

// entrantOf returns the approach with a name, if it runs.
func (q approaches) entrantOf(name string) (rareclass.Approach, bool) {
	i := slices.IndexFunc(q.entrants, func(a rareclass.Approach) bool { return a.Name == name })
	if i < 0 {
		return rareclass.Approach{}, false
	}
	return q.entrants[i], true
}

// contender is an approach with its runs at the chosen budget.
type contender struct {
	rareclass.Approach
	runs rareclass.Repeats
	mean float64
}

// contenders returns the approaches with a guarantee, or those without, the best first; those without a number are left out.
func (q approaches) contenders(ctx context.Context, private bool) ([]contender, error) {
	var list []contender
	for _, a := range q.entrants {
		if a.Private() != private || a.Public && q.measure.Name == "auc" { // the same scores as without it
			continue
		}
		r, err := q.here(ctx, a)
		if err != nil {
			return nil, err
		}
		if q.recorded && len(r) < q.seeds {
			continue // its mean covers other splits
		}
		if s := r.Summary(q.number(a)); s.Seeds > 0 {
			list = append(list, contender{a, r, s.Mean})
		}
	}
	slices.SortStableFunc(list, func(a, b contender) int { return cmp.Compare(b.mean, a.mean) })
	return list, nil
}
