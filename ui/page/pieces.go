package page

import (
	"slices"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/keys"
	"dpscope/ui/line"
	"dpscope/ui/theme"
	"dpscope/views/view"
)

// answers draws the first answers, in rows of one to three, the focused one first, and the number of others.
func (p *painter) answers(at chart.Rect) line.Block {
	list, said := p.listed(), false
	if second := attackerSecond(list); at.Height == 1 && p.withAllowed(second, p.roomBeside(second, at)) != nil {
		list = second
	}
	var b line.Block
	for row := range at.Height {
		on := chart.Rect{X: at.X, Y: at.Y + row, Width: at.Width, Height: 1}
		l := p.Line(at.Width)
		last := row == at.Height-1
		taken := p.answerRow(l, list, on, last)
		list = list[taken:]
		if n := len(list) + p.scene.Folded; n > 0 && !said && (last || len(list) == 0 && p.hasRoom(l, foldedBrief(n))) {
			p.besides(l, n, on)
			said = true
		}
		b = append(b, l.String())
	}
	return b
}

// listed returns the answers in sight, the focused one first.
func (p *painter) listed() []explorer.Row {
	var list []explorer.Row
	for _, r := range p.scene.Rows {
		switch {
		case r.Kind != explorer.AnswerRow:
		case r.Key == p.scene.Focus:
			list = append([]explorer.Row{r}, list...)
		default:
			list = append(list, r)
		}
	}
	return list
}

// attackerSecond moves the share of right guesses of an attacker to the second place where what ε alone would allow stands
// beside it: the price states the former, and readers ask first why it differs from the latter.
func attackerSecond(list []explorer.Row) []explorer.Row {
	i := slices.IndexFunc(list, func(r explorer.Row) bool {
		return r.Reading.Key == engine.Key{Name: view.AttackerRight} && view.SaysAllowed(r.Reading)
	})
	if i < 2 {
		return list
	}
	return slices.Insert(slices.Delete(slices.Clone(list), i, i+1), 1, list[i])
}

// roomBeside returns the room of answers in a row that also says how many others there are.
func (p *painter) roomBeside(list []explorer.Row, at chart.Rect) int {
	return at.Width - answerColumn - margin - theme.Width(foldedBrief(len(list)+p.scene.Folded)) - answerGap
}

// withAllowed returns the first answer and the attacker's, with what ε alone would allow; nil: that is unknown, or has no room.
func (p *painter) withAllowed(list []explorer.Row, room int) []piece {
	const both = 2
	if len(list) < both || list[1].Reading.Key != (engine.Key{Name: view.AttackerRight}) || !view.SaysAllowed(list[1].Reading) ||
		p.scene.Sheet.Held != nil {
		return nil
	}
	for _, brief := range [...]bool{false, true} {
		pieces := p.pieces(list[:both], room, brief, false)
		pieces[1].text += ";"
		if pieces[1].remark = p.Plain(list[1].Reading.Remark); widthOfPieces(pieces) <= room {
			return pieces
		}
	}
	return nil
}

// answerGap is the gap between two answers of a row.
const answerGap = 3

// The column where a row of answers begins, as texts do, and the greatest number of answers in it.
const (
	answerColumn = 1
	mostAnswers  = 3
)

// answerRow writes the answers that fit into a row, and returns their number. The last row also says how many others there are;
// the word after that number gives way before an answer does.
func (p *painter) answerRow(l *line.Line, list []explorer.Row, at chart.Rect, last bool) int {
	room := at.Width - answerColumn - margin
	if two := p.withAllowed(list, p.roomBeside(list, at)); two != nil && last {
		p.put(l, list[:len(two)], two, at)
		return len(two)
	}
	pieces := p.fitting(list, room)
	if n := len(list) + p.scene.Folded; last && n > mostAnswers {
		pieces = p.fitting(list, room-theme.Width(p.folded(n))-answerGap)
		if more := p.fitting(list, room-theme.Width(foldedBrief(n))-answerGap); len(more) > len(pieces) {
			pieces = more
		}
	}
	p.put(l, list[:len(pieces)], pieces, at)
	return len(pieces)
}

