package chart

import (
	"cmp"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/ui/theme"
)

// title is what stands above the plot: what is drawn, or the y axis's label.
func (d *drawing) title() string {
	label := axisTitle(d.figure.Y, d.frame.y, d.glyphs)
	if d.figure.Title == "" {
		return label
	}
	title, shown := d.showing()
	if own := d.glyphs.Plain(d.figure.Y.Label); own == "" || strings.Contains(title, own) {
		if unit := strings.TrimPrefix(strings.TrimPrefix(label, own), ", "); unit != "" {
			title += ", " + unit
		}
	}
	if shown != "" {
		title += "; " + shown
	}
	return title
}

// showing is what the figure's title says is drawn, and the reading that it shows with its name, where it does.
func (d *drawing) showing() (drawn, shown string) {
	title := d.glyphs.Plain(d.figure.Title)
	at := slices.IndexFunc(d.figure.Shows, func(s engine.Shown) bool { return s.Mark == "" })
	if at < 0 {
		return title, ""
	}
	drawn, name, _ := strings.Cut(title, "; ")
	if d.figure.Shows[at].Text == "" {
		return drawn, ""
	}
	return drawn, name + " " + d.glyphs.Plain(d.figure.Shows[at].Text)
}

// titleLines are the title in the width of the picture: in two lines at most.
func (d *drawing) titleLines() []string {
	const indent, most = 6, 2
	title, room := d.title(), max(d.canvas.width-indent, 1)
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

// subtitle is the y axis's label where the title does not say it.
func (d *drawing) subtitle() string {
	title, own := d.glyphs.Plain(d.figure.Title), d.glyphs.Plain(d.figure.Y.Label)
	if title == "" || own == "" || strings.Contains(title, own) {
		return ""
	}
	return axisTitle(d.figure.Y, d.frame.y, d.glyphs)
}

// axisBrief is axisTitle in few letters: as the axis says, or the label up to its first comma,
// "ε" of "ε, privacy budget".
func axisBrief(a engine.Axis, s scale, g theme.Glyphs) string {
	before, _, _ := strings.Cut(a.Label, ",")
	a.Label = cmp.Or(a.Brief, before)
	return axisTitle(a, s, g)
}

// axisTitle is an axis's label with its unit.
func axisTitle(a engine.Axis, s scale, g theme.Glyphs) string {
	label, unit := g.Plain(a.Label), g.Plain(cmp.Or(a.Raw.Unit, a.Unit))
	if percent(a, s) {
		unit = "%"
	}
	switch {
	case label == "":
		return unit
	case unit == "":
		return label
	}
	return label + ", " + unit
}
