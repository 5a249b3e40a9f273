package ui

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"

	"dpscope/ui/explorer"
	"dpscope/ui/keys"
	"dpscope/ui/line"
	"dpscope/ui/theme"
)

// cautions always stand at the foot of the page, in the words that fit.
var cautions = [...]string{
	"For learning and planning; do not publish noise drawn by this program.",
	"For learning; do not publish noise drawn by this program.",
	"Do not publish noise drawn by this program.",
	"Do not publish its noise.",
}

// footRows is the height of the foot.
func footRows(height int) int {
	switch {
	case height < 4:
		return 0
	case height < 7:
		return 1
	case height < 24:
		return 2
	}
	return 3
}

// foot draws the keys that work here and the caution, the one that stays
// longest. A name that is typed takes its place even so.
func (p *painter) foot(width, height int) line.Block {
	rows := footRows(height)
	if rows == 0 {
		return nil
	}
	foot := line.Block{p.Line(width).To(1).Put(p.Dim, caution(width)).String()}
	if prompt := p.shell.export; prompt != nil {
		if rows == 1 {
			return line.Block{p.exportLine(prompt, width)}
		}
		foot = append(line.Block{p.exportLine(prompt, width)}, foot...)
	} else if rows > 1 {
		foot = append(line.Block{p.footer(height-2, width, !hasTabs(width, height))}, foot...)
	}
	if rows > 2 {
		rule := p.Line(width).Put(p.Muted, strings.Repeat(p.Horizontal, width)).String()
		foot = append(line.Block{rule}, foot...)
	}
	return foot
}

func caution(width int) string {
	for _, words := range cautions {
		if len(words)+1 <= width {
			return words
		}
	}
	return cautions[len(cautions)-1]
}

const hintGap = 3

// footer shows the keys that work here: where not all fit, the minor ones go,
// then those at the end; quitting stays, and so do the keys where there are no
// tabs to name them.
func (p *painter) footer(y, width int, alone bool) string {
	last := []hint{{keys: []key.Binding{keys.Quit}}}
	if p.shell.overlay != noOverlay || p.scene.Mode != explorer.Browsing {
		last = nil // q is a letter there
	} else if alone {
		last = append([]hint{{keys: []key.Binding{keys.Help}}}, last...)
	}
	l := p.Line(width).To(1)
	list := hints(p.shell.overlay, p.scene, p.frame.page)
	if len(last) > 0 && len(p.shell.visited) > 0 {
		list = append(list, minor(one(keys.Back, "")))
	}
	for _, h := range append(p.fitting(list, last, width-1), last...) {
		name, does := h.words(p.Look)
		start := l.At()
		l.Put(p.Strong, name).Put(p.Dim, " "+does)
		if len(h.keys) == 1 {
			p.clickable(l, start, y, pressing(h.keys[0]))
		}
		l.To(l.At() + hintGap)
	}
	return l.String()
}

// fitting leaves out hints until the rest fits in a room, together with those
// that stay.
func (p *painter) fitting(list, stay []hint, room int) []hint {
	need := func() int {
		total := 1 - hintGap
		for _, h := range slices.Concat(list, stay) {
			name, does := h.words(p.Look)
			total += theme.Width(name) + 1 + theme.Width(does) + hintGap
		}
		return total
	}
	for i := len(list) - 1; i >= 0 && need() > room; i-- {
		if list[i].minor {
			list = slices.Delete(list, i, i+1)
		}
	}
	for len(list) > 0 && need() > room {
		list = list[:len(list)-1]
	}
	return list
}
