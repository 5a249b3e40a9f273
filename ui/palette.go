package ui

import (
	"cmp"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/ui/chart"
	"dpscope/ui/entry"
	"dpscope/ui/find"
	"dpscope/ui/keys"
	"dpscope/ui/line"
	"dpscope/ui/page"
	"dpscope/ui/theme"
	"dpscope/views"
)

// palette is a list of things to run that is searched by typing: all there is to find, or the keys and the meanings of the
// present page.
type palette struct {
	title   string
	about   string // under the title; empty: nothing
	entry   *entry.Entry
	items   []item // all there is to find
	words   []find.Words
	found   []item    // items that match the typed words
	meant   string    // corrected text, if only that finds something; empty: the typed text does
	trouble error     // why a typed address does not open
	data    *dataList // the questions of files, where that is the list; nil: it is another
	at      int
	refused bool // the marked line was to be run and cannot
}

func (s *Shell) openPalette(title string, items []item) tea.Cmd {
	s.palette, s.overlay = palette{title: title, entry: entry.New(""), items: items}, paletteOverlay
	for _, it := range items {
		words := find.Of(it.title, it.detail, it.help)
		if it.words != nil {
			words = *it.words
		}
		s.palette.words = append(s.palette.words, words)
	}
	s.sift()
	return nil
}

// sift keeps the items that match the typed text. An address opens by itself.
func (s *Shell) sift() {
	p, text := &s.palette, s.palette.entry.Text()
	var found []int
	p.at, p.refused, p.trouble, p.found = 0, false, nil, nil
	found, p.meant = find.Search(p.words, text, s.current.View().Name)
	for _, i := range found {
		p.found = append(p.found, p.items[i])
	}
	if !strings.Contains(text, "?") || strings.Contains(text, " ") {
		return
	}
	view, values, err := views.Open(text)
	if p.meant = ""; err != nil {
		p.found, p.trouble = nil, err
		return
	}
	p.found = []item{{title: "open this address", detail: text, run: opening(view, values)}}
}

// resift searches again, and keeps the mark.
func (s *Shell) resift() {
	at := s.palette.at
	s.sift()
	s.palette.move(at)
}

func (p *palette) move(lines int) {
	p.at, p.refused = min(max(p.at+lines, 0), max(len(p.found)-1, 0)), false
}

func (s *Shell) paletteKey(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, keys.Escape, keys.FindAnywhere), key.Matches(msg, keys.Help) && s.palette.entry.Text() == "":
		s.overlay = noOverlay
	case key.Matches(msg, keys.Previous):
		s.palette.move(-1)
	case key.Matches(msg, keys.Next):
		s.palette.move(1)
	case key.Matches(msg, keys.PageUp):
		s.palette.move(-10)
	case key.Matches(msg, keys.PageDown):
		s.palette.move(10)
	case key.Matches(msg, keys.Accept):
		return s.take(s.palette.at)
	default:
		s.palette.entry.Update(msg)
		s.sift()
	}
	return nil
}

// take runs a found item. One that cannot be run stays, with its reason.
func (s *Shell) take(i int) tea.Cmd {
	if i >= len(s.palette.found) {
		return nil
	}
	if s.palette.found[i].why != "" {
		s.palette.at, s.palette.refused = i, true
		return nil
	}
	s.overlay = noOverlay
	return s.palette.found[i].run(s)
}

// palette shows the typed text and the found items, with headings while nothing is typed, and below the meaning of the marked
// line, or why it cannot be run.
func (p *painter) palette(at chart.Rect) line.Block {
	found := &p.shell.palette
	head := p.Line(at.Width).To(1).Put(p.Strong, found.title+"  ")
	page.Entry(p.Look, head, found.entry)
	b := line.Block{head.String()}
	if found.about != "" {
		b = append(b, p.Lines(p.WrapSentences(found.about, at.Width-4, 2), p.Dim, at.Width, 3)...)
	}
	if at.Height > 8 {
		b = append(b, line.Blank(at.Width))
	}
	switch {
	case found.trouble != nil:
		b = append(b, p.Lines(p.Wrap(found.trouble.Error(), at.Width-4), p.Warning, at.Width, 3)...)
	case len(found.found) == 0:
		b = append(b, p.Line(at.Width).To(3).Put(p.Dim, "Nothing found. An address works too.").String())
	case found.meant != "":
		b = append(b, p.Line(at.Width).To(3).Put(p.Dim, "Nothing found. Did you mean ").Put(p.Strong, found.meant).Put(p.Dim, "?").String())
	}
	told := p.told(at)
	b = append(b, p.foundLines(chart.Rect{X: at.X, Y: at.Y + len(b), Width: at.Width, Height: max(at.Height-len(b)-len(told), 1)})...)
	return append(b, told...).Fill(at.Width, at.Height)
}

