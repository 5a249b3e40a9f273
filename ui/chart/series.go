package chart

import (
	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/ui/theme"
)

// series is the identity of the marks of one name: its colour, its marker and
// its dash stay the same while others come and go after it.
type series struct {
	name   string
	label  string // as in the legend, plain
	basis  known.Basis
	style  theme.Style
	marker string
	dash   dash
	line   bool // a Curve or Steps
	muted  bool
}

// identify gives every mark that is one of a series its identity. Colours
// repeat after six, with another dash; without colour every series has its own
// dash; markers repeat only after sixteen.
func (d *drawing) identify() {
	byName := map[string]int{}
	d.of = make([]int, len(d.figure.Marks))
	for i, m := range d.figure.Marks {
		s := series{}
		switch m := m.(type) {
		case engine.Curve:
			s = series{name: m.Name, label: m.Title, basis: m.Basis, line: true, muted: m.Muted}
		case engine.Steps:
			s = series{name: m.Name, label: m.Title, basis: m.Basis, line: true, muted: m.Muted}
		case engine.Band:
			s = series{name: m.Name, label: m.Title, basis: m.Basis}
		case engine.Bars:
			s = series{name: m.Name, label: m.Title, basis: m.Basis}
		case engine.Points:
			s = series{name: m.Name, label: m.Title, basis: m.Basis}
		default:
			d.of[i] = -1
			continue
		}
		if s.label == "" {
			s.label = s.name
		}
		s.label = d.glyphs.Plain(s.label)
		if at, known := byName[s.name]; known && s.name != "" {
			d.of[i] = at
			d.series[at].line = d.series[at].line || s.line
			continue
		}
		d.of[i] = len(d.series)
		byName[s.name] = len(d.series)
		d.series = append(d.series, s)
	}
	for i := range d.series {
		d.series[i].style = d.theme.Series[i%len(d.theme.Series)]
		d.series[i].marker = d.glyphs.Markers[i%len(d.glyphs.Markers)]
		turn := i / len(d.theme.Series)
		if !d.theme.Coloured() {
			turn = i
		}
		d.series[i].dash = dashes[turn%len(dashes)]
		if d.series[i].muted {
			d.series[i].style, d.series[i].dash = d.theme.Ghost, sparse
		}
	}
}

// lines is the number of series drawn as lines; with two or more, each has its
// marker.
func (d *drawing) lines() int {
	n := 0
	for _, s := range d.series {
		if s.line {
			n++
		}
	}
	return n
}
