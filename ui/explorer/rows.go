package explorer

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/param"
)

// Kind says what a row is.
type Kind int

// The kinds of rows: controls, and answers, which stand after them.
const (
	PickerRow Kind = iota
	TextRow
	SliderRow
	AnswerRow
)

// Row is a control with its value, or an answer; rows can have the focus.
type Row struct {
	Key  string
	Kind Kind

	Choice param.Choice // of a picker
	Picked param.Option

	Text param.Text
	Word string // its word, or what an empty one stands for; of a set the titles of its members
	Set  string // names of the members of a set, as its word has them

	Param          param.Param // of a slider
	Value, Opening float64

	Reading engine.Reading
}

// Rows lists the controls and the answers.
type Rows []Row

// rows returns the rows in sight: in a lesson the ones that it is about, until all are asked for.
func (e *Explorer) rows() Rows { return e.inSight(e.allRows()) }

// inSight selects the rows in sight.
func (e *Explorer) inSight(all Rows) Rows {
	if e.layer.Only == nil || e.unfolded || e.pane == ControlsPane {
		return all
	}
	return e.layer.of(all, e.focus, e.mainOf(all))
}

// allRows lists the controls at the present values, in an order that no value changes, and the answers that are in sight: first
// the controls that the view names first, then its first menus, sliders, other menus and texts.
func (e *Explorer) allRows() Rows {
	choices, texts := e.view.Needed(e.values)
	sliders, answers := e.view.Sliders(e.values), e.listed()
	rows := make(Rows, 0, len(choices)+len(texts)+len(sliders)+len(answers)) // rows are large, and asked for at every frame
	opening := slices.IndexFunc(choices, func(c param.Choice) bool { return !e.opens(c) })
	if opening < 0 {
		opening = len(choices)
	}
	rows = e.menuRows(rows, choices[:opening])
	rows = e.sliderRows(rows, sliders)
	rows = e.menuRows(rows, choices[opening:])
	for _, t := range texts {
		row := Row{Key: t.Name, Kind: TextRow, Text: t, Word: e.word(t)}
		if t.Among != nil {
			row.Set = e.values.Word(t)
		}
		rows = append(rows, row)
	}
	rows.putFirst(e.view.First)
	all := e.unfolded || !slices.ContainsFunc(answers, func(a engine.Reading) bool { return a.Top })
	for _, a := range answers {
		if key := answerKey(a); all && !a.Tabled || a.Top || key == e.focus || e.wanted != "" && a.Name == e.wanted || e.layer.aims(a.Key) {
			rows = append(rows, Row{Key: key, Kind: AnswerRow, Reading: a})
		}
	}
	return rows
}

// openingMenus is the number of a view's menus that stand above its sliders.
const openingMenus = 3

// opens reports whether a menu is one of the first of the view, at any setting.
func (e *Explorer) opens(c param.Choice) bool {
	at := slices.IndexFunc(e.view.Choices, func(other param.Choice) bool { return other.Key() == c.Key() })
	return at < openingMenus
}

func (e *Explorer) menuRows(rows Rows, choices []param.Choice) Rows {
	for _, c := range choices {
		rows = append(rows, Row{Key: c.Key(), Kind: PickerRow, Choice: c, Picked: e.values.Picked(c)})
	}
	return rows
}

func (e *Explorer) sliderRows(rows Rows, sliders []param.Param) Rows {
	for _, p := range sliders {
		row := Row{Key: p.Name, Kind: SliderRow, Param: p, Value: e.values.Get(p), Opening: e.opening.Get(p)}
		if last := e.sheet.Defaults[p.Name].Last; last > 0 { // a greater value means the last one
			row.Param.Low, row.Param.High, row.Value = 1, float64(last), min(row.Value, float64(last))
		}
		rows = append(rows, row)
	}
	return rows
}

// putFirst moves the controls with those keys before all others, in their order.
func (r Rows) putFirst(keys []string) {
	if len(keys) == 0 {
		return
	}
	place := func(row Row) int {
		if i := slices.Index(keys, row.Key); i >= 0 {
			return i
		}
		return len(keys)
	}
	slices.SortStableFunc(r, func(a, b Row) int { return place(a) - place(b) })
}

// folded counts the answers out of sight.
func (r Rows) folded(all []engine.Reading) int {
	count := 0
	for _, a := range all {
		if !a.Tabled {
			count++
		}
	}
	for _, row := range r {
		if row.Kind == AnswerRow && !row.Reading.Tabled {
			count--
		}
	}
	return count
}

func (i Unfold) do(e *Explorer) tea.Cmd {
	before := len(e.rows())
	e.unfolded = !e.unfolded
	e.keepFocus()
	switch after := e.rows(); {
	case after.firstAnswer() == "":
		e.Say("there are no readings here yet")
	case i.Said != "":
		e.Say(i.Said)
	case len(after) == before:
		e.Say("all readings are in sight")
	}
	return nil
}

// answerKey returns the key of an answer's row.
func answerKey(a engine.Reading) string { return "= " + a.Key.String() }

// controls counts the controls.
func (r Rows) controls() (count int) {
	for i := range r {
		if r[i].Kind < AnswerRow {
			count++
		}
	}
	return count
}

// find returns the row with a key and its place; -1 where there is none.
func (r Rows) find(key string) (Row, int) {
	for i := range r { // rows are large: only the one that matches is copied
		if r[i].Key == key {
			return r[i], i
		}
	}
	return Row{Kind: -1}, -1
}

// first returns the key of the first slider, or of the first row.
func (r Rows) first() string {
	i := slices.IndexFunc(r, func(r Row) bool { return r.Kind == SliderRow })
	if i < 0 && len(r) == 0 {
		return ""
	}
	return r[max(i, 0)].Key
}

// firstAnswer returns the key of the most important answer; empty: there is none.
func (r Rows) firstAnswer() string {
	if i := slices.IndexFunc(r, func(r Row) bool { return r.Kind == AnswerRow }); i >= 0 {
		return r[i].Key
	}
	return ""
}

// chosen returns the answer that why and solve refer to: the focused one, else the first.
func (r Rows) chosen(focus string) (engine.Reading, bool) {
	if row, _ := r.find(focus); row.Kind == AnswerRow {
		return row.Reading, true
	}
	row, _ := r.find(r.firstAnswer())
	return row.Reading, row.Kind == AnswerRow
}
