package noise

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/engine/querynoise"
	"dpscope/engine/work"
	"dpscope/views/control"
	"dpscope/views/view"
)

// round picks one of the rounds.
var round = param.Param{Name: "round", Symbol: "round",
	Help: "A round of cutting planes; a greater number takes the last one.",
	Min:  1, Max: 1e6, Low: 1, High: 500, Default: 6, Scale: param.Count, Numbered: true, Role: param.Aside}

// course picks the picture of the rounds.
var course = param.Menu[func(rounds, []querynoise.Stage) engine.Figure]{Name: "course", Label: "course",
	Help: "What of the rounds is drawn.",
	Kinds: []param.Kind[func(rounds, []querynoise.Stage) engine.Figure]{
		control.Option("loss", "error and δ needed", "The loss rises from below as constraints are added, and the δ that the noise needs falls to the δ allowed.",
			paper+", Algorithm 1", rounds.values),
		control.Option("law", "noise of the round", "The best noise under the constraints so far; private only at last.", paper+", Algorithm 1",
			rounds.law),
		control.Option("violation", "δ beyond what is allowed", "By how much more δ the noise needs than is allowed, falling to nothing.",
			paper+", Algorithm 1", rounds.violations),
		control.Option("events", "constraints", "How many constraints are added, one a shift at most, and how many bind.", paper+", Algorithm 1",
			rounds.entering),
	}}

// byRound shows cutting planes at work.
var byRound = ofQuery(view.Declaration[rounds]{
	Name:     "proof",
	Runs:     "round",
	Title:    "Cutting planes, round by round",
	Question: "How is the best noise found?",
	Lead:     roundsLead,
	Sees:     seesQuery(nil, notYet),
	Filled:   rounds.filled,
	About: "The linear program begins with a few constraints. Each round finds the best noise under them, asks at every shift for the event that gives it away most, and adds those: " +
		"the loss rises, the violation falls, until no violated constraint is left. Before that the noise is not private. " +
		"The other screens find the same loss on the same cells sooner, by moving single cells into events and out of them; where a staircase costs less, they take that. " +
		"Where e^ε is so great that rounding keeps the last constraints no better, a round of that search ends this one.",
	Source: paper + ", Algorithm 1, with one event a shift and round",
	Form: param.Form{Choices: append([]param.Choice{course}, shared.Choices...), Texts: []param.Text{pieces},
		Params: append([]param.Param{round}, shared.Params...)},
	Ask: func(_ context.Context, v param.Values) (rounds, error) {
		a, err := ask(v)
		q := rounds{asked: a, round: int(v.Get(round)), stages: work.NewOnce(func(ctx context.Context) ([]querynoise.Stage, error) {
			return a.Stages(ctx, func(_ []querynoise.Stage, p work.Progress) { work.Report(ctx, p) })
		})}
		if err == nil {
			q.draw, err = course.New(v)
		}
		return q, err
	},
	Readings: roundReadings,
	Draw:     drawRounds,
	Tries: []view.Try{
		{When: func(v param.Values) bool { return v.Get(round) > 1 }, On: "round", Do: view.MuchLess,
			Called: "round", Shows: "back to the first rounds, whose noise is not private yet."},
		{On: "round", Do: view.MuchMore, Called: "round", Shows: "let the rounds run, and see the noise become private."},
	},
	Presets: []view.Preset{
		{Name: "rounds-small-delta", Title: "At a δ that protects people few rounds are enough",
			Query: "course=loss&loss=l1&round=6&epsilon=1&delta=1e-6&sensitivity=1"},
		{Name: "first", Title: "The paper's δ = 0.2, the first round: far from private",
			Query: "course=loss&loss=l1&round=1&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
		{Name: "tenth", Title: "The tenth: cheaper than any private noise, and nearly private",
			Query: "course=law&loss=l1&round=10&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
		{Name: "loss", Title: "The loss rises to the least there is",
			Query: "course=loss&loss=l1&round=10&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
		{Name: "violation", Title: "The violation falls to nothing",
			Query: "course=violation&loss=l1&round=10&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
		{Name: "events", Title: "Constraints are added, fewer and fewer",
			Query: "course=events&loss=l1&round=10&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
	},
})

const nothingToSolve = "there is no program to solve at this setting"

// rounds asks how the law was found.
type rounds struct {
	asked
	round  int
	stages *work.Once[[]querynoise.Stage]
	open   bool // the search has more rounds than these
	draw   func(rounds, []querynoise.Stage) engine.Figure
}

// filled returns the words of the lead that are not readings.
func (q rounds) filled() map[string]string {
	words := q.asked.filled()
	if stages, found := q.stages.Peek(); found && !q.open && 1 < len(stages) && len(stages) < len(ordinals) {
		words["last"] = ordinals[len(stages)]
		if words["attempts"] = counts[len(stages)-1] + " attempts"; len(stages) == 2 {
			words["attempts"] = "one attempt"
		}
	}
	return words
}

// counts and ordinals write small numbers in words.
var (
	counts   = [...]string{2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten", 11: "eleven"}
	ordinals = [...]string{2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth", 9: "ninth", 10: "tenth", 11: "eleventh", 12: "twelfth"}
)

// knowing returns the question with the first rounds known, and the others not yet.
func (q rounds) knowing(stages []querynoise.Stage) rounds {
	q.stages, q.open = work.Given(stages), true
	return q
}

// index returns the place of the picked round, or of the last one where there are fewer.
func (q rounds) index(stages []querynoise.Stage) int { return min(q.round, len(stages)) - 1 }
