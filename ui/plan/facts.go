package plan

import (
	"math"

	"dpscope/engine"
	"dpscope/engine/numeral"
)

// Ranked reports whether the rows of a list compare sizes on an axis that begins at zero. Each row is then a bar from zero to
// its value. An interval is not a size.
func (p *Subject) Ranked() bool {
	if !p.Listed || p.X.Log || p.X.Low != 0 {
		return false
	}
	points := 0
	for i := range p.Marks {
		m := &p.Marks[i]
		if m.Form != engine.Dot {
			continue
		}
		for k, x := range m.X {
			if x < 0 || k < len(m.From) && m.From[k] < m.To[k] {
				return false
			}
			points++
		}
	}
	return points > 1
}

// Broken reports whether a y axis begins above zero, and not at a line across that names its low end, so that heights do not
// compare: the axis has a mark there. An axis that is no measure, as of a plane, compares nothing.
func (p *Subject) Broken(s Scale) bool {
	if s.Log || s.Low <= 0 || len(p.Figure.Y.Words) > 0 || p.Figure.Y.Raw.From != p.Figure.Y.Raw.To || p.Empty {
		return false
	}
	for i := range p.Marks {
		switch m := &p.Marks[i]; {
		case m.Content == engine.Cells || m.Form == engine.Trail || m.Form == engine.Outline:
			return false
		case m.Form == engine.Threshold && !m.Vertical && m.Edges.Y0 == s.Low:
			return false
		}
	}
	return true
}

// HasZero reports whether a line at the zero of a y axis helps to read the picture; it does not in a plane of records, where it could be taken
// for one of the lines.
func (p *Subject) HasZero(s Scale) bool {
	records, trail := 0, false // of a plane
	for i := range p.Marks {
		m := &p.Marks[i]
		trail = trail || m.Form == engine.Trail
		if m.Form == engine.Dot && !m.Here && len(m.X) > 2 {
			records++
		}
	}
	plane := trail || records > 1
	return !(plane || s.Log || s.Low >= 0 || s.High <= 0 || len(p.Figure.Y.Words) > 0 || p.Empty)
}

// CountedField returns a field whose cells are single things, not samples of a plane: in rows with names, at whole numbers.
func (p *Subject) CountedField() (m *engine.Normal, found bool) {
	if !Counts(p.Figure.X) || !Counts(p.Figure.Y) {
		return nil, false
	}
	for i := range p.Marks {
		if p.Marks[i].Content == engine.Cells {
			return &p.Marks[i], true
		}
	}
	return nil, false
}

// HasCells reports whether a field fills the picture, cell by cell.
func (p *Subject) HasCells() bool {
	for i := range p.Marks {
		if p.Marks[i].Content == engine.Cells {
			return true
		}
	}
	return false
}

// BarGroup returns the mark's turn among the marks of bars, and their number.
func (p *Subject) BarGroup(mark int) (turn, groups int) {
	for i := range p.Marks {
		if p.Marks[i].Form == engine.Column {
			if i == mark {
				turn = groups
			}
			groups++
		}
	}
	return turn, max(groups, 1)
}

// namesEach reports whether each row of a list has a point of its own. The row's name then tells it from all others, and
// colours and markers would be riddles.
func (p *Subject) namesEach() bool {
	if len(p.Figure.Y.Words) == 0 {
		return false
	}
	rows, points := map[float64]bool{}, 0
	for i := range p.Marks {
		m := &p.Marks[i]
		switch {
		case m.Form == engine.Dot && !m.Here && m.Held == "":
			for _, y := range m.Y {
				rows[math.Round(y)] = true
				points++
			}
		case m.IsLine() || m.Content == engine.Cells:
			return false
		}
	}
	return points > 0 && len(rows) == points
}

// emphasised reports whether a line of a series is emphasised.
func (p *Subject) emphasised(series int) bool {
	for i := range p.Marks {
		if p.Of[i] == series && p.Marks[i].IsLine() && p.Marks[i].Emphasis {
			return true
		}
	}
	return false
}

// Counts reports whether an axis has only whole numbers or words.
func Counts(a engine.Axis) bool { return a.Style == numeral.Whole || len(a.Words) > 0 }

// Finite reports whether v can be drawn.
func Finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// FalseFirst compares two answers: no stands before yes.
func FalseFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
