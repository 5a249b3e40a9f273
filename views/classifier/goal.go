package classifier

import (
	"fmt"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/population"
	"dpscope/views/control"
)

// promise says which people's predictions are to be kept.
type promise struct {
	population.GoalKind
	goal  string // "on average"
	keeps string // the same as a clause about the target
}

// worstGroup is the option that promises to every group.
const worstGroup = "worst-group"

// goals is the menu of promises to people.
var (
	goals = param.Menu[promise]{Name: "for", Label: "goal",
		Help: "Whose prediction is to survive as often as the target says.",
		Kinds: []param.Kind[promise]{
			control.Option("mean", "average", "On average over all people the prediction is kept as often as the target says; single "+
				"people may be kept far less often.", "the paper's average case",
				promise{population.MeanRecord, "on average", "predictions are kept %s of the time on average"}),
			control.Option("p5", "95 % of people", "19 of 20 people keep their prediction as often as the target says.", "an order "+
				"statistic of the records",
				promise{population.FifthRecord, "for 95 % of people", "19 of 20 records keep their prediction at least %s of the time"}),
			control.Option("worst", "everyone", "The worst-off keeps the prediction as often as the target says.", "the paper's worst case",
				promise{population.WorstRecord, "for everyone", "every record keeps its prediction at least %s of the time"}),
			control.Option(worstGroup, "every group", "The average of every group reaches the target: those of the predicted class "+
				"by default.", "the least of the groups' averages",
				promise{population.WorstGroup, "on average in every group", "predictions are kept %s of the time on average"}),
			shareKind(),
		}}

	share = param.Param{Name: "share", Symbol: "share", Label: "of the people", Help: "Which share of the people is to reach the target.",
		Min: 0.01, Max: 1, Default: 0.9, Fine: 0.01, Coarse: 0.1, Style: numeral.Percent}
)

func shareKind() param.Kind[promise] {
	return control.Option("share", "a share of people", "So many of the people keep their prediction as often as the target "+
		"says.", "an order statistic of the records",
		promise{population.ShareOfPeople, "", "of the records keep their prediction at least %s of the time"}).With(share)
}

// kept returns the goal with its numbers: "predictions are kept 90 % of the time on average".
func (q recommend) kept() string {
	text := fmt.Sprintf(q.promise.keeps, control.Target.Text(q.Goal.Target))
	switch q.Goal.For {
	case population.ShareOfPeople:
		text = numeral.Up.Chance(q.Goal.Share) + " " + text
	case population.WorstGroup:
		text += " in every group by " + q.Goal.Groups.By
	}
	return text
}

// basis returns the basis of budgets: estimates for a part of the people, unless they are stated for the records looked at, for
// which they are sufficient.
func (q recommend) basis() known.Basis {
	switch {
	case q.Rough || q.Bounded && !q.From().Estimates():
		return known.AtMost
	case q.From().Estimates():
		return known.Estimate
	}
	return known.Exact
}
