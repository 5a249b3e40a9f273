package ui

import (
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"

	"dpscope/ui/theme"
	"dpscope/views"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Caution always stands at the foot of the page.
const Caution = "For learning and planning; do not publish noise drawn by this program."

// draw draws the whole screen: exactly height lines of width cells.
func (s *Shell) draw() string {
	s.bar = s.bar[:0]
	width, height := s.width, s.height
	if width <= 0 || height <= 0 {
		return ""
	}
	top := s.drawTop(width, height)
	foot := s.drawFoot(width, height)
	body := rect{0, len(top), width, max(height-len(top)-len(foot), 0)}
	var middle block
	switch s.overlay {
	case helpOverlay:
		middle = s.drawHelp(body)
	case paletteOverlay:
		middle = s.drawPalette(body)
	default:
		middle = s.current.draw(s.look, body)
	}
	lines := append(append(top, middle.fill(width, body.height)...), foot...)
	return strings.Join(lines.fill(width, height), "\n")
}

// drawTop draws tabs, rule and question; on a short page the question alone,
// on a shorter one nothing.
func (s *Shell) drawTop(width, height int) block {
	l := s.look
	rule := l.line(width).put(l.Muted, strings.Repeat(l.Horizontal, width)).String()
	switch {
	case height < 8:
		return nil
	case height < 20 || width < 50:
		return block{s.questionLine(0, width)}
	case height < 30:
		return block{s.tabLine(width), rule, s.questionLine(2, width)}
	}
	return block{s.tabLine(width), rule, s.questionLine(2, width), blank(width)}
}

func (s *Shell) tabLine(width int) string {
	l := s.look
	line := l.line(width).to(1).put(l.Accent, "dpscope")
	for i, g := range views.Groups() {
		style := l.Dim
		if g == s.current.view.Group {
			style = theme.NewStyle(l.Strong.Ink, l.Strong.Ground, theme.Bold|theme.Underline)
		}
		line.to(line.at + 3)
		s.bar = append(s.bar, zone{rect: rect{line.at, 0, len(g), 1}, kind: tabZone, index: i})
		line.put(style, string(g))
	}
	keysAt := width - len("? keys   : find")
	if line.at < keysAt-1 {
		line.to(keysAt)
		s.keyHint(line, 0, "?", "keys")
		line.to(line.at + 3)
		s.keyHint(line, 0, ":", "find")
	}
	return line.String()
}

// keyHint writes a key and what it does, and makes both clickable.
func (s *Shell) keyHint(line *line, y int, name, does string) {
	start := line.at
	line.put(s.look.Strong, name).put(s.look.Dim, " "+does)
	s.bar = append(s.bar, zone{rect: rect{start, y, line.at - start, 1}, kind: keyZone, key: name})
}

// questionLine is the headline, with the views of the group at its right.
func (s *Shell) questionLine(y, width int) string {
	l := s.look
	group := views.In(s.current.view.Group)
	names := 0
	for _, v := range group {
		names += len(v.Name) + 3
	}
	question := l.Plain(s.current.view.Question)
	line := l.line(width).to(1).put(l.Strong, question)
	if theme.Width(question)+names+3 > width {
		return line.right(l.Dim, s.placeInGroup(group)).String()
	}
	line.to(width - names + 2)
	for i, v := range group {
		if i > 0 {
			line.put(l.Muted, " "+l.Bullet+" ")
		}
		style := l.Dim
		if v.Name == s.current.view.Name {
			style = l.Accent
		}
		s.bar = append(s.bar, zone{rect: rect{line.at, y, len(v.Name), 1}, kind: viewZone, index: i})
		line.put(style, v.Name)
	}
	return line.String()
}

// placeInGroup names the view and its place where there is no room for all:
// "budget 5/5 [ ]".
func (s *Shell) placeInGroup(group []views.View) string {
	for i, v := range group {
		if v.Name == s.current.view.Name {
			return "  " + v.Name + " " + itoa(i+1) + "/" + itoa(len(group)) + " " + keys.PreviousView.Help().Key + " " + keys.NextView.Help().Key + " "
		}
	}
	return ""
}

// drawFoot draws the keys that work here and the caution.
func (s *Shell) drawFoot(width, height int) block {
	l := s.look
	if height < 5 {
		return nil
	}
	caution := l.line(width).to(1).put(l.Dim, Caution).String()
	keysAt := height - 1
	if height >= 20 {
		keysAt--
	}
	var keyLine string
	if s.export != nil {
		keyLine = s.export.draw(l, width)
	} else {
		keyLine = s.footer(keysAt, width)
	}
	switch {
	case height < 20:
		return block{keyLine}
	case height < 24:
		return block{keyLine, caution}
	}
	rule := l.line(width).put(l.Muted, strings.Repeat(l.Horizontal, width)).String()
	return block{rule, keyLine, caution}
}

// hint is a key, or a few that belong together, and what they do here.
type hint struct {
	keys []key.Binding
	does string
}

// footer shows the keys that work here, as many as fit.
func (s *Shell) footer(y, width int) string {
	l := s.look
	line := l.line(width).to(1)
	for _, h := range s.hints() {
		name := l.keyName(h.keys[0])
		if len(h.keys) == 2 {
			name = l.joinKeys(h.keys[0], h.keys[1])
		}
		does := h.does
		if does == "" {
			does = h.keys[0].Help().Desc
		}
		if line.at+theme.Width(name)+1+theme.Width(does) > width-1 {
			break
		}
		start := line.at
		line.put(l.Strong, name).put(l.Dim, " "+does)
		if len(h.keys) == 1 {
			s.bar = append(s.bar, zone{rect: rect{start, y, line.at - start, 1}, kind: keyZone, key: h.keys[0].Keys()[0]})
		}
		line.to(line.at + 3)
	}
	return line.String()
}

func (l look) keyName(k key.Binding) string { return l.Plain(k.Help().Key) }

// joinKeys writes two keys as one: "←→", "⇧←→"; in ASCII "<-/->".
func (l look) joinKeys(first, second key.Binding) string {
	a, b := first.Help().Key, second.Help().Key
	if rest, shifted := strings.CutPrefix(b, "⇧"); shifted && strings.HasPrefix(a, "⇧") {
		b = rest
	}
	if l.ASCII {
		a += "/"
	}
	return l.Plain(a + b)
}

// hints lists the keys that matter where the focus is.
func (s *Shell) hints() []hint {
	one := func(b key.Binding, does string) hint { return hint{[]key.Binding{b}, does} }
	two := func(a, b key.Binding, does string) hint { return hint{[]key.Binding{a, b}, does} }
	e := s.current
	switch {
	case s.overlay == helpOverlay:
		return []hint{two(keys.Up, keys.Down, "scroll"), one(keys.Escape, "close")}
	case s.overlay == paletteOverlay:
		return []hint{two(keys.Up, keys.Down, "choose"), one(keys.Enter, "go"), one(keys.Escape, "close")}
	case e.edit != nil:
		return []hint{one(keys.Enter, "accept"), two(keys.Up, keys.Down, "accept and move on"), one(keys.Escape, "leave as it was")}
	case e.pane == paneOptions, e.pane == paneFiles:
		return []hint{two(keys.Up, keys.Down, "choose"), one(keys.Enter, "take"), one(keys.Escape, "close")}
	case e.pane == paneSolve:
		return []hint{one(keys.Enter, "jump there"), two(keys.Up, keys.Down, "line"), two(keys.Less, keys.More, "change"), one(keys.Escape, "close")}
	}
	rest := []hint{one(keys.Solve, ""), one(keys.Why, ""), one(keys.Table, ""), one(keys.Export, ""), one(keys.Copy, ""), one(keys.Undo, ""), one(keys.Quit, "")}
	if e.pane == paneTable {
		rest = append([]hint{one(keys.Table, "picture"), one(keys.Filter, ""), one(keys.Export, "")}, rest[4:]...)
	}
	r, _ := e.focused(e.rows())
	var here []hint
	switch {
	case e.pointer.held:
		here = []hint{two(keys.Less, keys.More, "read along"), two(keys.MuchLess, keys.MuchMore, "faster"), one(keys.Escape, "leave")}
	case r.kind == sliderRow:
		here = []hint{two(keys.Less, keys.More, "move"), two(keys.MuchLess, keys.MuchMore, "faster"), one(keys.Type, "type"), two(keys.Up, keys.Down, "next")}
	case r.kind == pickerRow:
		here = []hint{two(keys.Less, keys.More, "change"), one(keys.Enter, "list"), two(keys.Up, keys.Down, "next")}
	case r.kind == textRow:
		here = []hint{two(keys.Less, keys.More, "change"), one(keys.Enter, "type"), two(keys.Up, keys.Down, "next")}
		if r.text.File {
			here = append(here, hint{[]key.Binding{bind([]string{"o"}, "o", "open")}, "open a file"})
		}
	default:
		here = []hint{two(keys.Up, keys.Down, "next")}
	}
	return append(here, rest...)
}
