package explorer

import (
	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/param"
)

// pin keeps the held setting as it was drawn, so that it is computed once.
type pin struct {
	setting param.Values
	held    *engine.Held
}

// of returns what a setting holds, if it is pinned.
func (p pin) of(v param.Values) *engine.Held {
	if setting, holds := v.Held(); !holds || !setting.Equal(p.setting) {
		return nil
	}
	return p.held
}

// keep pins the held setting that a sheet was drawn against.
func (p *pin) keep(of param.Values, held *engine.Held) {
	setting, _ := of.Held()
	p.setting, p.held = setting, held
}

// Hold holds the present setting, to compare others with, or releases the held one.
type Hold struct{}

func (Hold) do(e *Explorer) tea.Cmd {
	if _, holds := e.values.Held(); holds {
		e.Say("nothing is held any more")
		return e.set("hold", e.values.Alone())
	}
	holding := e.values.Holding(e.values)
	if e.drawn && e.trouble == nil && !e.behind && e.shown.Equal(e.values) {
		e.pin = pin{e.values, &engine.Held{Sheet: e.sheet}}
	}
	e.Say("held; every answer now says how far it is from here")
	return e.set("hold", holding)
}
