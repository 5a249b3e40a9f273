package page

import (
	"strings"

	"dpscope/ui/entry"
	"dpscope/ui/line"
	"dpscope/ui/theme"
)

// Entry writes the text that is being typed at the end of a line, with a cursor and its unit.
func Entry(l line.Look, to *line.Line, e *entry.Entry) {
	text, at := e.Cursor()
	typed := []rune(text)
	value := theme.Clusters(l.Plain(text))
	at = min(len(theme.Clusters(l.Plain(string(typed[:min(at, len(typed))])))), len(value))
	unit := spaced(e.Unit)
	room := max(to.Width()-to.At()-2-unit, 4)
	first := max(0, at-room+1)
	shown := value[first:min(len(value), first+room)]
	before, under, after := strings.Join(shown[:at-first], ""), " ", ""
	if at-first < len(shown) {
		under, after = shown[at-first], strings.Join(shown[at-first+1:], "")
	}
	cursor := theme.NewStyle(l.Accent.Ink, l.Accent.Ground, theme.Reverse)
	to.Put(l.Accent, before).Put(cursor, under).Put(l.Accent, after)
	if unit > 0 && to.At()+unit <= to.Width() {
		to.Put(l.Dim, " "+e.Unit)
	}
}
