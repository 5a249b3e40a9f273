package explorer

import (
	"slices"

	tea "charm.land/bubbletea/v2"
)

func (i Focus) do(e *Explorer) tea.Cmd {
	e.wanted = i.Key
	e.keepFocus()
	return nil
}

// main returns the key of the control that the page is about: the one that the view suggests to try, else the first slider.
func (e *Explorer) main() string { return e.mainOf(e.rows()) }

func (e *Explorer) mainOf(rows Rows) string {
	if try, found := e.view.Tried(e.values); found && rows.has(try.On) {
		return try.On
	}
	return rows.first()
}

// keepFocus gives the focus to the wanted row, once it exists, and to the main control when the focused row is gone.
func (e *Explorer) keepFocus() {
	rows := e.rows()
	if key := rows.called(e.wanted); key != "" {
		e.focus, e.wanted = key, ""
	}
	if !rows.has(e.focus) {
		e.focus = e.mainOf(rows)
	}
}

// called returns the key of the control with that name, or of the first answer with that name or family; empty: there is none
// yet.
func (r Rows) called(name string) string {
	i := slices.IndexFunc(r, func(r Row) bool {
		return name != "" && (r.Key == name || r.Kind == AnswerRow && r.Reading.Name == name)
	})
	if i < 0 {
		return ""
	}
	return r[i].Key
}

func (r Rows) has(key string) bool {
	_, i := r.find(key)
	return i >= 0
}

// focused returns the row that has the focus.
func (e *Explorer) focused() Row {
	r, _ := e.rows().find(e.focus)
	return r
}

// step moves the focus by lines.
func (e *Explorer) step(lines int) {
	rows := e.rows()
	if len(rows) == 0 {
		return
	}
	_, i := rows.find(e.focus)
	before, _ := rows.chosen(e.focus)
	last := len(rows) - 1
	if e.pane == ControlsPane {
		last = max(slices.IndexFunc(rows, func(r Row) bool { return r.Kind == AnswerRow })-1, 0)
		if rows[len(rows)-1].Kind != AnswerRow {
			last = len(rows) - 1
		}
	}
	to := min(max(i+lines, 0), last)
	switch {
	case to != i:
	case lines < 0:
		e.Say("this is the first control")
	case rows[i].Kind < AnswerRow:
		e.Say("this is the last control")
	default:
		e.Say("this is the last reading in sight")
	}
	e.focus = rows[to].Key
	if after, _ := rows.chosen(e.focus); after.Key != before.Key {
		e.reasons = 0 // another answer has another explanation
	}
}

// area is a region that tab moves between.
type area int

const (
	controlArea area = iota
	answerArea
	pictureArea
	areas
)

func (e *Explorer) area() area {
	switch {
	case e.pointer.Held:
		return pictureArea
	case e.focused().Kind == AnswerRow:
		return answerArea
	}
	return controlArea
}

// nextArea moves the focus to the next region, or the previous one.
func (e *Explorer) nextArea(step int) {
	rows := e.rows()
	next := (e.area() + area(step) + areas) % areas
	if next == answerArea && rows.firstAnswer() == "" {
		next = (next + area(step) + areas) % areas
	}
	e.pointer.Held = next == pictureArea
	switch next {
	case pictureArea:
		e.holdPointer()
	case controlArea:
		e.focus = e.main()
	case answerArea:
		e.focus = rows.firstAnswer()
	}
}
