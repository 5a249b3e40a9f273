package explorer

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/views/lesson"
)

// Layer is what a lesson lays over a page: what is hidden until the student predicts, and the prediction. Both renderers get
// it; figures and exports do not.
type Layer struct {
	Cover []string // names of what is hidden
	Only  []string // controls and answers that stay in sight; nil: all
	Goal  []string // answers of a goal, which are never folded
	Guess *Guess   // nil: none
	Bare  bool     // the lesson says what the page would say in sentences
	Alone bool     // and it takes the place of the answers too
	Mute  bool     // no answer is told, neither as a number nor in a sentence; the picture stays
}

// Guess is a mark on the axis of an answer.
type Guess struct {
	Label   string
	Axis    lesson.Axis
	Ends    [2]string // the ends of the axis, as text
	Value   float64
	Written string
	Given   bool     // it is final
	Is      *float64 // the true value; nil: not told yet
	IsText  string
}

// Lay replaces the layer over the page.
func (e *Explorer) Lay(l Layer) {
	if !slices.Equal(l.Cover, e.layer.Cover) {
		e.arrival = new(Arrival) // the picture may differ now
	}
	e.layer = l
	e.keepFocus()
}

// Begin starts a page at a setting, with nothing to undo, and nothing open over the picture.
type Begin struct{ Values param.Values }

func (i Begin) do(e *Explorer) tea.Cmd {
	e.trail, e.pane, e.pointer, e.edit, e.draws = history{}, PicturePane, Pointer{}, nil, 0
	e.zoomed, e.unfolded, e.taken = false, false, taken{}
	e.wanted = ""
	cmd := e.move(i.Values)
	e.focus = e.main()
	return cmd
}

// Silent reports whether the layer hides the help of a control.
func (l Layer) Silent(control string) bool { return slices.Contains(l.Cover, control) }

// of returns the rows that a lesson is about: those it names, the focused one, and the main one where it names no control.
func (l Layer) of(rows Rows, focus, main string) Rows {
	named := func(r Row) bool {
		return slices.ContainsFunc(l.Only, func(name string) bool {
			return r.Kind == AnswerRow && lesson.Hides(name, r.Reading.Key) || r.Kind != AnswerRow && name == r.Key
		})
	}
	moves := slices.ContainsFunc(rows, func(r Row) bool { return r.Kind != AnswerRow && named(r) })
	return slices.DeleteFunc(rows, func(r Row) bool {
		return !named(r) && r.Key != focus && (moves || r.Key != main)
	})
}

// hidden reports whether the layer hides an answer.
func (l Layer) hidden(key engine.Key) bool {
	return slices.ContainsFunc(l.Cover, func(name string) bool { return name == lesson.CoverPage || lesson.Hides(name, key) })
}

// aims reports whether an answer belongs to the goal.
func (l Layer) aims(key engine.Key) bool {
	return slices.ContainsFunc(l.Goal, func(name string) bool { return lesson.Hides(name, key) })
}

// uncovered returns the answers that are not hidden.
func (l Layer) uncovered(answers []engine.Reading) []engine.Reading {
	if l.Mute {
		return nil
	}
	if len(l.Cover) == 0 {
		return answers
	}
	return slices.DeleteFunc(slices.Clone(answers), func(a engine.Reading) bool { return l.hidden(a.Key) })
}

// over returns a sheet without what is hidden.
func (l Layer) over(s engine.Sheet) engine.Sheet {
	if l.Bare || l.Mute {
		s.Lead = engine.Lead{}
	}
	if l.Bare || l.Mute || len(l.Cover) > 0 { // the picture shows no reading that a lesson asks for
		s.Figure.Shows = slices.Clone(s.Figure.Shows)
		for i := range s.Figure.Shows {
			s.Figure.Shows[i].Of = engine.Key{}
		}
	}
	if l.Mute {
		s.Readings, s.Notes = nil, nil
	}
	if l.Bare { // the lesson itself says what to look at
		s.Notes = slices.DeleteFunc(slices.Clone(s.Notes), func(n engine.Note) bool { return !n.Warning })
	}
	if len(l.Cover) == 0 {
		return s
	}
	s.Readings, s.Notes = l.uncovered(s.Readings), nil
	hides := func(m engine.Mark) bool {
		return slices.Contains(l.Cover, lesson.CoverPage) || slices.Contains(l.Cover, m.Normal().Name)
	}
	s.Figure.Marks = slices.DeleteFunc(slices.Clone(s.Figure.Marks), hides)
	panels := slices.Clone(s.Figure.Panels)
	for i, p := range panels {
		panels[i].Marks = slices.DeleteFunc(slices.Clone(p.Marks), hides)
		panels[i].Below = nil
	}
	if slices.Contains(l.Cover, lesson.CoverPage) {
		s.Figure.Title = "" // it may count what is drawn
	}
	s.Figure.Panels = panels
	if slices.Contains(l.Cover, lesson.CoverLead) || slices.Contains(l.Cover, lesson.CoverPage) {
		s.Lead = engine.Lead{}
	}
	return s
}
