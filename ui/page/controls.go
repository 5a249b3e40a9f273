package page

import (
	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/line"
)

// controls lists all controls in place of the picture, with the help of the focused one below.
func (p *painter) controls(at chart.Rect) line.Block {
	const mostHelp = 4
	var rows []explorer.Row
	focus := 0
	for _, r := range p.scene.Rows {
		if r.Kind == explorer.AnswerRow {
			break
		}
		if r.Key == p.scene.Focus {
			focus = len(rows)
		}
		rows = append(rows, r)
	}
	help := 0
	if spare := at.Height - len(rows); spare > 1 || at.Height > 2*mostHelp {
		help = min(max(spare-1, 1), mostHelp)
	}
	room := at.Height - help
	if help > 1 {
		room--
	}
	var b line.Block
	first := Window(len(rows), room, focus)
	for i := first; i < len(rows) && i < first+room; i++ {
		b = append(b, p.row(rows[i], chart.Rect{X: at.X, Y: at.Y + len(b), Width: at.Width, Height: 1}, 0))
	}
	b = b.Fill(at.Width, at.Height-help)
	return append(b, p.helpIn(help, at.Width)...).Fill(at.Width, at.Height)
}
