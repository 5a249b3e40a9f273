package picture

import (
	"strings"

	"dpscope/engine"
	"dpscope/engine/described"
	"dpscope/ui/theme"
)

// Alternative describes a picture in words: the lead, the answers at the top of the page, and what its marks show.
func Alternative(p Part) string {
	texts := []string{plain(p.Question)}
	for _, s := range []engine.Sentence{p.Sheet.Lead.Answer, p.Sheet.Lead.Price} {
		if len(s) > 0 {
			texts = append(texts, plain(s.String()))
		}
	}
	var answers []string
	for _, a := range p.Sheet.Readings {
		if a.Top && !a.Known.Missing() {
			answers = append(answers, plain(a.Heading())+" "+Value(a))
		}
	}
	if len(answers) > 0 {
		texts = append(texts, strings.Join(answers, "; ")+".")
	}
	for _, sentence := range described.Text(p.Sheet.Shown()) {
		texts = append(texts, plain(sentence))
	}
	return strings.Join(texts, " ")
}

// Value returns an answer with the sign of its basis: "≥ 91.3 %".
func Value(a engine.Reading) string {
	switch {
	case a.Known.Missing():
		return plain(a.Known.None)
	case a.Known.Word != "":
		if a.Known.Title != "" {
			return plain(a.Known.Title)
		}
		return plain(a.Known.Word)
	}
	text := a.Written()
	if a.DisplayText != "" {
		text = a.DisplayText
	} else if a.Unit != "" && !strings.HasSuffix(text, a.Unit) {
		text += " " + a.Unit
	}
	return theme.Unicode.Basis(a.Known.Side()) + " " + plain(text)
}

// plain returns a text in one line.
func plain(text string) string { return strings.Join(strings.Fields(text), " ") }
