package explorer

import tea "charm.land/bubbletea/v2"

// mostDraws is how many answers are drawn into a picture at most.
const mostDraws = 2000

func (i Draw) do(e *Explorer) tea.Cmd {
	if !e.view.Draws() {
		e.Say("this view has no private answer to draw")
		return nil
	}
	e.draws = min(e.draws+i.Count, mostDraws)
	return e.Start()
}
