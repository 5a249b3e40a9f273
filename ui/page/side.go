package page

import (
	"dpscope/engine/numeral"
	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/line"
)

// sideLine is a row, a gap between kinds of rows, or a caption over those that
// are ranked among one another.
type sideLine struct {
	row     explorer.Row
	gap     bool
	caption string
}

// side draws the controls, the answers and the help of what has the focus.
// Where room is short the help goes first, for it is a key away, and then the
// gaps.
func (p *painter) side(at chart.Rect) line.Block {
	rows, lines := p.scene.Rows, p.sideLines()
	helpRows := p.helpRows(at.Width)
	room := at.Height - helpRows
	if len(rows) > room {
		helpRows, room = 0, at.Height
	}
	if len(lines) > room {
		lines = withoutGaps(lines)
	}
	drawn := p.sideRows(lines, chart.Rect{X: at.X, Y: at.Y, Width: at.Width, Height: room})
	if helpRows > 0 {
		drawn = append(drawn, p.help(p.scene.Focused(), at.Width)...)
	}
	return drawn.Fill(at.Width, at.Height)
}

// sideLines sets the kinds of rows off from each other.
func (p *painter) sideLines() []sideLine {
	var lines []sideLine
	for i, r := range p.scene.Rows {
		if i > 0 {
			before := p.scene.Rows[i-1].Kind
			if before != r.Kind && !(before == explorer.PickerRow && r.Kind == explorer.TextRow) {
				lines = append(lines, sideLine{gap: true})
			}
		}
		if group := r.Answer.Group; group != "" && (i == 0 || p.scene.Rows[i-1].Answer.Group != group || r.Answer.Place == 1) {
			lines = append(lines, sideLine{caption: group})
		}
		lines = append(lines, sideLine{row: r})
	}
	return lines
}

func withoutGaps(lines []sideLine) []sideLine {
	kept := lines[:0]
	for _, s := range lines {
		if !s.gap {
			kept = append(kept, s)
		}
	}
	return kept
}

// sideRows draws the lines that fit, the one with the focus among them, and
// says how many are left out above and below.
func (p *painter) sideRows(lines []sideLine, at chart.Rect) line.Block {
	first, basis := p.scrolled(lines, at.Height), p.basisColumn(at.Width)
	var drawn line.Block
	for i := first; i < len(lines) && len(drawn) < at.Height; i++ {
		if lines[i].gap {
			drawn = append(drawn, line.Blank(at.Width))
			continue
		}
		text := p.Line(at.Width).To(nameColumn).Put(p.Dim, lines[i].caption).String()
		if lines[i].caption == "" {
			text = p.row(lines[i].row, chart.Rect{X: at.X, Y: at.Y + len(drawn), Width: at.Width, Height: 1}, basis)
		}
		if last := len(drawn) == at.Height-1; last && i+1 < len(lines) {
			text = p.more(len(lines)-i, p.Look.Down, at.Width)
		} else if i > 0 && i == first {
			text = p.more(i+1, p.Look.Up, at.Width)
		}
		drawn = append(drawn, text)
	}
	return drawn.Fill(at.Width, at.Height)
}

// scrolled is the first line to draw so that the focus is in sight.
func (p *painter) scrolled(lines []sideLine, room int) int {
	at := 0
	for i, s := range lines {
		if s.row.Key == p.scene.Focus && !s.gap && s.caption == "" {
			at = i
		}
	}
	return Window(len(lines), room, at)
}

func (p *painter) more(lines int, way string, width int) string {
	return p.Line(width).To(nameColumn).Put(p.Dim, numeral.Count(float64(lines))+" more "+way).String()
}
