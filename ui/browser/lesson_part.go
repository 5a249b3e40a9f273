package browser

import (
	"math"

	"dpscope/ui/explorer"
	"dpscope/ui/lesson"
	written "dpscope/views/lesson"
	"dpscope/views/view"
)

// lessonPart returns the open step of a lesson: the question, where it is answered, the explanation.
func (t *Tab) lessonPart(s explorer.Scene) string {
	run := t.lesson
	if run == nil {
		return ""
	}
	var m markup
	title, far := run.Title()
	m.open("header")
	m.put("b", title)
	m.put("span", far, "class", "dim")
	m.end("header")
	asks, listed := false, false
	for _, l := range run.Says(t.voice()) {
		class := map[lesson.Tone]string{lesson.Strong: "strong", lesson.Faint: "dim", lesson.Alert: "warning"}[l.Tone]
		switch {
		case l.Option > 0:
			if !listed {
				m.open("div", "class", "options")
				listed = true
			}
			m.button(l.Mark+" "+l.Text, "answer", "data-steps", number(l.Option), "data-key", "enter")
		case l.Entry != nil:
			asks = true
			m.open("div", "class", "line")
			m.put("label", l.Text, "for", "answer")
			text, _ := l.Entry.Cursor()
			m.open("input", "id", "answer", "data-answer", "text", "value", text, "autocomplete", "off")
			m.put("span", l.After, "class", "dim")
			m.end("div")
		case l.Way == lesson.ByMark: // a slider that says so itself
		default:
			m.put("p", l.Text, "class", class)
		}
	}
	if listed {
		m.end("div")
	}
	if g := s.Layer.Guess; g != nil {
		guessOf(&m, *g)
		asks = asks || !g.Given
	}
	if run.Stage() >= lesson.Understanding {
		blocksOf(&m, run.Below())
	}
	m.open("div", "class", "actions")
	if asks && run.Stage() == lesson.Asking {
		m.button("Answer", "answer", "data-key", "enter", "class", "main")
	}
	switch {
	case run.Stage() == lesson.Ended && run.After() == nil:
	case run.Stage() == lesson.Opening, run.Stage() >= lesson.Understanding:
		m.button(t.nextButton(), "key", "data-key", "n", "class", "main")
	default:
		m.button(t.nextButton(), "key", "data-key", "n")
		m.button("Hint", "key", "data-key", "i")
	}
	if run.At() > 0 || run.Stage() == lesson.Ended {
		m.button(backButton, "key", "data-key", "b")
	}
	if run.Class() != nil && run.Stage() > lesson.Opening {
		m.button("Download the hand-in", "hand-in")
	}
	m.button(leaveButton, "key", "data-key", "esc")
	m.end("div")
	return m.String()
}

// voice names acts as the buttons of the lesson do.
func (t *Tab) voice() lesson.Voice {
	return lesson.Voice{Verb: "Press", Called: func(a view.Act) string {
		return map[view.Act]string{view.NextStep: t.nextButton(), view.LastStep: backButton, view.LeaveLesson: leaveButton, view.ListLessons: "Lessons"}[a]
	}}
}

// nextButton returns the name of the button that goes on.
func (t *Tab) nextButton() string {
	switch stage := t.lesson.Stage(); {
	case stage == lesson.Opening:
		return "Begin"
	case stage >= lesson.Understanding:
		return "Next"
	}
	return "Skip"
}

// The names of buttons.
const backButton, leaveButton = "Back", "Leave the lesson"

// guessOf writes the axis on which a student predicts an answer, and the true value once that is told.
func guessOf(m *markup, g explorer.Guess) {
	m.open("div", "class", "guess")
	m.put("label", g.Label+": your prediction", "for", "point")
	m.put("output", g.Written, "for", "point")
	attributes := []string{"type", "range", "id", "point", "data-answer", "point", "min", "0", "max", number(notches), "step", "10",
		"value", number(int(math.Round(notches * g.Axis.Share(g.Value)))), "aria-valuetext", g.Written}
	if g.Given {
		attributes = append(attributes, "disabled", "")
	}
	m.open("input", attributes...)
	m.open("div", "class", "ends")
	m.put("span", g.Ends[0])
	m.put("span", g.Ends[1])
	m.end("div")
	if g.Is != nil {
		m.put("label", "it is", "for", "truth")
		m.put("output", g.IsText, "for", "truth")
		m.open("input", "type", "range", "id", "truth", "min", "0", "max", number(notches), "disabled", "", "class", "truth",
			"value", number(int(math.Round(notches*g.Axis.Share(*g.Is)))), "aria-valuetext", g.IsText)
	}
	m.end("div")
}

// blocksOf writes an explanation.
func blocksOf(m *markup, blocks []written.Block) {
	spans := func(list []written.Span) {
		for _, s := range list {
			switch {
			case s.Bold:
				m.put("b", s.Text)
			case s.Code:
				m.put("code", s.Text)
			default:
				m.text(s.Text)
			}
		}
	}
	for _, b := range blocks {
		switch b.Kind {
		case written.Code:
			m.put("pre", b.Text())
		case written.Item:
			m.open("p", "class", "item")
			spans(b.Spans)
			m.end("p")
		case written.Row:
			m.open("table")
			m.open("tr")
			for _, cell := range b.Cells {
				m.open("td")
				spans(cell)
				m.end("td")
			}
			m.end("tr")
			m.end("table")
		default:
			m.open("p")
			spans(b.Spans)
			m.end("p")
		}
	}
}
