package ui

import (
	"cmp"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/engine"
	"dpscope/ui/keys"
	"dpscope/ui/theme"
)

// why explains the chosen reading in place of the picture: the formula with
// the user's numbers put in, where it comes from, what it assumes.
func (m *Explorer) why(l look, at rect) block {
	r, found := m.chosen()
	if !found {
		return block{l.line(at.width).put(l.Dim, "There is no answer to explain yet.").String()}.fill(at.width, at.height)
	}
	var b block
	put := func(style theme.Style, text string) {
		for _, t := range l.wrap(text, at.width-2) {
			b = append(b, l.line(at.width).to(1).put(style, t).String())
		}
	}
	value, known := answer(r)
	title := l.line(at.width).to(1).put(l.Strong, r.Label)
	if r.Symbol != "" {
		title.put(l.Dim, "  "+r.Symbol)
	}
	if basis := l.Basis(r.Known.Side()) + " "; known {
		if r.Unit != "" {
			value += " " + r.Unit
		}
		if title.at+2+theme.Width(basis+l.Plain(value)) > at.width { // a number is not cut
			b = append(b, title.String())
			title = l.line(at.width)
			title.to(1)
		} else {
			basis = "  " + basis
		}
		title.put(l.Dim, basis).put(l.Accent, value)
	} else {
		title.put(l.Dim, "  "+value)
	}
	b = append(b, title.String(), blank(at.width))
	for _, part := range []string{r.Why.Formula, r.Why.With, r.Why.Assumes} {
		if part != "" {
			put(l.Text, part)
			b = append(b, blank(at.width))
		}
	}
	if r.Known.Word == "" && known {
		put(l.Dim, "All digits: "+engine.Digits(r.Known.Value))
	}
	put(l.Dim, r.Known.Basis.Promise())
	if r.Known.None != "" {
		put(l.Dim, r.Known.None)
	}
	b = append(b, blank(at.width))
	put(l.Dim, "Source: "+cmp.Or(r.Why.Source, m.view.Source))
	return m.reasons.show(l, b, at)
}

// whyKey takes the keys that scroll the reasons: pages always, lines while
// there are more; at the end of them the arrows move the focus again.
func (m *Explorer) whyKey(msg tea.KeyPressMsg) bool {
	page := max(m.reasons.height-2, 1)
	lines := 0
	switch {
	case key.Matches(msg, keys.PageDown):
		lines = page
	case key.Matches(msg, keys.PageUp):
		lines = -page
	case key.Matches(msg, keys.Down) && m.reasons.moves(1):
		lines = 1
	case key.Matches(msg, keys.Up) && m.reasons.moves(-1):
		lines = -1
	default:
		return false
	}
	m.reasons.scroll(lines)
	return true
}
