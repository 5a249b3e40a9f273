package page

import (
	"fmt"
	"math"
	"time"

	"charm.land/bubbles/v2/progress"

	"dpscope/engine/numeral"
	"dpscope/ui/explorer"
	"dpscope/ui/line"
)

// waiting says what is being computed, and how far it is where that is known.
func (p *painter) waiting(width int) string {
	l := p.Line(width).To(1).Put(p.Dim, "computing")
	if r := p.scene.Focused(); r.Kind == explorer.SliderRow {
		l.Put(p.Dim, " "+r.Param.Format(r.Value))
	}
	if share := p.scene.Progress; share > 0 && width > 2*progressWidth {
		l.Put(p.Text, "  ").Raw(progressBar(p.Look, share), progressWidth)
		l.Put(p.Dim, "  "+shareDone(share, p.scene.Left)+timeLeft(p.scene.Left))
	} else {
		l.Put(p.Dim, " "+p.Ellipsis)
	}
	return l.String()
}

// shareDone writes the share done. The longer the rest takes, the more digits it writes, so that one of them moves every second
// or two: a screen on which nothing moves looks as if the program stood still.
func shareDone(share float64, left time.Duration) string {
	switch {
	case left < 100*time.Second:
		return numeral.Percent.Format(share)
	case left < 100*time.Minute:
		return fmt.Sprintf("%.2f %%", math.Floor(1e4*share)/1e2)
	}
	return fmt.Sprintf("%.3f %%", math.Floor(1e5*share)/1e3)
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
