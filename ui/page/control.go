package page

import (
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/line"
	"dpscope/ui/plan"
	"dpscope/ui/slider"
	"dpscope/ui/theme"
	"dpscope/views/view"
)

// control draws the focused control in one line, or the main one where an answer has the focus. The other sliders stand before and
// after it, each in its place wherever the focus is, as far as they fit; of those before it the first give way. At the end stands
// what all numbers depend on: the total, the mechanism and its guarantee.
func (p *painter) control(at chart.Rect) line.Block {
	r := p.scene.Focused()
	if r.Kind == explorer.AnswerRow || r.Kind < 0 {
		if r = p.scene.Main; r.Kind < 0 {
			return line.Block{line.Blank(at.Width)}
		}
	}
	forms := p.standing(r)
	short := forms[len(forms)-1]
	l, end := p.Line(at.Width), roomBefore(short, at.Width)
	before, others := p.around(r)
	for room := end - nameColumn - p.inlineWidth(r); len(before) > 0 && widthOfOthers(before) > room; {
		before = before[1:]
	}
	start := nameColumn
	for _, o := range before {
		p.putOther(l.To(start), o, at)
		start = l.At() + controlGap
	}
	z := zone{Rect: chart.Rect{X: at.X + start - nameColumn, Y: at.Y, Height: 1}, key: r.Key, option: -1}
	l.To(start - nameColumn)
	if focused := p.holds(r); focused {
		l.Put(p.Accent, p.Focus)
	}
	switch l.To(start); r.Kind {
	case explorer.SliderRow:
		z.param, z.track = r.Param, p.inline(l, r, chart.Rect{X: at.X, Y: at.Y, Width: end, Height: 1})
	case explorer.PickerRow:
		p.chosen(l, r.Choice.Title(), r.Picked.Title, p.nameStyle(p.holds(r)), end)
	case explorer.TextRow:
		p.written(l, r, end)
	}
	z.Width = at.X + l.At() - z.X
	p.frame.zones = append(p.frame.zones, z)
	shown := fittingOthers(others, l.At(), end)
	standing := short
	for i, form := range forms { // the longest form that displaces no other control; for the mechanism's name all but the first give way, and a seed too
		keeps := shown
		if i > 0 && keeps > 0 {
			keeps = 1
			if others[0].aside {
				keeps = 0
			}
		}
		if to := roomBefore(form, at.Width); l.At() <= to && fittingOthers(others, l.At(), to) >= keeps {
			standing, shown = form, fittingOthers(others, l.At(), to)
			break
		}
	}
	for _, o := range others[:shown] {
		p.putOther(l.To(l.At()+controlGap), o, at)
	}
	if standing != "" && l.At() <= at.Width-theme.Width(standing) {
		l.To(at.Width-theme.Width(standing)).Put(p.Dim, standing)
	}
	return line.Block{l.String()}
}

// putOther writes a slider besides the one of the line.
func (p *painter) putOther(l *line.Line, o other, at chart.Rect) {
	from := l.At()
	l.Put(p.Text, o.text)
	p.frame.zones = append(p.frame.zones, zone{Rect: chart.Rect{X: at.X + from, Y: at.Y, Width: l.At() - from, Height: 1}, key: o.key, option: -1})
}

// roomBefore returns the column before which a line ends that has words at its end.
func roomBefore(words string, width int) int {
	if words == "" {
		return width
	}
	return width - theme.Width(words) - controlGap
}

// controlGap is the gap between entries on the line of the control.
const controlGap = 3

// holds reports whether a row has the focus while the pointer does not have the keys.
func (p *painter) holds(r explorer.Row) bool { return r.Key == p.scene.Focus && !p.scene.Pointer.Held }

// valueAndTrack is the room of a slider's value and its track together, so that the others stay where they are as the value grows.
const valueAndTrack = 18

// inlineWidth returns the width of a slider on its line, with a track.
func (p *painter) inlineWidth(r explorer.Row) int {
	return theme.Width(p.Plain(explorer.SliderName(r.Param))) + 2 + valueAndTrack + 2
}

