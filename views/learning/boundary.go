package learning

import (
	"context"
	"fmt"
	"slices"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/training"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

const mixtureSource = "Rosenblatt and others, Differential Privacy Under Class Imbalance, Fig. 2, the mixture; labels flipped as in " +
	paper

// usualDividers is the default for an empty set.
const usualDividers = "logistic,forest,network,network-sigmoid"

// Boundary shows how learners divide a plane.
var Boundary = view.Of(view.Declaration[boundary]{
	Name:     "boundary",
	Label:    "boundary",
	Takes:    []view.Take{{File: view.Table, Control: "data"}},
	Also:     "decision boundary, private learner",
	NoPython: "learners are trained here over draws of the flips",
	Budget:   view.BudgetOfLabel + " Of a learner that is private itself, the whole record.",
	Model:    view.Locally,
	Runs:     "seed",
	Title:    "Decision boundaries, learned from flipped labels",
	Question: "How far do flipped labels move a decision boundary?",
	About: "Two normal classes in the plane, one of them rare, or a CSV file: the boundaries of up to four learners side by side, from the true labels and from labels that " +
		"the exponential mechanism flipped, judged on the true labels of held-out records; learners that are private by themselves see the true ones. Another draw of the flips gives another boundary; thirty draws show where it may lie.",
	Source: mixtureSource,
	Form: param.Form{
		Choices: []param.Choice{seenMenu, averaged, shownMenu, focusMenu},
		Texts:   []param.Text{planeData, planeLabel, planeFeatures, dividers},
		Params:  []param.Param{mechanisms.LabelEpsilon, separation, rarity, planeRecords, flipDraw, control.Seed},
		Spelled: publishing.Spelled,
		Idle:    idleAtTrueLabels,
	},
	Defaults: planeWords,
	Ask:      askBoundary,
	Lead:     boundaryLead,
	Filled:   boundary.filled,
	Sees: append(view.SeesWhere(view.Fills("flipped"), []view.Sees{publishing.Sees}),
		view.Sees{When: view.Fills("private"), Raw: view.Trainer, Protected: view.OneRecord, Neighbours: view.AnyOther, Instead: "ε = {epsilon} allows {attacker-right-record}."},
		view.Sees{Raw: view.Trainer, Protected: "nothing", Instead: view.NothingSpent}),
	Readings:   boundaryReadings,
	Provenance: func(ctx context.Context, q boundary) (engine.Note, error) { return q.whose(ctx) },
	Draw:       drawBoundary,
	Tries:      []view.Try{{On: "epsilon", Do: view.MuchMore, Called: "ε", Shows: "fewer flips, and see which boundaries straighten out."}},
	Presets: []view.Preset{
		{Name: "both", Title: "Four learners on true and on flipped labels, over thirty draws",
			Query: "labels=both&average=thirty&points=shown&learner=extremes&data=mixture&learners=logistic,forest,network,network-sigmoid&epsilon=1&separation=4&positive=0.1&n=1000&draw=1&seed=1"},
		{Name: "flipped", Title: "One draw: a quarter of the labels are flipped",
			Query: "labels=flipped&average=one&points=shown&learner=logistic&data=mixture&learners=logistic,forest,network,network-sigmoid&epsilon=1&separation=4&positive=0.1&n=1000&draw=1&seed=1"},
		{Name: "true", Title: "The same four on the true labels",
			Query: "labels=true&average=one&points=shown&learner=logistic&data=mixture&learners=logistic,forest,network,network-sigmoid&separation=4&positive=0.1&n=1000&draw=1&seed=1"},
		{Name: "bent", Title: "A network with and without privacy",
			Query: "labels=both&average=one&points=shown&learner=logistic&data=mixture&learners=network,network-sigmoid&epsilon=1&separation=4&positive=0.1&n=1000&draw=1&seed=1"},
		{Name: "soft", Title: "Thirty draws: where the boundary may lie",
			Query: "labels=flipped&average=thirty&points=hidden&learner=logistic&data=mixture&learners=logistic,tree,linear-sigmoid&epsilon=1&separation=4&positive=0.1&n=1000&draw=1&seed=1"},
		{Name: "balanced", Title: "Balanced classes: flips matter less",
			Query: "labels=flipped&average=one&points=shown&learner=logistic&data=mixture&learners=logistic,forest,network,network-sigmoid&epsilon=1&separation=4&positive=0.5&n=1000&draw=1&seed=1"},
		{Name: "private", Title: "Flipped labels beside learners that are private by themselves",
			Query: "labels=flipped&average=one&points=shown&learner=logistic&data=mixture&learners=logistic,private,private-weighted,private-network&epsilon=1&separation=4&positive=0.1&n=1000&draw=1&seed=1"},
		{Name: "rare", Title: "2 % positives: recall goes first",
			Query: "labels=both&average=one&points=shown&learner=logistic&data=mixture&learners=logistic,linear-sigmoid&epsilon=1.5&separation=4&positive=0.02&n=2000&draw=1&seed=1"},
	},
})

// boundary asks how some learners divide a plane.
type boundary struct {
	training.PlaneKey
	m        mechanisms.LabelFlip
	panels   []panel         // one for each learner and the labels that it sees
	pairs    []pair          // one a learner
	focus    int             // place among these; -1: those moved most and least
	claims   []privacy.Claim // of the learners that are private by themselves
	draws    int
	points   bool
	plane    *work.Once[*training.Plane]
	ended    trial.Experiment[training.Divisions]
	means    *work.Once[[][]known.Value] // of each panel, by metric, over the finished draws
	changes  *work.Once[[]known.Value]   // of each of pairs, over the finished draws: how many records change class
	aucs     *work.Once[[]known.Value]   // of each panel, with their intervals
	parts    bool                        // draws go on: answers cover the finished ones
	fittings []training.Fitting          // one a panel
}

// panel is one learner with the labels that it sees.
type panel struct {
	name, title, brief string
	noisy, private     bool
}

// pair is a learner with the places of its panels: on the true labels, and on flipped ones or, where it is private by itself,
// on those that it sees; -1: there is none.
type pair struct {
	name, title    string
	clean, flipped int
	private        bool
}

// shown returns the place of the panel that answers are about: on flipped labels, if there is one.
func (p pair) shown() int {
	if p.flipped >= 0 {
		return p.flipped
	}
	return p.clean
}

func askBoundary(_ context.Context, v param.Values) (boundary, error) {
	q := boundary{PlaneKey: planeOf(v)}
	var err error
	if q.m, err = mechanisms.NewLabelFlip(v.Get(mechanisms.LabelEpsilon)); err != nil {
		return q, err
	}
	q.draws = averaged.Chosen(v)
	q.points = shownMenu.Chosen(v)
	seen := seenMenu.Chosen(v)
	for _, noisy := range seen {
		if err := q.seeing(v, noisy, len(seen) > 1); err != nil {
			return q, err
		}
	}
	focus, err := focusMenu.New(v)
	if err != nil {
		return q, err
	}
	q.focus = max(slices.IndexFunc(q.pairs, func(p pair) bool { return p.name == focus }), 0)
	if focus == extremes && len(q.compared()) > 0 {
		q.focus = -1
	}
	q.plane = work.NewOnce(func(ctx context.Context) (*training.Plane, error) { return training.OpenPlane(ctx, q.PlaneKey) })
	q.ended = trial.NewExperiment[training.Divisions](q.fittings, q.draws)
	q.means = work.NewOnce(func(ctx context.Context) ([][]known.Value, error) {
		ended, err := q.ended.All(ctx)
		return meansOf(ended), err
	})
	q.changes = work.NewOnce(func(ctx context.Context) ([]known.Value, error) {
		ended, err := q.ended.All(ctx)
		return q.changesIn(ended), err
	})
	q.aucs = work.NewOnce(func(ctx context.Context) ([]known.Value, error) {
		ended, err := q.ended.All(ctx)
		if err != nil {
			return nil, err
		}
		return training.JudgedAUCs(ctx, q.fittings, ended)
	})
	return q, nil
}

// meansOf returns the means of each panel by metric.
func meansOf(ended []training.Divisions) [][]known.Value {
	all := make([][]known.Value, len(ended))
	for i, d := range ended {
		for _, m := range metrics {
			all[i] = append(all[i], d.Mean(m.of, m.can))
		}
	}
	return all
}

// mean returns the mean of the metric called name for a panel's learner.
func (q boundary) mean(ctx context.Context, panel int, name string) (known.Value, error) {
	metric := slices.IndexFunc(metrics, func(m judged) bool { return m.name == name })
	if work.Alone(ctx) {
		d, err := q.of(ctx, q.panels[panel].name)
		return d.Mean(metrics[metric].of, metrics[metric].can), err
	}
	ended, err := q.ended.All(ctx)
	if err == nil && len(ended[panel]) == 0 {
		err = view.ErrLater
	}
	if err != nil {
		return known.Value{}, err
	}
	means, err := q.means.Get(ctx)
	if err != nil {
		return known.Value{}, err
	}
	return means[panel][metric], nil
}

// seeing adds a panel for each of the learners; those that see the true labels are told apart where there are others. A learner
// that is private by itself has one panel.
func (q *boundary) seeing(v param.Values, noisy, both bool) error {
	for _, kind := range divided(v) {
		l, err := kind.New(v)
		if err != nil {
			return err
		}
		p := panel{name: kind.Name, title: kind.Title, brief: kind.Tag, noisy: noisy}
		private, keeps := l.(training.Private)
		at := slices.IndexFunc(q.pairs, func(p pair) bool { return p.name == kind.Name })
		if at < 0 {
			at = len(q.pairs)
			q.pairs = append(q.pairs, pair{name: kind.Name, title: kind.Title, clean: -1, flipped: -1, private: keeps})
		}
		switch {
		case keeps && both && !noisy:
			continue
		case keeps:
			p.title, p.noisy, p.private = fmt.Sprintf("%s, ε = %.3g", p.title, private.Claim().Epsilon), false, true
			q.claims = append(q.claims, private.Claim())
		case both && noisy:
			p.title += ", flipped"
		case both:
			p.name, p.title, p.brief = p.name+"-true", p.title+", true labels", p.brief+" true"
		}
		if p.noisy || keeps {
			q.pairs[at].flipped = len(q.panels)
		} else {
			q.pairs[at].clean = len(q.panels)
		}
		if keeps {
			q.pairs[at].title = p.title
		}
		q.panels = append(q.panels, p)
		q.fittings = append(q.fittings, training.Fitting{Plane: q.PlaneKey, Learner: l, Noisy: p.noisy, Flips: q.m,
			Draw: uint64(v.Get(flipDraw)), Scored: q.draws == 1})
	}
	return nil
}

// divided returns the picked learners.
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

// Mechanism returns the mechanism that flips the labels.
func (q boundary) Mechanism() mechanisms.LabelFlip { return q.m }

// at returns the place of a panel, -1 where it is not shown.
func (q boundary) at(name string) int {
	for i, p := range q.panels {
		if p.name == name {
			return i
		}
	}
	return -1
}

// knowing returns the question with what has been learnt; all answers are read from it.
func (q boundary) knowing(ended []training.Divisions) boundary {
	q.ended, q.means, q.changes, q.parts = q.ended.Knowing(ended), work.Given(meansOf(ended)), work.Given(q.changesIn(ended)), true
	return q
}

// of returns the results of a panel's learner on its draws.
func (q boundary) of(ctx context.Context, name string) (training.Divisions, error) {
	i := q.at(name)
	if i < 0 {
		return nil, fmt.Errorf("%s takes no part", name)
	}
	if work.Alone(ctx) {
		return q.ended.Of(ctx, i)
	}
	all, err := q.ended.All(ctx)
	if err != nil {
		return nil, err
	}
	return all[i], nil
}
