package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/ui/chart"
	"dpscope/views"
)

// Explorer shows any view: its controls, its readings and its picture. It is
// a part of Shell, which hands it keys, mouse and arrivals.
type Explorer struct {
	view    views.View
	values  param.Values
	opening param.Values // what the view opens with: a tick on every track
	trail   history
	clock   clock

	figure  engine.Figure // the last one that arrived
	shown   param.Values  // the setting it answers
	drawn   bool          // there has been one
	trouble error         // why there is none for values
	partial bool          // more of it is coming
	figures job[param.Values, engine.Figure]
	late    bool // the newest request has been waiting for a while

	focus   string // key of the row with the focus
	pane    pane   // what stands at the left
	pointer crosshair
	edit    *entry  // a value being typed
	list    listing // the options of a picker, when pane is paneOptions
	table   tableView
	files   filesPane
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
	paneFiles
)

// status is a message that stands until the next key.
type status struct {
	text  string
	alarm bool
}

// figureMsg brings a figure, or a part of it, to the explorer of a view.
type figureMsg struct {
	view string
	done done[engine.Figure]
}

// lateMsg says that a request has been waiting for a while.
type lateMsg struct {
	view    string
	request uint64
}

const lateAfter = 100 * time.Millisecond

// newExplorer returns the explorer of view at values. Its first figure is
// asked for by start.
func newExplorer(view views.View, values param.Values, c clock) *Explorer {
	m := &Explorer{view: view, values: values, opening: view.Opening(), clock: c}
	m.figures = job[param.Values, engine.Figure]{
		run: func(ctx context.Context, v param.Values, report func(engine.Figure)) (engine.Figure, error) {
			return view.Figure(engine.Reporting(ctx, report), v)
		},
		wrap: func(d done[engine.Figure]) tea.Msg { return figureMsg{view.Name, d} },
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
	m.late, m.partial = false, false
	name := m.view.Name
	ask := m.figures.ask(m.values)
	request := m.figures.newest
	return tea.Batch(ask, m.solveAgain(), m.clock.after(lateAfter, lateMsg{name, request}))
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

// arrive takes a figure from the job.
func (m *Explorer) arrive(d done[engine.Figure]) tea.Cmd {
	use, next := m.figures.take(d)
	if !use {
		return next
	}
	m.partial = d.partial
	m.trouble = d.err
	if d.err == nil {
		m.show(d.value)
	}
	if !d.partial {
		m.late = false
	}
	return next
}

// show takes the figure of the present values.
func (m *Explorer) show(f engine.Figure) {
	m.figure, m.shown, m.drawn = f, m.values, true
	m.fillTable()
	m.keepFocus()
}

// overdue notes that a request has been waiting for a while.
func (m *Explorer) overdue(request uint64) {
	if request == m.figures.newest && m.figures.busy() {
		m.late = true
	}
}

// say shows a message until the next key.
func (m *Explorer) say(text string) { m.status = status{text: text} }

// warn shows a message that something could not be done.
func (m *Explorer) warn(err error) { m.status = status{text: err.Error(), alarm: true} }

// leave stops what is still computing.
func (m *Explorer) leave() { m.figures.stop() }
