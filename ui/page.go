package ui

import (
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"

	"dpscope/ui/keys"
	"dpscope/ui/theme"
	"dpscope/views"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Caution always stands at the foot of the page, in the words that fit.
const Caution = "For learning and planning; do not publish noise drawn by this program."

var cautions = []string{
	Caution,
	"For learning; do not publish noise drawn by this program.",
	"Do not publish noise drawn by this program.",
	"Do not publish its noise.",
}

// draw draws the whole screen: exactly height lines of width cells.
func (s *Shell) draw() string {
	s.bar = s.bar[:0]
	width, height := s.width, s.height
	if width <= 0 || height <= 0 {
		return ""
	}
	top := s.drawTop(width, height)
	body := rect{0, len(top), width, max(height-len(top)-footRows(height), 0)}
	var middle block
	switch s.overlay {
	case helpOverlay:
		middle = s.drawHelp(body)
	case paletteOverlay:
		middle = s.drawPalette(body)
	default:
		middle = s.current.draw(s.look, body)
	}
	lines := append(append(top, middle.fill(width, body.height)...), s.drawFoot(width, height)...)
	return strings.Join(lines.fill(width, height), "\n")
}

// drawTop draws tabs, rule and question; on a short page the question alone,
// on a shorter one nothing.
func (s *Shell) drawTop(width, height int) block {
	l := s.look
	switch {
	case height < 8:
		return nil
	case !hasTabs(width, height):
		question, _ := s.questionLine(0, width, true)
		return block{question}
	}
	tabs := s.tabLine(width)
	question, placed := s.questionLine(2, width, false)
	rule := l.line(width)
	if place := s.placeInGroup(); placed {
		rule.put(l.Muted, strings.Repeat(l.Horizontal, width))
	} else {
		rule.put(l.Muted, strings.Repeat(l.Horizontal, width-theme.Width(place)-1)).put(l.Dim, place).put(l.Muted, l.Horizontal)
	}
	lines := block{tabs, rule.String(), question}
	if height >= 30 {
		lines = append(lines, blank(width))
	}
	return lines
}

// hasTabs says whether a page has the line of tabs.
func hasTabs(width, height int) bool { return height >= 20 && width >= 50 }

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
		s.keyHint(line, 0, keys.Help)
		line.to(line.at + 3)
		s.keyHint(line, 0, keys.Find)
	}
	return line.String()
}

// keyHint writes a key and what it does, and makes both clickable.
func (s *Shell) keyHint(line *line, y int, k key.Binding) {
	start := line.at
	line.put(s.look.Strong, k.Help().Key).put(s.look.Dim, " "+k.Help().Desc)
	s.bar = append(s.bar, zone{rect: rect{start, y, line.at - start, 1}, kind: keyZone, press: k})
}

// questionLine is the headline, with the views of the group at its right, or
// the place among them where there is no room for all. placed is false when
// there is room for neither; short makes that by shortening the question.
func (s *Shell) questionLine(y, width int, short bool) (line string, placed bool) {
	l := s.look
	group := views.In(s.current.view.Group)
	names := 0
	for _, v := range group {
		names += len(v.Name) + 3
	}
	question, place := l.Plain(s.current.view.Question), s.placeInGroup()
	if room := width - 2 - theme.Width(place); short && room >= 20 {
		question = l.Fit(question, room)
	}
	head := l.line(width).to(1).put(l.Strong, question)
	if theme.Width(question)+names+3 > width {
		before := head.at
		return head.right(l.Dim, place).String(), before+theme.Width(place) < width
	}
	head.to(width - names + 2)
	for i, v := range group {
		if i > 0 {
			head.put(l.Muted, " "+l.Bullet+" ")
		}
		style := l.Dim
		if v.Name == s.current.view.Name {
			style = l.Accent
		}
		s.bar = append(s.bar, zone{rect: rect{head.at, y, len(v.Name), 1}, kind: viewZone, index: i})
		head.put(style, v.Name)
	}
	return head.String(), true
}

// placeInGroup names the view and its place in its group: "budget 5/5 [ ]".
func (s *Shell) placeInGroup() string {
	group := views.In(s.current.view.Group)
	for i, v := range group {
		if v.Name == s.current.view.Name {
			return " " + v.Name + " " + itoa(i+1) + "/" + itoa(len(group)) + " " + keys.PreviousView.Help().Key + " " + keys.NextView.Help().Key + " "
		}
	}
	return ""
}

// footRows is the height of the foot.
func footRows(height int) int {
	switch {
	case height < 4:
		return 0
	case height < 7:
		return 1
	case height < 24:
		return 2
	}
	return 3
}

// drawFoot draws the keys that work here and the caution, the one that stays
// longest.
func (s *Shell) drawFoot(width, height int) block {
	l, rows := s.look, footRows(height)
	if rows == 0 {
		return nil
	}
	words := cautions[len(cautions)-1]
	for _, c := range cautions {
		if len(c)+1 <= width {
			words = c
			break
		}
	}
	foot := block{l.line(width).to(1).put(l.Dim, words).String()}
	if s.export != nil { // even in the place of the caution: it is being typed
		keyLine := s.export.draw(l, width)
		if rows == 1 {
			return block{keyLine}
		}
		foot = append(block{keyLine}, foot...)
	} else if rows > 1 {
		foot = append(block{s.footer(height-2, width, !hasTabs(width, height))}, foot...)
	}
	if rows > 2 {
		rule := l.line(width).put(l.Muted, strings.Repeat(l.Horizontal, width)).String()
		foot = append(block{rule}, foot...)
	}
	return foot
}

