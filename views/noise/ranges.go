package noise

import (
	"context"
	"fmt"
	"slices"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/querynoise"
	"dpscope/engine/work"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
	"dpscope/views/control"
	"dpscope/views/view"
)

// dependent is where the paper has noise that depends on the data.
const dependent = paper + ", section 4 and appendix G"

// Noise that depends on where the answer lies has these controls.
var (
	rangeLosses = func() param.Menu[central.Loss] {
		menu := losses
		menu.Kinds = append(slices.Clone(losses.Kinds),
			control.Option[central.Loss]("sign", "|x|, and a wrong sign",
				"The size of the error, and a thousand times as much for each unit from one beyond zero on the other side.",
				paper+", the appendix on coordinate descent", central.Sign{Unit: 1}))
		return menu
	}()

	rangeWidth = param.Param{Name: width.Name, Symbol: width.Symbol, Label: width.Label,
		Help: "Width of a cell of the range, and of a cell on which the noise is uniform, in the answer's unit; the sensitivity is a multiple of it.",
		Min:  1e-6, Max: 1e6, Low: 0.0625, High: 0.5, Default: 0.25, Fine: 0.0625, Coarse: 0.125, Role: param.Aside, Of: "query=real"}
	capped = param.Param{Name: "cap", Symbol: "c", Label: "cap on a part's loss",
		Help: "No part loses more than so many times what the best single distribution loses there; off: a part may lose more, so that others lose less.",
		Min:  0, Max: 1000, Low: 0, High: 2, Default: 0, Fine: 0.05, Coarse: 0.25, Zero: "off", Role: param.Aside}
	marked = param.Param{Name: "group", Symbol: "g", Label: "part looked at",
		Help: "The part that is looked at, and that the arrows of the parts split, join and move, counted from the left; a greater number takes the last one.",
		Min:  1, Max: 500, Low: 1, High: 42, Default: 1, Scale: param.Count, Numbered: true, Role: param.Aside}

	groupsText = param.Text{Name: "groups", Label: "widths of the parts", Default: "3,1,1,3",
		Help: "How many cells (steps of width β) each part has, from the left; 1x8: eight parts of one cell each. ← joins the part with the next, → splits it, ⇧← ⇧→ move its end.",
		Arrows: &param.Arrows{Small: "join, split", Great: "move its end", Step: func(v param.Values, steps int, great bool) string {
			sizes, err := optimal.ReadGroups(v.Word(groupsNamed))
			if err != nil {
				return v.Word(groupsNamed)
			}
			groups := querynoise.Groups(sizes)
			at := min(int(v.Get(marked)), len(groups)) - 1
			switch {
			case great:
				groups = groups.Move(at, steps)
			case steps > 0:
				groups = groups.Split(at)
			default:
				groups = groups.Join(at)
			}
			return optimal.WriteGroups(groups)
		}}}
	groupsNamed = param.Text{Name: "groups", Default: "3,1,1,3"} // the arrows read it
	weightsText = param.Text{Name: "cell-weights", Label: "cells weigh", Default: optimal.Even,
		Help: "What the expected loss weighs, which must not depend on the data; even, triangular (the middle of the range most), or a number for each part, together 1.",
		Arrows: &param.Arrows{Small: "even, triangular", Great: "the same", Step: func(v param.Values, _ int, _ bool) string {
			if v.Word(param.Text{Name: "cell-weights", Default: optimal.Even}) == optimal.Even {
				return optimal.Triangular
			}
			return optimal.Even
		}}}

	rangePictures = param.Menu[func(ranges, querynoise.Found) engine.Figure]{Name: "show", Label: "show",
		Help: "What of the family is drawn.",
		Kinds: []param.Kind[func(ranges, querynoise.Found) engine.Figure]{
			control.Option("noise", "the noise of each part", "The noise that answers in each part get, beside the best single distribution.",
				dependent, ranges.laws),
			control.Option("losses", "error along the range", "The mean error in each part, beside that of the best single distribution.", dependent,
				ranges.losses),
			control.Option("pairs", "which pairs bind", "Which two parts an answer may move between until an event is e^ε times as likely plus δ.",
				dependent+", Algorithm G.1", ranges.pairs),
		}}
)

