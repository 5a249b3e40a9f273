package page

import (
	"strings"

	"dpscope/ui/chart"
	"dpscope/ui/line"
	"dpscope/ui/theme"
)

// whose says of whom the numbers speak and what was left out, above everything
// else on a page of any size. Where room is short, what stands in parentheses
// goes, and then the end.
func (p *painter) whose(at chart.Rect) line.Block {
	const twoLines, least = 18, 3
	w := p.scene.Sheet.Whose
	if w.Text == "" || !p.scene.Drawn || p.scene.Trouble != nil || at.Height < least {
		return nil
	}
	most, style := 1, p.Dim
	if at.Height >= twoLines {
		most = 2
	}
	if w.Warning {
		style = p.Warning
	}
	room := func(text string) bool { return theme.Width(p.Plain(text)) <= at.Width-2 }
	text := w.Text
	if short := withoutParentheses(text); !room(text) && (room(short) || most == 1) {
		text = short
	}
	wrapped := p.Wrap(text, at.Width-2)
	if len(wrapped) > most {
		wrapped[most-1] = p.Fit(p.Plain(strings.Join(wrapped[most-1:], " ")), at.Width-2)
		wrapped = wrapped[:most]
	}
	var b line.Block
	for _, t := range wrapped {
		b = append(b, p.Line(at.Width).To(1).Put(style, t).String())
	}
	return b
}

// withoutParentheses leaves out what stands in them, and the blank before.
func withoutParentheses(text string) string {
	before, rest, found := strings.Cut(text, " (")
	if !found {
		return text
	}
	_, after, _ := strings.Cut(rest, ")")
	return before + withoutParentheses(after)
}
