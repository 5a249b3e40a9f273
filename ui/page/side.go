package page

import (
	"slices"
	"strconv"
	"strings"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/keys"
	"dpscope/ui/line"
	"dpscope/ui/theme"
)

// sideLine is a row, a line that belongs to a row, a gap between kinds of rows, a caption over a group of ranked answers, or
// the number of all controls.
type sideLine struct {
	row     *explorer.Row // the row, or the one that the line belongs to; nil: none
	gap     bool
	apart   bool // it is the gap before the readings, which goes after the help
	caption string
	above   string // the name of the answer in the row that follows, or its beginning, where it has no room there
	heads   bool   // it begins the name, and shows the focus
	named   bool   // a part of the name stands above
	rest    string // the end of that name, beside the number
	word    string // a number or word, or a part of it, below its name, because its column has no room
	begins  bool   // it is the first part of that, behind the sign
	below   string // remark on the row before
	all     bool   // it says which key lists all controls, where some are out of sight
}

// answers reports whether a line belongs to an answer.
func (s sideLine) answers() bool { return s.row != nil && s.row.Kind == explorer.AnswerRow }

// side draws the controls, the answers and the help of the focused row. Where room is short the gaps go first, then remarks,
// from the end, and then both lists scroll; a side of few rows has no help, which a key shows, and no gap before the readings.
func (p *painter) side(at chart.Rect) line.Block {
	fold, lines := p.fold(at), p.sideLines(at.Width)
	helpRows := p.helpBeside(lines, at.Width, at.Height-len(fold))
	room := at.Height - len(fold) - helpRows
	if room < leastLists {
		helpRows, room = 0, at.Height-len(fold)
	}
	if spare := room - len(lines); spare > 0 { // the help takes free rows
		longer := min(helpRows+spare, p.helpRows(at.Width, mostHelp))
		helpRows, room = longer, room-(longer-helpRows)
	}
	drawn := p.lists(lines, chart.Rect{X: at.X, Y: at.Y, Width: at.Width, Height: room})
	if len(fold) > 0 {
		p.frame.zones = append(p.frame.zones, zone{Rect: chart.Rect{X: at.X, Y: at.Y + len(drawn), Width: at.Width, Height: 1}, option: -1,
			does: p.frame.Unfold(p.scene)})
	}
	drawn = append(drawn, fold...).Fill(at.Width, room+len(fold))
	if helpRows > 0 {
		drawn = append(drawn, p.help(p.scene.Focused(), at.Width, helpRows)...)
	}
	return drawn.Fill(at.Width, at.Height)
}

// helpBeside returns the rows of the help: fewer than usual where all lines are in sight then.
func (p *painter) helpBeside(lines []sideLine, width, room int) int {
	const least = 2
	written := len(lines)
	for _, l := range lines {
		if l.gap && !l.apart {
			written--
		}
	}
	for most := usualHelp; most >= least; most-- {
		if rows := p.helpRows(width, most); written+rows <= room {
			return rows
		}
	}
	return p.helpRows(width, usualHelp)
}

// leastLists is the room from which controls and answers leave rows to the help.
const leastLists = 14

// sideLines returns the rows, with gaps between their kinds.
func (p *painter) sideLines(width int) []sideLine {
	rows := p.scene.Rows
	lines := make([]sideLine, 0, 3*len(rows))
	for i := range rows {
		r := &rows[i]
		if i > 0 {
			before := rows[i-1].Kind
			if before < explorer.AnswerRow && r.Kind == explorer.AnswerRow && p.scene.Hidden > 0 {
				lines = append(lines, sideLine{all: true})
			}
			if before != r.Kind && !(before == explorer.PickerRow && r.Kind == explorer.TextRow) {
				lines = append(lines, sideLine{gap: true, apart: r.Kind == explorer.AnswerRow})
			}
		}
		if group := r.Reading.Group; group != "" && (i == 0 || rows[i-1].Reading.Group != group || r.Reading.Place < rows[i-1].Reading.Place) {
			lines = append(lines, sideLine{caption: group})
		}
		if r.Kind == explorer.AnswerRow {
			lines = append(lines, p.answerLines(r, width)...)
		} else {
			lines = append(lines, sideLine{row: r})
		}
		if text := p.qualified(r, width); text != "" {
			for _, part := range p.WrapSentences(text, width-indented, 2) {
				lines = append(lines, sideLine{below: part, row: r})
			}
		}
	}
	return lines
}

// allControls says which key lists all controls: the key as in the foot, and a word, since the key is a punctuation mark.
func (p *painter) allControls(width int) string {
	count := p.scene.Hidden
	for _, r := range p.scene.Rows {
		if r.Kind < explorer.AnswerRow {
			count++
		}
	}
	l := p.Line(width).To(nameColumn).Put(p.Dim, "all "+strconv.Itoa(count)+" controls: ")
	return l.Put(p.Strong, keys.Controls.Help().Key).Put(p.Dim, " (comma)").String()
}

