package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/ui/chart"
	"dpscope/views/view"
)

// Explorer shows any view: its controls, its readings and its picture. It is
// a part of Shell, which hands it keys, mouse and arrivals.
type Explorer struct {
	view    view.View
	values  param.Values
	opening param.Values // what the view opens with: a tick on every track
	trail   history
	clock   clock

	sheet   engine.Sheet // the last one that arrived
	trouble error        // why there is none at the setting shown
	shown   param.Values // the setting that figure or trouble answers
	drawn   bool         // there has been a figure
	partial bool         // more of it is coming
	figures job[param.Values, engine.Sheet]
	behind  bool   // the newest request is not answered yet
	wait    uint64 // how often that has begun
	late    bool   // and it has lasted for a while

	focus   string // key of the row with the focus
	pane    pane   // what stands at the left
	pointer crosshair
	edit    *entry  // a value being typed
	list    listing // the options of a picker, when pane is paneOptions
	table   tableView
	reasons pager // of the text that says why
	solve   solveForm
	drag    string // the slider that the mouse holds
	status  status
	layout  layout        // of the last drawing, for the mouse
	picture chart.Picture // the same
}

// pane is what stands at the left of the controls.
type pane int

const (
	paneChart pane = iota
	paneTable
	paneWhy
	paneSolve
	paneOptions
)

// status is a message that stands until the next key.
type status struct {
	text  string
	alarm bool
}

// figureMsg brings a figure, or a part of it, to the explorer of a view.
type figureMsg struct {
	view string
	done done[param.Values, engine.Sheet]
}

// lateMsg says that the screen has been behind its controls for a while.
type lateMsg struct {
	view string
	wait uint64
}

// overrunMsg says that a computation has had its time, should a newer one be
// waiting.
type overrunMsg struct {
	view string
	run  uint64
}

const (
	lateAfter = 100 * time.Millisecond
	patience  = 250 * time.Millisecond // a slow figure may finish; letting go of a key is answered soon
)

// newExplorer returns the explorer of view at values. Its first figure is
// asked for by start.
func newExplorer(v view.View, values param.Values, c clock) *Explorer {
	m := &Explorer{view: v, values: values, opening: v.Opening(), clock: c}
	m.figures = job[param.Values, engine.Sheet]{
		run: func(ctx context.Context, values param.Values, show func(engine.Sheet)) (engine.Sheet, error) {
			return v.Sheet(ctx, values, show)
		},
		wrap:     func(d done[param.Values, engine.Sheet]) tea.Msg { return figureMsg{v.Name, d} },
		patience: func(run uint64) tea.Cmd { return c.after(patience, overrunMsg{v.Name, run}) },
	}
	m.focus = m.firstFocus()
	return m
}

// firstFocus is the first slider, or whatever comes first.
func (m *Explorer) firstFocus() string {
	rows := m.rows()
	for _, r := range rows {
		if r.kind == sliderRow {
			return r.key
		}
	}
	if len(rows) > 0 {
		return rows[0].key
	}
	return ""
}

// start asks for the figure of the present values.
func (m *Explorer) start() tea.Cmd {
	m.partial = false
	var timer tea.Cmd
	if !m.behind {
		m.behind = true
		m.wait++
		timer = m.clock.after(lateAfter, lateMsg{m.view.Name, m.wait})
	}
	return tea.Batch(m.figures.ask(m.values), m.solveAgain(), timer)
}

// set changes the values, as one step of the history, and asks for their
// figure. The one on screen stays until it arrives.
func (m *Explorer) set(control string, values param.Values) tea.Cmd {
	if values.Equal(m.values) {
		return nil
	}
	m.trail.record(control, m.values, m.clock.now())
	return m.move(values)
}

// move changes the values without a trace in the history.
func (m *Explorer) move(values param.Values) tea.Cmd {
	m.values = values
	m.keepFocus()
	return m.start()
}

// keepFocus puts the focus on the first slider when its row is gone.
func (m *Explorer) keepFocus() {
	for _, r := range m.rows() {
		if r.key == m.focus {
			return
		}
	}
	m.focus = m.firstFocus()
}

// arrive takes a figure from the job. Under a held key it may be of a setting
// that is past already; the newest one is then being computed.
func (m *Explorer) arrive(d done[param.Values, engine.Sheet]) tea.Cmd {
	use, next := m.figures.take(d)
	if use {
		m.partial = d.partial
		m.show(d.value, d.asked, d.err)
	}
	if !m.figures.busy() {
		m.behind, m.late = false, false
	}
	return next
}

// show takes the figure of a setting, or why there is none.
func (m *Explorer) show(s engine.Sheet, of param.Values, trouble error) {
	m.shown, m.trouble = of, trouble
	if trouble == nil {
		m.sheet, m.drawn = s, true
		m.fillTable()
	}
	m.keepFocus()
}

// overdue notes that the screen has been behind for a while.
func (m *Explorer) overdue(wait uint64) {
	if wait == m.wait && m.behind {
		m.late = true
	}
}

// stale reports whether what is shown is no longer of the present values, and
// has not been for so long that it must be seen.
func (m *Explorer) stale() bool { return m.late && !m.shown.Equal(m.values) }

// answers are those at the setting shown: none where it has no figure.
func (m *Explorer) answers() []engine.Answer {
	if m.trouble != nil {
		return nil
	}
	return m.sheet.Answers
}

// say shows a message until the next key.
func (m *Explorer) say(text string) { m.status = status{text: text} }

// warn shows a message that something could not be done.
func (m *Explorer) warn(err error) { m.status = status{text: err.Error(), alarm: true} }

// leave stops what is still computing.
func (m *Explorer) leave() {
	m.figures.stop()
	m.behind, m.late = false, false
}
