package explorer

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/ui/entry"
	"dpscope/views/view"
)

// Solve is the form that asks which value of a slider reaches a target. It stands in place of the picture and answers while it
// is filled in.
type Solve struct {
	Answer  engine.Reading // the answer that must reach the target
	Target  *entry.Entry
	own     bool        // the user typed the target, or the page has it; else it is a suggestion
	Unknown param.Param // the parameter that is moved
	Field   Field

	Ready    bool // Solution or Trouble belongs to the form as it is filled in
	Solution engine.Solution
	Trouble  error

	present  float64          // value of Unknown that the search began with
	answers  []engine.Reading // answers with a better side
	unknowns []param.Param
	job      job[engine.Search, engine.Solution]
}

// Field is a line of the form.
type Field int

// The lines of the form.
const (
	TargetField Field = iota
	UnknownField
	AnswerField
	fields
)

// openSolve opens the form for the chosen answer and the focused slider.
func (e *Explorer) openSolve() tea.Cmd {
	f, rows := Solve{job: e.solve.job}, e.rows()
	if f.job.run == nil {
		f.job = e.solveJob()
	}
	f.job.stop() // what an earlier form asked
	for _, r := range rows {
		switch {
		case r.Kind == AnswerRow && r.Reading.Goal != known.NoGoal:
			f.answers = append(f.answers, r.Reading)
		case r.Kind == SliderRow && r.Param.Role == param.Free:
			f.unknowns = append(f.unknowns, r.Param)
		}
	}
	better := func(d view.Declared) bool { return d.Goal != known.NoGoal }
	if len(f.answers) == 0 && len(f.unknowns) > 0 && e.sheets.busy() && slices.ContainsFunc(e.view.Declared, better) {
		e.asksSolve = true
		e.Say("still computing: the form opens with the answers")
		return nil
	}
	if len(f.answers) == 0 || len(f.unknowns) == 0 {
		e.Say("nothing here has a better side to solve for")
		return nil
	}
	cause, aimed := e.cause(f.unknowns), slices.IndexFunc(f.answers, func(a engine.Reading) bool { return !math.IsNaN(a.Target) })
	at := aimed
	if r := e.focused(); r.Kind != SliderRow || r.Param.Role != param.Target {
		chosen, _ := rows.chosen(e.focus)
		if i := slices.IndexFunc(f.answers, func(a engine.Reading) bool { return a.Key == chosen.Key }); i >= 0 {
			at = i
		}
	} else if aimed < 0 && cause.Name != mechanisms.Epsilon.Name {
		e.Say("the answers already say what reaches this target")
		return nil
	}
	f.Answer, f.Unknown = f.answers[max(0, at)], cause
	f.Target, f.own = suggestedTarget(f.Answer), !math.IsNaN(f.Answer.Target)
	e.solve, e.pane = f, SolvePane
	return e.solveAgain()
}

// cause is what solving moves at first: the slider that has the focus, else ε, else the first that the view suggests to try.
func (e *Explorer) cause(free []param.Param) param.Param {
	names := []string{e.focus, mechanisms.Epsilon.Name}
	for _, t := range e.view.Tries {
		if t.When == nil || t.When(e.values) {
			names = append(names, t.On)
		}
	}
	for _, name := range names {
		if i := slices.IndexFunc(free, func(p param.Param) bool { return p.Name == name }); i >= 0 {
			return free[i]
		}
	}
	return free[0]
}

// openSolveThen opens the form that was asked for before there were answers, if nothing else has been opened since.
func (e *Explorer) openSolveThen() tea.Cmd {
	asked := e.asksSolve && e.pane == PicturePane
	e.asksSolve = false
	if !asked {
		return nil
	}
	e.Say("")
	return e.openSolve()
}

func (e *Explorer) solveJob() job[engine.Search, engine.Solution] {
	return job[engine.Search, engine.Solution]{
		session: e.session.Context,
		run: func(ctx context.Context, q engine.Search, _ func(engine.Solution)) (engine.Solution, error) {
			return engine.Solve(ctx, q)
		},
		wrap:        func(d done[engine.Search, engine.Solution]) tea.Msg { return Message{e.view.Name, d} },
		cancelGrace: func(run uint64) tea.Cmd { return e.later(grace, solveOverstay{run}) },
	}
}

