package chart

import (
	"cmp"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/ui/theme"
)

// series is the identity of the marks of one name: its colour, its marker and its dash stay the same while others come and go
// after it, and in any order where the figure lists its members.
type series struct {
	name   string
	label  string // as in the legend, plain
	value  string // of the reading that it shows, which stands after the label; empty: none
	basis  known.Basis
	style  theme.Style
	marker string
	dash   dash
	line   bool
	muted  bool
	here   bool
	trail  bool // a line in the plane, whose looks its mark sets
	strong bool // a trail in a colour of its own
	answer bool // a line over all others
	broken bool // dashed
	ghost  bool // of the held setting
	left   bool // one of too many lines
}

// identify prepares the marks for all later steps, and gives each that belongs to a series its identity.
func (d *drawing) identify() {
	byName := map[string]int{}
	d.marks, d.of = make([]engine.Normal, len(d.figure.Marks)), make([]int, len(d.figure.Marks))
	for i, mark := range d.figure.Marks {
		d.marks[i] = mark.Normal()
		m := &d.marks[i]
		if m.Interpolation == engine.Filling {
			tidy(m)
		}
		value := d.shown(m)
		if !m.Series() {
			d.of[i] = -1
			continue
		}
		s := series{name: m.Name, label: cmp.Or(m.Title, m.Name), basis: m.Basis, line: m.IsLine(), muted: m.Muted, here: m.Here,
			trail: m.Form == engine.Trail, strong: m.Form == engine.Trail && m.Emphasis, answer: m.IsLine() && m.Emphasis, broken: m.Dashed}
		if m.Held != "" { // all of them are one
			s.name, s.label, s.muted, s.ghost = m.Held, m.Held, true, true
		}
		s.label, s.value = d.glyphs.Plain(s.label), value
		if m.Title == "" && len(m.As) > 0 { // the members that the points stand for are named where these are
			s.label = ""
		}
		if at, known := byName[s.name]; known && s.name != "" {
			d.of[i] = at
			if s.line && !d.series[at].line { // the name of a band says what it shows of the line
				d.series[at].line, d.series[at].label, d.series[at].answer = true, s.label, s.answer
			}
			if of := &d.series[at]; s.trail && !of.trail && !of.line {
				of.trail, of.label, of.strong, of.broken = true, s.label, s.strong, s.broken
			}
			continue
		}
		d.of[i] = len(d.series)
		byName[s.name] = len(d.series)
		d.series = append(d.series, s)
	}
	d.listed = d.namesEach()
	for i := range d.series {
		d.dress(&d.series[i], i)
	}
	d.tellApart()
	d.leaveOut()
	d.fine = d.finer()
}

// shown returns the value of the reading that a mark shows. Where the mark is one point, or no series, the value is its label
// or ends its title, and the series gets none.
func (d *drawing) shown(m *engine.Normal) string {
	value := d.reading(m)
	if value == "" {
		return ""
	}
	switch {
	case m.Form == engine.Dot && len(m.X) == 1:
		m.Labels = []string{value}
	case !m.Series():
		m.Title = strings.TrimSpace(m.Title + " " + value)
	default:
		return value
	}
	return ""
}

// reading returns the reading that a mark shows, as it is written; empty: none.
func (d *drawing) reading(m *engine.Normal) string {
	for _, s := range d.figure.Shows {
		if s.Mark == m.Name && s.Text != "" && m.Held == "" {
			return d.glyphs.Plain(s.Text)
		}
	}
	return ""
}

// tellApart gives a member that stands out beside another of its colour the first colour that none of those has; its marker
// stays.
func (d *drawing) tellApart() {
	if len(d.theme.Series) == 0 || !d.theme.Coloured() || d.listed {
		return
	}
	used := map[int]bool{}
	for _, i := range d.byPlace() {
		s := &d.series[i]
		member := slices.Index(d.figure.Members, s.name)
		if member < 0 || s.muted || s.ghost || s.here || s.trail {
			continue
		}
		hue := d.hue(member)
		for free := range d.theme.Series {
			if used[hue] && !used[free] {
				hue = free
			}
		}
		if used[hue] { // there are more members than colours
			continue
		}
		used[hue] = true
		s.style = d.theme.Series[hue]
	}
}

