package explorer

import (
	"time"

	"dpscope/assets"
	"dpscope/engine"
	"dpscope/ui/entry"
	"dpscope/views/view"
)

// Scene is all there is to see of an open view, for any renderer. It is a value:
// drawing it changes nothing.
type Scene struct {
	View     view.View
	Question string   // that the page answers
	Try      string   // what may be tried here; empty: nothing
	TriesOn  []string // the controls that may be tried at this setting, one after another
	Rows     Rows     // the controls as they are set, then the answers in sight
	Folded   int      // how many answers are not
	Unfolded bool     // all are
	Hidden   int      // how many controls are not in sight, which a lesson is not about
	Focus    string   // the key of one of them
	Main     Row      // the control that the page is about; of kind -1 where there is none

	Layer     Layer         // what a lesson lays over the page
	Sheet     engine.Sheet  // the last one that arrived, without what that hides
	LeadStale bool          // what its lead says is of a page before, for that of this one is not known yet
	Arrival   *Arrival      // of it: another sheet has another
	Drawn     bool          // there has been one
	Trouble   error         // why there is none at this setting; nil: there is
	Stale     bool          // what is shown has not been of this setting for a while
	Waiting   bool          // and what is, is being computed
	Holds     bool          // a setting is held beside the present one
	Progress  float64       // the share of it that is done; 0: nobody knows
	Left      time.Duration // that the rest will take; 0: nobody knows

	Mode    Mode
	Pane    Pane
	Zoomed  bool // the picture has the whole body
	Pointer Pointer
	Edit    *entry.Entry // the value being typed, when Mode is Editing
	List    List
	Table   Table
	Reasons int // first line shown of those that say why
	Solve   Solve
	Status  Status
	Playing bool             // a slider runs, or answers come
	Plays   bool             // answers come one by one where the view runs, and no slider moves
	Preset  string           // the sentence of the preset that was taken, until something moves
	Others  []engine.Reading // what others spend in that model, in sight or not
	model   string           // where noise is added
}

// Arrival tells sheets apart by its address.
type Arrival struct{ _ byte }

// Scene tells what there is to see now.
func (e *Explorer) Scene() Scene {
	all := e.allRows()
	controls := all.controls()
	s := Scene{
		View: e.view.At(e.values), Question: e.view.Asked(e.values), Rows: e.inSight(all), Focus: e.focus,
		Layer: e.layer, Sheet: e.layer.over(e.sheet), LeadStale: e.leadStale || e.stale(), Arrival: e.arrival, Drawn: e.drawn, Trouble: e.trouble,
		Stale: e.stale(), Waiting: e.late && e.sheets.busy(),
		Mode: e.mode(), Pane: e.pane, Zoomed: e.zoomed && e.pane == PicturePane, Pointer: e.pointer, Edit: e.edit, List: e.list, Table: e.table,
		Reasons: e.reasons,
		Solve:   e.solve, Status: e.status, Playing: e.play.on, Plays: e.view.Plays(e.values), Preset: e.taken.sentence(e.values),
		Others: e.published(), model: e.view.Model(e.values),
	}
	if s.Main, _ = s.Rows.find(e.mainOf(s.Rows)); s.Main.Kind == AnswerRow {
		s.Main = Row{Kind: -1}
	}
	if try, found := e.view.Tried(e.values); found && !e.layer.Bare {
		s.Try = "Try: " + try.Text
	}
	for _, t := range e.view.Tries {
		if t.On != "" && (t.When == nil || t.When(e.values)) {
			s.TriesOn = append(s.TriesOn, t.On)
		}
	}
	s.Hidden = controls - s.Rows.controls()
	s.Folded, s.Unfolded = s.Rows.folded(e.listed()), e.unfolded
	_, s.Holds = e.values.Held()
	if e.partial {
		s.Progress, s.Left = e.sheet.Progress.Share(), e.left
	}
	return s
}

// Published lists the published uses of the page's model, for the slider of the ε that the page spends; none for any other row, and in a
// lesson.
func (s Scene) Published(r Row) []assets.Deployment {
	if r.Param.Words == nil || s.Layer.Bare || s.model == "" {
		return nil
	}
	return assets.DeploymentsOf(s.model)
}

// Focused is the row that has the focus.
func (s Scene) Focused() Row {
	r, _ := s.Rows.find(s.Focus)
	return r
}

// Terms explain the control that has the focus, with what it is set to, and the
// chosen answer.
func (s Scene) Terms() []assets.Term {
	var names []string
	switch r := s.Focused(); r.Kind {
	case PickerRow:
		names = []string{r.Picked.Tag, r.Key + "=" + r.Picked.Name, r.Key}
	case TextRow, SliderRow:
		names = []string{r.Key}
	}
	if a, found := s.Chosen(); found {
		names = append(names, a.Key.Name)
	}
	return assets.Explaining(s.View.Name, names...)
}

// Readings are those at the setting shown.
func (s Scene) Readings() []engine.Reading {
	if s.Trouble != nil {
		return nil
	}
	return s.Sheet.Readings
}

// Chosen is the answer that is explained: the focused one, else the first.
func (s Scene) Chosen() (engine.Reading, bool) { return s.Rows.chosen(s.Focus) }
