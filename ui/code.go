package ui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/engine/work"
	"dpscope/ui/chart"
	"dpscope/ui/code"
	"dpscope/ui/keys"
	"dpscope/ui/line"
	"dpscope/ui/page"
	"dpscope/ui/theme"
)

// codePage shows lines of Python over the page they belong to.
type codePage struct {
	address string
	part    code.Part
	lines   [2]string // by part; empty: they are being written, or there are none
	none    [2]error  // reason for missing lines, by part
	from    int       // first line in sight
}

// codeMsg brings the lines of an address.
type codeMsg struct {
	address string
	lines   [2]string
	none    [2]error
}

// openCode shows the lines of the present setting, which are written off the loop.
func (s *Shell) openCode() tea.Cmd {
	v, values, ctx, program := s.current.View(), s.current.Values(), s.session.Context, s.program
	s.code, s.overlay = codePage{address: s.current.Address()}, codeOverlay
	msg := codeMsg{address: s.code.address}
	return func() tea.Msg {
		for _, part := range []code.Part{code.Answer, code.Libraries} {
			msg.lines[part], msg.none[part] = work.Recover(func() (string, error) { return code.Lines(ctx, v, values, part, program) })
		}
		return msg
	}
}

// coded shows written lines, unless others are awaited by now.
func (s *Shell) coded(msg codeMsg) {
	if s.code.address == msg.address {
		s.code.lines, s.code.none = msg.lines, msg.none
	}
}

// scrollCode moves by lines, within those of the last drawing.
func (s *Shell) scrollCode(by int) { s.code.from = s.frame.code.Moved(by) }

// codeKey handles a key while lines of Python are in sight.
func (s *Shell) codeKey(msg tea.KeyPressMsg) tea.Cmd {
	p := &s.code
	switch {
	case key.Matches(msg, keys.Escape, keys.Code, keys.Quit):
		s.overlay = noOverlay
	case key.Matches(msg, keys.OtherCode):
		p.part, p.from = p.part.Other(), 0
	case key.Matches(msg, keys.CopyCode) && p.lines[p.part] != "":
		s.overlay = noOverlay
		s.current.Say("copied the lines of Python")
		return tea.SetClipboard(p.lines[p.part])
	case key.Matches(msg, keys.Up):
		s.scrollCode(-1)
	case key.Matches(msg, keys.Down):
		s.scrollCode(+1)
	case key.Matches(msg, keys.PageUp):
		s.scrollCode(-s.frame.code.Page())
	case key.Matches(msg, keys.PageDown):
		s.scrollCode(+s.frame.code.Page())
	case key.Matches(msg, keys.Least):
		s.scrollCode(-s.frame.code.Lines)
	case key.Matches(msg, keys.Most):
		s.scrollCode(+s.frame.code.Lines)
	}
	return nil
}

// code draws the lines, or the reason why there are none, under their title.
func (p *painter) code(at chart.Rect) line.Block {
	shown := &p.shell.code
	title, command := "the main answer in Python, by numpy alone", "dpscope code ADDRESS > FILE.py"
	if shown.part == code.Libraries {
		title, command = "the mechanism, by libraries that have it", "dpscope code ADDRESS --libraries"
	}
	head := line.Block{p.Line(at.Width).To(1).Put(p.Strong, title).Right(p.Dim, command).String()}
	if at.Height > 8 {
		head = append(head, line.Blank(at.Width))
	}
	var body line.Block
	switch text, none := shown.lines[shown.part], shown.none[shown.part]; {
	case none != nil:
		body = p.Lines(p.Wrap(none.Error()+".", at.Width-4), p.Warning, at.Width, 3)
	case text == "":
		body = line.Block{p.Line(at.Width).To(3).Put(p.Dim, "being written …").String()}
	default:
		for l := range strings.Lines(text) {
			body = append(body, p.codeLine(strings.TrimSuffix(l, "\n"), at.Width)...)
		}
	}
	rest := at
	rest.Height = max(at.Height-len(head), 1)
	var seen line.Block
	seen, p.frame.code = page.Paged(p.Look, body, shown.from, rest)
	return append(head, seen...).Fill(at.Width, at.Height)
}

// codeLine draws a line of Python; one longer than the screen continues below, indented.
func (p *painter) codeLine(text string, width int) (b line.Block) {
	const first, further = 3, 7
	style := p.Text
	if strings.HasPrefix(text, "#") {
		style = p.Dim
	}
	runes, column := []rune(text), first
	for {
		fit, room := 0, width-column-1
		for fit < len(runes) && theme.Width(string(runes[:fit+1])) <= room {
			fit++
		}
		fit = max(fit, min(1, len(runes)))
		b = append(b, p.Line(width).To(column).Put(style, string(runes[:fit])).String())
		if runes, column = runes[fit:], further; len(runes) == 0 {
			return b
		}
	}
}
