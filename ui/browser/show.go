package browser

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/ui/explorer"
	"dpscope/ui/report"
	"dpscope/views"
)

// show sends the parts of the page that changed.
func (t *Tab) show() {
	s := t.current.Scene()
	parts := map[string]string{
		"tabs":     t.tabs(),
		"lead":     leadOf(s),
		"ask":      askOf(s),
		"notice":   t.notice(s),
		"controls": controlsOf(s),
		"presets":  presetsOf(s),
		"form":     formOf(s),
		"readings": readingsOf(s),
		"notes":    notesOf(s),
		"found":    t.results(),
		"lesson":   t.lessonPart(s),
		"tools":    toolsOf(s),
	}
	t.draw(s, parts)
	changed := map[string]string{}
	for place, text := range parts {
		if before, sent := t.sent[place]; !sent || before != text {
			changed[place], t.sent[place] = text, text
		}
	}
	t.send(Show{Kind: "show", Parts: changed, Controls: valuesOf(s), Address: t.address(), Title: s.Question + " · dpscope", Live: liveOf(s),
		Busy: s.Stale || t.current.Busy(), Lesson: t.lesson != nil})
}

// address returns the address of the page, as short as it can be.
func (t *Tab) address() string { return t.current.View().ShortAddress(t.current.Values()) }

// tabs returns the tasks, and the views of the open one; those behind its main ones stand after "more".
func (t *Tab) tabs() string {
	var m markup
	open := t.current.View()
	m.open("ul", "class", "tabs")
	for _, tab := range views.Tabs {
		first := views.In(tab.Name)[0]
		t.link(&m, string(tab.Name), first.Name, tab.Name == open.Group, "true")
	}
	m.end("ul")
	m.open("ul", "class", "views")
	behind := false
	for _, v := range views.In(open.Group) {
		if v.More && !behind {
			behind = true
			m.put("li", "more", "class", "behind", "aria-hidden", "true")
		}
		t.link(&m, v.Label, v.Name, v.Name == open.Name, "page")
	}
	m.end("ul")
	return m.String()
}

// link writes a link to a view, which keeps the values that both views have.
func (t *Tab) link(m *markup, text, name string, here bool, current string) {
	m.open("li")
	attributes := []string{"href", report.Fragment(name), "data-do", "view", "data-value", name}
	if here {
		attributes = append(attributes, "aria-current", current)
	}
	m.put("a", text, attributes...)
	m.end("li")
}

// leadOf returns the question, the sentence that answers it, and its price.
func leadOf(s explorer.Scene) string {
	var m markup
	m.put("h1", s.Question)
	lead := s.Sheet.Lead
	if s.Layer.Bare {
		return m.String()
	}
	switch {
	case s.Trouble != nil:
		m.put("p", s.Untold(), "class", "answer warning")
		return m.String()
	case !s.Drawn || !lead.Said():
		m.put("p", "Computing …", "class", "answer dim")
		return m.String()
	}
	class := "answer"
	if s.LeadStale {
		class += " stale"
	}
	m.sentence("p", lead.Answer, class)
	m.put("p", lead.Warning, "class", "warning")
	m.sentence("p", lead.Price, "price")
	m.put("p", lead.Sees.String(), "class", "sees")
	return m.String()
}

// askOf returns the button that opens the form which solves; nothing where no answer has a better side.
func askOf(s explorer.Scene) string {
	if s.Layer.Only != nil || !slices.ContainsFunc(s.Readings(), func(a engine.Reading) bool { return a.Goal != known.NoGoal }) {
		return ""
	}
	free := func(named func(param.Param) bool) bool {
		return slices.ContainsFunc(s.Rows, func(r explorer.Row) bool {
			return r.Kind == explorer.SliderRow && r.Param.Role == param.Free && named(r.Param)
		})
	}
	var m markup
	switch {
	case free(func(p param.Param) bool { return p.Name == mechanisms.Epsilon.Name }):
		m.button("Which ε do I need?", "solve", "class", "main")
	case free(func(param.Param) bool { return true }):
		m.button("Which setting do I need?", "solve", "class", "main")
	}
	return m.String()
}

// sentence writes a sentence with its numbers set off.
func (m *markup) sentence(element string, s engine.Sentence, class string) {
	if len(s) == 0 {
		return
	}
	m.open(element, "class", class)
	for _, p := range s {
		if p.Of.Name != "" || p.Control != "" {
			const short = 16 // characters that stay in one line, as a number with its unit
			if utf8.RuneCountInString(p.Text) <= short {
				m.put("b", p.Text, "class", "short")
			} else {
				m.put("b", p.Text)
			}
		} else {
			m.text(p.Text)
		}
	}
	m.end(element)
}

