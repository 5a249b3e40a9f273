package page

import (
	"fmt"
	"math"
	"time"

	"charm.land/bubbles/v2/progress"

	"dpscope/engine/numeral"
	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/line"
	"dpscope/ui/theme"
)

// note is the sentence under the picture, or what the program has to say just
// now. Its room stays as it is when the sentence grows.
func (p *painter) note(body chart.Rect) line.Block {
	most := noteRows(body)
	gap := body.Height >= 22
	if p.scene.Sheet.Lead.Said() { // what the lead does not say is a line at most
		most = min(most, 1)
	}
	text, style := p.sentence()
	switch {
	case p.scene.Status.Text != "":
		most = max(most, 1)
	case p.scene.Waiting && most > 0:
		return set(p.waiting(body.Width), body.Width, most, gap)
	}
	if most == 0 || body.Height < 3 {
		return nil
	}
	var lines line.Block
	for _, t := range p.WrapSentences(text, body.Width-2, most) {
		lines = append(lines, p.Line(body.Width).To(1).Put(style, t).String())
	}
	return set(lines, body.Width, most, gap)
}

// noteRows is how many lines the sentence may take.
func noteRows(body chart.Rect) int {
	switch {
	case body.Height < 16 || body.Width < twoColumns:
		return 0
	case body.Height < 17:
		return 1
	}
	return 2
}

// set fills a note up to its height and sets it off from what is above.
func set(lines line.Block, width, height int, gap bool) line.Block {
	lines = lines.Fill(width, height)
	if gap && height > 1 {
		lines = append(line.Block{line.Blank(width)}, lines...)
	}
	return lines
}

// sentence is what is said, and how loudly; what a preset shows comes before what
// there is to see.
func (p *painter) sentence() (string, theme.Style) {
	s := p.scene
	switch {
	case s.Status.Alarm:
		return s.Status.Text, p.Warning
	case s.Status.Text != "":
		return s.Status.Text, p.Accent
	}
	text, style := p.noteOf(s)
	if s.Preset != "" {
		text = s.Preset + ". " + text
	}
	return text, style
}

// noteOf is the sheet's first note.
func (p *painter) noteOf(s explorer.Scene) (string, theme.Style) {
	switch {
	case len(s.Sheet.Notes) == 0 || s.Trouble != nil:
		return "", p.Text
	case s.Sheet.Notes[0].Warning:
		return s.Sheet.Notes[0].Text, p.Warning
	}
	return s.Sheet.Notes[0].Text, p.Text
}

// waiting says what is being computed, and how far it is where that is known.
func (p *painter) waiting(width int) line.Block {
	l := p.Line(width).To(1).Put(p.Dim, "computing")
	if r := p.scene.Focused(); r.Kind == explorer.SliderRow {
		l.Put(p.Dim, " "+r.Param.Format(r.Value))
	}
	if share := p.scene.Progress; share > 0 && width > 2*progressWidth {
		l.Put(p.Text, "  ").Raw(progressBar(p.Look, share), progressWidth)
		l.Put(p.Dim, "  "+numeral.Percent.Format(share)+timeLeft(p.scene.Left))
	} else {
		l.Put(p.Dim, " "+p.Ellipsis)
	}
	return line.Block{l.String()}
}

// timeLeft writes a time in the unit that fits, rounded up.
func timeLeft(left time.Duration) string {
	switch {
	case left <= 0:
		return ""
	case left < 100*time.Second:
		return fmt.Sprintf(", about %.0f s left", math.Ceil(left.Seconds()))
	case left < 100*time.Minute:
		return fmt.Sprintf(", about %.0f min left", math.Ceil(left.Minutes()))
	}
	return fmt.Sprintf(", about %.0f h left", math.Ceil(left.Hours()))
}

const progressWidth = 24

// progressBar draws a share done, progressWidth cells wide.
func progressBar(l line.Look, share float64) string {
	full, rest := []rune(l.TrackOn)[0], []rune(l.Track)[0]
	bar := progress.New(progress.WithWidth(progressWidth), progress.WithoutPercentage(), progress.WithFillCharacters(full, rest),
		progress.WithColors(l.Accent.Ink.Lipgloss()))
	bar.EmptyColor = l.Muted.Ink.Lipgloss()
	return bar.ViewAs(share)
}
