package page

import (
	"strings"

	"dpscope/ui/chart"
	"dpscope/ui/line"
	"dpscope/ui/theme"
)

// saidRows returns the rows under a page of two columns for messages, and for notes of the given number of rows.
func saidRows(height, notes int) int {
	const many, two, one = 27, 17, 10
	switch {
	case height >= many:
		return 1 + max(notes, 1)
	case height >= two:
		return 2
	case height >= one:
		return 1
	}
	return 0
}

// said draws, in its last row, the present message, else what may be tried; and above that what the lead does not say. Its
// height is fixed.
func (p *painter) said(at chart.Rect) line.Block {
	if at.Height == 0 {
		return nil
	}
	var lines line.Block
	text, style := p.note(at.Height > 1)
	if at.Height > 1 {
		lines = p.Lines(p.WrapSentences(text, at.Width-2, at.Height-1), style, at.Width, 1).Fill(at.Width, at.Height-1)
		text = ""
	}
	return append(lines, p.now(text, style, chart.Rect{X: at.X, Y: at.Y + len(lines), Width: at.Width, Height: 1}))
}

// now returns the present message; else a note that has no other room, or what may be tried.
func (p *painter) now(note string, style theme.Style, at chart.Rect) string {
	text := ""
	switch s := p.scene; {
	case s.Status.Alarm:
		text, style = s.Status.Text, p.Warning
	case s.Status.Text != "":
		text, style = s.Status.Text, p.Accent
	case s.Waiting:
		return p.waiting(at.Width)
	case note != "":
		text = note
	case s.Try.Shows != "" && s.Trouble == nil:
		text, style = Tried(s.Try), p.Text
		p.frame.try = at
	default:
		return line.Blank(at.Width)
	}
	return p.Line(at.Width).To(1).Put(style, p.WrapSentences(text, at.Width-2, 1)[0]).String()
}

// busy reports whether there is a message.
func (p *painter) busy() bool { return p.scene.Status.Text != "" || p.scene.Waiting }

// note returns what a preset shows, and what the lead does not say; where there is a lead and no room, warnings alone.
func (p *painter) note(room bool) (string, theme.Style) {
	text, style := "", p.Text
	if notes := p.scene.Sheet.Notes; len(notes) > 0 && p.scene.Trouble == nil && (room || notes[0].Warning || !p.scene.Sheet.Lead.Said()) {
		text = notes[0].Text
		if notes[0].Warning {
			style = p.Warning
		}
	}
	if p.scene.Preset != "" {
		text = strings.TrimSpace(p.scene.Preset + ". " + text)
	}
	return text, style
}