// liveOf returns what a screen reader says once the page rests: the first half of the lead.
func liveOf(s explorer.Scene) string {
	switch {
	case s.Status.Text != "":
		return s.Status.Text
	case s.Trouble != nil:
		return s.Untold()
	}
	return s.Sheet.Lead.Answer.String()
}

// notice returns what the page has to say beside the answer: a message, an address that opened nothing, a file that is missing.
func (t *Tab) notice(s explorer.Scene) string {
	var m markup
	if t.astray != "" {
		m.open("p", "class", "notice warning")
		m.text(t.astray)
		m.button("Close", "close")
		m.end("p")
	}
	if name := t.missing(s); name != "" {
		m.open("div", "class", "notice")
		m.put("p", "This link reads "+name+", a file of its sender's, which no link carries. Pick it on your computer: it stays in this tab.")
		m.button("Pick "+name, "pick")
		m.end("div")
	}
	if s.Status.Text != "" {
		class := "notice status"
		if s.Status.Alarm {
			class += " warning"
		}
		m.put("p", s.Status.Text, "class", class)
	}
	return m.String()
}

// toolsOf returns the actions on the whole page.
func toolsOf(s explorer.Scene) string {
	var m markup
	hold := "Hold to compare"
	if s.Holds {
		hold = "Let go of what is held"
	}
	m.button(hold, "hold")
	m.button("Undo", "undo")
	m.button("Copy link", "link")
	m.button("Copy command", "command")
	m.open("label", "class", "export")
	m.put("span", "Save as", "class", "hidden")
	m.open("select", "data-send", "export", "id", "export")
	m.put("option", "Save as …", "value", " ")
	for _, end := range exportEnds() {
		m.put("option", end.title, "value", end.ending)
	}
	m.end("select")
	m.end("label")
	return m.String()
}

// notesOf returns the notes, and the words that the page uses.
func notesOf(s explorer.Scene) string {
	var m markup
	if s.Trouble != nil || !s.Drawn {
		return ""
	}
	for _, n := range append([]engine.Note{s.Sheet.Provenance}, s.Sheet.Notes...) {
		class := "note"
		if n.Warning {
			class += " warning"
		}
		m.put("p", n.Text, "class", class)
	}
	if terms := s.Terms(); len(terms) > 0 && !s.Layer.Bare {
		m.open("details", "id", "words")
		m.put("summary", "Words on this page")
		m.open("dl")
		for _, term := range terms {
			m.put("dt", term.Title())
			m.put("dd", term.Definition())
		}
		m.end("dl")
		m.end("details")
	}
	if s.Try.Shows != "" {
		m.open("p", "class", "try")
		m.button("Try", "try")
		m.text(" " + s.Try.Shows)
		m.end("p")
	}
	return m.String()
}

// presetsOf returns the menu of settings that are worth looking at.
func presetsOf(s explorer.Scene) string {
	if len(s.View.Presets) < 2 || s.Layer.Bare {
		return ""
	}
	var m markup
	m.open("label")
	m.put("span", "Examples")
	m.open("select", "data-send", "preset", "id", "examples")
	m.put("option", "Pick an example …", "value", " ")
	for _, p := range s.View.Presets {
		m.put("option", p.Title, "value", p.Name)
	}
	m.end("select")
	m.end("label")
	return m.String()
}

// results returns what was found, or what the user's files can answer.
func (t *Tab) results() string {
	switch {
	case t.data != nil:
		return t.data.markup()
	case t.lessons != nil:
		return shelfPart(t.lessons)
	}
	if t.typed == "" {
		return ""
	}
	var m markup
	if len(t.found) == 0 {
		m.put("p", "Nothing found. An address works too.", "class", "dim")
		return m.String()
	}
	if t.meant != "" {
		m.put("p", "Did you mean “"+t.meant+"”?", "class", "dim")
	}
	const most = 12
	m.open("ul", "class", "results")
	for i, it := range t.found[:min(len(t.found), most)] {
		m.open("li")
		m.open("button", "type", "button", "data-do", "take", "data-steps", number(i))
		m.put("b", it.Title)
		m.put("span", it.Detail(), "class", "dim")
		m.put("span", it.Says, "class", "says")
		m.end("button")
		m.end("li")
	}
	m.end("ul")
	return m.String()
}

// firstLetterUp returns a text that begins a sentence.
func firstLetterUp(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// titled returns a slider's label beside its symbol.
func titled(r explorer.Row) string {
	switch r.Kind {
	case explorer.PickerRow:
		return firstLetterUp(r.Choice.Title())
	case explorer.TextRow:
		return firstLetterUp(r.Text.Heading())
	}
	return cmp.Or(firstLetterUp(r.Param.Label), r.Param.Symbol, r.Param.Name)
}
