// Package copies counts what copies and made rows of a record cost.
package copies

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/composition"
	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// Controls of what is made of the rare class before learning.
var (
	makings = param.Menu[bool]{Name: "method", Label: "method",
		Help: "How the rare class is made larger.",
		Kinds: []param.Kind[bool]{
			control.Option("oversampling", "copies of rare rows", "Every row of the rare class stands there several times.", imbalance.Paper+", Proposition 4",
				false),
			{Name: "smote", Title: "SMOTE", Help: "New rows between a row and one of its nearest of the same class.",
				Source: "Chawla & others 2002; " + imbalance.Paper + ", Algorithm 1 and Theorem 5",
				Params: []param.Param{dimension, neighbours, excess}, New: func(param.Values) (bool, error) { return true, nil }},
		}}
	copyCount = param.Param{Name: "copies", Symbol: "c", Label: "copies per row", Unit: "rows",
		Help: "Copies added for each rare row: a public number. One computed from the class counts is not public. More cost more.",
		Min:  1, Max: 1e6, Low: 1, High: 200, Default: 3, Scale: param.Count}
	rareRows = param.Param{Name: "minority", Symbol: "n₁", Label: "rare rows", Unit: "rows",
		Help: "Rows of the rare class; with SMOTE a record may be among the nearest of all others.",
		Min:  2, Max: 1e9, Low: 5, High: 5000, Default: 35, Scale: param.Count}
	dimension = param.Param{Name: "dimension", Symbol: "d", Label: "features",
		Help: "Number of features of a row.",
		Min:  1, Max: 1000, Low: 1, High: 30, Default: 25, Scale: param.Count}
	neighbours = param.Param{Name: "neighbours", Symbol: "k", Label: "neighbours",
		Help: "Number of nearest rows among which SMOTE picks one. More spread a record further.",
		Min:  1, Max: 1000, Low: 1, High: 20, Default: 5, Scale: param.Count}
	learnerEpsilon = param.Param{Name: "epsilon", Symbol: "ε", Label: "budget",
		Help: "The learner's guarantee for one row more or less of what it is given: smaller is more private.",
		Min:  1e-4, Max: 100, Low: 0.01, High: 10, Default: 1, Scale: param.Log, Least: true, Words: privacy.Words}
	learnerDelta = param.Param{Name: "delta", Symbol: "δ", Label: "δ",
		Help: "δ: by how much a chance may exceed what ε allows, for one row; keep it far below 1/n.",
		Min:  0, Max: 0.5, Low: 1e-12, High: 1e-2, Default: 1e-8, Scale: param.Log, Least: true}
	excess = param.Param{Name: "excess", Symbol: "g", Label: "paper's excess",
		Help: "The γ of the paper's second form: at 0, where its Table 1 is, the paper's δ is 1 or more.",
		Min:  0, Max: 100, Low: 0, High: 4, Default: 0, Fine: 0.05, Coarse: 0.5, Role: param.Aside}

	copyPictures = param.Menu[copyPicture]{Name: "drawn", Label: "show",
		Help: "What the picture shows.",
		Kinds: []param.Kind[copyPicture]{
			{Name: "rows", Title: "rows that change",
				Help:   "A rare class in the plane with its synthetic rows; highlighted: rows that depend on one record.",
				Source: imbalance.Derived, Params: []param.Param{control.Seed},
				New: func(param.Values) (copyPicture, error) { return drawTouched, nil }},
			control.Option[copyPicture]("budget", "ε against copies", "The ε of one record after so many copies, and the paper's.",
				imbalance.Paper+", Proposition 4 and Theorem 5", drawCopyBudget),
			control.Option[copyPicture]("slack", "δ against copies", "The δ of one record after so many copies, and the paper's.",
				imbalance.Paper+", Proposition 4", drawCopySlack),
			{Name: "five", Title: "five rows on a line", Help: "A counterexample to the paper's theorem on SMOTE, step by step.", Source: imbalance.Derived,
				Params: []param.Param{fiveStep},
				New:    func(v param.Values) (copyPicture, error) { return drawFive(int(v.Get(fiveStep))), nil }},
			control.Option[copyPicture]("kissing", "kissing numbers", "How many rows can have one for their nearest, and the paper's bound on that.",
				"Conway & Sloane, Table 1.5; "+imbalance.Paper+", Lemma 6", drawKissing),
		}}
	fiveStep = param.Param{Name: "step", Symbol: "step", Help: "Which step of the counterexample is shown, from 1 to 4.",
		Min: 1, Max: 4, Low: 1, High: 4, Default: 4, Scale: param.Count, Role: param.Aside}
)

// copyPicture is a way to draw the cost of copies.
type copyPicture func(context.Context, copies) (engine.Sheet, error)

