package page

import (
	"cmp"

	"dpscope/engine/param"
	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/line"
	"dpscope/ui/slider"
	"dpscope/ui/theme"
)

// columns of the side of the page, in cells from its left edge.
const (
	nameColumn   = 2  // after the focus mark
	wordColumn   = 14 // what a picker or a text is set to
	valueColumn  = 18 // the value of a slider ends valueWidth further on
	valueWidth   = 9
	trackColumn  = valueColumn + valueWidth + 2
	answerColumn = 26 // the basis of an answer
)

// row draws one row, with the basis of an answer at a column, and notes where it
// is.
func (p *painter) row(r explorer.Row, at chart.Rect, basis int) string {
	l := p.Line(at.Width)
	focused := r.Key == p.scene.Focus && !p.scene.Pointer.Held
	zone := zone{Rect: at, key: r.Key, option: -1}
	if focused {
		l.Put(p.Accent, p.Focus)
	}
	l.To(nameColumn)
	switch r.Kind {
	case explorer.PickerRow:
		p.picker(l, r, p.nameStyle(focused))
	case explorer.TextRow:
		p.text(l, r, focused)
	case explorer.SliderRow:
		p.slider(l, r, focused)
		zone.param = r.Param
		zone.track = chart.Rect{X: at.X + trackColumn, Y: at.Y, Width: trackWidth(r.Param, at.Width), Height: 1}
	case explorer.AnswerRow:
		answerLine(p.aged(), l, r.Answer, basis, focused)
	}
	p.frame.zones = append(p.frame.zones, zone)
	return l.String()
}

func (p *painter) nameStyle(focused bool) theme.Style {
	if focused {
		return p.Accent
	}
	return p.Text
}

// choice writes what can be stepped through between its signs.
func (p *painter) choice(l *line.Line, style theme.Style, words string) *line.Line {
	return l.Put(p.Muted, p.PickLeft+" ").Put(style, words).Put(p.Muted, " "+p.PickRight)
}

func (p *painter) picker(l *line.Line, r explorer.Row, style theme.Style) {
	l.Put(style, r.Choice.Title())
	p.choice(l.To(wordColumn), style, r.Picked.Title)
	l.Right(p.Dim, r.Picked.Tag)
}

func (p *painter) text(l *line.Line, r explorer.Row, focused bool) {
	style := p.nameStyle(focused)
	l.Put(style, cmp.Or(r.Text.Label, r.Text.Name)).To(wordColumn)
	if focused && p.scene.Edit != nil {
		Entry(p.Look, l, p.scene.Edit)
		return
	}
	if r.Text.Among != nil { // of names the beginning tells most, and no arrow steps through sets
		l.Put(style, p.Fit(p.Plain(r.Word), l.Width()-l.At()))
		return
	}
	l.Put(p.Muted, p.PickLeft+" ").Put(style, shorten(p.Look, r.Word, l.Width()-l.At()-2)).Put(p.Muted, " "+p.PickRight)
}

// shorten keeps the end of a long word, which is where paths differ.
func shorten(l line.Look, word string, width int) string {
	word = l.Plain(word)
	over := theme.Width(word) - width
	if over <= 0 || width < 6 {
		return word
	}
	runes := []rune(word)
	runes = runes[max(len(runes)-width, 0):] // combining marks apart, no more can be seen
	for theme.Width(l.Ellipsis+string(runes)) > width {
		runes = runes[1:]
	}
	return l.Ellipsis + string(runes)
}

func (p *painter) slider(l *line.Line, r explorer.Row, focused bool) {
	style := p.nameStyle(focused)
	if focused && p.scene.Edit != nil {
		l.Put(style, explorer.SliderName(r.Param))
		Entry(p.Look, l.To(valueColumn), p.scene.Edit)
		return
	}
	text := p.Plain(r.Param.Text(r.Value))
	start := min(valueColumn+valueWidth, l.Width()) - theme.Width(text)
	if start < nameColumn { // rather nothing than half a number
		return
	}
	l.Put(style, p.Fit(p.Plain(explorer.SliderName(r.Param)), start-nameColumn-1)).To(start).Put(style, text)
	width := trackWidth(r.Param, l.Width())
	if width < 4 {
		return
	}
	l.To(trackColumn).Raw(slider.Track(r.Param, r.Value, r.Opening, width, focused, p.Theme, p.Glyphs), width)
	if r.Param.Scale != param.Linear {
		l.Put(p.Muted, logMark)
	}
}

// logMark stands behind a track whose steps multiply.
const logMark = " log"

func trackWidth(p param.Param, width int) int {
	if p.Scale != param.Linear {
		width -= len(logMark)
	}
	return max(width-trackColumn, 0)
}
