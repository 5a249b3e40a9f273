package explorer

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/work"
)

// Visit asks for another view; values that both views have are carried along, except those that the address sets.
type Visit struct{ Address string }

// placed holds the address that a place of the picture leads to.
type placed struct {
	address string
	err     error
}

func (i Follow) do(e *Explorer) tea.Cmd {
	switch r := e.focused(); {
	case e.pane == TablePane:
		return e.followRow()
	case i.At != nil:
		return e.followPlace(*i.At)
	case r.Kind == AnswerRow:
		return e.visit(r.Reading.Opens)
	}
	e.Say("this leads to no other view")
	return nil
}

// visit asks for a view.
func (e *Explorer) visit(address string) tea.Cmd {
	if address == "" {
		e.Say("this leads to no other view")
		return nil
	}
	return func() tea.Msg { return Visit{address} }
}

// followPlace looks for the view that explains a place of the picture, off the loop.
func (e *Explorer) followPlace(at Point) tea.Cmd {
	view, values, ctx := e.view, e.shown, e.session.Context
	return func() tea.Msg {
		address, err := work.Recover(func() (string, error) { return view.Place(ctx, values, at.X, at.Y) })
		return Message{view.Name, placed{address, err}}
	}
}

// arrived visits the address that a place leads to.
func (e *Explorer) arrived(p placed) tea.Cmd {
	if p.err != nil {
		e.Warn(p.err)
		return nil
	}
	return e.visit(p.address)
}

// followRow opens what explains the marked row: the view that explains an answer, or else its explanation; the place of a
// sample; else what the table says.
func (e *Explorer) followRow() tea.Cmd {
	t := e.table
	if t.At >= t.Len() || e.trouble != nil {
		e.Say("no row is marked")
		return nil
	}
	if t.table.Opens != nil {
		return e.visit(t.table.Opens[t.rows[t.At]])
	}
	if t.turn > 0 {
		if at, found := e.placeOf(t.Row(t.At)); found && e.view.Leads() {
			return e.followPlace(at)
		}
		return e.visit("")
	}
	a := e.answers()[t.rows[t.At]]
	if a.Opens != "" {
		return e.visit(a.Opens)
	}
	e.focus = answerKey(a)
	e.toggle(WhyPane)
	return nil
}

// placeOf returns where a row of samples lies in the picture.
func (e *Explorer) placeOf(row []engine.Cell) (at Point, found bool) {
	f := e.sheet.Figure
	along := func(a engine.Axis) (float64, bool) {
		i := slices.IndexFunc(e.table.Columns(), func(c engine.TableColumn) bool { return c.Name == a.Name })
		if i < 0 {
			return 0, false
		}
		if row[i].Kind == engine.Word {
			at := max(slices.Index(a.Keys, row[i]), slices.Index(a.Words, row[i].Word))
			return float64(at), at >= 0
		}
		return row[i].Number, row[i].Kind == engine.Number
	}
	var okX, okY bool
	at.X, okX = along(f.X)
	at.Y, okY = along(f.Y)
	return at, okX && okY
}
