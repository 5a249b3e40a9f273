// Package explorer is the state of one open view, whatever the view: its
// controls, its answers, what has the focus and what is being asked. It takes
// intents and draws nothing; what there is to see of it is a Scene.
//
// Keys and mouse become intents in the view's own terms by the last Frame. Trainings begin where a
// slider rests: while it moves, what the session keeps of them is shown, and what would take longer
// than a frame waits a quarter of a second.
package explorer

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/ui/entry"
	"dpscope/views/view"
)

// Explorer is an open view. It is touched by one goroutine alone.
type Explorer struct {
	session Session
	view    view.View
	values  param.Values
	opening param.Values // what the view opens with
	trail   history

	sheet     engine.Sheet // the last one that arrived
	arrival   *Arrival     // of it
	trouble   error        // why there is none at the setting shown
	shown     param.Values // the setting that sheet or trouble answers
	drawn     bool         // there has been a sheet
	partial   bool         // more of it is coming
	tempo     tempo        // of that
	left      time.Duration
	sheets    job[request, engine.Sheet]
	inline    inlineBudget
	pin       pin
	taken     taken
	play      play
	draws     int    // private answers drawn into the picture
	behind    bool   // the newest request is not answered yet
	wait      uint64 // how often that has begun
	late      bool   // and it has lasted for a while
	unfolded  bool   // all answers are in sight, and not only those on top
	leadStale bool   // the lead shown is of a page before
	layer     Layer

	focus     string // key of the row with the focus
	wanted    string // name of the row that is to have it once it is there
	pane      Pane
	zoomed    bool // the picture has the whole body
	pointer   Pointer
	edit      *entry.Entry // a value being typed
	list      List
	table     Table
	reasons   int // first line shown of those that say why
	solve     Solve
	asksSolve bool // that form opens once there are answers
	status    Status
}

// Pane is what stands in the place of the picture.
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

// Status is a message that stands until the next key.
type Status struct {
	Text  string
	Alarm bool
}

// New returns the explorer of a view at values. Its first sheet is asked for by
// Start.
func New(s Session, v view.View, values param.Values) *Explorer {
	e := &Explorer{session: s, view: v, values: values, opening: v.Opening()}
	e.sheets = e.sheetJob()
	e.focus = e.main()
	return e
}

// View is the view that is open.
func (e *Explorer) View() view.View { return e.view }

// Values is the present setting.
func (e *Explorer) Values() param.Values { return e.values }

// Address names the present setting.
func (e *Explorer) Address() string { return e.view.Address(e.values) }

// Say shows a message until the next key.
func (e *Explorer) Say(text string) { e.status = Status{Text: text} }

// Warn shows that something could not be done.
func (e *Explorer) Warn(err error) { e.status = Status{Text: err.Error(), Alarm: true} }

// Quiet takes the message away and stops what runs, as any key does.
func (e *Explorer) Quiet() {
	e.status, e.wanted, e.asksSolve = Status{}, "", false
	e.halt()
}

// set changes the values, as one step of the history, and asks for their
// sheet. The one that is shown stays until it arrives.
func (e *Explorer) set(control string, values param.Values) tea.Cmd {
	if values.Equal(e.values) {
		return nil
	}
	e.trail.record(control, e.values, e.session.Clock.Now())
	return e.move(values)
}

// move changes the values without a trace in the history.
func (e *Explorer) move(values param.Values) tea.Cmd {
	e.values = values
	e.keepFocus()
	return e.Start()
}
