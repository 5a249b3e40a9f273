package plan

import (
	"cmp"
	"slices"

	"dpscope/engine"
	"dpscope/engine/known"
)

// Ordered returns the marks from the back to the front.
func (p *Subject) Ordered() []int {
	order := make([]int, len(p.Marks))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		layer := cmp.Compare(p.layer(a), p.layer(b))
		if layer == 0 && len(p.Figure.Members) > 0 && p.layer(a) >= mutedLines && p.layer(a) <= exactLines {
			return b - a
		}
		return layer
	})
	return order
}

// The layers of a picture, from the back: exact values lie over bounds and approximations of them, the answer over all lines,
// single places over these, and the place of the present setting over all.
const (
	fields = iota
	spans
	bands
	outlines
	mutedLines
	lines
	exactLines
	answers
	intervals
	places
	present
)

// layer returns the layer in which a mark is drawn.
func (p *Subject) layer(mark int) int {
	switch p.Marks[mark].Form {
	case engine.Mosaic:
		return fields
	case engine.Shade:
		return spans
	case engine.Ribbon:
		return bands
	case engine.Whisker:
		return intervals
	case engine.Dot, engine.Spike:
		if p.Of[mark] >= 0 && p.Series[p.Of[mark]].Here {
			return present
		}
		return places
	case engine.Line, engine.StepLine, engine.Trail:
		switch s := p.Series[p.Of[mark]]; {
		case p.Marks[mark].Emphasis:
			return answers
		case s.Muted:
			return mutedLines
		case s.Basis == known.Exact:
			return exactLines
		}
		return lines
	}
	return outlines
}

// ByPlace lists the series in the order of the figure's members, so that a legend does not follow a rank; others in the order
// of appearance, after them.
func (p *Subject) ByPlace() []int {
	order := make([]int, len(p.Series))
	for i := range order {
		order[i] = i
	}
	place := func(i int) int {
		if member := slices.Index(p.Figure.Members, p.Series[i].Name); member >= 0 {
			return member
		}
		return len(p.Figure.Members)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(place(a), place(b)) })
	return order
}
