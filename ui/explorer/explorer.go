// Package explorer is the state of one open view: its controls, its answers, what has the focus and what is being computed. It
// takes intents and draws nothing; a renderer gets a Scene.
//
// Keys and mouse become intents in the view's own terms by the last Frame. Trainings begin where a slider rests: while it
// moves, the session's kept results are shown, and what would take longer than a frame waits a quarter of a second.
package explorer

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/ui/entry"
	"dpscope/views/view"
)

// Explorer is an open view. Only one goroutine touches it.
type Explorer struct {
	session Session
	view    view.View
	values  param.Values
	opening param.Values // setting at the opening
	trail   history

	sheet     engine.Sheet // the last one that arrived
	arrival   *Arrival     // identifies the sheet
	trouble   error        // why the shown setting has no sheet
	shown     param.Values // the setting that sheet or trouble answers
	drawn     bool         // a sheet has arrived before
	partial   bool         // more of the sheet is coming
	tempo     tempo        // speed of the running computation
	left      time.Duration
	sheets    job[request, engine.Sheet]
	inline    inlineBudget
	pin       pin
	taken     taken
	play      play
	draws     int    // private answers drawn into the picture
	behind    bool   // the newest request is not answered yet
	wait      uint64 // counts how often that has begun
	late      bool   // it has lasted for a while
	moving    bool   // one value changes again and again
	moves     uint64 // counts changes
	unfolded  bool   // all answers are in sight, and not only those on top
	leadStale bool   // the lead shown belongs to an earlier page
	layer     Layer

	focus     string // key of the row with the focus
	wanted    string // name of the row that gets the focus once it exists
	pane      Pane
	zoomed    bool // the picture takes the whole body
	pointer   Pointer
	edit      *entry.Entry // a value being typed
	list      List
	table     Table
	reasons   int // first shown line of the explanation
	solve     Solve
	asksSolve bool // the solve form opens once there are answers
	status    Status
}

// Pane says what stands in the place of the picture.
type Pane int

// The panes.
const (
	PicturePane Pane = iota
	TablePane
	WhyPane
	SolvePane
	ListPane
	ControlsPane // all controls as a list
)

// Status is a message that is shown until the next key.
type Status struct {
	Text  string
	Alarm bool
}

// New returns the explorer of a view at values. Start asks for its first sheet.
func New(s Session, v view.View, values param.Values) *Explorer {
	e := &Explorer{session: s, view: v, values: values, opening: v.Opening()}
	e.sheets = e.sheetJob()
	e.focus = e.main()
	return e
}

// View returns the open view.
func (e *Explorer) View() view.View { return e.view }

// Values returns the present setting.
func (e *Explorer) Values() param.Values { return e.values }

// Address returns the address of the present setting.
func (e *Explorer) Address() string { return e.view.Address(e.values) }

// Say shows a message until the next key.
func (e *Explorer) Say(text string) { e.status = Status{Text: text} }

// Warn shows an error until the next key.
func (e *Explorer) Warn(err error) { e.status = Status{Text: err.Error(), Alarm: true} }

// Quiet clears the message and stops a running slider, as any key does.
func (e *Explorer) Quiet() {
	e.status, e.wanted, e.asksSolve = Status{}, "", false
	e.halt()
}

// set changes the values, as one step of the history, and asks for their sheet. The old sheet stays until the new one arrives.
func (e *Explorer) set(control string, values param.Values) tea.Cmd {
	if values.Equal(e.values) {
		return nil
	}
	now := e.session.Clock.Now()
	again := e.trail.repeats(control, now)
	e.trail.record(control, e.values, now)
	asked := e.move(values)
	if e.moving = again; again {
		return tea.Batch(asked, e.later(sameGesture, rested{e.moves}))
	}
	return asked
}

// move changes the values without a step in the history.
func (e *Explorer) move(values param.Values) tea.Cmd {
	e.values, e.moving = values, false
	e.moves++
	e.keepFocus()
	return e.Start()
}
