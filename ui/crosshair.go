package ui

import (
	tea "charm.land/bubbletea/v2"

	"dpscope/ui/chart"
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
	switch msg.String() {
	case "left", "h":
		columns = -1
	case "right", "l":
		columns = 1
	case "shift+left", "H":
		columns = -8
	case "shift+right", "L":
		columns = 8
	case "up", "k":
		rows = -1
	case "down", "j":
		rows = 1
	case "home":
		columns = -m.picture.Plot.Width
	case "end":
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
