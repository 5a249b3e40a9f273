package ui

import (
	tea "charm.land/bubbletea/v2"

	"dpscope/ui/slider"
	"dpscope/ui/theme"
)

// click takes a press of the left button.
func (m *Explorer) click(x, y int, g theme.Glyphs) tea.Cmd {
	m.status = status{}
	z, found := m.layout.zoneAt(x, y)
	switch {
	case found && z.kind == optionZone && m.pane == paneOptions:
		return m.pick(z.index)
	case found && z.kind == rowZone:
		return m.clickRow(z, x, y, g)
	case m.pane == paneChart && m.pointTo(x, y):
		m.pointer.held = true
	}
	return nil
}

// clickRow gives a row the focus; a second click opens it, and one on the
// track moves the knob there.
func (m *Explorer) clickRow(z zone, x, y int, g theme.Glyphs) tea.Cmd {
	if m.edit != nil && z.key != m.focus {
		m.edit = nil
	}
	m.pointer.held = false
	again := m.focus == z.key
	m.focus = z.key
	switch {
	case z.track.holds(x, y):
		m.drag = z.key
		return m.dragTo(z, x, g)
	case again && m.pane == paneChart:
		m.open()
	}
	return nil
}

func (m *Explorer) dragTo(z zone, x int, g theme.Glyphs) tea.Cmd {
	v := slider.ValueAt(z.param, x-z.track.x, z.track.width, g)
	return m.set(z.key, m.values.With(z.param, v))
}

// motion takes a movement of the mouse: it drags a slider, or moves the
// crosshair when that is on.
func (m *Explorer) motion(x, y int, pressed bool, g theme.Glyphs) tea.Cmd {
	if !pressed {
		m.drag = ""
	}
	if m.drag != "" {
		for _, z := range m.layout.zones {
			if z.kind == rowZone && z.key == m.drag {
				return m.dragTo(z, x, g)
			}
		}
		return nil
	}
	if m.pane == paneChart && m.pointer.on {
		m.pointTo(x, y)
	}
	return nil
}

// release lets go of a slider.
func (m *Explorer) release() { m.drag = "" }

// wheel turns over a row change its control; over a table or
// the reasons they scroll those.
func (m *Explorer) wheel(x, y, turns int) tea.Cmd {
	if m.pane == paneTable && m.layout.left.holds(x, y) {
		m.table.scroll(-3*turns, 0)
		return nil
	}
	if m.pane == paneWhy && m.layout.left.holds(x, y) {
		m.reasons.scroll(-3 * turns)
		return nil
	}
	z, found := m.layout.zoneAt(x, y)
	if !found || z.kind != rowZone || m.edit != nil {
		return nil
	}
	for _, r := range m.rows() {
		if r.key == z.key && r.kind != readingRow {
			m.focus, m.pointer.held = z.key, false
			return m.slide(turns, false)
		}
	}
	return nil
}