// hint is a key, or a few that belong together, and what they do here.
type hint struct {
	keys  []key.Binding
	does  string
	minor bool // goes first where room is short
}

// words are the key and what it does as they are drawn.
func (h hint) words(l look) (name, does string) {
	name, does = l.keyName(h.keys[0]), h.does
	if len(h.keys) == 2 {
		name = l.joinKeys(h.keys[0], h.keys[1])
	}
	if does == "" {
		does = h.keys[0].Help().Desc
	}
	return name, l.Plain(does)
}

const hintGap = 3

// footer shows the keys that work here: where not all fit, the minor ones go,
// then those at the end; quitting stays, and so do the keys where there are no
// tabs to name them.
func (s *Shell) footer(y, width int, alone bool) string {
	l := s.look
	last := []hint{{keys: []key.Binding{keys.Quit}}}
	if s.overlay != noOverlay || s.current.typing() {
		last = nil // q is a letter there
	} else if alone {
		last = append([]hint{{keys: []key.Binding{keys.Help}}}, last...)
	}
	list := s.hints()
	room := width - 1
	need := func() int {
		total := 0
		for _, h := range append(list[:len(list):len(list)], last...) {
			name, does := h.words(l)
			total += theme.Width(name) + 1 + theme.Width(does) + hintGap
		}
		return total - hintGap + 1
	}
	for i := len(list) - 1; i >= 0 && need() > room; i-- {
		if list[i].minor {
			list = slices.Delete(list, i, i+1)
		}
	}
	for len(list) > 0 && need() > room {
		list = list[:len(list)-1]
	}
	line := l.line(width).to(1)
	for _, h := range append(list, last...) {
		name, does := h.words(l)
		start := line.at
		line.put(l.Strong, name).put(l.Dim, " "+does)
		if len(h.keys) == 1 {
			s.bar = append(s.bar, zone{rect: rect{start, y, line.at - start, 1}, kind: keyZone, press: h.keys[0]})
		}
		line.to(line.at + hintGap)
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
	one := func(b key.Binding, does string) hint { return hint{keys: []key.Binding{b}, does: does} }
	two := func(a, b key.Binding, does string) hint { return hint{keys: []key.Binding{a, b}, does: does} }
	minor := func(h hint) hint { h.minor = true; return h }
	scroll, choose := two(keys.Up, keys.Down, "scroll"), two(keys.Previous, keys.Next, "choose")
	e := s.current
	switch {
	case s.overlay == helpOverlay:
		return []hint{scroll, one(keys.Turn, "page"), one(keys.Escape, "")}
	case s.overlay == paletteOverlay:
		return []hint{choose, one(keys.Accept, "go"), one(keys.Escape, "")}
	case e.edit != nil:
		return []hint{one(keys.Accept, ""), two(keys.Previous, keys.Next, "accept and move on"), one(keys.Escape, "leave as it was")}
	case e.pane == paneOptions:
		return []hint{choose, one(keys.Accept, "take"), one(keys.Escape, "")}
	case e.pane == paneSolve:
		return []hint{one(keys.Accept, "jump there"), two(keys.Previous, keys.Next, "line"), two(keys.Lower, keys.Higher, "change"), one(keys.Escape, "")}
	case e.filtering():
		return []hint{one(keys.Accept, "keep these rows"), one(keys.Escape, "clear the filter")}
	}
	faster := minor(two(keys.MuchLess, keys.MuchMore, "faster"))
	asking, keeping := []hint{one(keys.Solve, ""), one(keys.Why, ""), one(keys.Table, "")}, []hint{one(keys.Export, ""), minor(one(keys.Copy, "")), minor(one(keys.Undo, ""))}
	var here []hint
	r, _ := e.focused(e.rows())
	switch {
	case e.pointer.held:
		here = []hint{two(keys.Less, keys.More, "read along"), faster, one(keys.Escape, "leave")}
	case r.kind == sliderRow:
		here = []hint{two(keys.Less, keys.More, "move"), faster, one(keys.Type, "type"), two(keys.Up, keys.Down, "next")}
	case r.kind == pickerRow:
		here = []hint{two(keys.Less, keys.More, "change"), one(keys.Enter, "list"), two(keys.Up, keys.Down, "next")}
	case r.kind == textRow:
		here = []hint{two(keys.Less, keys.More, "change"), one(keys.Enter, "type"), two(keys.Up, keys.Down, "next")}
		if len(r.text.Files) > 0 {
			here = append(here, one(keys.Files, ""))
		}
	default:
		here = []hint{two(keys.Up, keys.Down, "next")}
	}
	switch e.pane {
	case paneTable:
		asking = []hint{one(keys.Table, "picture"), one(keys.Filter, "")}
	case paneWhy:
		asking = []hint{one(keys.Why, "picture"), one(keys.Solve, "")}
		if e.reasons.lines > e.reasons.height {
			here = []hint{scroll}
		}
	}
	return slices.Concat(here, asking, keeping)
}
