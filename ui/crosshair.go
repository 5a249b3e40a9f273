package ui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/ui/chart"
	"dpscope/ui/keys"
)

// crosshair reads the picture at a point.
type crosshair struct {
	on   bool
	held bool             // it has the keys
	at   *chart.Crosshair // nil: the middle of the plot
}

func (m *Explorer) toggleCrosshair() {
	if m.pointer.on {
		m.pointer = crosshair{}
		return
	}
	m.holdCrosshair()
}

// holdCrosshair gives the crosshair the keys.
func (m *Explorer) holdCrosshair() {
	m.pane = paneChart
	m.pointer.on, m.pointer.held = true, true
	if m.pointer.at == nil {
		m.pointer.at = m.picture.Nudge(nil, 0, 0)
	}
}

// pointerKey moves the crosshair and reports whether the key was for it.
func (m *Explorer) pointerKey(msg tea.KeyPressMsg) bool {
	columns, rows := 0, 0
	switch {
	case key.Matches(msg, keys.Less):
		columns = -1
	case key.Matches(msg, keys.More):
		columns = 1
	case key.Matches(msg, keys.MuchLess):
		columns = -8
	case key.Matches(msg, keys.MuchMore):
		columns = 8
	case key.Matches(msg, keys.Up):
		rows = -1
	case key.Matches(msg, keys.Down):
		rows = 1
	case key.Matches(msg, keys.Least):
		columns = -m.picture.Plot.Width
	case key.Matches(msg, keys.Most):
		columns = m.picture.Plot.Width
	default:
		return false
	}
	m.pointer.at = m.picture.Nudge(m.pointer.at, columns, rows)
	return true
}

// pointTo puts the crosshair under a place on the screen, if that is in the
// plot.
func (m *Explorer) pointTo(x, y int) bool {
	dataX, dataY, inside := m.picture.At(x-m.layout.left.x, y-m.layout.left.y)
	if inside {
		m.pointer.on, m.pointer.at = true, &chart.Crosshair{X: dataX, Y: dataY}
	}
	return inside
}
