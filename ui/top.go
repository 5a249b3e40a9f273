package ui

import (
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/ui/keys"
	"dpscope/ui/line"
	"dpscope/ui/theme"
	"dpscope/views"
)

// top draws tabs, rule and question; on a short page the question alone, on a
// shorter one nothing.
func (p *painter) top(width, height int) line.Block {
	switch {
	case height < 8:
		return nil
	case !hasTabs(width, height):
		question, _ := p.question(0, width)
		return line.Block{question}
	}
	tabs := p.tabs(width)
	question, placed := p.question(2, width)
	rule := p.Line(width)
	if place := p.placeInGroup(); placed {
		rule.Put(p.Muted, strings.Repeat(p.Horizontal, width))
	} else {
		rule.Put(p.Muted, strings.Repeat(p.Horizontal, width-theme.Width(place)-1)).Put(p.Dim, place).Put(p.Muted, p.Horizontal)
	}
	lines := line.Block{tabs, rule.String(), question}
	if height >= 30 {
		lines = append(lines, line.Blank(width))
	}
	return lines
}

// hasTabs says whether a page has the line of tabs.
func hasTabs(width, height int) bool { return height >= 20 && width >= 50 }

// tabs are the groups, with the keys that open help and the palette as far as
// there is room for them: the groups draw nearer before help gives way.
func (p *painter) tabs(width int) string {
	const wide, narrow = 3, 2
	help, find := p.hintWidth(keys.Help), p.hintWidth(keys.Find)
	used := func(apart int) int {
		used := 1 + len(program)
		for _, g := range views.Groups() {
			used += apart + len(g)
		}
		return used
	}
	apart := wide
	if used(wide)+1+help > width {
		apart = narrow
	}
	l := p.Line(width).To(1).Put(p.Accent, program)
	for _, g := range views.Groups() {
		style := p.Dim
		if g == p.scene.View.Group {
			style = theme.NewStyle(p.Strong.Ink, p.Strong.Ground, theme.Bold|theme.Underline)
		}
		start := l.To(l.At() + apart).At()
		l.Put(style, string(g))
		p.clickable(l, start, 0, func(s *Shell) tea.Cmd { return s.visitAgain(views.In(g)[0]) })
	}
	switch room := width - used(apart) - 1; {
	case room > help+wide+find:
		p.keyHint(l.To(width-help-wide-find), 0, keys.Help)
		p.keyHint(l.To(l.At()+wide), 0, keys.Find)
	case room >= help:
		p.keyHint(l.To(width-help), 0, keys.Help)
	}
	return l.String()
}

// program is the name that stands before the tabs.
const program = "dpscope"

func (p *painter) hintWidth(k key.Binding) int {
	return theme.Width(k.Help().Key + " " + k.Help().Desc)
}

// keyHint writes a key and what it does, and makes both clickable.
func (p *painter) keyHint(l *line.Line, y int, k key.Binding) {
	start := l.At()
	l.Put(p.Strong, k.Help().Key).Put(p.Dim, " "+k.Help().Desc)
	p.clickable(l, start, y, pressing(k))
}

// pressing presses a key.
func pressing(k key.Binding) func(*Shell) tea.Cmd {
	return func(s *Shell) tea.Cmd { return s.press(keys.Press(k)) }
}

// question is the headline, with the views of the group at its right, or the
// place among them where there is no room for all. placed is false when there is
// room for neither.
func (p *painter) question(y, width int) (drawn string, placed bool) {
	group := views.In(p.scene.View.Group)
	names := 0
	for _, v := range group {
		names += len(v.Name) + 3
	}
	question, place := p.Plain(p.scene.Question), p.placeInGroup()
	head := p.Line(width).To(1).Put(p.Strong, question)
	if theme.Width(question)+names+3 > width {
		before := head.At()
		return head.Right(p.Dim, place).String(), before+theme.Width(place) < width
	}
	head.To(width - names + 2)
	for i, v := range group {
		if i > 0 {
			head.Put(p.Muted, " "+p.Bullet+" ")
		}
		style := p.Dim
		if v.Name == p.scene.View.Name {
			style = p.Accent
		}
		start := head.At()
		head.Put(style, v.Name)
		p.clickable(head, start, y, func(s *Shell) tea.Cmd { return s.visitAgain(v) })
	}
	return head.String(), true
}

// placeInGroup names the view and its place in its group: "budget 5/5 [ ]".
func (p *painter) placeInGroup() string {
	group := views.In(p.scene.View.Group)
	for i, v := range group {
		if v.Name == p.scene.View.Name {
			return " " + v.Name + " " + strconv.Itoa(i+1) + "/" + strconv.Itoa(len(group)) + " " + keys.PreviousView.Help().Key + " " + keys.NextView.Help().Key + " "
		}
	}
	return ""
}
