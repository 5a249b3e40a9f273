package ui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/ui/keys"
)

// press takes a key that no overlay has taken.
func (m *Explorer) press(msg tea.KeyPressMsg) tea.Cmd {
	m.status = status{}
	if m.edit != nil {
		return m.editKey(msg)
	}
	switch m.pane {
	case paneOptions:
		return m.listKey(msg)
	case paneSolve:
		return m.solveKey(msg)
	case paneTable:
		if taken, cmd := m.tableKey(msg); taken {
			return cmd
		}
	case paneWhy:
		if m.whyKey(msg) {
			return nil
		}
	}
	if m.pointer.held {
		if m.pointerKey(msg) {
			return nil
		}
	}
	switch {
	case key.Matches(msg, keys.Less):
		return m.slide(-1, false)
	case key.Matches(msg, keys.More):
		return m.slide(+1, false)
	case key.Matches(msg, keys.MuchLess, keys.PageDown):
		return m.slide(-1, true)
	case key.Matches(msg, keys.MuchMore, keys.PageUp):
		return m.slide(+1, true)
	case key.Matches(msg, keys.Least):
		return m.limit(false)
	case key.Matches(msg, keys.Most):
		return m.limit(true)
	case key.Matches(msg, keys.Up):
		m.step(-1)
	case key.Matches(msg, keys.Down):
		m.step(+1)
	case key.Matches(msg, keys.Area):
		m.nextArea(+1)
	case key.Matches(msg, keys.AreaBack):
		m.nextArea(-1)
	case key.Matches(msg, keys.Reset):
		return m.reset()
	case key.Matches(msg, keys.Enter):
		m.open()
	case key.Matches(msg, keys.Type):
		m.typeValue(msg)
	case key.Matches(msg, keys.Solve):
		return m.openSolve()
	case key.Matches(msg, keys.Why):
		m.toggle(paneWhy)
	case key.Matches(msg, keys.Table):
		m.toggle(paneTable)
	case key.Matches(msg, keys.Filter) && m.pane == paneTable:
		m.table.filter = newEntry(m.table.word)
	case key.Matches(msg, keys.Crosshair):
		m.toggleCrosshair()
	case key.Matches(msg, keys.Escape):
		m.pane = paneChart
		m.pointer = crosshair{}
	case key.Matches(msg, keys.Undo):
		if v, found := m.trail.undo(m.values); found {
			return m.move(v)
		}
		m.say("nothing to undo")
	case key.Matches(msg, keys.Redo):
		if v, found := m.trail.redo(m.values); found {
			return m.move(v)
		}
		m.say("nothing to redo")
	default:
		return m.keyForFile(msg)
	}
	return nil
}

// toggle shows a pane, or the picture again.
func (m *Explorer) toggle(p pane) {
	if m.pane == p {
		p = paneChart
	}
	m.pane = p
	m.reasons = pager{}
	m.fillTable()
}

// fillTable brings the table up to date while it is in sight; making it costs
// more than drawing the picture.
func (m *Explorer) fillTable() {
	if m.pane == paneTable {
		m.table.fill(m.sheet)
	}
}

// open lists the options of the focused picker, edits the focused value, or
// says why for the focused reading.
func (m *Explorer) open() {
	r, _ := m.focused(m.rows())
	switch r.kind {
	case pickerRow:
		m.openList(r)
	case sliderRow:
		m.edit = newEntry(r.param.Exact(m.values.Get(r.param)))
	case textRow:
		m.edit = newEntry(m.values.Word(r.text))
	case readingRow:
		m.toggle(paneWhy)
	}
}

// typeValue begins a number with the first key of it.
func (m *Explorer) typeValue(msg tea.KeyPressMsg) {
	if r, _ := m.focused(m.rows()); r.kind == sliderRow {
		m.edit = newEntry("")
		m.edit.update(msg)
	}
}

// editKey takes a key while a value is being typed.
func (m *Explorer) editKey(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, keys.Escape):
		m.edit = nil
		return nil
	case key.Matches(msg, keys.Accept):
		return m.commit(0)
	case key.Matches(msg, keys.Next):
		return m.commit(+1)
	case key.Matches(msg, keys.Previous):
		return m.commit(-1)
	}
	m.edit.update(msg)
	return nil
}

// commit takes what was typed if it will do, and moves the focus on.
func (m *Explorer) commit(lines int) tea.Cmd {
	r, _ := m.focused(m.rows())
	text := m.edit.text()
	var cmd tea.Cmd
	switch r.kind {
	case sliderRow:
		v, err := readValue(r.param, text)
		if err != nil {
			m.warn(err)
			return nil
		}
		cmd = m.set(r.key+" typed", m.values.With(r.param, v))
	case textRow:
		word, err := r.text.Read(text)
		if err != nil {
			m.warn(err)
			return nil
		}
		cmd = m.set(r.key+" typed", m.values.Writing(r.text, word))
	}
	m.edit = nil
	if lines != 0 {
		m.step(lines)
	}
	return cmd
}

// paste takes text from the clipboard: into what is being typed, or as the
// value of the focused control.
func (m *Explorer) paste(text string) tea.Cmd {
	m.status = status{}
	switch {
	case m.edit != nil:
		m.edit.update(tea.PasteMsg{Content: text})
	case m.pane == paneOptions:
		m.list.filter.update(tea.PasteMsg{Content: text})
		m.list.at = 0
	case m.pane == paneSolve:
		m.solve.target.update(tea.PasteMsg{Content: text})
		return m.solveAgain()
	case m.filtering():
		m.table.filter.update(tea.PasteMsg{Content: text})
		m.table.word = m.table.filter.text()
		m.table.sift()
	default:
		if r, _ := m.focused(m.rows()); r.kind == sliderRow || r.kind == textRow {
			m.edit = newEntry("")
			m.edit.update(tea.PasteMsg{Content: text})
		}
	}
	return nil
}

// tableKey takes the keys that move in the table.
func (m *Explorer) tableKey(msg tea.KeyPressMsg) (taken bool, cmd tea.Cmd) {
	if m.table.typing(msg) {
		return true, nil
	}
	page := max(m.layout.left.height-3, 1)
	switch {
	case key.Matches(msg, keys.PageDown):
		m.table.scroll(page, 0)
	case key.Matches(msg, keys.PageUp):
		m.table.scroll(-page, 0)
	case key.Matches(msg, keys.FirstRow):
		m.table.scroll(-len(m.table.rows), 0)
	case key.Matches(msg, keys.LastRow):
		m.table.scroll(len(m.table.rows), 0)
	case key.Matches(msg, keys.ColumnsRight):
		m.table.scroll(0, 1)
	case key.Matches(msg, keys.ColumnsLeft):
		m.table.scroll(0, -1)
	default:
		return false, nil
	}
	return true, nil
}

// typing reports whether keys are text rather than commands.
func (m *Explorer) typing() bool {
	return m.edit != nil || m.pane == paneOptions || m.pane == paneSolve || m.filtering()
}

// filtering reports whether the word that sifts the table is being typed.
func (m *Explorer) filtering() bool { return m.pane == paneTable && m.table.filter != nil }
