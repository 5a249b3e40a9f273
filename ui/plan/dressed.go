package plan

import (
	"slices"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/ui/theme"
)

// In returns the style of a role.
func (i Ink) In(t theme.Theme) theme.Style {
	switch i {
	case Plain:
		return t.Text
	case Strong:
		return t.Strong
	case Muted:
		return t.Muted
	case Dim:
		return t.Dim
	case Ghost:
		return t.Ghost
	case Accent:
		return t.Accent
	}
	return t.Series[i-Hue]
}

// Dressed is a mark with its looks.
type Dressed struct {
	engine.Normal
	Index  int // among the figure's marks
	Ink    Ink // of its series, or of the mark
	Marker int
	Dash   []int  // dots drawn and left out by turns; nil: solid
	Label  string // of its series
	Ghost  bool   // of the setting that is held
	Turn   int    // among marks of bars, or among outlines
	Groups int    // marks of bars
	Hues   []int  // numbers of the colours of the field's classes
	Rank   []int  // ranks of the classes among those that occur
	Each   []Look // looks of points that stand for members; nil: the series' look
}

// Look is a colour with a marker.
type Look struct {
	Ink    Ink
	Marker int
}

// Dressed returns the marks from the back to the front, with their looks.
func (p *Subject) Dressed() (all []Dressed) {
	for _, i := range p.Ordered() {
		all = append(all, p.dressed(i))
	}
	return all
}

func (p *Subject) dressed(i int) Dressed {
	m := p.Marks[i]
	x := Dressed{Normal: m, Index: i, Label: m.Title, Ink: ruleInk(&m)}
	if p.Of[i] >= 0 {
		s := p.Series[p.Of[i]]
		x.Ink, x.Marker, x.Dash, x.Label, x.Ghost = s.Ink, s.Marker, s.Dash, s.Label, s.Ghost
		if s.Basis != known.Exact {
			x.Label = p.NameOf(s)
		}
	}
	switch m.Form {
	case engine.Outline:
		if x.Ink = Strong; m.Emphasis {
			x.Ink = Accent
		}
		x.Turn = p.OutlineTurn(i)
	case engine.Strip:
		x.Ink = Accent
	case engine.Column:
		x.Turn, x.Groups = p.BarGroup(i)
	case engine.Mosaic:
		x.Hues, x.Rank = p.classes(&m)
	}
	for _, name := range m.As {
		look := Look{x.Ink, x.Marker}
		if member := slices.Index(p.Figure.Members, name); member >= 0 && !p.Listed {
			look.Ink, look.Marker = p.Looks(member)
		}
		x.Each = append(x.Each, look)
	}
	return x
}

// OutlineTurn returns the mark's turn among the outlines that are not emphasised.
func (p *Subject) OutlineTurn(mark int) (turn int) {
	for i := range mark {
		if m := &p.Marks[i]; m.Form == engine.Outline && !m.Emphasis {
			turn++
		}
	}
	return turn
}

// classes returns the colours of a field's classes and their ranks among those that occur.
func (p *Subject) classes(m *engine.Normal) (hues, ranks []int) {
	occurring := Occurring(m)
	for class := range max(len(m.Classes), len(occurring)) {
		hues = append(hues, p.ClassHue(m, class))
	}
	rank := 0
	for _, here := range occurring {
		ranks = append(ranks, rank)
		if here {
			rank++
		}
	}
	return hues, ranks
}

// ClassMember returns the place of a class among the members of the figure, or its own number.
func (p *Subject) ClassMember(m *engine.Normal, class int) int {
	if class < len(m.Classes) {
		if member := slices.Index(p.Figure.Members, m.Classes[class]); member >= 0 {
			return member
		}
	}
	return class
}

// ClassHue returns the number of the colour of a class's area, which is the colour of its member.
func (p *Subject) ClassHue(m *engine.Normal, class int) int {
	if member := p.ClassMember(m, class); member < len(p.Figure.Hues) {
		return p.Figure.Hues[member]
	}
	return class
}

// A Plan shows everything: it is its own Visible.

// SeesMark reports that every mark is drawn.
func (p *Plan) SeesMark(int) bool { return true }

// SeesSeries reports that every series is drawn.
func (p *Plan) SeesSeries(int) bool { return true }

// Under reports that no line is hidden.
func (p *Plan) Under(int) (over int, hidden bool) { return -1, false }

// Names reports whether a series is named in the plot or in its margin.
func (p *Plan) Names(series int) bool { return slices.Contains(p.Named, series) }

// Points reports that no pointer takes the place of an entry.
func (p *Plan) Points(int) bool { return false }

// SeesClass reports whether some area of a class is drawn in its colour, or its texture where there is no colour.
func (p *Plan) SeesClass(m *engine.Normal, class int) bool {
	for k, c := range m.Class {
		if c == class && !(p.Coloured && k < len(m.Faint) && m.Faint[k]) {
			return true
		}
	}
	return false
}

// CountsClass reports whether the cells of a class are left bare, each with a dot so that they can be counted.
func (p *Plan) CountsClass(m *engine.Normal, class int) bool {
	_, counted := p.CountedField()
	return counted && IsGround(m, class)
}

// Unnamed returns the names of lines across and from the top without a place in the plot.
func (p *Plan) Unnamed() []Remark { return p.Unplaced }

// Hue reports that lines have markers in a legend only where colour does not tell them apart.
func (p *Plan) Hue() bool { return p.HueAlone() }

// HueAlone reports whether colour alone tells lines apart: it does not where there are more lines than colours, or none.
func (p *Subject) HueAlone() bool { return p.Coloured && p.Lines()-p.MutedLines() <= Hues }
