package explorer

import (
	tea "charm.land/bubbletea/v2"

	"dpscope/ui/entry"
)

// Mode says what takes the keys.
type Mode int

// The modes. In all but Browsing letters are text.
const (
	Browsing  Mode = iota
	Editing        // a value is being typed
	Listing        // a list is open
	Solving        // the form that solves is open
	Filtering      // the word that filters the table is being typed
)

// mode returns what takes the keys now.
func (e *Explorer) mode() Mode {
	switch {
	case e.edit != nil:
		return Editing
	case e.pane == ListPane:
		return Listing
	case e.pane == SolvePane:
		return Solving
	case e.pane == TablePane && e.table.Filter != nil:
		return Filtering
	}
	return Browsing
}

func (i Step) do(e *Explorer) tea.Cmd {
	switch e.mode() {
	case Listing:
		return e.mark(i.Lines)
	case Solving:
		e.solve.Field = Field(cycle(int(e.solve.Field), i.Lines, int(fields)))
	default:
		e.step(i.Lines)
	}
	return nil
}

func (i Accept) do(e *Explorer) tea.Cmd {
	switch e.mode() {
	case Editing:
		return e.commit(i.Lines)
	case Listing:
		return e.pick(e.list.At)
	case Solving:
		return e.jump()
	case Filtering:
		e.table.Filter = nil
	}
	return nil
}

func (i Pick) do(e *Explorer) tea.Cmd {
	if e.mode() != Listing {
		return nil
	}
	return e.pick(i.Index)
}

func (Close) do(e *Explorer) tea.Cmd {
	switch e.mode() {
	case Editing:
		e.edit = nil
	case Filtering:
		e.table.Filter = nil
		e.table.sift("")
	case Solving:
		e.solve.job.stop()
		e.pane = PicturePane
	case Listing:
		return e.closeList()
	default:
		return e.clear()
	}
	return nil
}

// clear closes what is open over the picture, and removes the answers drawn into it.
func (e *Explorer) clear() tea.Cmd {
	if e.pane == PicturePane && !e.pointer.On {
		if !e.zoomed && e.draws == 0 {
			e.Say("nothing is open here")
		}
		e.zoomed = false
	}
	e.pane, e.pointer = PicturePane, Pointer{}
	if e.draws == 0 {
		return nil
	}
	e.draws = 0
	return e.Start()
}

func (i Edit) do(e *Explorer) tea.Cmd {
	switch e.mode() {
	case Editing:
		e.edit.Update(i.Msg)
	case Listing:
		e.list.Filter.Update(i.Msg)
		e.list.At = 0
		return e.preview()
	case Solving:
		return e.editTarget(i.Msg)
	case Filtering:
		e.table.Filter.Update(i.Msg)
		e.table.sift(e.table.Filter.Text())
	default:
		e.begin(i.Msg)
	}
	return nil
}

// begin starts a value with the first key of a number, or with a paste.
func (e *Explorer) begin(msg tea.Msg) {
	r := e.focused()
	if _, pasted := msg.(tea.PasteMsg); r.Kind == SliderRow || r.Kind == TextRow && pasted {
		e.edit = entry.InUnit("", r.Param.Style.Unit())
		e.edit.Update(msg)
		return
	}
	e.Say("only sliders are typed into here")
}
