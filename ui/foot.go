package ui

import (
	"cmp"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"

	"dpscope/ui/explorer"
	"dpscope/ui/keys"
	"dpscope/ui/line"
	"dpscope/ui/page"
	"dpscope/ui/theme"
)

// A caution stands on every screen: in a row of its own, or in few words at the end of the keys, where the row goes to the
// picture.
const (
	caution      = "For learning and planning only: do not release data with this noise."
	shortCaution = "for learning only"
	cautionFrom  = 80 // columns from which it has a row
)

// footRows returns the height of the foot.
func footRows(width, height int) int {
	switch {
	case height < 4:
		return 0
	case height < airyHead || width < cautionFrom:
		return 1
	}
	return 3
}

// footRows returns the height of the foot here: before a room the keys alone.
func (p *painter) footRows(width, height int) int {
	if p.shell.room != nil {
		return min(footRows(width, height), 1)
	}
	return footRows(width, height)
}

// foot draws the keys that work here and the caution. A name being typed takes the place of the keys, and the possible endings
// that of the caution.
func (p *painter) foot(width, height int) line.Block {
	rows := p.footRows(width, height)
	if rows == 0 {
		return nil
	}
	y := height - min(rows, 2) // row of the keys
	keyRow, said := "", p.cautionRow(width, y+1)
	if prompt := p.shell.export; prompt != nil {
		keyRow, said = p.exportLine(prompt, width), p.endingsLine(width)
		if prompt.asked != nil {
			keyRow, said = p.askedLine(prompt, width), p.Line(width).To(1).Put(p.Dim, prompt.asked.says).String()
		}
	} else {
		keyRow = p.footer(y, width, rows == 1)
	}
	foot := line.Block{keyRow}
	if rows > 1 {
		foot = append(foot, said)
		rule := p.Line(width).Put(p.Muted, strings.Repeat(p.Horizontal, width)).String()
		foot = append(line.Block{rule}, foot...)
	}
	return foot
}

// cautionRow draws the caution, and after it the line for newcomers where one is due.
func (p *painter) cautionRow(width, y int) string {
	l := p.Line(width).To(1).Put(p.Dim, caution)
	if p.frame.invited {
		start := l.To(width - page.Margin(width) - len(invitation)).At()
		l.Put(p.Accent, invitation)
		p.clickable(l, start, y, pressing(keys.Lessons))
	}
	return l.String()
}

// gapOf returns the gap between two hints.
func gapOf(width int) int {
	if width < wideHead {
		return 2
	}
	return 3
}

// footer shows the keys that work here: where not all fit, the minor ones go, then the rest is shortened, then the last ones
// go. A foot of one row ends with the key of help, which goes last, and the caution.
func (p *painter) footer(y, width int, alone bool) string {
	browsing := p.shell.overlay == noOverlay && p.scene.Mode == explorer.Browsing
	var last []hint
	room := width - 1 - page.Margin(width)
	if alone {
		room -= len(shortCaution) + gapOf(width)
		if browsing && p.shell.height < tallHead { // else it stands at the top
			if last = []hint{{keys: []key.Binding{keys.Help}}}; p.shell.newcomer() { // nor has the page a row for the invitation
				last = append([]hint{one(keys.Lessons, "lesson 1")}, last...)
			}
		}
	}
	l := p.Line(width).To(1)
	list := hints(p.shell.overlay, p.scene, p.frame.page)
	if p.shell.room != nil && browsing && p.scene.Pane == explorer.PicturePane {
		list = p.roomHints()
	} else if run := p.shell.lesson; run != nil && browsing && p.scene.Pane == explorer.PicturePane {
		if run.Shows() {
			list = append(sequenceHints(run), list...)
		} else {
			list = lessonHints(run)
		}
	}
	for i, h := range list {
		if alone {
			list[i].does = cmp.Or(h.brief, h.does)
		}
	}
	if browsing {
		if len(p.shell.visited) > 0 {
			list = append(list, minor(one(keys.Back, "")))
		}
		list = append(list, minor(one(keys.Quit, "")))
	}
	if room < hintsWidth(p.Look, last, gapOf(width)) { // the caution yields to the key of help
		room = width - 1 - page.Margin(width)
	}
	for _, h := range append(p.fitting(list, last, room), last...) {
		name, does := h.words(p.Look)
		start := l.At()
		l.Put(p.Strong, name).Put(p.Dim, " "+does)
		if len(h.keys) == 1 {
			p.clickable(l, start, y, pressing(h.keys[0]))
		}
		l.To(l.At() + gapOf(width))
	}
	if start := width - page.Margin(width) - len(shortCaution); alone && l.At() <= start {
		l.To(start).Put(p.Dim, shortCaution)
	}
	return l.String()
}

// hintsWidth returns the width of hints beside one another.
func hintsWidth(look line.Look, list []hint, gap int) int {
	total := -gap
	for _, h := range list {
		name, does := h.words(look)
		total += theme.Width(name) + 1 + theme.Width(does) + gap
	}
	return total
}

// fitting drops hints, and shortens others, until list fits in the room together with stay.
func (p *painter) fitting(list, stay []hint, room int) []hint {
	gap := gapOf(p.shell.width)
	fits := func() bool { return hintsWidth(p.Look, slices.Concat(list, stay), gap) <= room }
	for i := len(list) - 1; i >= 0 && !fits(); i-- {
		if !list[i].minor {
			continue
		}
		if list[i].does = cmp.Or(list[i].brief, list[i].does); !fits() {
			list = slices.Delete(list, i, i+1)
		}
	}
	for i := len(list) - 1; i >= 0 && !fits(); i-- {
		list[i].does = cmp.Or(list[i].brief, list[i].does)
	}
	for len(list) > 0 && !fits() {
		list = list[:len(list)-1]
	}
	return list
}
