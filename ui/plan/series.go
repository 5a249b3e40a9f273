package plan

import (
	"cmp"
	"slices"
	"strings"

	"dpscope/engine"
)

// identify prepares the marks for all later steps, and gives each that belongs to a series its identity.
func (p *Subject) identify() {
	byName := map[string]int{}
	p.Marks, p.Of = make([]engine.Normal, len(p.Figure.Marks)), make([]int, len(p.Figure.Marks))
	for i, mark := range p.Figure.Marks {
		p.Marks[i] = mark.Normal()
		m := &p.Marks[i]
		if m.Interpolation == engine.Filling {
			tidy(m)
		}
		value := p.shown(m)
		if !m.Series() {
			p.Of[i] = -1
			continue
		}
		s := Series{Name: m.Name, Label: cmp.Or(m.Title, m.Name), Basis: m.Basis, Line: m.IsLine(), Muted: m.Muted, Here: m.Here,
			Trail: m.Form == engine.Trail, Strong: (m.Form == engine.Trail || m.Form == engine.Dot) && m.Emphasis, Answer: m.IsLine() && m.Emphasis, Broken: m.Dashed}
		if m.Held != "" { // all of them are one
			s.Name, s.Label, s.Muted, s.Ghost = m.Held, m.Held, true, true
		}
		s.Label, s.Value = p.Text.Plain(s.Label), value
		if m.Title == "" && len(m.As) > 0 { // the members that the points stand for are named where these are
			s.Label = ""
		}
		if at, known := byName[s.Name]; known && s.Name != "" {
			p.Of[i] = at
			if s.Line && !p.Series[at].Line { // the name of a band says what it shows of the line
				p.Series[at].Line, p.Series[at].Label, p.Series[at].Answer = true, s.Label, s.Answer
			}
			if of := &p.Series[at]; s.Trail && !of.Trail && !of.Line {
				of.Trail, of.Label, of.Strong, of.Broken = true, s.Label, s.Strong, s.Broken
			}
			continue
		}
		p.Of[i] = len(p.Series)
		byName[s.Name] = len(p.Series)
		p.Series = append(p.Series, s)
	}
	p.enclose()
	p.Listed = p.namesEach()
	for i := range p.Series {
		p.dress(&p.Series[i], i)
	}
	p.tellApart()
	p.leaveOut()
}

// shown returns the value of the reading that a mark shows. Where the mark is one point, or no series, the value is its label
// or ends its title, and the series gets none.
func (p *Subject) shown(m *engine.Normal) string {
	value := p.Reading(m)
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

// Reading returns the reading that a mark shows, as it is written; empty: none.
func (p *Subject) Reading(m *engine.Normal) string {
	for _, s := range p.Figure.Shows {
		if s.Mark == m.Name && s.Text != "" && m.Held == "" {
			return p.Text.Plain(s.Text)
		}
	}
	return ""
}

// tellApart gives a member that stands out beside another of its colour the first colour that none of those has; its marker
// stays.
func (p *Subject) tellApart() {
	if !p.Coloured || p.Listed {
		return
	}
	used := map[int]bool{}
	for _, i := range p.ByPlace() {
		s := &p.Series[i]
		member := slices.Index(p.Figure.Members, s.Name)
		if member < 0 || s.Muted || s.Ghost || s.Here || s.Trail {
			continue
		}
		hue := p.hueOf(member)
		for free := range Hues {
			if used[hue] && !used[free] {
				hue = free
			}
		}
		if used[hue] { // there are more members than colours
			continue
		}
		used[hue] = true
		s.Ink = Hue + Ink(hue)
	}
}

// hueOf returns the colour of a place among the members of the figure.
func (p *Subject) hueOf(member int) int {
	if member < len(p.Figure.Hues) {
		member = p.Figure.Hues[member]
	}
	return member % Hues
}

// dress gives a series the looks of its place: among the members of the figure, or in the order of appearance. Colours repeat
// after eight, with another marker, and another dash where only the order gives the place; without colour every series has its
// own dash; markers repeat only after sixteen.
func (p *Subject) dress(s *Series, appeared int) {
	place, turn := appeared, appeared/Hues
	if member := slices.Index(p.Figure.Members, s.Name); member >= 0 {
		place, turn = member, 0
	}
	if !p.Coloured && p.Lines() > 1 {
		turn = place
	}
	s.Ink, s.Marker = p.Looks(place)
	s.Dash = dashes[turn%len(dashes)]
	switch {
	case s.Ghost:
		s.Ink, s.Marker, s.Dash = Ghost, NoMarker, dotted
	case s.Trail:
		s.Dash = nil
		const vivid = 5 // of the colours, the first that kinds of records do not have
		if s.Ink = Strong; s.Strong {
			s.Ink = Hue + vivid
		}
		if s.Muted {
			s.Ink, s.Dash = Muted, sparse
		}
		if s.Broken && (!p.Coloured || p.Whole) { // on a screen colour tells it apart, and gaps would read as crumbs
			s.Dash = dashes[2]
		}
	case s.Here:
		s.Ink, s.Marker = Accent, HereMarker
	case p.Listed:
		s.Ink, s.Marker = Plain, 0
	case s.Answer:
		s.Dash = nil
	case s.Muted && p.Coloured:
		s.Ink, s.Dash = Ghost, nil
	case s.Muted:
		s.Ink, s.Dash = Ghost, sparse
	}
}

// Looks returns the colour and the marker of a place.
func (p *Subject) Looks(place int) (Ink, int) { return Hue + Ink(p.hueOf(place)), place % Markers }

// Lines returns the number of series drawn as lines, without ghosts; with two or more, each has its marker.
func (p *Subject) Lines() int {
	n := 0
	for _, s := range p.Series {
		if s.Line && !s.Ghost {
			n++
		}
	}
	return n
}

// Clouds returns the number of series of observations, each with its marker.
func (p *Subject) Clouds() int {
	n := 0
	for _, m := range p.Marks {
		if m.Form == engine.Dot && len(m.X) > 1 {
			n++
		}
	}
	return n
}

// MutedLines returns the number of muted series drawn as lines.
func (p *Subject) MutedLines() int {
	n := 0
	for _, s := range p.Series {
		if s.Muted && !s.Ghost && (s.Line && !s.Trail || s.Trail && p.Figure.Folded) {
			n++
		}
	}
	return n
}

// Crowded reports whether muted lines are too many for a small picture, or would form a tangle: they are left out, and stand in
// the table.
func (p *Subject) Crowded() bool {
	if p.Figure.Folded && !p.Whole {
		return p.MutedLines() > 0
	}
	return p.Small && p.MutedLines() > MostMutedNames
}

// Crowd reports whether a mark is one of those, or of a line that is left out.
func (p *Subject) Crowd(mark int) bool {
	m := &p.Marks[mark]
	if p.Of[mark] >= 0 && p.Series[p.Of[mark]].Left {
		return true
	}
	line := m.IsLine() || m.Form == engine.Trail && p.Figure.Folded
	return p.Crowded() && line && p.Of[mark] >= 0 && p.Series[p.Of[mark]].Muted && !p.Series[p.Of[mark]].Ghost
}

// MostMutedNames limits the muted lines with names; more are "others".
const MostMutedNames = 2