// qualified returns the line below a row of a narrow side: what an option guarantees, a number's interval, a remark.
func (p *painter) qualified(r *explorer.Row, width int) string {
	switch {
	case width > wideSide:
		return ""
	case r.Kind == explorer.PickerRow:
		used := tabsIn(width).word + theme.Width(p.Plain(r.Picked.Title)) + 2*pickSign
		if used+spaced(r.Picked.Tag) <= width {
			return ""
		}
		return r.Picked.Tag
	case r.Kind == explorer.AnswerRow:
		if _, known := explorer.Written(r.Reading); !known {
			return ""
		}
		return remark(r.Reading).full
	}
	return ""
}

// indented is the column of what belongs to the answer in the row above: the end of its name, a word, a remark.
const indented = nameColumn + 2

// answerLines returns the lines of an answer. All signs and numbers stand in one column: a name too long for the rest of the
// line breaks, with its end beside the number, and a number or a word too long for the column stands under its name.
func (p *painter) answerLines(r *explorer.Row, width int) []sideLine {
	column := p.basisColumn(width)
	name, sign := p.Plain(r.Reading.Heading()), theme.Width(p.Basis(r.Reading.Known.Side()))
	if p.standsUnder(r.Reading, width-column-2) {
		var lines []sideLine
		for i, part := range p.Wrap(name, width-nameColumn) {
			lines = append(lines, sideLine{above: part, heads: i == 0, row: r})
		}
		text, _ := explorer.Written(r.Reading)
		for i, part := range p.Wrap(text, width-indented-sign-1-spaced(p.Plain(r.Reading.Unit))) {
			lines = append(lines, sideLine{named: true, word: part, begins: i == 0, row: r})
		}
		return lines
	}
	room := column - sign - nameColumn
	if min(theme.Width(name), theme.Width(p.Plain(abbreviated(r.Reading)))) <= room {
		return []sideLine{{row: r}}
	}
	parts := p.Wrap(name, room-(indented-nameColumn))
	if strings.HasSuffix(parts[0], p.Ellipsis) { // a word that is itself too long leaves only the number below
		parts = []string{p.Fit(name, width-nameColumn), ""}
	}
	lines := make([]sideLine, 0, len(parts))
	for i, part := range parts[:len(parts)-1] {
		lines = append(lines, sideLine{above: part, heads: i == 0, row: r})
	}
	return append(lines, sideLine{named: true, rest: parts[len(parts)-1], row: r})
}

// standsUnder reports whether an answer has no room beside its name. Neither the name of an option nor a number with a long
// unit ever has, so that no row comes or goes with the name or with a digit.
func (p *painter) standsUnder(a engine.Reading, room int) bool {
	const digits = len("0.123")
	a.Pending = false // the mark of an answer being computed comes and goes
	text, known := explorer.Written(a)
	unit := spaced(p.Plain(a.Unit))
	return known && (a.Known.Title != "" || max(theme.Width(p.Plain(text)), digits)+unit > room)
}

// fold says how many answers are out of sight, and the key that shows them.
func (p *painter) fold(at chart.Rect) line.Block {
	text := ""
	switch s := p.scene; {
	case s.Unfolded && s.Drawn && s.Trouble == nil:
		text = keys.Unfold.Help().Key + " fewer"
	case s.Folded > 0:
		text = p.folded(s.Folded)
	default:
		return nil
	}
	return line.Block{p.Line(at.Width).To(nameColumn).Put(p.Dim, text).String()}
}

// shortened removes matching lines, from the end, until the others fit; lines of one row go together.
func shortened(lines []sideLine, room int, out func(sideLine) bool) []sideLine {
	for to := len(lines); to > 0 && len(lines) > room; to-- {
		from := to
		for from > 0 && out(lines[from-1]) && (from == to || lines[from-1].row != nil && lines[from-1].row == lines[from].row) {
			from--
		}
		if from < to {
			lines, to = slices.Delete(lines, from, to), from+1
		}
	}
	return lines
}

// Rows of controls for which remarks give way, and those that controls keep where answers need the others.
const (
	usualControls = 8
	leastControls = 6
)

// lists draws controls and answers, each list in a part of its own.
func (p *painter) lists(lines []sideLine, at chart.Rect) line.Block {
	if len(lines) > at.Height {
		lines = slices.DeleteFunc(lines, func(s sideLine) bool { return s.gap && !s.apart })
	}
	if at.Height < leastLists {
		lines = slices.DeleteFunc(lines, func(s sideLine) bool { return s.gap })
	}
	controls := len(lines)
	if i := slices.IndexFunc(lines, func(s sideLine) bool { return s.apart || s.caption != "" || s.answers() }); i >= 0 {
		controls = i
	}
	above, answers := lines[:controls], slices.Clone(lines[controls:])
	answers = shortened(answers, at.Height-min(controls, usualControls), func(s sideLine) bool { return s.below != "" })
	upper, lower := at, at
	upper.Height = min(controls, max(at.Height-len(answers), min(leastControls, at.Height/2)))
	lower.Y, lower.Height = at.Y+upper.Height, min(at.Height-upper.Height, len(answers))
	return append(p.sideRows(above, upper), p.sideRows(answers, lower)...)
}