// Ranges shows noise that depends on where the answer lies.
var Ranges = view.Of(view.Declaration[ranges]{
	Name:     "ranges",
	Label:    "noise by range",
	Also:     "data dependent noise",
	NoPython: "the best noise is found by a linear program over thousands of events",
	NoteRows: 2,
	Budget:   view.BudgetOfQuery,
	Model:    view.Centrally,
	Title:    "Noise for each part of the answer's range",
	Question: "Does it help to fit the noise to where the answer lies?",
	Lead:     rangesLead,
	Defaults: func(_ context.Context, v param.Values) engine.Defaults { // the last part that can be looked at
		sizes, err := optimal.ReadGroups(v.Word(groupsText))
		if err != nil {
			return nil
		}
		return engine.Defaults{marked.Name: {Last: len(sizes)}}
	},
	Filled: ranges.filled,
	Sees:   seesQuery(nil),
	About: "If all answers lie in a range that is public, the noise may depend on where: each part of it, some cells long, has a distribution of its own. An answer can move from one part to another, " +
		"so that every ordered pair of parts and every shift between them is a constraint, a shift of 0 too. The gain is great over a narrow range and small over a wide one. " +
		"Which distribution was used is as secret as the answer: nothing that is published, no time that drawing takes, may depend on it.",
	Source: dependent + "; that grid shifts decide and the bound for every family are re-derived",
	Form: param.Form{Choices: []param.Choice{rangePictures, rangeLosses, shapes, queries, atoms},
		Texts:  []param.Text{groupsText, weightsText, also, pieces},
		Params: []param.Param{epsilon, delta, marked, sensitivity, rangeWidth, support, capped}, AsNeeded: []string{also.Name}},
	Ask:      askRanges,
	Readings: rangesReadings,
	Orders:   []view.Inequality{{Less: "lower-bound", More: "loss"}, {Less: "loss", More: "loss-worst-group"}},
	Draw:     drawRanges,
	Tries: []view.Try{
		{On: "groups", Do: view.More, Called: "the parts", Shows: "split one, and see the error fall."},
	},
	Presets: []view.Preset{
		{Name: "small-delta", Title: "At a δ that protects people: a fifth less than any single distribution",
			Query: "show=losses&loss=l1&epsilon=1&delta=1e-6&sensitivity=1&beta=0.25&support=15&groups=3,1,1,3"},
		{Name: "start", Title: "Four parts over twice the sensitivity: 17 % less than any single distribution",
			Query: "show=noise&loss=l1&epsilon=1&delta=0.2&sensitivity=1&beta=0.25&support=2&groups=3,1,1,3"},
		{Name: "each-cell", Title: "A distribution for each cell: 28 % less",
			Query: "show=noise&loss=l1&epsilon=1&delta=0.2&sensitivity=1&beta=0.25&support=2&groups=1x8"},
		{Name: "narrow", Title: "A range as long as the sensitivity: half of the loss",
			Query: "show=noise&loss=l1&epsilon=1&delta=0.2&sensitivity=1&beta=0.25&support=2&groups=1x4"},
		{Name: "wide", Title: "Over six sensitivities little is gained",
			Query: "show=losses&loss=l1&epsilon=1&delta=0.2&sensitivity=1&beta=0.25&support=2&groups=1x24"},
		{Name: "worse-off", Title: "Instance optimality: wide parts lose more than with a single distribution",
			Query: "show=losses&loss=l1&epsilon=1&delta=0.2&sensitivity=1&beta=0.25&support=2&groups=5,1,1,5"},
		{Name: "capped", Title: "Instance optimality: with a cap nobody loses more, and nothing is gained",
			Query: "show=losses&loss=l1&epsilon=1&delta=0.2&sensitivity=1&beta=0.25&support=2&groups=5,1,1,5&cap=1"},
		{Name: "small-budget", Title: "At ε = 0.2 the same cells gain more",
			Query: "show=noise&loss=l1&epsilon=0.2&delta=0.05&sensitivity=1&beta=0.5&support=10&groups=1x8"},
		{Name: "finer", Title: "Algorithm G.1: cells of an eighth",
			Query: "show=losses&loss=l1&epsilon=1&delta=0.2&sensitivity=1&beta=0.125&support=2&groups=1x16"},
		{Name: "pairs", Title: "Which pairs of parts bind",
			Query: "show=pairs&loss=l1&epsilon=1&delta=0.2&sensitivity=1&beta=0.25&support=2&groups=1x8"},
		{Name: "descent", Title: "The 42 parts of coordinate descent: next to nothing",
			Query: "show=losses&loss=l1&epsilon=1&delta=0.1&sensitivity=2&beta=0.5&support=3&groups=4,1x40,4"},
		{Name: "figure-5", Title: "The paper's Figure 5: nine distributions over [0, 18) at a sensitivity of 10",
			Query: "show=noise&loss=l1&epsilon=1&delta=0.2&sensitivity=10&beta=0.5&support=2&groups=4x9"},
		{Name: "sign", Title: "A wrong sign costs most next to zero, and there most is gained",
			Query: "show=noise&loss=sign&epsilon=1&delta=0.2&sensitivity=1&beta=0.25&support=3&groups=3,3,3,3"},
		{Name: "count", Title: "A count that lies between -4 and 3",
			Query: "show=noise&loss=l1&query=count&epsilon=1&delta=0.1&sensitivity=1&support=4&groups=1x8"},
		{Name: "too-short", Title: "A support on which no noise is private",
			Query: "show=noise&loss=l1&epsilon=3&delta=0.01&sensitivity=1&beta=0.25&support=1&groups=1x8"},
	},
})

