package page

import (
	"cmp"
	"strings"

	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/line"
	"dpscope/ui/slider"
	"dpscope/ui/theme"
)

// tabs are where the parts of a row begin, in cells from its left edge. A side is narrow, a list of all controls wide.
type tabs struct {
	word   int // the word of a picker or a text
	value  int // end of a slider's value
	track  int
	answer int // basis of an answer
}

const nameColumn = 2 // after the focus mark

// tabsIn returns the tabs of a row of a width.
func tabsIn(width int) tabs {
	switch {
	case width > wideSide:
		return tabs{word: 14, value: 27, track: 29, answer: 26}
	case width > sideWidth:
		return tabs{word: 14, value: 28, track: 29, answer: width - numberRoom}
	}
	return tabs{word: 12, value: 24, track: 25, answer: width - numberRoom}
}

// numberRoom is the room of an answer's basis and number in a side.
const numberRoom = 11

// valueWidth is the room of a typed value.
const valueWidth = 9

// row draws one row, with the basis of an answer at a column, and notes its zone.
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
		zone.track = chart.Rect{X: at.X + tabsIn(at.Width).track, Y: at.Y, Width: p.trackWidth(at.Width), Height: 1}
	case explorer.AnswerRow:
		answerLine(p.aged(), l, r.Reading, basis, focused)
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

// choice writes a word between the signs that step through its alternatives.
func (p *painter) choice(l *line.Line, style theme.Style, words string) *line.Line {
	return l.Put(p.Muted, p.PickLeft+" ").Put(style, words).Put(p.Muted, " "+p.PickRight)
}

func (p *painter) picker(l *line.Line, r explorer.Row, style theme.Style) {
	l.Put(style, r.Choice.Title())
	l.To(max(min(tabsIn(l.Width()).word, l.Width()-theme.Width(p.Plain(r.Picked.Title))-2*pickSign), l.At()+1))
	if room := l.Width() - l.At(); theme.Width(p.Plain(r.Picked.Title))+2*pickSign > room { // the signs come nearer before the word is cut
		l.Put(p.Muted, p.PickLeft).Put(style, p.Fit(p.Plain(r.Picked.Title), room-2)).Put(p.Muted, p.PickRight)
		return
	}
	p.choice(l, style, r.Picked.Title)
	l.Right(p.Dim, r.Picked.Tag)
}

func (p *painter) text(l *line.Line, r explorer.Row, focused bool) {
	style := p.nameStyle(focused)
	l.Put(style, cmp.Or(r.Text.Label, r.Text.Name)).To(max(tabsIn(l.Width()).word, l.At()+1))
	if focused && p.scene.Edit != nil {
		Entry(p.Look, l, p.scene.Edit)
		return
	}
	if r.Text.Among != nil { // a list of names is told by its beginning, and no arrow steps through sets: it stands below the words of others
		word := p.Plain(r.Word)
		l.To(min(l.At()+pickSign, max(l.Width()-theme.Width(word), l.At())))
		l.Put(style, p.Fit(word, l.Width()-l.At()))
		return
	}
	l.Put(p.Muted, p.PickLeft+" ").Put(style, shorten(p.Look, r.Word, l.Width()-l.At()-2)).Put(p.Muted, " "+p.PickRight)
}

// shorten keeps the end of a long word, where paths differ.
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
		Entry(p.Look, l.To(max(tabsIn(l.Width()).value-valueWidth, l.At()+1)), p.scene.Edit)
		return
	}
	text := p.Plain(r.Param.Text(r.Value))
	start := min(tabsIn(l.Width()).value, l.Width()) - theme.Width(text)
	if start < nameColumn { // no half number
		return
	}
	name := p.Plain(explorer.SliderName(r.Param))
	if theme.Width(name) > start-nameColumn-2 { // a number that follows at once looks like a part of the name
		name = strings.ReplaceAll(name, "  ", " ")
	}
	if label := p.Plain(r.Param.Label); theme.Width(name) > start-nameColumn-1 && label != "" { // a word says more than a letter
		name = label
	}
	if theme.Width(name) > start-nameColumn-1 { // the symbol alone is better than half a name
		name = p.Plain(r.Param.Symbol)
	}
	l.Put(style, p.Fit(name, start-nameColumn-1)).To(start).Put(style, text)
	width := p.trackWidth(l.Width())
	if width < 4 {
		return
	}
	l.To(tabsIn(l.Width()).track).Raw(slider.Track(r.Param, r.Value, r.Opening, width, focused, p.Theme, p.Glyphs), width)
}

// trackWidth returns the length of all tracks of a page: a shorter one would look like another range.
func (p *painter) trackWidth(width int) int { return max(width-tabsIn(width).track, 0) }
