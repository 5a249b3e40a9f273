package ui

import (
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
	"dpscope/ui/keys"
	"dpscope/ui/line"
	"dpscope/ui/page"
	"dpscope/ui/theme"
	"dpscope/views"
	"dpscope/views/view"
)

// Sizes of the screen from which its head has a row for the tabs and one for the views, from which a page is wide, and from
// which there are rules.
const (
	tallHead = 20
	wideHead = 104
	airyHead = 30
)

// top draws the tabs, the views of the present one, and the question; on a low screen the tabs and the views share a row.
func (p *painter) top(width, height int) line.Block {
	const least, question = 8, 6
	switch {
	case height < question:
		return nil
	case height < least:
		return p.question(width)
	case height < tallHead:
		return append(line.Block{p.place(width)}, p.question(width)...)
	}
	lines := line.Block{p.tabs(width), p.views(0, width, 1)}
	if height >= airyHead && width >= wideHead {
		lines = append(lines, p.rule(width))
	}
	return append(lines, p.question(width)...)
}

// anywhereWidth is the room of the keys that the top line names, without their effects.
const anywhereWidth = len(" L O : ?")

// rule sets the head off from the page.
func (p *painter) rule(width int) string {
	return p.Line(width).Put(p.Muted, strings.Repeat(p.Horizontal, width)).String()
}

// question draws the headline, in at most two lines. It is not bold, so that the answer under it is read first.
func (p *painter) question(width int) line.Block {
	return p.Lines(p.WrapSentences(p.scene.Question, max(width-1, 1), 2), p.Text, width, 1)
}

// place draws the present tab with its views, for a screen with one row for both; the tab goes where it has no room beside the
// view.
func (p *painter) place(width int) string {
	l := p.Line(width)
	if tab := string(p.scene.View.Group); len(tab)+theme.Width(p.scene.View.Label)+hiddenWidth <= width-anywhereWidth {
		l.To(1).Put(p.Dim, tab).To(l.At() + 1)
	}
	return p.withHelp(p.inWindow(l, width-anywhereWidth, 0), 0, width, anywhere...)
}

// hiddenWidth is the room of the brackets, the blanks and the counts beside the present name.
const hiddenWidth = 10

// views draws the names of the tab's views on a row of their own.
func (p *painter) views(from, width, y int) string {
	return p.inWindow(p.Line(width).To(from), width, y).String()
}

// inWindow writes the names of the tab's views that fit before a column.
func (p *painter) inWindow(l *line.Line, end, y int) *line.Line {
	names := viewNames(p)
	p.names(l, y, names, names.around(end-l.At()))
	return l
}

// nameList holds names in a row; the present one has brackets where colour cannot mark it.
type nameList struct {
	names    []string
	present  int
	brackets bool
	open     func(int) func(*Shell) tea.Cmd
}

// viewNames returns the labels of the present tab's views: the main ones, the one that has a gradebook open, and "more", which
// opens the first of the others; once one of those is shown all are listed. The lessons are a list, which opens over any page.
func viewNames(p *painter) nameList {
	list := nameList{brackets: !p.Coloured()}
	var opens []func(*Shell) tea.Cmd
	add := func(name string, open func(*Shell) tea.Cmd) {
		list.names, opens = append(list.names, name), append(opens, open)
	}
	if p.scene.View.Group == views.Learn {
		add("lessons", pressing(keys.Lessons))
	}
	var more func(*Shell) tea.Cmd
	for _, v := range views.In(p.scene.View.Group) {
		visit := func(s *Shell) tea.Cmd { return s.visitAgain(v) }
		if v.More && !p.scene.View.More && !p.shell.hasGradebook(v) {
			if more == nil {
				more = visit
			}
			continue
		}
		if v.Name == p.scene.View.Name {
			list.present = len(list.names)
		}
		add(p.Plain(v.Label), visit)
	}
	if more != nil {
		add("more", more)
	}
	list.open = func(i int) func(*Shell) tea.Cmd { return opens[i] }
	return list
}

// hasGradebook reports whether a view was left with a gradebook open.
func (s *Shell) hasGradebook(v view.View) bool {
	if s == nil {
		return false
	}
	e, visited := s.explorers[v.Name]
	return visited && slices.ContainsFunc(v.Takes, func(take view.Take) bool {
		return take.File == view.Gradebook && slices.ContainsFunc(v.Texts, func(t param.Text) bool {
			word := strings.ToLower(e.Values().Word(t))
			return t.Name == take.Control && slices.ContainsFunc(t.Files, func(end string) bool { return strings.HasSuffix(word, end) })
		})
	})
}

// span is a part of a row of names: those from one to before another.
type span struct{ from, to int }

func (n nameList) all() span { return span{0, len(n.names)} }

// widthOf returns the width of a part of the names, each between blanks or brackets.
func widthOf(n nameList, s span) int {
	width := 0
	for _, name := range n.names[s.from:s.to] {
		width += theme.Width(name) + 2
	}
	return width
}

