package noise

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/noise"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/views/control"
	"dpscope/views/view"
)

// round is which of the rounds is looked at.
var round = param.Param{Name: "round", Symbol: "r", Label: "round",
	Help: "A round of cutting planes; beyond the last it is the last.",
	Min:  1, Max: 1e6, Low: 1, High: 200, Default: 1, Scale: param.Count, Role: param.Aside}

// course is what of the rounds is drawn.
var course = param.Menu[func(rounds, []noise.Stage) engine.Figure]{Name: "show", Label: "shown",
	Help: "What of the rounds is drawn.",
	Kinds: []param.Kind[func(rounds, []noise.Stage) engine.Figure]{
		control.Option("law", "the law of the round", "The best law under the events seen so far; private only at last.", paper+", Algorithm 1", rounds.law),
		control.Option("loss", "loss by round", "The loss rises from below as events enter.", paper+", Algorithm 1", rounds.values),
		control.Option("violation", "violation by round", "How much the worst event breaks ε and δ by, falling to nothing.", paper+", Algorithm 1", rounds.violations),
		control.Option("events", "events by round", "How many events enter, one a shift at most, and how many hold the law.", paper+", Algorithm 1", rounds.entering),
	}}

// Rounds shows cutting planes at work.
var Rounds = view.Of(view.Declaration[rounds]{
	Name:     "rounds",
	Group:    view.Noise,
	Title:    "Cutting planes, round by round",
	Question: "How is the best noise found?",
	About: "The linear program begins with a few events. Each round finds the best law under them, asks at every shift for the event that gives it away most, and adds those: " +
		"the loss rises, the violation falls, until no event is left. Before that the law is not private. " +
		"The other screens find the same loss on the same cells sooner, by moving single cells into events and out of them; where a staircase costs less, they take that.",
	Source: paper + ", Algorithm 1, with one event a shift and round",
	Form:   param.Form{Choices: append([]param.Choice{course}, shared.Choices...), Texts: shared.Texts, Params: append([]param.Param{round}, shared.Params...)},
	Ask: func(_ context.Context, v param.Values) (rounds, error) {
		a, err := ask(v)
		q := rounds{asked: a, round: int(v.Get(round)), stages: work.NewOnce(func(ctx context.Context) ([]noise.Stage, error) {
			return a.Stages(ctx, func(_ []noise.Stage, p work.Progress) { work.Report(ctx, p) })
		})}
		if err == nil {
			q.draw, err = course.New(v)
		}
		return q, err
	},
	Readings: roundReadings,
	Draw:     drawRounds,
	Presets: []view.Preset{
		{Name: "first", Title: "The first round: far from private", Query: "show=law&loss=l1&round=1&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
		{Name: "tenth", Title: "The tenth: cheaper than any private law, and nearly one", Query: "show=law&loss=l1&round=10&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
		{Name: "loss", Title: "The loss rises to the least there is", Query: "show=loss&loss=l1&round=10&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
		{Name: "violation", Title: "The violation falls to nothing", Query: "show=violation&loss=l1&round=10&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
		{Name: "events", Title: "Events enter, and fewer and fewer", Query: "show=events&loss=l1&round=10&epsilon=1&delta=0.2&sensitivity=1&beta=0.05&support=2"},
	},
})

const nothingToSolve = "There is no program to solve at this setting: δ is 0, or the grid has no law."

// rounds asks how the law was found.
type rounds struct {
	asked
	round  int
	stages *work.Once[[]noise.Stage]
	open   bool // there are more rounds than these
	draw   func(rounds, []noise.Stage) engine.Figure
}

// knowing is the question with the first rounds known, and the others not yet.
func (q rounds) knowing(stages []noise.Stage) rounds {
	q.stages, q.open = work.Given(stages), true
	return q
}

// index is the place of the round, the last where there are fewer.
func (q rounds) index(stages []noise.Stage) int { return min(q.round, len(stages)) - 1 }
