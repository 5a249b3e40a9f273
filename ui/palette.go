package ui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/ui/chart"
	"dpscope/ui/entry"
	"dpscope/ui/keys"
	"dpscope/ui/line"
	"dpscope/ui/page"
)

// palette finds views by their question; presets, kinds and actions by their
// words.
type palette struct {
	entry   *entry.Entry
	items   []item // all there is to find
	spelt   []spelling
	found   []item // what has the words typed
	trouble error  // why an address that was typed does not open
	at      int
}

func (s *Shell) openPalette(items []item) tea.Cmd {
	s.palette, s.overlay = palette{entry: entry.New(""), items: items, spelt: spell(items)}, paletteOverlay
	s.palette.sift()
	return nil
}

func (p *palette) move(lines int) { p.at = min(max(p.at+lines, 0), max(len(p.found)-1, 0)) }

func (s *Shell) paletteKey(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, keys.Escape, keys.FindAnywhere):
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
		s.palette.sift()
	}
	return nil
}

// take runs an item that was found.
func (s *Shell) take(i int) tea.Cmd {
	if i >= len(s.palette.found) {
		return nil
	}
	s.overlay = noOverlay
	return s.palette.found[i].run(s)
}

// palette shows what was typed and what was found.
func (p *painter) palette(at chart.Rect) line.Block {
	found := &p.shell.palette
	head := p.Line(at.Width).To(1).Put(p.Strong, "find  ")
	page.Entry(p.Look, head, found.entry)
	b := line.Block{head.String(), line.Blank(at.Width)}
	switch {
	case found.trouble != nil:
		for _, t := range p.Wrap(found.trouble.Error(), at.Width-4) {
			b = append(b, p.Line(at.Width).To(3).Put(p.Warning, t).String())
		}
	case len(found.found) == 0:
		b = append(b, p.Line(at.Width).To(3).Put(p.Dim, "nothing here has these words; an address would also do").String())
	}
	room := max(at.Height-len(b), 1)
	first := page.Window(len(found.found), room, found.at)
	for i := first; i < len(found.found) && i < first+room; i++ {
		l := p.found(found.found[i], i == found.at, at.Width)
		p.clickable(l, at.X, at.Y+len(b), func(s *Shell) tea.Cmd { return s.take(i) })
		b = append(b, l.String())
	}
	return b.Fill(at.Width, at.Height)
}

// found draws one thing that was found; the marked one is that which enter takes.
func (p *painter) found(i item, marked bool, width int) *line.Line {
	l, style := p.Line(width), p.Text
	if marked {
		l.Put(p.Accent, p.Focus)
		style = p.Accent
	}
	return l.To(2).Put(style, i.title).Put(p.Text, "  ").Right(p.Dim, i.detail).To(width)
}
