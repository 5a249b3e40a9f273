package explorer

import (
	"slices"
	"strings"
	"time"

	"dpscope/assets"
	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/ui/entry"
	"dpscope/views/view"
)

// Scene holds all that a renderer shows of an open view. It is a value: drawing it changes nothing.
type Scene struct {
	View     view.View
	Values   param.Values
	Question string   // question that the page answers
	Try      view.Try // suggestion of what to try; of empty Shows: none
	Rows     Rows     // the controls as they are set, then the answers in sight
	Folded   int      // answers out of sight
	Unfolded bool     // all answers are in sight
	Hidden   int      // controls out of sight, which a lesson is not about
	Focus    string   // key of one of the rows
	Main     Row      // main control of the page; its kind is -1 where there is none

	Layer     Layer         // what a lesson lays over the page
	Sheet     engine.Sheet  // the last one that arrived, without what the layer hides
	LeadStale bool          // the lead belongs to an earlier page, because that of this one is not known yet
	Arrival   *Arrival      // differs between sheets
	Drawn     bool          // a sheet has arrived
	Trouble   error         // why this setting has no sheet; nil: it has one
	Stale     bool          // the sheet has not been that of the setting for a while
	Waiting   bool          // and the new one is being computed
	Holds     bool          // a setting is held beside the present one
	Progress  float64       // share of it that is done; 0: unknown
	Left      time.Duration // time for the rest; 0: unknown

	Mode    Mode
	Pane    Pane
	Zoomed  bool // the picture takes the whole body
	Pointer Pointer
	Edit    *entry.Entry // the value being typed, when Mode is Editing
	List    List
	Table   Table
	Reasons int // first shown line of the explanation
	Solve   Solve
	Status  Status
	Moving  bool             // one value changes again and again
	Playing bool             // a slider runs, or answers come
	Plays   bool             // playing draws answers one by one, and moves no slider
	Preset  string           // the sentence of the preset that was taken, until something moves
	Others  []engine.Reading // published uses in that model, in sight or not
	model   string           // where noise is added
}

// Arrival tells sheets apart by its address.
type Arrival struct{ _ byte }

// Scene returns what a renderer shows now.
func (e *Explorer) Scene() Scene {
	all := e.allRows()
	controls := all.controls()
	s := Scene{
		View: e.view.At(e.values), Values: e.values, Question: e.view.Asked(e.values), Rows: e.inSight(all), Focus: e.focus,
		Layer: e.layer, Sheet: e.layer.over(e.sheet), LeadStale: e.leadStale || e.stale(), Arrival: e.arrival, Drawn: e.drawn, Trouble: e.trouble,
		Stale: e.stale(), Waiting: e.late && e.sheets.busy(),
		Mode: e.mode(), Pane: e.pane, Zoomed: e.zoomed && e.pane == PicturePane, Pointer: e.pointer, Edit: e.edit, List: e.list, Table: e.table,
		Reasons: e.reasons,
		Solve:   e.solve, Status: e.status, Playing: e.play.on, Moving: e.moving || e.play.on, Plays: e.view.Plays(e.values), Preset: e.taken.sentence(e.values),
		Others: e.published(), model: e.view.Model(e.values),
	}
	if s.Main, _ = s.Rows.find(e.mainOf(s.Rows)); s.Main.Kind == AnswerRow {
		s.Main = Row{Kind: -1}
	}
	if try, found := e.view.Tried(e.values); found && !e.layer.Bare {
		s.Try = try
	}
	s.Hidden = controls - s.Rows.controls()
	s.Folded, s.Unfolded = s.Rows.folded(e.listed()), e.unfolded
	_, s.Holds = e.values.Held()
	if e.partial {
		s.Progress, s.Left = e.sheet.Progress.Share(), e.left
	}
	return s
}

// Published lists the published uses of the page's model, for the slider of the ε that the page spends; none for any other row,
// and none in a lesson.
func (s Scene) Published(r Row) []assets.Deployment {
	if r.Param.Words == nil || s.Layer.Bare || s.model == "" {
		return nil
	}
	return assets.DeploymentsOf(s.model)
}

// Focused returns the row that has the focus.
func (s Scene) Focused() Row {
	r, _ := s.Rows.find(s.Focus)
	return r
}

// Terms explains what the lead underlines, the focused control with its value, and the chosen answer.
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
	var list []assets.Term
	lead := s.Sheet.Lead
	for _, use := range assets.Uses(lead.Answer.String() + " " + lead.Price.String() + " " + strings.Join(lead.Sees.Lines(), " ") + " " + s.Sheet.Provenance.Text) {
		list = append(list, use.Term)
	}
	for _, t := range assets.Explaining(s.View.Name, names...) {
		if !slices.ContainsFunc(list, func(other assets.Term) bool { return other.Name == t.Name }) {
			list = append(list, t)
		}
	}
	return list
}

// Readings returns the answers at the setting shown.
func (s Scene) Readings() []engine.Reading {
	if s.Trouble != nil {
		return nil
	}
	return s.Sheet.Readings
}

// Chosen returns the answer that is explained: the focused one, else the first.
func (s Scene) Chosen() (engine.Reading, bool) { return s.Rows.chosen(s.Focus) }
