package page

import (
	"dpscope/engine/numeral"
	"dpscope/ui/chart"
	"dpscope/ui/line"
)

// Pager is the part of a longer text that is in sight.
type Pager struct {
	At, Height, Lines int
}

// Moved returns the first line after moving by lines, within the text.
func (p Pager) Moved(lines int) int { return min(max(p.At+lines, 0), max(p.Lines-p.Height, 0)) }

// Page returns the number of lines to move by so that two stay in sight.
func (p Pager) Page() int { return max(p.Height-2, 1) }

// Long reports whether the text is longer than the part in sight.
func (p Pager) Long() bool { return p.Lines > p.Height }

// Paged returns the lines of b from one on that fit, with a mark where more follow.
func Paged(l line.Look, b line.Block, from int, at chart.Rect) (line.Block, Pager) {
	p := Pager{At: from, Height: at.Height, Lines: len(b)}
	p.At = p.Moved(0)
	shown := append(line.Block{}, b[p.At:]...).Fill(at.Width, at.Height)
	mark := func(row int, sign string, more int) {
		if more > 0 && at.Height > 2 {
			shown[row] = l.Line(at.Width).To(1).Put(l.Accent, sign).Put(l.Dim, " "+numeral.Count(float64(more))+" more").String()
		}
	}
	if p.At > 0 {
		mark(0, l.ScrollUp, p.At+1)
	}
	if rest := len(b) - p.At - at.Height; rest > 0 {
		mark(at.Height-1, l.ScrollDown, rest+1)
	}
	return shown, p
}

// Window returns the first of a number of lines to show in a room, so that line one is in the middle where that is possible.
func Window(lines, room, one int) int {
	return min(max(one-room/2, 0), max(lines-room, 0))
}
