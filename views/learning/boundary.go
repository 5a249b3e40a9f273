package learning

import (
	"context"
	"fmt"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/training"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
)

const mixtureSource = "Rosenblatt and others, Differential Privacy Under Class Imbalance, Fig. 2, the mixture; labels flipped as in " + paper

// usualDividers stand for an empty set.
const usualDividers = "logistic,forest,network,network-sigmoid"

// Boundary shows how learners divide a plane.
var Boundary = view.Of(view.Declaration[dividing]{
	Name:     "boundary",
	Group:    view.Learning,
	Title:    "Decision boundaries, learnt from flipped labels",
	Question: "How does privacy bend a decision boundary?",
	About: "Two normal classes in the plane, one of them rare, or a CSV file: up to four learners draw their boundaries side by side, from the true labels or from labels that " +
		"the exponential mechanism flipped, and are judged on true labels of records not seen; learners that are private by themselves see the true ones. Another draw of the flips is another boundary; thirty draws make a soft one.",
	Source: mixtureSource,
	Form: param.Form{
		Choices: []param.Choice{seenMenu, averaged, shownMenu},
		Texts:   []param.Text{planeData, planeLabel, planeFeatures, dividers},
		Params:  []param.Param{mechanisms.LabelEpsilon, separation, rarity, planeRecords, flipDraw, control.Seed},
	},
	Words:    planeWords,
	Ask:      askBoundary,
	Readings: boundaryReadings,
	Whose:    func(ctx context.Context, q dividing) (engine.Note, error) { return q.whose(ctx) },
	Draw:     drawBoundary,
	Tries:    []view.Try{{On: "epsilon", Keys: "shift+right", Text: "⇧→ on ε: fewer flips, and see which boundaries straighten out."}},
	Presets: []view.Preset{
		{Name: "flipped", Title: "Four learners on labels of which a quarter are flipped", Query: "labels=flipped&average=one&points=shown&data=mixture&learners=logistic,forest,network,network-sigmoid&epsilon=2&separation=4&positive=0.1&n=1000&draw=1&seed=1"},
		{Name: "true", Title: "The same four on the true labels", Query: "labels=true&average=one&points=shown&data=mixture&learners=logistic,forest,network,network-sigmoid&epsilon=2&separation=4&positive=0.1&n=1000&draw=1&seed=1"},
		{Name: "bent", Title: "A network with and without privacy", Query: "labels=both&average=one&points=shown&data=mixture&learners=network,network-sigmoid&epsilon=2&separation=4&positive=0.1&n=1000&draw=1&seed=1"},
		{Name: "soft", Title: "Thirty draws: where the boundary may lie", Query: "labels=flipped&average=thirty&points=hidden&data=mixture&learners=logistic,tree,linear-sigmoid&epsilon=2&separation=4&positive=0.1&n=1000&draw=1&seed=1"},
		{Name: "balanced", Title: "Classes of one size: flips bend less", Query: "labels=flipped&average=one&points=shown&data=mixture&learners=logistic,forest,network,network-sigmoid&epsilon=2&separation=4&positive=0.5&n=1000&draw=1&seed=1"},
		{Name: "private", Title: "Flipped labels beside learners that are private by themselves", Query: "labels=flipped&average=one&points=shown&data=mixture&learners=logistic,private,private-weighted,private-network&epsilon=2&separation=4&positive=0.1&n=1000&draw=1&seed=1"},
		{Name: "rare", Title: "Two in a hundred: recall goes first", Query: "labels=both&average=one&points=shown&data=mixture&learners=logistic,linear-sigmoid&epsilon=3&separation=4&positive=0.02&n=2000&draw=1&seed=1"},
	},
})

// dividing asks how some learners divide a plane.
type dividing struct {
	training.PlaneKey
	m        mechanisms.LabelFlip
	panels   []panel
	draws    int
	points   bool
	plane    *work.Once[*training.Plane]
	ended    *work.Once[[]training.Divisions]
	aucs     *work.Once[[]known.Value] // of each panel, with their intervals
	fittings []training.Fitting        // one a panel
}

// panel is one learner with the labels that it sees.
type panel struct {
	name, title, brief string
	noisy, private     bool
}