// fitting returns the answers that fit: three in brief before two in full, and two in full before three that are cut. Intervals
// and remarks are written where all of them have room.
func (p *painter) fitting(list []explorer.Row, room int) []piece {
	if len(list) == 0 {
		return nil
	}
	const most, leastName = mostAnswers, 12
	tries := [...]struct {
		count               int
		cut, brief, remarks bool
	}{
		{most, false, false, true}, {most, false, false, false}, {most, false, true, true}, {most, false, true, false},
		{2, false, false, true}, {2, false, false, false}, {2, false, true, false}, {most, true, true, false}, {2, true, true, false},
		{1, false, false, true}, {1, false, false, false}, {1, true, true, false},
	}
	var pieces []piece
	for i, try := range tries {
		n, names := min(try.count, len(list)), room
		if try.cut {
			names = leastName
		}
		if p.scene.Sheet.Held != nil && !try.remarks && try.count > 1 { // the difference from a held answer comes first
			continue
		}
		pieces = p.pieces(list[:n], names, try.brief, try.remarks)
		if widthOfPieces(pieces) > room && i < len(tries)-1 {
			continue
		}
		if try.cut {
			pieces = p.spread(list[:n], pieces, room)
		}
		break
	}
	return pieces
}

// piece is an answer in a row of several.
type piece struct{ name, basis, text, remark string }

func (c piece) width() int {
	return theme.Width(c.name) + 1 + theme.Width(c.basis) + 1 + theme.Width(c.text) + spaced(c.remark)
}

// pieces writes answers with names of at most names cells.
func (p *painter) pieces(list []explorer.Row, names int, brief, remarks bool) []piece {
	var all []piece
	for _, r := range list {
		text, known := explorer.Written(r.Reading)
		c := piece{name: p.Fit(p.Plain(p.nameOf(r.Reading, brief)), names), basis: p.Basis(r.Reading.Known.Side()), text: p.Plain(text)}
		if !known {
			c.text = fittingReason(c.text, max(names/2, len("none; w says why")))
		}
		if known && r.Reading.Unit != "" {
			c.text += " " + p.Plain(r.Reading.Unit)
		}
		if rest := p.Plain(remark(r.Reading).full); remarks && rest != "" {
			c.remark = "(" + rest + ")"
		}
		all = append(all, c)
	}
	return all
}

// spread gives the room that is left to names that were cut.
func (p *painter) spread(list []explorer.Row, cut []piece, room int) []piece {
	for names := theme.Width(cut[0].name); names < room; names++ {
		wider := p.pieces(list, names+1, true, false)
		if widthOfPieces(wider) > room {
			break
		}
		cut = wider
	}
	return cut
}

// nameOf returns the name of an answer, in brief where its declaration has a brief one.
func (p *painter) nameOf(a engine.Reading, brief bool) string {
	i := slices.IndexFunc(p.scene.View.Declared, func(d view.Declared) bool { return d.Name == a.Key.Name })
	if !brief || a.Key.Member != "" || i < 0 || p.scene.View.Declared[i].Brief == "" {
		return a.Heading()
	}
	return p.scene.View.Declared[i].Brief
}

func widthOfPieces(pieces []piece) int {
	width := (len(pieces) - 1) * answerGap
	for _, c := range pieces {
		width += c.width()
	}
	return width
}

// put writes the pieces of a row, and notes their zones.
func (p *painter) put(l *line.Line, list []explorer.Row, pieces []piece, at chart.Rect) {
	look := p.aged()
	for i, c := range pieces {
		name, strong := look.Dim, look.Strong
		from := l.To(answerColumn).At()
		if i > 0 {
			from = l.To(l.At() + answerGap).At()
		}
		if p.holds(list[i]) {
			name, strong = look.Accent, look.Accent
		}
		l.Put(name, c.name+" ").Put(look.Dim, c.basis+" ").Put(strong, c.text)
		if c.remark != "" {
			l.Put(look.Dim, " "+c.remark)
		}
		p.frame.zones = append(p.frame.zones, zone{Rect: chart.Rect{X: at.X + from, Y: at.Y, Width: l.At() - from, Height: 1}, key: list[i].Key,
			option: -1})
	}
}

// besides says how many other answers there are, and the key that shows them.
func (p *painter) besides(l *line.Line, count int, at chart.Rect) {
	text, end := p.folded(count), at.Width-margin
	if !p.hasRoom(l, text) {
		text = foldedBrief(count)
	}
	from := l.To(end - theme.Width(text)).At()
	l.Put(p.Dim, text)
	p.frame.zones = append(p.frame.zones, zone{Rect: chart.Rect{X: at.X + from, Y: at.Y, Width: theme.Width(text), Height: 1}, option: -1,
		does: p.frame.Unfold(p.scene)})
}

// hasRoom reports whether a text fits at the end of a row of answers.
func (p *painter) hasRoom(l *line.Line, text string) bool {
	return l.At()+answerGap+theme.Width(text) <= l.Width()-margin
}

// folded says how many answers are out of sight, and the key that shows them.
func (p *painter) folded(count int) string {
	return keys.Unfold.Help().Key + numeral.Count(float64(count)) + " readings"
}

// foldedBrief says it where the word has no room.
func foldedBrief(count int) string {
	return keys.Unfold.Help().Key + numeral.Count(float64(count)) + " more"
}