// inline writes a slider on its line, up to a column, and returns the place of its track.
func (p *painter) inline(l *line.Line, r explorer.Row, at chart.Rect) chart.Rect {
	const least, comfortable = 4, 8
	style := p.nameStyle(p.holds(r))
	name, value := p.Plain(explorer.SliderName(r.Param)), p.Plain(r.Param.Text(r.Value))
	if at.Width-l.At()-theme.Width(name)-4-theme.Width(value) < comfortable {
		name = p.Plain(r.Param.Symbol)
	}
	l.Put(style, name+"  ")
	if p.holds(r) && p.scene.Edit != nil {
		Entry(p.Look, l, p.scene.Edit)
		return chart.Rect{}
	}
	width := min(at.Width-l.At()-theme.Width(value)-2, valueAndTrack-theme.Width(value))
	l.Put(style, value)
	if width < least {
		return chart.Rect{}
	}
	track := chart.Rect{X: at.X + l.At() + 2, Y: at.Y, Width: width, Height: 1}
	l.To(l.At()+2).Raw(slider.Track(r.Param, r.Value, r.Opening, width, p.holds(r), p.Theme, p.Glyphs), width)
	return track
}

// chosen writes a menu on its line, up to a column.
func (p *painter) chosen(l *line.Line, name, word string, style theme.Style, end int) {
	l.Put(style, name+"  ")
	p.choice(l, style, p.Fit(p.Plain(word), max(end-l.At()-2*pickSign, 0)))
}

// pickSign is the room of a sign beside a choice.
const pickSign = 2

// written writes a text control on its line, up to a column.
func (p *painter) written(l *line.Line, r explorer.Row, end int) {
	style := p.nameStyle(p.holds(r))
	if p.holds(r) && p.scene.Edit != nil {
		Entry(p.Look, l.Put(style, r.Text.Heading()+"  "), p.scene.Edit)
		return
	}
	p.chosen(l, r.Text.Heading(), shorten(p.Look, r.Word, max(end-l.At()-theme.Width(r.Text.Heading())-2-2*pickSign, 0)), style, end)
}

// other is a slider besides the one on the line.
type other struct {
	text, key string
	aside     bool
}

// around returns the sliders before and after one on its line, as names and values: a symbol alone means nothing to a new
// reader. Before a menu or a text stands none.
func (p *painter) around(one explorer.Row) (before, after []other) {
	sliders := slices.DeleteFunc(slices.Clone(p.scene.Rows), func(r explorer.Row) bool { return r.Kind != explorer.SliderRow })
	for _, r := range sliders {
		if r.Key == one.Key {
			before, after = after, nil
			continue
		}
		name := strings.ReplaceAll(explorer.SliderName(r.Param), "  ", " ")
		after = append(after, other{p.Plain(name + " " + r.Param.Text(r.Value)), r.Key, r.Param.Role == param.Aside})
	}
	return before, after
}

// widthOfOthers returns the width of sliders beside one another, each with a gap after it.
func widthOfOthers(list []other) (width int) {
	for _, o := range list {
		width += theme.Width(o.text) + controlGap
	}
	return width
}

// fittingOthers counts the sliders that fit between two columns.
func fittingOthers(list []other, at, end int) (count int) {
	for _, o := range list {
		if at += controlGap + theme.Width(o.text); at > end {
			break
		}
		count++
	}
	return count
}

// standing returns what all numbers of a page depend on, unless the control beside says it: the ε that one person spends in
// all, unless that is an estimate, the mechanism, and its guarantee. The forms name both, neither, or the mechanism by its
// abbreviation.
func (p *painter) standing(but explorer.Row) (forms []string) {
	var total []string
	for _, a := range p.scene.Readings() {
		if value, written := explorer.Written(a); written && a.Key == (engine.Key{Name: view.EpsilonTotal}) && a.Known.Basis == known.Exact {
			total = append(total, "total "+value)
		}
	}
	full, plain, brief := slices.Clone(total), slices.Clone(total), slices.Clone(total)
	for _, r := range p.scene.Rows {
		if r.Kind != explorer.PickerRow || r.Picked.Tag == "" {
			continue
		}
		if r.Key == but.Key {
			full = append(full, "guarantee "+r.Picked.Tag)
			plain, brief = append(plain, r.Picked.Tag), append(brief, r.Picked.Tag)
			continue
		}
		full = append(full, r.Choice.Title()+" "+r.Picked.Title+", "+r.Picked.Tag)
		plain = append(plain, r.Picked.Title+", "+r.Picked.Tag)
		brief = append(brief, plan.Short(r.Picked.Title)+", "+r.Picked.Tag)
	}
	for _, parts := range [][]string{full, plain, brief} {
		forms = append(forms, p.Plain(strings.Join(parts, "   ")))
	}
	return forms
}
