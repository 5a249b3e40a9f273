package ui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
	"dpscope/views"
)

// palette finds views by their question, presets and actions by their words.
type palette struct {
	entry *entry
	items []item
	found []item
	at    int
	first int // first one shown
}

// item is something to find.
type item struct {
	title, detail string
	run           func(*Shell) tea.Cmd
}

// scope says what the palette offers.
type scope int

const (
	everything scope = iota
	presetsHere
)

func (s *Shell) openPalette(what scope) {
	p := palette{entry: newEntry("")}
	if what == everything {
		for _, v := range views.All {
			p.items = append(p.items, item{v.Question, v.Name, func(s *Shell) tea.Cmd {
				s.overlay = noOverlay
				return s.visitAgain(v)
			}})
		}
	}
	p.items = append(p.items, presetItems(s.current.view)...)
	if what == everything {
		for _, v := range views.All {
			if v.Name != s.current.view.Name {
				p.items = append(p.items, presetItems(v)...)
			}
		}
		for _, b := range actions {
			h := b.Help()
			p.items = append(p.items, item{h.Desc, h.Key, func(s *Shell) tea.Cmd {
				s.overlay = noOverlay
				return s.press(pressOf(b.Keys()[0]))
			}})
		}
	}
	s.palette, s.overlay = p, paletteOverlay
	s.palette.sift()
}

// actions are the keys that the palette also offers by name.
var actions = []key.Binding{keys.Solve, keys.Why, keys.Table, keys.Crosshair, keys.Export, keys.Copy, keys.Undo, keys.Redo, keys.Help, keys.Quit}

func presetItems(v views.View) []item {
	var items []item
	for _, p := range v.Presets {
		items = append(items, item{p.Title, v.Name + "?preset=" + p.Name, func(s *Shell) tea.Cmd {
			values, err := v.Preset(p.Name)
			if err != nil {
				s.current.warn(err)
				return nil
			}
			cmd := s.visit(v, &values)
			s.current.say(p.Title)
			return cmd
		}})
	}
	return items
}

// sift keeps the items that have every word typed; those with them in the
// title come first. An address opens by itself.
func (p *palette) sift() {
	text := p.entry.text()
	words := strings.Fields(strings.ToLower(text))
	var inTitle, inDetail []item
	for _, i := range p.items {
		title, detail := strings.ToLower(i.title), strings.ToLower(i.detail)
		switch {
		case hasAll(title, words):
			inTitle = append(inTitle, i)
		case hasAll(title+" "+detail, words):
			inDetail = append(inDetail, i)
		}
	}
	p.found = append(inTitle, inDetail...)
	if view, values, err := views.Open(text); err == nil && strings.Contains(text, "?") {
		p.found = append([]item{{"open this address", text, opening(view, values)}}, p.found...)
	}
	p.at, p.first = 0, 0
}

func opening(view views.View, values param.Values) func(*Shell) tea.Cmd {
	return func(s *Shell) tea.Cmd { return s.visit(view, &values) }
}

func hasAll(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

func (p *palette) move(lines int) { p.at = min(max(p.at+lines, 0), max(len(p.found)-1, 0)) }

func (s *Shell) paletteKey(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "esc", "ctrl+k":
		s.overlay = noOverlay
	case "up":
		s.palette.move(-1)
	case "down", "tab":
		s.palette.move(1)
	case "pgup":
		s.palette.move(-10)
	case "pgdown":
		s.palette.move(10)
	case "enter":
		return s.take(s.palette.at)
	default:
		s.palette.entry.update(msg)
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

// drawPalette shows what was typed and what was found.
func (s *Shell) drawPalette(at rect) block {
	l, p := s.look, &s.palette
	head := l.line(at.width).to(1).put(l.Strong, "find  ")
	p.entry.draw(l, head)
	b := block{head.String(), blank(at.width)}
	if len(p.found) == 0 {
		b = append(b, l.line(at.width).to(3).put(l.Dim, "no view, preset or action has these words; an address would also do").String())
	}
	room := max(at.height-len(b), 1)
	p.first = min(max(p.first, p.at-room+1), p.at)
	for i := p.first; i < len(p.found) && i < p.first+room; i++ {
		line := l.line(at.width)
		style := l.Text
		if i == p.at {
			line.put(l.Accent, l.Focus)
			style = l.Accent
		}
		line.to(2).put(style, p.found[i].title).put(l.Text, "  ").right(l.Dim, p.found[i].detail)
		s.bar = append(s.bar, zone{rect: rect{at.x, at.y + len(b), at.width, 1}, kind: optionZone, index: i})
		b = append(b, line.String())
	}
	return b.fill(at.width, at.height)
}
