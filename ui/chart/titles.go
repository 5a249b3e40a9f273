package chart

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// title returns the text above the plot: the figure's title, or the y axis's label.
func (d *drawing) title() string {
	if d.Figure.Title == "" {
		return plan.AxisTitle(d.Figure.Y, d.frame.y, d.text())
	}
	title, shown := d.showing()
	title = d.withUnit(title)
	if shown != "" {
		title += "; " + shown
	}
	return title
}

// withUnit adds to a title the unit of the y axis, and that it is logarithmic, if the title names the axis.
func (d *drawing) withUnit(title string) string {
	own := d.glyphs.Plain(d.Figure.Y.Label)
	if !says(title, own) {
		return title
	}
	if own != "" && d.frame.y.Log {
		title = strings.Replace(title, own, own+plan.Logarithmic, 1)
	}
	if unit := plan.AxisUnit(d.Figure.Y, d.frame.y, d.text()); unit != "" {
		title += ", " + unit
	}
	return title
}

// says reports whether a title contains some words, or whether there are none.
func says(title, words string) bool {
	letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	at := strings.Index(title, words)
	if at < 0 {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(title[:at])
	after, _ := utf8.DecodeRuneInString(title[at+len(words):])
	return words == "" || !letter(before) && !letter(after)
}

// showing returns the figure's title, and the reading that it shows with its name, if any.
func (d *drawing) showing() (drawn, shown string) {
	drawn = d.glyphs.Plain(d.Figure.Title)
	if of, found := d.Figure.InTitle(); found && of.Text != "" {
		shown = d.glyphs.Plain(of.Name + " " + of.Text)
	}
	return drawn, shown
}

// titleLines returns the title in the width of the picture, in at most two lines.
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

// cornered returns the y axis's label where it stands beside the axis, above its ticks, as one of few letters does.
func (d *drawing) cornered() string {
	label := plan.AxisTitle(d.Figure.Y, d.frame.y, d.text())
	taken := slices.ContainsFunc(d.layout.yTicks, func(t plan.Tick) bool { return t.Cell < 1 })
	said := says(d.title(), d.glyphs.Plain(d.Figure.Y.Label))
	if !d.compact || d.bare || d.layout.spine < 1 || taken || said || len(d.Figure.Y.Words) > 0 || theme.Width(label) > d.layout.gutter {
		return ""
	}
	return label
}

// subtitle returns the y axis's label where a title does not name it; an axis of names needs none.
func (d *drawing) subtitle(title string) string {
	own := d.glyphs.Plain(d.Figure.Y.Label)
	if title == "" || own == "" || d.cornered() != "" || len(d.Figure.Y.Words) > 0 || says(title, own) {
		return ""
	}
	return plan.AxisTitle(d.Figure.Y, d.frame.y, d.text())
}