// View shows why copying rows costs privacy.
var View = view.Of(view.Declaration[copies]{
	Name:     "copies",
	Label:    "oversampling",
	Also:     "oversample, upsampling, duplicates",
	NoPython: "what one record changes is found among the rows that oversampling makes of all",
	Budget:   "One record of the original table, of which oversampling makes several rows. Whoever trains is trusted with the table.",
	Model:    view.Centrally,
	Title:    "The privacy cost of oversampling",
	Question: "What does oversampling cost in privacy?",
	About: "A rare class made larger before a private learner sees it: the learner guarantees ε for one row, and one record is now several. Copying costs ε for every copy. With SMOTE " +
		"it also changes rows that were made of others, each of which costs ε twice; the paper's theorem is refuted by five rows on a line. A public weight does the same for " +
		"the learner at no such cost.",
	Source: imbalance.Paper + ", Proposition 4 and Theorem 5, Lemma 6, Table 1; δ corrected, the theorem refused",
	Form: param.Form{Choices: []param.Choice{makings, copyPictures},
		Params: []param.Param{copyCount, learnerEpsilon, learnerDelta, rareRows}},
	Ask:    askCopies,
	Lead:   copiesLead,
	Filled: copies.filled,
	Sees: []view.Sees{{Raw: view.Trainer, Protected: "one record with all its copies", Neighbours: view.LeftOut, Allowed: "attacker-right-row",
		Reasons: []view.Reason{{Kind: view.WhyRows, When: noDelta, Text: "one record changes every row"},
			{Kind: view.WhyRows, When: func(f view.Facts) bool { return f.Of("group-size").Basis.Upper() }, Text: "one record is up to {group-size.bound} rows"},
			{Kind: view.WhyRows, Text: "one record is {group-size} rows"}}}},
	Readings: copyReadings,
	Orders: []view.Inequality{
		{Less: "epsilon-weights", More: "epsilon-total"},
		{Less: "group-size-distinct", More: "group-size", Told: true},
		{Less: "counterexample-promised", More: "counterexample-loss", Told: true},
	},
	Provenance: view.Stated(copies.public),
	Draw: func(ctx context.Context, q copies, _ view.Readings, _ func(engine.Sheet)) (engine.Sheet, error) {
		return q.draw(ctx, q)
	},
	Tries: []view.Try{
		{On: "copies", Do: view.More, Called: "c", Shows: "one more copy costs the learner's ε once more."},
		{Do: view.ListPresets, Shows: "other questions about copies, each with its numbers."},
	},
	Presets: []view.Preset{
		{Name: "start", Title: "Three copies of every row: one record is four",
			Query: "method=oversampling&drawn=budget&copies=3&minority=35&epsilon=1&delta=1e-8"},
		{Name: "slack", Title: "Ten copies: the paper's δ is thousands of times too small",
			Query: "method=oversampling&drawn=slack&copies=10&minority=35&epsilon=1&delta=1e-8"},
		{Name: "mammography", Title: "Copying 260 rare rows until both classes are as large",
			Query: "method=oversampling&drawn=budget&copies=42&minority=260&epsilon=0.1&delta=1e-6"},
		{Name: "smote", Title: "SMOTE: one record changes rows of others",
			Query: "method=smote&drawn=rows&copies=3&minority=35&dimension=2&neighbours=5&epsilon=1&delta=1e-8"},
		{Name: "table-1", Title: "The paper's Table 1: 213 times, which no formula of it gives",
			Query: "method=smote&drawn=budget&copies=1&minority=35&dimension=25&neighbours=5&epsilon=5&delta=1e-8"},
		{Name: "counterexample", Title: "Five rows on a line refute the theorem",
			Query: "method=smote&drawn=five&step=4&copies=1&minority=5&dimension=1&neighbours=1&epsilon=1&delta=0"},
		{Name: "counterexample-slack", Title: "The same against the second form: a δ of e^-43 where 0.17 is true",
			Query: "method=smote&drawn=five&step=4&copies=100&minority=5&dimension=1&neighbours=1&epsilon=0.01&delta=0&excess=1"},
		{Name: "kissing", Title: "2^(0.4042d) is no bound: 9 where 240 touch",
			Query: "method=smote&drawn=kissing&copies=1&minority=35&dimension=8&neighbours=5&epsilon=1&delta=1e-8"},
	},
})

// copies is a question about copies.
type copies struct {
	composition.Copies
	seed uint64
	draw copyPicture
}

func askCopies(_ context.Context, v param.Values) (copies, error) {
	q := copies{seed: uint64(v.Get(control.Seed)), Copies: composition.Copies{Copies: v.Get(copyCount), Minority: v.Get(rareRows),
		Dimension:  v.Get(dimension),
		Neighbours: v.Get(neighbours), Epsilon: v.Get(learnerEpsilon), Delta: v.Get(learnerDelta), Excess: v.Get(excess)}}
	var err error
	if q.Smote, err = makings.New(v); err != nil {
		return q, err
	}
	q.draw, err = copyPictures.New(v)
	return q, err
}