func askBoundary(_ context.Context, v param.Values) (dividing, error) {
	q := dividing{PlaneKey: planeOf(v)}
	var err error
	if q.m, err = mechanisms.NewLabelExponential(v.Get(mechanisms.LabelEpsilon)); err != nil {
		return q, err
	}
	if q.draws, err = averaged.New(v); err != nil {
		return q, err
	}
	if q.points, err = shownMenu.New(v); err != nil {
		return q, err
	}
	seen, err := seenMenu.New(v)
	if err != nil {
		return q, err
	}
	for _, noisy := range seen {
		if err := q.seeing(v, noisy, len(seen) > 1); err != nil {
			return q, err
		}
	}
	q.plane = work.NewOnce(func(ctx context.Context) (*training.Plane, error) { return training.OpenPlane(ctx, q.PlaneKey) })
	q.ended = work.NewOnce(func(ctx context.Context) ([]training.Divisions, error) {
		return trial.Sweep[training.Divisions](ctx, q.fittings, q.draws, nil)
	})
	q.aucs = work.NewOnce(q.judge)
	return q, nil
}

// judge gives every panel's AUC on records not seen its interval: over draws, or of the
// one draw over records.
func (q dividing) judge(ctx context.Context) ([]known.Value, error) {
	ended, err := q.ended.Get(ctx)
	if err != nil {
		return nil, err
	}
	aucs := make([]known.Value, len(ended))
	parts := work.NewParts(len(ended), func(done float64) {
		work.Report(ctx, work.Progress{Done: done, Of: float64(len(ended)), What: "intervals"})
	})
	return aucs, work.Each(ctx, len(ended), func(within context.Context, i int) (err error) {
		d := ended[i]
		if aucs[i] = d.Mean(metrics[0].of, metrics[0].can); q.draws == 1 && !aucs[i].Missing() {
			aucs[i], err = q.fittings[i].JudgedAUC(parts.Of(within, i), d[0])
		}
		return err
	})
}

// seeing adds a panel for each of the learners; those that see the true labels
// are told apart where there are others. What is private by itself stands once.
func (q *dividing) seeing(v param.Values, noisy, both bool) error {
	for _, kind := range divided(v) {
		l, err := kind.New(v)
		if err != nil {
			return err
		}
		p := panel{name: kind.Name, title: kind.Title, brief: kind.Tag, noisy: noisy}
		private, keeps := l.(training.Private)
		switch {
		case keeps && both && !noisy:
			continue
		case keeps:
			p.title, p.noisy, p.private = p.title+", "+private.Promise(), false, true
		case both && noisy:
			p.title += ", flipped"
		case both:
			p.name, p.title, p.brief = p.name+"-true", p.title+", true labels", p.brief+" true"
		}
		q.panels = append(q.panels, p)
		q.fittings = append(q.fittings, training.Fitting{Plane: q.PlaneKey, Learner: l, Noisy: p.noisy, Flips: q.m, Draw: uint64(v.Get(flipDraw))})
	}
	return nil
}

// divided are the learners that are picked.
func divided(v param.Values) []param.Kind[learners.Learner] {
	word := v.Word(dividers)
	if word == "" {
		word = usualDividers
	}
	var kinds []param.Kind[learners.Learner]
	for _, o := range dividers.Members(word) {
		if kind, err := training.Fitters.Find(o.Name); err == nil {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// at is the place of a panel, -1 where it is not shown.
func (q dividing) at(name string) int {
	for i, p := range q.panels {
		if p.name == name {
			return i
		}
	}
	return -1
}

// knowing is the question with what has been learnt, from which all answers are read.
func (q dividing) knowing(ended []training.Divisions) dividing {
	q.ended = work.Given(ended)
	return q
}

// of is what a panel's learner has made of its draws.
func (q dividing) of(ctx context.Context, name string) (training.Divisions, error) {
	i := q.at(name)
	if i < 0 {
		return nil, fmt.Errorf("%s takes no part", name)
	}
	if work.Alone(ctx) {
		return trial.Repeat[training.Divisions](ctx, q.fittings[i], q.draws)
	}
	all, err := q.ended.Get(ctx)
	if err != nil {
		return nil, err
	}
	return all[i], nil
}
