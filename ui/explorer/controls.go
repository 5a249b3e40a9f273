package explorer

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
	"dpscope/ui/entry"
)

// slide moves a slider, a picker or a suggested word by steps.
func (e *Explorer) slide(r Row, steps int, coarse bool) tea.Cmd {
	switch r.Kind {
	case SliderRow:
		next := r.Param.Step(r.Value, steps, coarse)
		if next == r.Value {
			e.Say(atItsEnd(r.Param, r.Value, e.sheet.Defaults[r.Key].Last > 0))
			return nil
		}
		return e.set(r.Key, e.view.With(e.values, r.Param, next))
	case PickerRow:
		options := param.Offered(r.Choice, e.values)
		if len(options) == 1 {
			e.Say(r.Choice.Title() + " has one option here")
			return nil
		}
		i := slices.IndexFunc(options, func(o param.Option) bool { return o.Name == r.Picked.Name })
		return e.set(r.Key, e.values.Picking(r.Choice, options[cycle(i, steps, len(options))].Name))
	case TextRow:
		return e.suggest(r, steps, coarse)
	case AnswerRow:
		e.Say("answers follow from the sliders; solving asks which value gives one")
	}
	return nil
}

// atItsEnd says where a slider ends and which values can be typed beyond; last says that no value lies beyond.
func atItsEnd(p param.Param, v float64, last bool) string {
	text := p.Symbol + " ends at " + p.Full(v)
	if p.Min < v && v < p.Max && !last {
		text += "; type " + p.Typeable()
	}
	return text
}

// cycle returns the place steps on from i in a list that begins again at its end.
func cycle(i, steps, length int) int { return ((i+steps)%length + length) % length }

// suggest moves along the words that a text control suggests, or steps its word by a rule of its own.
func (e *Explorer) suggest(r Row, steps int, coarse bool) tea.Cmd {
	if r.Text.Arrows != nil {
		next := r.Text.Arrows.Step(e.values, steps, coarse)
		if next == r.Word {
			e.Say("it goes no further")
			return nil
		}
		return e.set(r.Key, e.values.Writing(r.Text, next))
	}
	words := e.suggestions(r.Text)
	switch {
	case len(words) == 0:
		e.Say("nothing is suggested here; it can be typed")
		return nil
	case len(words) == 1 && words[0] == r.Word:
		e.Say("nothing else is suggested here; it can be typed")
		return nil
	}
	i := slices.Index(words, r.Word)
	if i < 0 && steps < 0 {
		i = 0
	}
	return e.set(r.Key, e.values.Writing(r.Text, words[cycle(i, steps, len(words))]))
}

// limit moves a slider to an end of its range.
func (e *Explorer) limit(r Row, most bool) tea.Cmd {
	if r.Kind != SliderRow {
		e.Say("only sliders have ends")
		return nil
	}
	low, high := r.Param.Travel()
	end, inward := low, +1
	if most {
		end, inward = high, -1
	}
	if r.Param.Check(end) != nil { // an open range ends one notch earlier
		end = r.Param.Step(end, inward, false)
	}
	if end == r.Value {
		e.Say(atItsEnd(r.Param, r.Value, e.sheet.Defaults[r.Key].Last > 0))
		return nil
	}
	return e.set(r.Key, e.view.With(e.values, r.Param, end))
}

// reset gives a control its value at the opening.
func (e *Explorer) reset(r Row) tea.Cmd {
	var reset param.Values
	switch r.Kind {
	case SliderRow:
		reset = e.view.With(e.values, r.Param, r.Opening)
	case PickerRow:
		reset = e.values.Picking(r.Choice, e.opening.Picked(r.Choice).Name)
	case TextRow:
		reset = e.values.Writing(r.Text, e.opening.Word(r.Text))
	default:
		e.Say("only controls are reset")
		return nil
	}
	if e.view.Same(reset, e.values) {
		e.Say("it is as the view opens with it")
		return nil
	}
	return e.set(r.Key, reset)
}

// open lists the options of a picker, edits a value, or explains an answer.
func (e *Explorer) open(r Row) {
	switch r.Kind {
	case PickerRow:
		e.listOptions(r)
	case SliderRow:
		e.edit = entry.InUnit(r.Param.Style.Typed(r.Value), r.Param.Style.Unit())
	case TextRow:
		if r.Text.Among != nil {
			e.listMembers(r)
			return
		}
		e.edit = entry.New(r.Word)
	case AnswerRow:
		e.toggle(WhyPane)
	}
}

// toggle shows a pane, or the picture again.
func (e *Explorer) toggle(p Pane) {
	if e.pane == p {
		p = PicturePane
	}
	e.pane, e.reasons = p, 0
	e.fillTable()
}