// foundLine is a heading, or the found item at a place.
type foundLine struct {
	heading string
	says    string // under the item before it
	at      int
}

// foundLines draws the found lines that fit, the marked one among them.
func (p *painter) foundLines(at chart.Rect) line.Block {
	found := &p.shell.palette
	var list []foundLine
	marked := 0
	for i, it := range found.found {
		if it.group != "" && found.entry.Text() == "" && (i == 0 || found.found[i-1].group != it.group) {
			list = append(list, foundLine{heading: it.group})
		}
		if i == found.at {
			marked = len(list)
		}
		if list = append(list, foundLine{at: i}); it.says != "" {
			list = append(list, foundLine{at: i, says: it.says})
		}
	}
	var b line.Block
	first := page.Window(len(list), at.Height, marked)
	for _, f := range list[first:min(first+at.Height, len(list))] {
		if f.heading != "" {
			b = append(b, p.Line(at.Width).To(1).Put(p.Strong, f.heading).String())
			continue
		}
		l := p.found(found.found[f.at], f.at == found.at, at.Width)
		if f.says != "" {
			l = p.Line(at.Width).To(5).Put(p.Dim, p.WrapSentences(f.says, at.Width-7, 1)[0])
		}
		p.clickable(l, at.X, at.Y+len(b), func(s *Shell) tea.Cmd { return s.take(f.at) })
		b = append(b, l.String())
	}
	return b.Fill(at.Width, at.Height)
}

// told draws the meaning of the marked line, in some rows at the end.
func (p *painter) told(at chart.Rect) line.Block {
	const roomy, few, most = 14, 1, 3
	const leastFound = 4 // rows above a definition: the typed text, and found items
	rows := most
	switch {
	case at.Height < 6:
		return nil
	case at.Height < roomy:
		rows = few
	}
	found := &p.shell.palette
	text, style, defines := "", p.Dim, false
	if found.at < len(found.found) {
		it := found.found[found.at]
		if defines = it.defines; defines {
			style = p.Text
		}
		if text = it.help; it.why != "" && (found.refused || text == "") {
			text = "It cannot be run here: " + it.why + "."
			if found.refused {
				style = p.Warning
			}
		}
	}
	lines := p.WrapSentences(text, at.Width-4, rows)
	if defines {
		lines = p.Wrap(text, at.Width-4)
		rows = min(max(len(lines), rows), at.Height-leastFound)
	}
	return p.Lines(lines, style, at.Width, 2).Fill(at.Width, rows)
}

// found draws one found item; enter runs the marked one, and one that cannot be run is faint.
func (p *painter) found(i item, marked bool, width int) *line.Line {
	l, style := p.Line(width), p.Text
	switch {
	case marked:
		l.Put(p.Accent, p.Focus)
		style = p.Accent
	case i.why != "" && i.detail != "":
		style = p.Dim
	}
	p.titled(l.To(3), i.title, style)
	l.Put(p.Text, "  ")
	if why := p.Plain(i.why + "   " + i.detail); i.why != "" && i.detail != "" && l.At()+theme.Width(why) < width {
		return l.Right(p.Dim, why).To(width)
	}
	return l.Right(p.Dim, i.detail).To(width)
}

// titled writes a title with the typed part bright.
func (p *painter) titled(l *line.Line, title string, style theme.Style) {
	found := &p.shell.palette
	from := 0
	for _, part := range find.Bright(title, cmp.Or(found.meant, found.entry.Text())) {
		l.Put(style, title[from:part[0]]).Put(p.Strong, title[part[0]:part[1]])
		from = part[1]
	}
	l.Put(style, title[from:])
}