// solveAgain asks for the form's solution at the present values.
func (e *Explorer) solveAgain() tea.Cmd {
	if e.pane != SolvePane {
		return nil
	}
	f := &e.solve
	f.Ready = false
	target, err := f.Answer.Style.Read(f.Target.Text())
	if err != nil {
		f.Ready, f.Trouble = true, fmt.Errorf("target: %w", err)
		f.job.stop()
		return nil
	}
	f.present = e.values.Get(f.Unknown)
	return f.job.ask(engine.Search{
		Unknown: f.Unknown, Present: f.present, Goal: f.Answer.Goal, Target: target, Coarse: f.Answer.Expensive,
		Answer: e.answerAt(f.Unknown, f.Answer.Key, f.Answer.Goal), Walk: e.view.Walk(e.values, f.Answer.Key, f.Unknown.Name),
	})
}

// solved takes a solution from the job.
func (e *Explorer) solved(d done[engine.Search, engine.Solution]) tea.Cmd {
	use, next := e.solve.job.take(d)
	if use {
		e.solve.Ready, e.solve.Solution, e.solve.Trouble = true, d.value, d.err
		if again := e.suggestAgain(); again != nil {
			return tea.Batch(next, again)
		}
		e.solve.Trouble = beyondTheMost(e.solve.Trouble, e.solve.Answer)
	}
	return next
}

// suggestAgain replaces an unreachable suggestion by a reachable one.
func (e *Explorer) suggestAgain() tea.Cmd {
	f := &e.solve
	var unreachable *engine.UnreachableError
	if f.own || !errors.As(f.Trouble, &unreachable) || math.IsNaN(unreachable.Best) {
		return nil
	}
	f.own = true // and no third time
	f.Target = typedTarget(attainable(unreachable.Best, f.Answer.Goal), f.Answer)
	return e.solveAgain()
}

// editTarget types into the target, whichever line has the cursor.
func (e *Explorer) editTarget(msg tea.Msg) tea.Cmd {
	f := &e.solve
	before := f.Target.Text()
	f.Field = TargetField
	f.Target.Update(msg)
	if f.Target.Text() == before {
		return nil
	}
	f.own = true
	return e.solveAgain()
}

// changeForm takes another slider or another answer.
func (e *Explorer) changeForm(steps int) tea.Cmd {
	f := &e.solve
	switch f.Field {
	case UnknownField:
		i := slices.IndexFunc(f.unknowns, func(p param.Param) bool { return p.Name == f.Unknown.Name })
		f.Unknown = f.unknowns[cycle(i, steps, len(f.unknowns))]
	case AnswerField:
		i := slices.IndexFunc(f.answers, func(a engine.Reading) bool { return a.Key == f.Answer.Key })
		f.Answer = f.answers[cycle(i, steps, len(f.answers))]
		f.Target, f.own = suggestedTarget(f.Answer), !math.IsNaN(f.Answer.Target)
	}
	return e.solveAgain()
}

// jump moves the slider to the solution.
func (e *Explorer) jump() tea.Cmd {
	f := &e.solve
	switch {
	case !f.Ready:
		e.Say("still solving")
		return nil
	case f.Trouble != nil:
		e.Warn(f.Trouble)
		return nil
	}
	p := f.Unknown
	e.pane, e.focus = PicturePane, p.Name
	e.Say(p.Symbol + " = " + p.Full(f.Solution.Value) + " meets it: " + f.Answer.Heading() + " " + f.Reached())
	return e.set("solve", e.view.With(e.values, p, f.Solution.Value))
}

// Wanted returns the target as it is typed, with its unit.
func (f Solve) Wanted() string { return strings.TrimSpace(f.Target.Text() + " " + f.Target.Unit) }

// Reached returns the answer at the solution.
func (f Solve) Reached() string {
	a := f.Answer
	a.Known = known.Exactly(f.Solution.Reading).As(a.Known.Side())
	return a.Written()
}
