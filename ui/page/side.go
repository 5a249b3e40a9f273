package page

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/keys"
	"dpscope/ui/line"
	"dpscope/ui/theme"
)

// sideLine is a row, a line that belongs to a row, a gap between kinds of rows, a caption over a group of ranked answers, or
// folded controls.
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
	folded  string // controls in one line, each with its name
	key     string // key that lists them all, after them
}

// answers reports whether a line belongs to an answer.
func (s sideLine) answers() bool { return s.row != nil && s.row.Kind == explorer.AnswerRow }

// side draws the controls, the answers and the help of the focused row. Where room is short the gaps go first; then the values
// of folded controls, if the help can stay then, else both they and the help, which a key shows; then the gap before the
// readings, and then remarks, from the end.
func (p *painter) side(at chart.Rect) line.Block {
	fold, helpRows := p.fold(at), p.helpRows(at.Width, usualHelp)
	room := at.Height - len(fold) - helpRows
	lines := p.opened(at.Width, room)
	if spare := room - len(lines); spare > 0 { // the help takes free rows
		longer := min(helpRows+spare, p.helpRows(at.Width, mostHelp))
		helpRows, room = longer, room-(longer-helpRows)
	}
	yield := func(out func(sideLine) bool) {
		if len(lines) > room {
			lines = without(lines, out)
		}
	}
	settings := func(s sideLine) bool { return s.folded != "" && s.key == "" }
	yield(func(s sideLine) bool { return s.gap && !s.apart })
	if len(without(lines, settings)) > room {
		helpRows, room = 0, at.Height-len(fold)
	}
	lines = shortened(lines, room, settings)
	yield(func(s sideLine) bool { return s.gap })
	lines = shortened(lines, room, func(s sideLine) bool { return s.below != "" })
	drawn := p.sideParts(lines, chart.Rect{X: at.X, Y: at.Y, Width: at.Width, Height: min(room, max(len(lines), 1))})
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

// opened returns the lines of the side with the most controls in full, each on its own line, that fit.
func (p *painter) opened(width, room int) []sideLine {
	_, menus, sliders := p.unfolded(0)
	for open := len(menus) + len(sliders); open > 0; open-- {
		if lines := p.sideLines(width, open); len(lines) <= room {
			return lines
		}
	}
	return p.sideLines(width, 0)
}

// sideLines separates the kinds of rows by gaps; it leaves the first open of the foldable controls unfolded.
func (p *painter) sideLines(width, open int) []sideLine {
	rows, menus, sliders := p.unfolded(open)
	lines := make([]sideLine, 0, 3*len(rows))
	told, last := len(menus)+len(sliders), p.allControls()
	for _, r := range slices.Concat(menus, sliders) {
		if r.Key == p.scene.Focus { // a folded control with the focus stands below the folded ones, so that no row moves
			last = sideLine{row: r}
		}
	}
	for i, r := range rows {
		if i > 0 {
			before := rows[i-1].Kind
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
		next := explorer.AnswerRow
		if i+1 < len(rows) {
			next = rows[i+1].Kind
		}
		if r.Kind < explorer.SliderRow && next >= explorer.SliderRow {
			lines, menus = append(lines, p.foldedLines(menus, width)...), nil
		}
		if r.Kind < explorer.AnswerRow && next == explorer.AnswerRow && told+p.scene.Hidden > 0 {
			lines = append(append(lines, p.foldedLines(append(menus, sliders...), width)...), last)
			menus, told = nil, 0
		}
	}
	return lines
}

// Numbers of unchanged menus and of sliders that stand in full where there are more.
const (
	mostMenus   = 3
	manySliders = 4
	fewSliders  = 3
)

// unfolded returns the rows that stand in full, and the folded controls. Menus fold where many are as at the opening; sliders
// fold beyond the first ones that were not moved and that the page does not refer to. The first open foldable controls stand in
// full too.
func (p *painter) unfolded(open int) (rows, menus, sliders []*explorer.Row) {
	count, kept, folding := 0, 0, 0
	for i := range p.scene.Rows {
		r := &p.scene.Rows[i]
		if p.quiet(r) && r.Kind < explorer.SliderRow {
			folding++
		}
		if r.Kind == explorer.SliderRow {
			count++
			if !p.idle(r) {
				kept++
			}
		}
	}
	several := folding > mostMenus
	rows = make([]*explorer.Row, 0, len(p.scene.Rows))
	for i := range p.scene.Rows {
		r := &p.scene.Rows[i]
		menu := several && r.Kind < explorer.SliderRow && p.idle(r)
		slider := count > manySliders && r.Kind == explorer.SliderRow && p.idle(r) && kept >= fewSliders
		if (menu || slider) && open > 0 {
			open--
			rows = append(rows, r)
			continue
		}
		switch {
		case menu:
			menus = append(menus, r)
		case slider:
			sliders = append(sliders, r)
		default:
			if r.Kind == explorer.SliderRow && p.idle(r) {
				kept++
			}
			rows = append(rows, r)
		}
	}
	return rows, menus, sliders
}

// idle reports whether a control is quiet and not the main one. The focus does not matter, so that it moves no row.
func (p *painter) idle(r *explorer.Row) bool { return r.Key != p.scene.Main.Key && p.quiet(r) }

// quiet reports whether a control is as at the opening, and the page does not refer to it: no guarantee, no target, no
// suggestion to try and no x axis.
func (p *painter) quiet(r *explorer.Row) bool {
	if r.Kind < explorer.SliderRow {
		return !r.Moved && r.Picked.Tag == ""
	}
	tried := slices.Contains(p.scene.TriesOn, r.Key)
	drawn := p.scene.Sheet.Figure.X.Name == r.Key || r.Param.Role == param.Target
	return r.Kind == explorer.SliderRow && r.Value == r.Opening && !tried && !drawn
}

// foldedLines returns the values of controls, each with its name.
func (p *painter) foldedLines(rows []*explorer.Row, width int) (lines []sideLine) {
	const most = 3
	var words []string
	for _, r := range rows {
		if word := named(r); word != "" {
			words = append(words, word)
		}
	}
	if len(words) == 0 {
		return nil
	}
	for _, t := range p.setWhole(words, width-nameColumn, most) {
		lines = append(lines, sideLine{folded: t})
	}
	return lines
}

// setWhole sets phrases into at most most lines, none broken; it drops those without room.
func (p *painter) setWhole(phrases []string, width, most int) (lines []string) {
	between := " " + p.Bullet + " "
	for _, phrase := range phrases {
		phrase = p.Plain(phrase)
		last := len(lines) - 1
		switch {
		case last >= 0 && theme.Width(lines[last]+between+phrase) <= width:
			lines[last] += between + phrase
		case len(lines) < most:
			lines = append(lines, p.Fit(phrase, width))
		}
	}
	return lines
}

// named returns a control's name and its value.
func named(r *explorer.Row) string {
	switch r.Kind {
	case explorer.PickerRow:
		return r.Choice.Title() + ": " + r.Picked.Title
	case explorer.TextRow:
		if r.Word == "" {
			return ""
		}
		return r.Text.Heading() + ": " + r.Word
	}
	return cmp.Or(r.Param.Label, r.Param.Symbol) + ": " + r.Param.Text(r.Value)
}

// allControls says which key lists all controls: the key as in the foot, and a word, since the key is a punctuation mark.
func (p *painter) allControls() sideLine {
	count := p.scene.Hidden
	for _, r := range p.scene.Rows {
		if r.Kind < explorer.AnswerRow {
			count++
		}
	}
	return sideLine{folded: "all " + strconv.Itoa(count) + " controls: ", key: keys.Controls.Help().Key}
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

// without returns the lines that out does not match.
func without(lines []sideLine, out func(sideLine) bool) []sideLine {
	return slices.DeleteFunc(slices.Clone(lines), out)
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

// leastAnswers is the room that answers keep beside a long list of controls: the answer, three more, and the number of others.
const leastAnswers = 5

// ahead is the number of controls that stay in sight below the focused one.
const ahead = 3

// sideParts draws controls and answers: as one list where both fit or an answer has the focus, else controls fold before the
// answers do.
func (p *painter) sideParts(lines []sideLine, at chart.Rect) line.Block {
	controls := slices.IndexFunc(lines, func(s sideLine) bool { return s.answers() || s.caption != "" })
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

// sideRows draws the lines that fit from first on, and says how many are left out above and below.
func (p *painter) sideRows(lines []sideLine, first int, at chart.Rect) line.Block {
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
	case s.folded != "":
		p.frame.zones = append(p.frame.zones, zone{Rect: at, option: -1, does: explorer.Show{Pane: explorer.ControlsPane}})
		l := p.Line(at.Width).To(nameColumn).Put(p.Dim, s.folded)
		if s.key != "" {
			l.Put(p.Strong, s.key).Put(p.Dim, " (comma)")
		}
		return l.String()
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