// ranges asks for noise that depends on where the answer lies.
type ranges struct {
	asked
	ranges querynoise.Ranges
	groups []int
	marked int // the part looked at, from 0
	draw   func(ranges, querynoise.Found) engine.Figure
	found  *work.Once[querynoise.Found]
	bound  *work.Once[known.Value]
}

func askRanges(_ context.Context, v param.Values) (ranges, error) {
	a, err := askFor(rangeLosses, v)
	if err != nil {
		return ranges{}, err
	}
	a.Question.Width = v.Get(rangeWidth)
	r := querynoise.Ranges{Question: a.Question, Groups: v.Word(groupsText), Weights: v.Word(weightsText), Cap: v.Get(capped)}
	q := ranges{asked: a}.about(querynoise.AskedRanges(r))
	q.marked = min(int(v.Get(marked)), max(len(q.groups), 1)) - 1
	q.draw, err = rangePictures.New(v)
	return q, err
}

// about asks for the family of a question.
func (q ranges) about(of querynoise.Ranges) ranges {
	q.ranges, q.Question, q.groups = of, of.Question, of.Cells()
	q.found, q.bound = work.NewOnce(of.Best), work.NewOnce(of.Floor)
	return q
}

// knowing returns the question with its family known, and the bound for all families not yet.
func (q ranges) knowing(f querynoise.Found) ranges {
	q.found = work.Given(f)
	q.bound = work.Later[known.Value]()
	return q
}

// filled returns the words of the lead that are not readings.
func (q ranges) filled() map[string]string {
	words := map[string]string{"error": q.error(), "reach": numeral.Short(q.Reach()),
		"range": numeral.Short(q.ranges.Span()), "parts": "each of " + numeral.Things(len(q.groups), "part") + " of the range"}
	if len(q.groups) == 1 {
		words["parts"] = "the one part of the range"
	}
	if support, enough, short := q.TooShort(); short && enough > support && !q.Also.Any() {
		words["support"], words["support-enough"] = numeral.Short(support), numeral.Short(enough)
	}
	if why := q.ranges.Refused(); why != nil {
		words["why"] = why.Error()
	}
	return words
}

// where returns the ends of a group, in the answer's unit.
func (q ranges) where(group int) string {
	ends := q.ranges.Ends()
	from, to := ends[group], ends[group+1]
	if q.Query == optimal.Count {
		if to--; from == to {
			return numeral.Short(from)
		}
		return fmt.Sprintf("%s to %s", numeral.Short(from), numeral.Short(to))
	}
	return fmt.Sprintf("%s to %s", numeral.Short(from), numeral.Short(to))
}

const (
	muchGained   = 0.05  // of the loss: a smaller share is hardly a gain
	hardlyGained = 0.005 // a smaller share is no gain
)

var rangesLead = view.Lead{
	Answers: view.Either(
		view.Branch{When: view.Fills("why"), Variants: view.Always("None is sought: {why}.")},
		view.Branch{When: view.All(longer, view.Lacks("loss")),
			Variants: view.Always("No noise within ±{support} sensitivities is private at ε = {epsilon}, δ = {delta}; a support of {support-enough} is enough.")},
		view.Branch{When: view.Lacks("loss"),
			Variants: view.Always("No noise within ±{reach} on this grid is private at ε = {epsilon}, δ = {delta}; a longer support or a greater δ is needed.")},
		view.Branch{When: view.Lacks("loss-independent"),
			Variants: view.Always("Yes: over a range of {range} the {error} is {loss.bound}; within ±{reach} no single noise distribution is private at all.")},
		view.Branch{When: gained(muchGained), Variants: view.Always("Yes: " + overRange)},
		view.Branch{When: gained(hardlyGained), Variants: view.Always("Hardly: " + overRange)},
		view.Branch{Variants: view.Always("No: with noise of its own for {parts} the {error} is {loss.bound}, and {loss-independent.bound} with one noise for all.")},
	),
	Prices:   neighbours,
	Warnings: warnings,
}

const overRange = "noise of its own for {parts} cuts the {error} by {gain}, from {loss-independent.bound} to {loss.bound}."

func gained(least float64) func(view.Facts) bool {
	return func(f view.Facts) bool { return f.Of("gain").Value >= least }
}