// around returns the widest window of whole names round the present one that fits in the room with the counts of the hidden
// ones; it grows to the right and to the left in turn.
func (n nameList) around(room int) span {
	width := func(s span) int {
		w := widthOf(n, s)
		if s.from > 0 {
			w += 3
		}
		if s.to < len(n.names) {
			w += 3
		}
		return w
	}
	s := span{n.present, n.present + 1}
	for grown := true; grown; {
		grown = false
		if wider := (span{s.from, s.to + 1}); wider.to <= len(n.names) && width(wider) <= room {
			s, grown = wider, true
		}
		if wider := (span{s.from - 1, s.to}); wider.from >= 0 && width(wider) <= room {
			s, grown = wider, true
		}
	}
	return s
}

// names writes a part of the names, and before and after it the counts of hidden ones, which a click opens.
func (p *painter) names(l *line.Line, y int, n nameList, s span) {
	hidden := func(sign string, count, opens int, before bool) {
		text := sign + strconv.Itoa(count)
		if !before {
			text = strconv.Itoa(count) + sign
		}
		start := l.To(l.At() + 1).At()
		l.Put(p.Dim, text)
		p.clickable(l, start, y, n.open(opens))
	}
	if s.from > 0 {
		hidden(p.PickLeft, s.from, s.from-1, true)
	}
	for i := s.from; i < s.to; i++ {
		p.named(l, y, n.names[i], n.brackets && i == n.present, i == n.present, n.open(i))
	}
	if left := len(n.names) - s.to; left > 0 {
		hidden(p.PickRight, left, s.to, false)
	}
}

// named writes one name between blanks; the present one between brackets where it has them.
func (p *painter) named(l *line.Line, y int, name string, brackets, present bool, open func(*Shell) tea.Cmd) {
	start, style, edge, ends := l.At(), p.Dim, p.Dim, [2]string{" ", " "}
	if present {
		style, edge = theme.NewStyle(p.Accent.Ink, p.Accent.Ground, theme.Bold|theme.Underline), p.Accent
	}
	if brackets {
		ends = [2]string{"[", "]"}
	}
	l.Put(edge, ends[0]).Put(style, name).Put(edge, ends[1])
	p.clickable(l, start, y, open)
}

// tabs draws the tabs, cut to fewer letters where they do not fit, and the keys of help and the palette where they have room.
func (p *painter) tabs(width int) string {
	var names []string
	present := 0
	for i, tab := range views.Tabs {
		names = append(names, string(tab.Name))
		if tab.Name == p.scene.View.Group {
			present = i
		}
	}
	l := p.Line(width)
	room := width - anywhereWidth
	list := nameList{names: shortened(names, present, room), present: present, brackets: !p.Coloured(), open: func(i int) func(*Shell) tea.Cmd {
		return func(s *Shell) tea.Cmd { return s.visitAgain(views.In(views.Tabs[i].Name)[0]) }
	}}
	part := list.all()
	if widthOf(list, part) > room {
		part = list.around(room)
	}
	p.names(l, 0, list, part)
	return p.withHelp(l, 0, width, anywhere...)
}

// shortened cuts all names but the present one to the most letters, of seven to four, with which they fit in the room, each
// between blanks; to four where none do.
func shortened(names []string, present, room int) []string {
	const most, least = 7, 4
	list := names
	width := func() int { n := nameList{names: list}; return widthOf(n, n.all()) }
	for letters := most; width() > room && letters >= least; letters-- {
		list = nil
		for i, name := range names {
			if i != present {
				name = name[:min(len(name), letters)]
			}
			list = append(list, name)
		}
	}
	return list
}

// withHelp ends a row with keys that work everywhere: with their effects on a wide screen; else the keys alone, as many as fit,
// with that of help last.
func (p *painter) withHelp(l *line.Line, y, width int, everywhere ...hint) string {
	const apart = 2
	inner := width - page.Margin(width)
	list := append(everywhere, one(keys.Help, ""))
	if room := inner - l.At(); width >= wideHead && room > hintsWidth(p.Look, list, apart) {
		l.To(inner - hintsWidth(p.Look, list, apart))
		for i, h := range list {
			if i > 0 {
				l.To(l.At() + apart)
			}
			p.keyHint(l, y, h)
		}
		return l.String()
	}
	if width-l.At() >= 2*len(list) { // beside the blank that ends a name
		width = min(width, max(inner, l.At()+2*len(list)))
	} else {
		list = list[len(list)-1:]
	}
	if room := width - l.At(); room > 0 {
		l.To(width - 2*len(list) + 1)
		for i, h := range list {
			if i > 0 {
				l.To(l.At() + 1)
			}
			sign, start := keyName(p.Look, h.keys[0]), l.At()
			l.Put(p.Strong, sign)
			p.clickable(l, start, y, pressing(h.keys[0]))
		}
	}
	return l.String()
}

// anywhere lists the keys that the top line names.
var anywhere = []hint{one(keys.Lessons, "learn"), one(keys.MyData, ""), one(keys.Find, "")}

// keyHint writes a key and its effect, and makes both clickable.
func (p *painter) keyHint(l *line.Line, y int, h hint) {
	name, does := h.words(p.Look)
	start := l.At()
	l.Put(p.Strong, name).Put(p.Dim, " "+does)
	p.clickable(l, start, y, pressing(h.keys[0]))
}

// pressing returns a click that presses a key.
func pressing(k key.Binding) func(*Shell) tea.Cmd {
	return func(s *Shell) tea.Cmd { return s.press(keys.Press(k)) }
}
