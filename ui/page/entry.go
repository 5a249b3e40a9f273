package page

import (
	"dpscope/ui/entry"
	"dpscope/ui/line"
	"dpscope/ui/theme"
)

// Entry writes what is being typed at the end of a line, with a cursor.
func Entry(l line.Look, to *line.Line, e *entry.Entry) {
	text, at := e.Cursor()
	value := []rune(l.Plain(text))
	at = min(at, len(value))
	room := max(to.Width()-to.At()-2, 4)
	first := max(0, at-room+1)
	shown := value[first:min(len(value), first+room)]
	before, under, after := string(shown[:at-first]), " ", ""
	if at-first < len(shown) {
		under, after = string(shown[at-first]), string(shown[at-first+1:])
	}
	cursor := theme.NewStyle(l.Accent.Ink, l.Accent.Ground, theme.Reverse)
	to.Put(l.Accent, before).Put(cursor, under).Put(l.Accent, after)
}
