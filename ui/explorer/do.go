package explorer

import (
	tea "charm.land/bubbletea/v2"

	"dpscope/ui/entry"
)

func (i Slide) do(e *Explorer) tea.Cmd {
	if e.pane == SolvePane {
		return e.changeForm(i.Steps)
	}
	return e.slide(e.focused(), i.Steps, i.Coarse)
}

func (i Limit) do(e *Explorer) tea.Cmd { return e.limit(e.focused(), i.Most) }

func (Reset) do(e *Explorer) tea.Cmd { return e.reset(e.focused()) }

func (i Turn) do(e *Explorer) tea.Cmd {
	r, _ := e.rows().find(i.Key)
	if e.edit != nil || r.Kind < 0 || r.Kind == AnswerRow {
		return nil
	}
	e.focus, e.pointer.Held = i.Key, false
	return e.slide(r, i.Steps, false)
}

func (i Set) do(e *Explorer) tea.Cmd {
	r, _ := e.rows().find(i.Key)
	if r.Kind != SliderRow {
		return nil
	}
	e.touch(i.Key)
	return e.set(i.Key, e.view.With(e.values, r.Param, i.Value))
}

func (i Choose) do(e *Explorer) tea.Cmd {
	if _, err := e.view.Over(e.values, i.Choice.Key()+"="+i.Name); err != nil {
		e.Say(err.Error())
		return nil
	}
	return e.set(i.Choice.Key(), e.values.Picking(i.Choice, i.Name))
}

func (i Go) do(e *Explorer) tea.Cmd { return e.set("visit", i.Values) }

func (i Return) do(e *Explorer) tea.Cmd { return e.move(i.Values) }

func (Undo) do(e *Explorer) tea.Cmd {
	if v, found := e.trail.undo(e.values); found {
		return e.move(v)
	}
	e.Say("nothing to undo")
	return nil
}

func (Redo) do(e *Explorer) tea.Cmd {
	if v, found := e.trail.redo(e.values); found {
		return e.move(v)
	}
	e.Say("nothing to redo")
	return nil
}

func (i Area) do(e *Explorer) tea.Cmd {
	e.nextArea(i.Step)
	return nil
}

func (i Touch) do(e *Explorer) tea.Cmd {
	r, _ := e.rows().find(i.Key)
	if again := e.touch(i.Key); again && (e.pane == PicturePane || e.pane == ControlsPane) {
		e.open(r)
	}
	return nil
}

// touch gives a row the focus and reports whether it had it before. It drops a value that is being typed into another row.
func (e *Explorer) touch(key string) (again bool) {
	again = e.focus == key
	if !again {
		e.edit = nil
	}
	e.focus, e.pointer.Held = key, false
	return again
}

func (Open) do(e *Explorer) tea.Cmd {
	r := e.focused()
	if r.Kind == AnswerRow && r.Reading.Opens != "" {
		return e.visit(r.Reading.Opens)
	}
	e.open(r)
	return nil
}

func (Files) do(e *Explorer) tea.Cmd { return e.listFiles(e.focused()) }

func (i Show) do(e *Explorer) tea.Cmd {
	if i.Pane == SolvePane {
		return e.openSolve()
	}
	if e.pane != TablePane {
		e.table = Table{}
	}
	if i.Pane == ControlsPane && e.focused().Kind == AnswerRow {
		e.focus = e.main()
	}
	e.toggle(i.Pane)
	return nil
}

func (Zoom) do(e *Explorer) tea.Cmd {
	e.zoomed, e.pane = !e.zoomed, PicturePane
	return nil
}

func (Cross) do(e *Explorer) tea.Cmd {
	e.togglePointer()
	return nil
}

func (i Read) do(e *Explorer) tea.Cmd {
	if i.Hold {
		e.pointer.On, e.pointer.Held = true, true
	}
	if e.pointer.On {
		if i.Hold && e.pointer.At != nil && *e.pointer.At == i.At {
			e.Say("the picture ends here")
		}
		e.pointer.At = &i.At
	}
	return nil
}

func (Filter) do(e *Explorer) tea.Cmd {
	e.table.Filter = entry.New(e.table.Word)
	return nil
}

func (i Scroll) do(e *Explorer) tea.Cmd {
	row, column := e.table.At, e.table.Column
	e.table.scroll(i.Rows, i.Columns)
	if e.table.At != row || e.table.Column != column {
		return nil
	}
	switch {
	case i.Rows < 0:
		e.Say("this is the first row")
	case i.Rows > 0:
		e.Say("this is the last row")
	case i.Columns < 0:
		e.Say("this is the first column")
	default:
		e.Say("this is the last column")
	}
	return nil
}

func (i Reasons) do(e *Explorer) tea.Cmd {
	if e.reasons == i.From {
		e.Say("there is no more to read this way")
	}
	e.reasons = i.From
	return nil
}

// mostDraws limits the answers that are drawn into a picture.
const mostDraws = 2000

func (i Draw) do(e *Explorer) tea.Cmd {
	if !e.view.Draws() {
		e.Say("this view has no private answer to draw")
		return nil
	}
	e.draws = min(e.draws+i.Count, mostDraws)
	return e.Start()
}