// hue returns the colour of a place among the members of the figure.
func (d *drawing) hue(member int) int {
	if member < len(d.figure.Hues) {
		member = d.figure.Hues[member]
	}
	return member % len(d.theme.Series)
}

// dress gives a series the looks of its place: among the members of the figure, or in the order of appearance. Colours repeat
// after eight, with another marker, and another dash where only the order gives the place; without colour every series has its
// own dash; markers repeat only after sixteen.
func (d *drawing) dress(s *series, appeared int) {
	place, turn := appeared, appeared/len(d.theme.Series)
	if member := slices.Index(d.figure.Members, s.name); member >= 0 {
		place, turn = member, 0
	}
	if !d.theme.Coloured() && d.lines() > 1 {
		turn = place
	}
	s.style, s.marker = d.looks(place)
	s.dash = dashes[turn%len(dashes)]
	switch {
	case s.ghost:
		s.style, s.marker, s.dash = d.theme.Ghost, d.glyphs.Bullet, dotted
	case s.trail:
		s.dash = nil
		const vivid = 5 // of the colours, the first that kinds of records do not have
		if s.style = d.theme.Strong; s.strong {
			s.style = d.theme.Series[vivid]
		}
		if s.muted {
			s.style, s.dash = d.theme.Muted, sparse
		}
		if s.broken {
			s.dash = dashes[2]
		}
	case s.here:
		s.style, s.marker = d.theme.Accent, d.glyphs.Here
	case d.listed:
		s.style, s.marker = d.theme.Text, d.glyphs.Markers[0]
	case s.answer:
		s.dash = nil
	case s.muted && d.theme.Coloured():
		s.style, s.dash = d.theme.Ghost, nil
	case s.muted:
		s.style, s.dash = d.theme.Ghost, sparse
	}
}

// looks returns the colour and the marker of a place.
func (d *drawing) looks(place int) (theme.Style, string) {
	return d.theme.Series[d.hue(place)], d.glyphs.Markers[place%len(d.glyphs.Markers)]
}

// lines returns the number of series drawn as lines, without ghosts; with two or more, each has its marker.
func (d *drawing) lines() int {
	n := 0
	for _, s := range d.series {
		if s.line && !s.ghost {
			n++
		}
	}
	return n
}

// clouds returns the number of series of observations, each with its marker.
func (d *drawing) clouds() int {
	n := 0
	for _, m := range d.marks {
		if m.Form == engine.Dot && len(m.X) > 1 {
			n++
		}
	}
	return n
}

// mutedLines returns the number of muted series drawn as lines.
func (d *drawing) mutedLines() int {
	n := 0
	for _, s := range d.series {
		if s.muted && !s.ghost && (s.line && !s.trail || s.trail && d.figure.Folded) {
			n++
		}
	}
	return n
}

// crowded reports whether muted lines are too many for a small picture, or would form a tangle: they are left out, and stand in
// the table.
func (d *drawing) crowded() bool {
	if d.figure.Folded && !d.paper {
		return d.mutedLines() > 0
	}
	return d.compact && d.mutedLines() > mostMutedNames
}

// crowd reports whether a mark is one of those, or of a line that is left out.
func (d *drawing) crowd(mark int) bool {
	m := &d.marks[mark]
	if d.of[mark] >= 0 && d.series[d.of[mark]].left {
		return true
	}
	line := m.IsLine() || m.Form == engine.Trail && d.figure.Folded
	return d.crowded() && line && d.of[mark] >= 0 && d.series[d.of[mark]].muted && !d.series[d.of[mark]].ghost
}
