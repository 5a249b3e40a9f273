package explorer

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// play runs the view's main slider, a notch at a time, or draws answers one by one into a picture of them.
type play struct {
	on      bool
	run     uint64 // counts its starts: a tick of an older run is dropped
	control string // the slider that runs
	draws   bool   // answers are drawn one by one, and no slider runs
	halted  bool   // the key that is being handled has stopped it
}

// pace is the time between two notches; a picture that takes longer is waited for.
const pace = 80 * time.Millisecond

// tick says that the next notch is due.
type tick struct{ run uint64 }

func (Play) do(e *Explorer) tea.Cmd {
	if e.play.halted {
		return nil
	}
	if e.view.Plays(e.values) {
		e.play = play{on: true, run: e.play.run + 1, draws: true}
		return e.advance(tick{e.play.run})
	}
	r := e.Scene().Running()
	if r.Kind != SliderRow {
		e.Say("no slider runs here")
		return nil
	}
	e.focus = r.Key
	e.play = play{on: true, run: e.play.run + 1, control: r.Key}
	if r.Param.Step(r.Value, 1, false) == r.Value { // from its end it begins again
		return tea.Batch(e.limit(r, false), e.tickLater())
	}
	return e.advance(tick{e.play.run})
}

// Running returns the slider that runs: the view's main one at these values.
func (s Scene) Running() Row {
	for _, key := range []string{s.View.Runs, s.Sheet.Figure.X.Name} {
		if r, _ := s.Rows.find(key); key != "" && r.Kind == SliderRow {
			return r
		}
	}
	if s.Main.Kind != SliderRow {
		first, _ := s.Rows.find(s.Rows.first())
		return first
	}
	return s.Main
}

func (e *Explorer) tickLater() tea.Cmd { return e.later(pace, tick{e.play.run}) }

// advance moves the running slider by a notch, unless the picture of the last one is still to come. At its end it stops.
func (e *Explorer) advance(t tick) tea.Cmd {
	if !e.play.on || t.run != e.play.run {
		return nil
	}
	if e.play.draws {
		return e.drawOn()
	}
	r, _ := e.rows().find(e.play.control)
	if r.Kind != SliderRow {
		e.play.on = false
		return nil
	}
	if e.behind && !e.sheets.suffices() {
		return e.tickLater()
	}
	next := r.Param.Step(r.Value, 1, false)
	if next == r.Value {
		e.play.on = false
		return nil
	}
	return tea.Batch(e.set(r.Key, e.view.With(e.values, r.Param, next)), e.tickLater())
}

// drawOn draws one more answer, unless the picture of the last one is still to come.
func (e *Explorer) drawOn() tea.Cmd {
	switch {
	case e.behind:
		return e.tickLater()
	case e.draws >= mostDraws:
		e.play.on = false
		return nil
	}
	e.draws++
	return tea.Batch(e.Start(), e.tickLater())
}

// halt stops the running slider, as any key does.
func (e *Explorer) halt() {
	e.play.halted = e.play.on
	e.play.on = false
}
