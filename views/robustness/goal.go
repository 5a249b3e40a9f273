package robustness

import (
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/population"
	"dpscope/views/control"
)

// promise says whose class is to be kept.
type promise struct {
	population.GoalKind
	keeps string // who keeps it: "the mean record keeps its class"
}

// worstGroup is the option of the promise to every group.
const worstGroup = "worst-group"

// goals are the promises that can be made to people.
var (
	goals = param.Menu[promise]{Name: "for", Label: "kept for",
		Help: "Whose class is to survive as often as the target says.",
		Kinds: []param.Kind[promise]{
			control.Option("mean", "the mean record", "The mean of the agreements reaches the target; single people may fare far worse.", "the paper's average case", promise{population.MeanRecord, "the mean record keeps its class"}),
			control.Option("p5", "19 people of 20", "The 5th percentile of the agreements reaches the target.", "an order statistic of the records", promise{population.FifthRecord, "19 records of 20 keep their class"}),
			control.Option("worst", "everybody", "The worst agreement reaches the target.", "the paper's worst case", promise{population.WorstRecord, "every record keeps its class"}),
			control.Option(worstGroup, "the worst group", "The mean of every group reaches the target: those of the predicted class, where nobody says which groups.", "the least of the groups' means", promise{population.WorstGroup, ""}),
			shareKind(),
		}}

	share = param.Param{Name: "share", Symbol: "share", Label: "of the people", Help: "Which share of the people is to reach the target.",
		Min: 0.01, Max: 1, Default: 0.9, Fine: 0.01, Coarse: 0.1, Style: numeral.Percent}
)

func shareKind() param.Kind[promise] {
	k := control.Option("share", "a share of people", "The agreement of so many of the people reaches the target.", "an order statistic of the records", promise{population.ShareOfPeople, "of the records keep their class"})
	k.Params = []param.Param{share}
	return k
}

// kept is the promise with its numbers: "the mean record keeps its class 90 % of the
// time".
func (q advice) kept() string {
	who := q.promise.keeps
	if q.Goal.For == population.ShareOfPeople {
		who = numeral.Up.Chance(q.Goal.Share) + " " + who
	}
	if q.Goal.For == population.WorstGroup {
		who = "the mean record of every group by " + q.Goal.Groups.By + " keeps its class"
	}
	return who + " " + control.Target.Text(q.Goal.Target) + " of the time"
}

// basis is how budgets are known: of a part of the people they are estimates, unless they
// are told of those looked at, for whom they are enough.
func (q advice) basis() known.Basis {
	switch {
	case q.Rough || q.Bounded && !q.From().Estimates():
		return known.AtMost
	case q.From().Estimates():
		return known.Estimate
	}
	return known.Exact
}
