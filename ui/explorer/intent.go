package explorer

import (
	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
	"dpscope/ui/entry"
)

// Intent is what somebody wants of an open view, in the view's own terms: it
// knows no key and no place on a screen.
type Intent interface{ do(*Explorer) tea.Cmd }

// Do does what an intent asks. Nothing is asked by nil.
func (e *Explorer) Do(i Intent) tea.Cmd {
	if i == nil {
		return nil
	}
	return i.do(e)
}

// Intents for the controls.
type (
	// Slide moves what has the focus by steps.
	Slide struct {
		Steps  int
		Coarse bool
	}
	// Limit moves the focused slider to an end of its range.
	Limit struct{ Most bool }
	// Reset gives the focused control what the view opens with.
	Reset struct{}
	// Turn gives a control the focus and moves it by steps.
	Turn struct {
		Key   string
		Steps int
	}
	// Set gives a slider the focus and a value.
	Set struct {
		Key   string
		Value float64
	}
	// Choose picks an option of a menu.
	Choose struct {
		Choice param.Choice
		Name   string
	}
	// Go moves all controls at once.
	Go struct{ Values param.Values }
	// Return moves all controls to where they have been; it is no step to undo.
	Return struct{ Values param.Values }
	// Undo takes the last step back.
	Undo struct{}
	// Redo takes it again.
	Redo struct{}
)

// Intents that move about and open things.
type (
	// Step moves the focus by lines: of the page, of a list, of a form.
	Step struct{ Lines int }
	// Area moves the focus between the controls, the answers and the picture.
	Area struct{ Step int }
	// Touch gives a row the focus, and opens it when it has that already.
	Touch struct{ Key string }
	// Open opens what has the focus.
	Open struct{}
	// Files lists the files that the focused control may name.
	Files struct{}
	// Show puts a pane in the place of the picture, or the picture back.
	Show struct{ Pane Pane }
	// Close closes what is open.
	Close struct{}
	// Accept takes what is typed or marked, and moves the focus by lines.
	Accept struct{ Lines int }
	// Pick takes an option of the open list.
	Pick struct{ Index int }
	// Edit hands a key or a paste to what is being typed, or begins a value.
	Edit struct{ Msg tea.Msg }
)

// Intents for what stands in the place of the picture.
type (
	// Cross begins to read the picture at a point, or ends it.
	Cross struct{}
	// Read moves the point at which the picture is read. With Hold that begins,
	// and the keys move it on.
	Read struct {
		At   Point
		Hold bool
	}
	// Filter begins the word that sifts the table.
	Filter struct{}
	// Scroll moves in the table.
	Scroll struct{ Rows, Columns int }
	// Reasons shows the reasons from a line on.
	Reasons struct{ From int }
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
	r, _ := e.rows().Find(i.Key)
	if e.edit != nil || r.Kind < 0 || r.Kind == AnswerRow {
		return nil
	}
	e.focus, e.pointer.Held = i.Key, false
	return e.slide(r, i.Steps, false)
}

func (i Set) do(e *Explorer) tea.Cmd {
	r, _ := e.rows().Find(i.Key)
	if r.Kind != SliderRow {
		return nil
	}
	e.touch(i.Key)
	return e.set(i.Key, e.values.With(r.Param, i.Value))
}

func (i Choose) do(e *Explorer) tea.Cmd {
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
	r, _ := e.rows().Find(i.Key)
	if again := e.touch(i.Key); again && e.pane == PicturePane {
		e.open(r)
	}
	return nil
}

// touch gives a row the focus and reports whether it had it before. A value
// being typed into another is dropped.
func (e *Explorer) touch(key string) (again bool) {
	again = e.focus == key
	if !again {
		e.edit = nil
	}
	e.focus, e.pointer.Held = key, false
	return again
}

func (Open) do(e *Explorer) tea.Cmd {
	e.open(e.focused())
	return nil
}

func (Files) do(e *Explorer) tea.Cmd { return e.listFiles(e.focused()) }

func (i Show) do(e *Explorer) tea.Cmd {
	if i.Pane == SolvePane {
		return e.openSolve()
	}
	e.toggle(i.Pane)
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
		e.pointer.At = &i.At
	}
	return nil
}

func (Filter) do(e *Explorer) tea.Cmd {
	e.table.Filter = entry.New(e.table.Word)
	return nil
}

func (i Scroll) do(e *Explorer) tea.Cmd {
	e.table.scroll(i.Rows, i.Columns)
	return nil
}

func (i Reasons) do(e *Explorer) tea.Cmd {
	e.reasons = i.From
	return nil
}
