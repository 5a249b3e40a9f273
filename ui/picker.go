package ui

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
	"dpscope/ui/keys"
)

// listing is the open list of a picker's options, of the words that a text
// control suggests, or of the files that it may name.
type listing struct {
	row     row
	folder  string // of files; empty: it is no list of files
	options []param.Option
	filter  *entry
	at      int // among those that pass the filter
}

// openList lists the options of the focused picker in place of the picture.
func (m *Explorer) openList(r row) {
	m.list = listing{row: r, filter: newEntry("")}
	now := ""
	if r.kind == pickerRow {
		m.list.options = r.choice.Options()
		now = m.values.Picked(r.choice).Name
	} else if r.text.Suggest != nil {
		now = m.values.Word(r.text)
		for _, w := range r.text.Suggest(m.values) {
			m.list.options = append(m.list.options, param.Option{Name: w, Title: w})
		}
	}
	m.list.at = max(0, slices.IndexFunc(m.list.options, func(o param.Option) bool { return o.Name == now }))
	m.pane = paneOptions
}

// matches are the options whose name or title holds what was typed, and after
// them those whose help does.
func (p *listing) matches() []param.Option {
	word := strings.ToLower(p.filter.text())
	var named, told []param.Option
	for _, o := range p.options {
		name := o.Name + " " + o.Title
		if p.folder != "" { // the path is the same for all
			name = o.Title
		}
		switch {
		case strings.Contains(strings.ToLower(name), word):
			named = append(named, o)
		case strings.Contains(strings.ToLower(o.Help), word):
			told = append(told, o)
		}
	}
	return append(named, told...)
}

// listKey takes a key while the list is open.
func (m *Explorer) listKey(msg tea.KeyPressMsg) tea.Cmd {
	found := m.list.matches()
	switch {
	case key.Matches(msg, keys.Escape):
		m.pane = paneChart
	case key.Matches(msg, keys.Take):
		return m.pick(m.list.at)
	case key.Matches(msg, keys.Previous):
		m.list.at = max(m.list.at-1, 0)
	case key.Matches(msg, keys.Next):
		m.list.at = min(m.list.at+1, max(len(found)-1, 0))
	default:
		m.list.filter.update(msg)
		m.list.at = 0
	}
	return nil
}

// pick takes an option of the open list.
func (m *Explorer) pick(i int) tea.Cmd {
	found := m.list.matches()
	m.pane = paneChart
	if i < 0 || i >= len(found) {
		return nil
	}
	if m.list.folder != "" {
		return m.pickFile(found[i])
	}
	if r := m.list.row; r.kind == textRow {
		return m.set(r.key, m.values.Writing(r.text, found[i].Name))
	}
	return m.set(m.list.row.key, m.values.Picking(m.list.row.choice, found[i].Name))
}

// drawList shows the options, with the help of the one under the cursor.
func (m *Explorer) drawList(l look, at rect) block {
	name := m.list.row.key
	if m.list.row.kind == pickerRow {
		name = m.list.row.choice.Title()
	}
	head := l.line(at.width).to(1).put(l.Strong, name+"  ")
	m.list.filter.draw(l, head)
	b := block{head.String()}
	if m.list.folder != "" {
		title := l.line(at.width).to(1).put(l.Strong, "files in ")
		b = append(b, title.put(l.Dim, shorten(l, whole(m.list.folder), at.width-title.at)).String())
	}
	found := m.list.matches()
	if len(found) == 0 {
		b = append(b, l.line(at.width).to(1).put(l.Dim, "nothing here has these letters; esc goes back").String())
	}
	var help []string
	if m.list.at < len(found) && found[m.list.at].Help != "" {
		help = l.wrap(found[m.list.at].Help, at.width-4)
	}
	room := max(at.height-len(b)-len(help)-1, 1)
	first := min(max(m.list.at-room/2, 0), max(len(found)-room, 0))
	for i := first; i < len(found) && i < first+room; i++ {
		y := at.y + len(b)
		line := l.line(at.width)
		style := l.Text
		if i == m.list.at {
			line.put(l.Accent, l.Focus)
			style = l.Accent
		}
		line.to(2).put(style, found[i].Title)
		if m.list.folder == "" && found[i].Title != found[i].Name {
			line.to(28).put(l.Dim, found[i].Name)
		}
		line.right(l.Dim, found[i].Tag)
		m.layout.zones = append(m.layout.zones, zone{rect: rect{at.x, y, at.width, 1}, kind: optionZone, index: i})
		b = append(b, line.String())
	}
	b = append(b, blank(at.width))
	for _, h := range help {
		b = append(b, l.line(at.width).to(2).put(l.Dim, h).String())
	}
	return b.fill(at.width, at.height)
}
