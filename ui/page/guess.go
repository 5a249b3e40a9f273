package page

import (
	"math"
	"strings"

	"dpscope/ui/explorer"
	"dpscope/ui/theme"
)

// guess draws the axis on which a lesson's student predicts an answer: a hollow mark for the prediction, and a full one for the
// true value, once that is told.
func (p *painter) guess(g explorer.Guess, width int) string {
	const least = 10
	l := p.Line(width).To(1).Put(p.Text, p.Fit(p.Plain(g.Label), width/3)+"  ")
	told := p.Plain(p.Glyphs.Guess + " " + g.Written)
	if g.Is != nil {
		told += "   " + p.Plain(p.Knob+" "+g.IsText)
	}
	const both = 20 // cells of the two numbers, kept so that the axis stays as long
	start, end := p.Plain(g.Ends[0])+" ", " "+p.Plain(g.Ends[1])+"  "
	room := width - l.At() - theme.Width(start+end) - max(theme.Width(told), both) - 1
	if room < least {
		return l.Put(p.Accent, told).String()
	}
	track := []string{}
	for range room {
		track = append(track, p.Track)
	}
	mark := func(v float64, sign string) {
		track[int(math.Round(g.Axis.Share(v)*float64(room-1)))] = sign
	}
	mark(g.Value, p.Glyphs.Guess)
	at := int(math.Round(g.Axis.Share(g.Value) * float64(room-1)))
	if g.Is != nil {
		mark(*g.Is, p.Knob)
	}
	l.Put(p.Dim, start).Put(p.Muted, strings.Join(track[:at], "")).Put(p.Accent, track[at]).Put(p.Muted, strings.Join(track[at+1:], ""))
	return l.Put(p.Dim, end).Put(p.Accent, told).String()
}
