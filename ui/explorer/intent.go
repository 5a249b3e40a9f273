package explorer

import (
	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
)

// Intent is a wish of the user about an open view, in the view's own terms: it knows no key and no place on a screen.
type Intent interface{ do(*Explorer) tea.Cmd }

// Do carries out an intent.
func (e *Explorer) Do(i Intent) tea.Cmd { return i.do(e) }

// Nothing is the intent of a key or a place without a meaning at the moment. It says why; empty: it is a place of the screen.
type Nothing struct{ Why string }

func (i Nothing) do(e *Explorer) tea.Cmd {
	if i.Why != "" {
		e.Say(i.Why)
	}
	return nil
}

// Intents for the controls.
type (
	// Slide moves the focused control by steps.
	Slide struct {
		Steps  int
		Coarse bool
	}
	// Limit moves the focused slider to an end of its range.
	Limit struct{ Most bool }
	// Play lets the view's main slider run until its end or the next key.
	Play struct{}
	// Draw draws private answers into the picture.
	Draw struct{ Count int }
	// Reset gives the focused control its value at the opening.
	Reset struct{}
	// Turn gives a control the focus and moves it by steps.
	Turn struct {
		Key   string
		Steps int
	}
	// Set gives a slider the focus and a value.
	Set struct {
		Key   string
		Value float64
	}
	// Choose picks an option of a menu.
	Choose struct {
		Choice param.Choice
		Name   string
	}
	// Go moves all controls at once.
	Go struct{ Values param.Values }
	// Presets lists the presets of the view.
	Presets struct{}
	// TakePreset takes a preset of the view by name.
	TakePreset struct{ Name string }
	// Focus gives a row the focus: a control, or an answer by its name or its family's, as soon as it exists.
	Focus struct{ Key string }
	// Return restores a former setting, without a step to undo.
	Return struct{ Values param.Values }
	// Attempt does what the page suggests to try.
	Attempt struct{}
	// Undo takes the last step back.
	Undo struct{}
	// Redo takes it again.
	Redo struct{}
)

// Intents that move about and open things.
type (
	// Step moves the focus by lines: of the page, of a list, of a form.
	Step struct{ Lines int }
	// Area moves the focus between the controls, the answers and the picture.
	Area struct{ Step int }
	// Touch gives a row the focus, and opens it when it has the focus already.
	Touch struct{ Key string }
	// Open opens the focused row.
	Open struct{}
	// Files lists the files that the focused control may name.
	Files struct{}
	// Show puts a pane in the place of the picture, or the picture back.
	Show struct{ Pane Pane }
	// Zoom gives the picture the whole body, or the page back.
	Zoom struct{}
	// Close closes what is open.
	Close struct{}
	// Accept takes the typed or marked value, and moves the focus by lines.
	Accept struct{ Lines int }
	// Pick takes an option of the open list.
	Pick struct{ Index int }
	// Edit passes a key or a paste to the typed value, or begins one.
	Edit struct{ Msg tea.Msg }
)

// Intents for what stands in the place of the picture.
type (
	// Cross begins to read the picture at a point, or stops.
	Cross struct{}
	// Read moves the point at which the picture is read. With Hold it begins reading, and the keys then move the point.
	Read struct {
		At   Point
		Hold bool
	}
	// Unfold brings all answers in sight, or only those on top. Said tells where they are on a page that shows no more of them than
	// before; empty: it shows them.
	Unfold struct{ Said string }
	// Filter begins the word that filters the table.
	Filter struct{}
	// Sort sorts the table by the marked column; again: in reverse; again: not at all.
	Sort struct{}
	// NextTable shows the next table; with Through the picture follows the last one.
	NextTable struct{ Through bool }
	// Mark marks a row of the table, or follows it when it is marked already.
	Mark struct{ Row int }
	// Follow opens the view that explains the marked row, the focused answer or a place of the picture.
	Follow struct{ At *Point }
	// Scroll moves the marks in the table.
	Scroll struct{ Rows, Columns int }
	// Reasons shows the explanation from a line on.
	Reasons struct{ From int }
)
