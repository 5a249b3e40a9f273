package chart

import (
	"dpscope/engine"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// writeCells writes the texts of a field into the middles of its cells, all of them or none, and reports whether it did.
func (d *drawing) writeCells(m *engine.Normal) bool {
	columns, rows := len(m.X), len(m.Y)
	if len(m.Labels) != columns*rows || columns == 0 || rows == 0 {
		return false
	}
	longest := 0
	for _, text := range m.Labels {
		longest = max(longest, theme.Width(text))
	}
	plot := d.frame.plot
	if plot.Width < columns*(longest+1) || plot.Height < rows {
		return false
	}
	for j, y := range m.Y {
		row, above := d.frame.cellY(y)
		for i, x := range m.X {
			middle, inside := d.frame.cellX(x)
			if text := m.Labels[j*columns+i]; above && inside && text != "" {
				left := min(max(middle-(theme.Width(text)-1)/2, 0), plot.Width-theme.Width(text))
				d.nameRegion(d.column(left), d.row(min(row, plot.Height-1)), text)
			}
		}
	}
	return true
}

// fieldNames writes the texts of a field: those of its cells or, where they have no room, the names of its regions. A name
// would hide single cells that are counted.
func (d *drawing) fieldNames() {
	if d.field == nil || d.writeCells(d.field.mark) {
		return
	}
	if _, counted := d.CountedField(); !counted {
		d.nameRegions()
	}
}

// cellText spells and measures words in cells.
type cellText struct{ *theme.Glyphs }

// Width returns the cells that a text takes.
func (cellText) Width(text string) float64 { return float64(theme.Width(text)) }

// Fit shortens a text to a number of cells.
func (c cellText) Fit(text string, room float64) string { return c.Glyphs.Fit(text, int(room)) }

// text returns how the picture spells and measures words.
func (d *drawing) text() plan.Text { return cellText{&d.glyphs} }
