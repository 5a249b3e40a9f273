package page

import (
	"slices"

	"dpscope/engine/numeral"
	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/keys"
	"dpscope/ui/line"
)

// sideLine is a row, a gap between kinds of rows, or a caption over those that
// are ranked among one another.
type sideLine struct {
	row     explorer.Row
	gap     bool
	caption string
}

// side draws the controls, the answers and the help of what has the focus.
// Where room is short the gaps go first, and then the help, for it is a key away.
func (p *painter) side(at chart.Rect) line.Block {
	lines, fold, helpRows := p.sideLines(), p.fold(at.Width), p.helpRows(at.Width)
	room := at.Height - len(fold) - helpRows
	if len(lines) > room {
		lines = withoutGaps(lines)
	}
	if len(lines) > room {
		helpRows, room = 0, at.Height-len(fold)
	}
	drawn := p.sideParts(lines, chart.Rect{X: at.X, Y: at.Y, Width: at.Width, Height: min(room, max(len(lines), 1))})
	drawn = append(drawn, fold...).Fill(at.Width, room+len(fold))
	if helpRows > 0 {
		drawn = append(drawn, p.help(p.scene.Focused(), at.Width)...)
	}
	return drawn.Fill(at.Width, at.Height)
}

// sideLines sets the kinds of rows off from each other.
func (p *painter) sideLines() []sideLine {
	var lines []sideLine
	for i, r := range p.scene.Rows {
		if i > 0 {
			before := p.scene.Rows[i-1].Kind
			if before != r.Kind && !(before == explorer.PickerRow && r.Kind == explorer.TextRow) {
				lines = append(lines, sideLine{gap: true})
			}
		}
		if group := r.Answer.Group; group != "" && (i == 0 || p.scene.Rows[i-1].Answer.Group != group || r.Answer.Place == 1) {
			lines = append(lines, sideLine{caption: group})
		}
		lines = append(lines, sideLine{row: r})
	}
	return lines
}

// fold says how many answers are out of sight, and the key that brings them.
func (p *painter) fold(width int) line.Block {
	key := keys.Unfold.Help().Key
	switch s := p.scene; {
	case s.Unfolded && s.Drawn && s.Trouble == nil:
		return line.Block{p.Line(width).To(nameColumn).Put(p.Dim, key+" fewer").String()}
	case s.Folded > 0:
		return line.Block{p.Line(width).To(nameColumn).Put(p.Dim, key+numeral.Count(float64(s.Folded))+" more").String()}
	}
	return nil
}

func withoutGaps(lines []sideLine) []sideLine {
	kept := lines[:0]
	for _, s := range lines {
		if !s.gap {
			kept = append(kept, s)
		}
	}
	return kept
}

// leastAnswers is the room that answers keep beside a long list of controls: the
// answer, three more, and how many there are besides.
const leastAnswers = 5

// ahead is how many controls stay in sight below the one with the focus.
const ahead = 3

// sideParts draws controls and answers: as one list where both fit or an answer has
// the focus, else controls fold before the answers do.
func (p *painter) sideParts(lines []sideLine, at chart.Rect) line.Block {
	controls := slices.IndexFunc(lines, func(s sideLine) bool { return s.row.Kind == explorer.AnswerRow || s.caption != "" })
	focus := p.focusedLine(lines)
	folded := at.Height - min(leastAnswers, len(lines)-controls)
	if focus >= controls || folded >= controls || folded < leastAnswers {
		return p.sideRows(lines, Window(len(lines), at.Height, focus), at)
	}
	above, below := at, at
	above.Height, below.Height, below.Y = folded, at.Height-folded, at.Y+folded
	first := min(max(focus+ahead+2-folded, 0), controls-folded)
	return append(p.sideRows(lines[:controls], first, above), p.sideRows(lines[controls:], 0, below)...)
}

// sideRows draws the lines that fit from the first on, and says how many are left
// out above and below.
func (p *painter) sideRows(lines []sideLine, first int, at chart.Rect) line.Block {
	basis := p.basisColumn(at.Width)
	var drawn line.Block
	for i := first; i < len(lines) && len(drawn) < at.Height; i++ {
		if lines[i].gap {
			drawn = append(drawn, line.Blank(at.Width))
			continue
		}
		text := p.Line(at.Width).To(nameColumn).Put(p.Dim, lines[i].caption).String()
		if lines[i].caption == "" {
			text = p.row(lines[i].row, chart.Rect{X: at.X, Y: at.Y + len(drawn), Width: at.Width, Height: 1}, basis)
		}
		if last := len(drawn) == at.Height-1; last && i+1 < len(lines) {
			text = p.more(len(lines)-i, p.Look.Down, at.Width)
		} else if i > 0 && i == first {
			text = p.more(i+1, p.Look.Up, at.Width)
		}
		drawn = append(drawn, text)
	}
	return drawn.Fill(at.Width, at.Height)
}

// focusedLine is the line that has the focus.
func (p *painter) focusedLine(lines []sideLine) int {
	return max(0, slices.IndexFunc(lines, func(s sideLine) bool { return s.row.Key == p.scene.Focus && !s.gap && s.caption == "" }))
}

func (p *painter) more(lines int, way string, width int) string {
	return p.Line(width).To(nameColumn).Put(p.Dim, numeral.Count(float64(lines))+" more "+way).String()
}
