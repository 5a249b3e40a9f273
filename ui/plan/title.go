package plan

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Title returns the text above the plot: the figure's title, or the y axis's label.
func (p *Subject) Title(y Scale) string {
	if p.Figure.Title == "" {
		return AxisTitle(p.Figure.Y, y, p.Text)
	}
	title, shown := p.Showing()
	title = p.WithUnit(title, y)
	if shown != "" {
		title += "; " + shown
	}
	return title
}

// WithUnit adds to a title the unit of the y axis, and that it is logarithmic, if the title names the axis.
func (p *Subject) WithUnit(title string, y Scale) string {
	own := p.Text.Plain(p.Figure.Y.Label)
	if !Says(title, own) {
		return title
	}
	if own != "" && y.Log {
		title = strings.Replace(title, own, own+Logarithmic, 1)
	}
	if unit := AxisUnit(p.Figure.Y, y, p.Text); unit != "" {
		title += ", " + unit
	}
	return title
}

// Says reports whether a title contains some words, or whether there are none.
func Says(title, words string) bool {
	letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	at := strings.Index(title, words)
	if at < 0 {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(title[:at])
	after, _ := utf8.DecodeRuneInString(title[at+len(words):])
	return words == "" || !letter(before) && !letter(after)
}

// Showing returns the figure's title, and the reading that it shows with its name, if any.
func (p *Subject) Showing() (drawn, shown string) {
	drawn = p.Text.Plain(p.Figure.Title)
	if of, found := p.Figure.InTitle(); found && of.Text != "" {
		shown = p.Text.Plain(of.Name + " " + of.Text)
	}
	return drawn, shown
}
