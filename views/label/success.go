package label

import (
	"slices"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

var (
	successPictures = param.Menu[func(majority) engine.Sheet]{Name: "show", Label: "show",
		Help: "What success is drawn against.",
		Kinds: []param.Kind[func(majority) engine.Sheet]{
			control.Option("near", "records near n", "Success at every number of records near n, one after another.", paper+", Corollary 1",
				majority.nearRecords),
			control.Option("records", "records, n", "Success at odd and at even numbers of records.", paper+", Corollary 1",
				majority.againstRecords),
			control.Option("epsilon", "budget, ε", "Success at this number of records as the budget grows.", paper+", Corollary 2",
				majority.againstBudget),
		}}

	successBeside = param.Menu[bool]{Name: "beside", Label: "compare",
		Help: "What else is drawn.",
		Kinds: []param.Kind[bool]{
			control.Option("nothing", "nothing", "The user's own setting alone.", "none", false),
			control.Option("figure-1", "the paper's Fig. 1", "Success at flip chances 0.2, 0.3 and 0.4, n from 5 to 100.",
				paper+", Fig. 1, with the floor of n/2 of its caption", true),
		}}
)

// Success shows whether enough labels stay correct: the chance that half of them do, the distribution of their number, and the least ε for a limit.
var Success = view.OneOf{Key: "show", Label: "show", Help: "What is drawn: the chance that half of the labels stay correct, the distribution of their number, or the least ε for a limit of flips.",
	Sides: []view.Side{{View: moreRecords},
		{View: howManyCorrect, Is: param.Option{Name: "outcomes", Title: "every outcome", Source: paper + ", Fig. 2 and 4",
			Help: "How likely each number of correct labels is."}},
		{View: limitOfFlips, Is: param.Option{Name: "limit", Title: "ε for a limit", Source: paper + ", Proposition 2",
			Help: "The least ε at which no more than a share of the labels flips."}}}}.View()

// moreRecords shows the chance that at least half of the labels are kept.
var moreRecords = view.Of(view.Declaration[majority]{
	Name:     "success",
	Label:    "enough correct?",
	Also:     "majority, majority vote, voting, annotators, crowdsourcing",
	Budget:   view.BudgetOfLabel,
	Model:    view.Locally,
	Title:    "Success against records and budget",
	Question: "Do more records make it likelier that half stay correct?",
	About: "The probability that at least half of the labels stay correct, for odd and for even numbers of records apart. At odd n it rises with n; at even n, " +
		"where a tie counts as success, it first falls: a saw-tooth that the paper's Corollary 1 calls nearly increasing.",
	Source: paper + ", Properties 1 to 3, Corollaries 1 and 2, Fig. 1; our correction: at even n success falls while ε < ln(1 + 2/n)",
	Form: param.Form{
		Choices: []param.Choice{successPictures, successBeside, ties},
		Params:  []param.Param{mechanisms.LabelEpsilon, records},
		Spelled: publishing.Spelled,
	},
	Ask:    askMajority(successPictures),
	Python: majorityPython,
	Orders: []view.Inequality{{Less: "success-strict", More: "success"}},
	Lead:   successLead,
	Filled: majority.recordWords,
	Sees:   []view.Sees{publishing.Sees},
	Readings: slices.Concat([]view.Entry[majority]{
		successVerdict, atLeastHalf, moreThanHalf, nextSuccess, oneMore}, publishing.Attackers[majority](view.Shown),
		[]view.Entry[majority]{publishing.Stated[majority](), evenFall, budgetOfRise, publishing.FlipChance[majority](view.Folded), contractionCoefficient[majority](view.Folded)}),
	Tries: []view.Try{
		{When: func(v param.Values) bool { return !view.Picks(successPictures, "epsilon")(v) }, On: "n", Do: view.More,
			Called: "n", Shows: "success jumps whenever n changes between even and odd."},
		{On: "epsilon", Do: view.MuchMore, Called: "ε", Shows: "success rises with every bit of budget."}},
	Draw: sheetOf(func(q majority) engine.Sheet { return q.draw(q) }),
	Presets: []view.Preset{
		{Name: "saw-tooth", Title: "At ε = 0.25 two more records help, one more does not",
			Query: "show=near&beside=nothing&ties=count&epsilon=0.25&n=40"},
		{Name: "from-one", Title: "At ε = 0.25 success falls at even n until n = 8",
			Query: "show=records&beside=nothing&ties=count&epsilon=0.25&n=40"},
		{Name: "figure-1", Title: "The paper's Fig. 1: flip chances 0.2, 0.3 and 0.4",
			Query: "show=records&beside=figure-1&ties=count&epsilon=1.3862943611198906&n=100"},
		{Name: "small-budget", Title: "At ε = 0.005 it falls until n = 400",
			Query: "show=records&beside=nothing&ties=count&epsilon=0.005&n=1000"},
		{Name: "majority", Title: "If ties fail, success never falls", Query: "show=records&beside=nothing&ties=strict&epsilon=0.25&n=40"},
		{Name: "against-budget", Title: "A thousand labels as the budget grows",
			Query: "show=epsilon&beside=nothing&ties=count&epsilon=0.05&n=1000"},
		{Name: "coins", Title: "ε = 0: one half at odd n, always above one half at even n",
			Query: "show=records&beside=nothing&ties=count&epsilon=0&n=40"},
	},
})
