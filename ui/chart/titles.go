package chart

import (
	"slices"
	"strings"

	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// titleLines returns the title in the width of the picture, in at most two lines.
func (d *drawing) titleLines() []string {
	const indent, most = 6, 2
	title, room := d.Title(d.frame.y), max(d.canvas.width-indent, 1)
	if title == "" || d.compact || len(d.layout.beside) > 0 || theme.Width(title) <= d.canvas.width {
		return []string{title}
	}
	var lines []string
	var line strings.Builder
	cells := 0 // of the line
	for _, word := range strings.Fields(title) {
		wide := theme.Width(word)
		switch {
		case cells == 0:
			cells = wide
		case len(lines) == most-1 || cells+1+wide <= room:
			line.WriteByte(' ')
			cells += 1 + wide
		default:
			lines, cells = append(lines, line.String()), wide
			line.Reset()
		}
		line.WriteString(word)
	}
	return append(lines, line.String())
}

// cornered returns the y axis's label where it stands beside the axis, above its ticks, as one of few letters does.
func (d *drawing) cornered() string {
	label := plan.AxisTitle(d.Figure.Y, d.frame.y, d.text())
	taken := slices.ContainsFunc(d.layout.yTicks, func(t plan.Tick) bool { return t.Cell < 1 })
	said := plan.Says(d.Title(d.frame.y), d.glyphs.Plain(d.Figure.Y.Label))
	if !d.compact || d.bare || d.layout.spine < 1 || taken || said || len(d.Figure.Y.Words) > 0 || theme.Width(label) > d.layout.gutter {
		return ""
	}
	return label
}

// subtitle returns the y axis's label where a title does not name it; an axis of names needs none.
func (d *drawing) subtitle(title string) string {
	own := d.glyphs.Plain(d.Figure.Y.Label)
	if title == "" || own == "" || d.cornered() != "" || len(d.Figure.Y.Words) > 0 || plan.Says(title, own) {
		return ""
	}
	return plan.AxisTitle(d.Figure.Y, d.frame.y, d.text())
}
