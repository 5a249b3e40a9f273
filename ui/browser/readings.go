package browser

import (
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/ui/explorer"
	"dpscope/ui/report"
	"dpscope/views/view"
)

// readingsOf returns the answers as a table, each with its reasons below it; those that are not on top are folded.
func readingsOf(s explorer.Scene) string {
	answers := s.Readings()
	if s.Layer.Only != nil { // in a lesson those alone that it is about
		answers = nil
		for _, r := range s.Rows {
			if r.Kind == explorer.AnswerRow && !s.Layer.Alone {
				answers = append(answers, r.Reading)
			}
		}
	}
	if len(answers) == 0 || !s.Drawn {
		return ""
	}
	var top, folded []engine.Reading
	for _, a := range answers {
		if a.Top || s.Layer.Only != nil {
			top = append(top, a)
		} else {
			folded = append(folded, a)
		}
	}
	if len(top) == 0 {
		top, folded = folded, nil
	}
	var m markup
	m.put("h2", "Readings")
	if h := s.Sheet.Held; h != nil {
		m.put("p", strings.TrimSpace("Compared with what is "+h.Title()+". "+h.Trouble), "class", "dim")
	}
	tableOf(&m, top)
	if len(folded) > 0 {
		m.open("details", "id", "more-readings")
		m.put("summary", numeral.Things(len(folded), "more reading"))
		tableOf(&m, folded)
		m.end("details")
	}
	if len(s.Others) > 0 {
		m.open("details", "id", "published")
		m.put("summary", "ε that others publish")
		m.open("table")
		for _, r := range s.Others {
			m.open("tr")
			m.put("th", r.Label, "scope", "row")
			m.put("td", r.DisplayText)
			m.end("tr")
		}
		m.end("table")
		m.put("p", view.UnitsDiffer, "class", "dim")
		m.end("details")
	}
	return m.String()
}

// tableOf writes answers one a row. What explains an answer opens below its name.
func tableOf(m *markup, answers []engine.Reading) {
	m.open("table")
	m.open("tbody")
	group := ""
	for _, a := range answers {
		if a.Group != group && a.Group != "" {
			m.open("tr")
			m.put("th", "Ranked among "+a.Group, "colspan", "3", "scope", "colgroup", "class", "group")
			m.end("tr")
		}
		group = a.Group
		rowOf(m, a)
	}
	m.end("tbody")
	m.end("table")
}

func rowOf(m *markup, a engine.Reading) {
	m.open("tr")
	m.open("th", "scope", "row")
	m.open("details", "id", "w-"+a.Key.String(), "class", "why")
	m.put("summary", a.Heading())
	whyOf(m, a)
	m.end("details")
	m.end("th")
	m.open("td", "class", "value")
	m.put("b", valueOf(a))
	if change, is := a.Change(); is {
		m.put("span", " "+change.String(), "class", "change")
	}
	m.put("span", a.Remark, "class", "remark")
	m.end("td")
	m.open("td", "class", "ask")
	if a.Goal != known.NoGoal && !a.Known.Missing() {
		m.button("Aim", "solve", "data-control", a.Key.String(), "aria-label", "Aim at a target of "+a.Label)
	}
	m.end("td")
	m.end("tr")
}

// valueOf returns an answer as the page writes it: with the sign of how it is known, and its unit.
func valueOf(a engine.Reading) string {
	text, is := explorer.Written(a)
	if !is || a.Known.Word != "" || a.DisplayText != "" && a.Held == nil || a.Pending {
		return text
	}
	return a.Said("")
}

// whyOf writes what explains an answer: how it is known, its formula, with the numbers in it, its source, what it assumes.
func whyOf(m *markup, a engine.Reading) {
	m.open("dl")
	line := func(name, text string) {
		if text != "" {
			m.put("dt", name)
			m.put("dd", text)
		}
	}
	line("Is", a.Known.None)
	if !a.Known.Missing() {
		line("Known as", strings.TrimSpace(a.Known.How()+between(a)))
	}
	line("Formula", a.Why.Formula)
	line("Here", a.Why.With)
	line("Assumes", a.Why.Assumes)
	line("Source", a.Why.Source)
	m.end("dl")
	if a.Opens != "" {
		m.put("a", "Open the view that explains it", "href", report.Fragment(a.Opens), "data-do", "follow", "data-address", a.Opens)
	}
}

// between returns the interval of an answer in words; empty where it has none.
func between(a engine.Reading) string {
	low, high, wide := a.Known.Interval()
	if !wide {
		return ""
	}
	return ", between " + a.Style.Rounded(low, numeral.Down) + " and " + a.Style.Rounded(high, numeral.Up)
}

// formOf returns the form that solves, while it is open.
func formOf(s explorer.Scene) string {
	if s.Pane != explorer.SolvePane {
		return ""
	}
	var m markup
	f := s.Solve
	m.put("h2", "Which setting reaches a target?")
	m.open("div", "class", "line")
	m.put("label", "I want", "for", "aim")
	m.open("select", "id", "aim", "data-seek", "aim")
	for _, a := range f.Answers() {
		option(&m, a.Key.String(), a.Heading(), a.Key == f.Answer.Key)
	}
	m.end("select")
	m.end("div")
	m.open("div", "class", "line")
	sign := map[known.Goal]string{known.Higher: "at least", known.Lower: "at most"}[f.Answer.Goal]
	m.put("label", sign, "for", "target")
	m.open("input", "id", "target", "class", "number", "data-seek", "target", "value", f.Target.Text(), "autocomplete", "off")
	m.put("span", f.Answer.Style.Unit(), "class", "unit")
	m.put("label", "by moving", "for", "unknown")
	m.open("select", "id", "unknown", "data-seek", "unknown")
	for _, p := range f.Unknowns() {
		option(&m, p.Name, explorer.SliderName(p), p.Name == f.Unknown.Name)
	}
	m.end("select")
	m.end("div")
	switch {
	case !f.Ready:
		m.put("p", "Solving …", "class", "solution dim")
	case f.Trouble != nil:
		m.put("p", f.Trouble.Error(), "class", "solution warning")
	default:
		m.open("p", "class", "solution")
		m.put("b", f.Unknown.Symbol+" = "+f.Unknown.Full(f.Solution.Value))
		m.text(": " + f.Answer.Heading() + " " + f.Reached() + ". " + firstLetterUp(f.Which()))
		m.end("p")
		m.button("Go to "+f.Unknown.Symbol+" = "+f.Unknown.Full(f.Solution.Value), "jump", "class", "main")
	}
	m.button("Close", "close")
	return m.String()
}

func option(m *markup, value, text string, here bool) {
	attributes := []string{"value", value}
	if here {
		attributes = append(attributes, "selected", "")
	}
	m.put("option", text, attributes...)
}