// ahead is the number of lines that stay in sight below the focused one, where as many have room above it.
const ahead = 3

// firstLine returns the first line in sight of a list, in a given room: the focused line and the next ones are in sight, between
// the lines that count those above and below.
func firstLine(lines, focus, room int) int {
	below := min(ahead, max(room-3, 0)/2)
	return max(min(focus+below+2-room, lines-room), 0)
}

// sideRows draws the lines that fit around the focused one, and says how many are left out above and below.
func (p *painter) sideRows(lines []sideLine, at chart.Rect) line.Block {
	first := firstLine(len(lines), p.focusedLine(lines), at.Height)
	basis := p.basisColumn(at.Width)
	var drawn line.Block
	for i := first; i < len(lines) && len(drawn) < at.Height; i++ {
		if lines[i].gap {
			drawn = append(drawn, line.Blank(at.Width))
			continue
		}
		text := p.sideLine(lines[i], chart.Rect{X: at.X, Y: at.Y + len(drawn), Width: at.Width, Height: 1}, basis)
		if last := len(drawn) == at.Height-1; last && i+1 < len(lines) {
			text = p.more(len(lines)-i, p.Look.Down, chart.Rect{X: at.X, Y: at.Y + len(drawn), Width: at.Width, Height: 1})
		} else if i > 0 && i == first {
			text = p.more(i+1, p.Look.Up, chart.Rect{X: at.X, Y: at.Y + len(drawn), Width: at.Width, Height: 1})
		}
		drawn = append(drawn, text)
	}
	return drawn.Fill(at.Width, at.Height)
}

// sideLine draws one line.
func (p *painter) sideLine(s sideLine, at chart.Rect, basis int) string {
	switch {
	case s.caption != "":
		return p.Line(at.Width).To(nameColumn).Put(p.Dim, s.caption).String()
	case s.all:
		p.frame.zones = append(p.frame.zones, zone{Rect: at, option: -1, does: explorer.Show{Pane: explorer.ControlsPane}})
		return p.allControls(at.Width)
	case s.above != "":
		p.frame.zones = append(p.frame.zones, zone{Rect: at, key: s.row.Key, option: -1})
		l, style := p.Line(at.Width), p.aged().Dim
		if p.holds(*s.row) {
			style = p.Accent
			if s.heads {
				l.Put(p.Accent, p.Focus)
			}
		}
		return l.To(nameColumn).Put(style, s.above).String()
	case s.named:
		return p.answerBelow(s, at, basis)
	case s.below != "":
		p.frame.zones = append(p.frame.zones, zone{Rect: at, key: s.row.Key, option: -1})
		start := indented
		if s.row.Kind == explorer.PickerRow {
			start = min(tabsIn(at.Width).word+pickSign, at.Width-theme.Width(p.Plain(s.below)))
		}
		return p.Line(at.Width).To(start).Put(p.aged().Dim, s.below).String()
	}
	return p.row(*s.row, at, basis)
}

// answerBelow draws an answer with a name that stands above, or begins there.
func (p *painter) answerBelow(s sideLine, at chart.Rect, basis int) string {
	p.frame.zones = append(p.frame.zones, zone{Rect: at, key: s.row.Key, option: -1})
	look := p.aged()
	name, number := look.Dim, look.Strong
	if p.holds(*s.row) {
		name, number = p.Accent, p.Accent
	}
	l := p.Line(at.Width).To(indented)
	text, known := explorer.Written(s.row.Reading)
	n, _ := placed(p.Look, s.row.Reading, basis, at.Width)
	switch {
	case !known:
		return l.Put(name, s.rest).To(basis).Put(look.Dim, fittingReason(p.Plain(text), at.Width-basis)).String()
	case s.word == "":
		l.Put(name, s.rest).To(n.start).Put(look.Dim, n.basis).To(l.At()+1+n.pad).Put(number, n.text)
	case s.begins:
		l.Put(look.Dim, n.basis+" ").Put(number, s.word)
	default:
		l.To(indented+theme.Width(n.basis)+1).Put(number, s.word)
	}
	if n.unit != "" && strings.HasSuffix(n.text, s.word) {
		l.Put(look.Text, " "+n.unit)
	}
	return l.String()
}

// focusedLine returns the index of the line that has the focus.
func (p *painter) focusedLine(lines []sideLine) int {
	return max(0, slices.IndexFunc(lines, func(s sideLine) bool {
		return s.row != nil && s.row.Key == p.scene.Focus && s.below == "" && s.above == ""
	}))
}

// more says how many other lines there are; a click moves the focus that way.
func (p *painter) more(lines int, way string, at chart.Rect) string {
	p.frame.zones = slices.DeleteFunc(p.frame.zones, func(z zone) bool { return z.Rect == at })
	step := explorer.Step{Lines: 1}
	if way == p.Look.Up {
		step.Lines = -1
	}
	p.frame.zones = append(p.frame.zones, zone{Rect: at, option: -1, does: step})
	return p.Line(at.Width).To(nameColumn).Put(p.Dim, numeral.Count(float64(lines))+" more "+way).String()
}
