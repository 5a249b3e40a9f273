package explorer

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/ui/entry"
)

// Intents of a page whose controls hold their own text: a whole value comes at once, and not key by key.
type (
	// Write gives a slider or a text the value that was typed for it.
	Write struct{ Key, Text string }
	// Toggle adds an option to a set, or removes it.
	Toggle struct{ Key, Option string }
	// Seek fills in the form that solves; what is empty stays as it is.
	Seek struct {
		Answer  engine.Key
		Unknown string
		Target  string
	}
)

func (i Write) do(e *Explorer) tea.Cmd {
	r, _ := e.rows().find(i.Key)
	e.touch(i.Key)
	values, err := e.typed(r, i.Text)
	if err != nil {
		e.Warn(err)
		return nil
	}
	return e.set(i.Key+" typed", values)
}

func (i Toggle) do(e *Explorer) tea.Cmd {
	r, _ := e.rows().find(i.Key)
	if r.Kind != TextRow {
		return nil
	}
	word, err := r.Text.Toggle(e.values.Word(r.Text), i.Option)
	if err != nil {
		e.Warn(err)
		return nil
	}
	e.touch(i.Key)
	return e.set(i.Key, e.values.Writing(r.Text, word))
}

func (i Seek) do(e *Explorer) tea.Cmd {
	f := &e.solve
	if e.pane != SolvePane {
		return nil
	}
	if at := slices.IndexFunc(f.answers, func(a engine.Reading) bool { return a.Key == i.Answer }); at >= 0 {
		f.Answer = f.answers[at]
		f.Target, f.own = suggestedTarget(f.Answer), false
	}
	if at := slices.IndexFunc(f.unknowns, func(p param.Param) bool { return p.Name == i.Unknown }); at >= 0 {
		f.Unknown = f.unknowns[at]
	}
	if i.Target != "" {
		f.Target, f.own = entry.InUnit(i.Target, f.Answer.Style.Unit()), true
	}
	return e.solveAgain()
}

// Answers lists the answers that the form can aim at.
func (f Solve) Answers() []engine.Reading { return f.answers }

// Unknowns lists the sliders that it can move.
func (f Solve) Unknowns() []param.Param { return f.unknowns }
