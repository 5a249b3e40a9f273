package engine

import "math"

// Normal implements Mark.
func (c Curve) Normal() Normal {
	return Normal{Form: Line, Name: c.Name, Title: c.Title, Column: c.Column, Basis: c.Basis, Muted: c.Muted, Emphasis: c.Answer,
		Interpolation: Linear, X: c.X, Y: c.Y, Falls: c.Falls}
}

// Normal implements Mark.
func (s Steps) Normal() Normal {
	return Normal{Form: StepLine, Name: s.Name, Title: s.Title, Column: s.Column, Basis: s.Basis, Muted: s.Muted, Emphasis: s.Answer,
		Interpolation: Previous, X: s.X, Y: s.Y}
}

// Normal implements Mark.
func (p Path) Normal() Normal {
	return Normal{Form: Trail, Name: p.Name, Title: p.Title, Basis: p.Basis, X: p.X, Y: p.Y, Dashed: p.Dashed, Emphasis: p.Emphasis,
		Muted: p.Muted}
}

// Normal implements Mark.
func (b Band) Normal() Normal {
	n := Normal{Form: Ribbon, Content: Intervals, Name: b.Name, Title: b.Title, Basis: b.Basis,
		Interpolation: Linear, X: b.X, Low: b.Low, High: b.High, Confidence: b.Confidence}
	if b.Bars {
		n.Form, n.Interpolation = Whisker, Nearest
	}
	return n
}

// Normal implements Mark. The lines, which the figure has, give it X, Low and High.
func (b Between) Normal() Normal {
	return Normal{Form: Ribbon, Content: Reference, Name: b.Name, With: b.With, Passive: true, Named: true, Interpolation: Linear}
}

// Normal implements Mark.
func (b Bars) Normal() Normal {
	n := Normal{Form: Column, Name: b.Name, Title: b.Title, Column: b.Column, Basis: b.Basis, FromZero: true,
		Interpolation: Filling, X: b.X, Y: b.Y, Marked: b.Marked}
	if b.Atoms {
		n.Form, n.Masses = Spike, true
	}
	return n
}

// Normal implements Mark.
func (p Points) Normal() Normal {
	return Normal{Form: Dot, Name: p.Name, Title: p.Title, Column: p.Column, Basis: p.Basis, Here: p.Here, Emphasis: p.Answer,
		Interpolation: Nearest, X: p.X, Y: p.Y, From: p.From, To: p.To, Confidence: p.Confidence, Labels: p.Labels, As: p.As}
}

// Normal implements Mark.
func (f Field) Normal() Normal {
	return Normal{Form: Mosaic, Content: Cells, Name: f.Name, Basis: f.Basis, X: f.X, Y: f.Y, Labels: f.Text,
		Class: f.Class, Classes: f.Classes, Titles: f.Titles, Faint: f.Faint, Thin: f.Thin, Ground: f.Ground, Tinted: f.Tinted, Extra: f.Extra, Only: f.Only}
}

// Normal implements Mark.
func (b Box) Normal() Normal {
	return Normal{Form: Outline, Content: Region, Name: b.Name, Title: b.Title, Basis: b.Basis,
		Edges: Edges{b.X0, b.X1, b.Y0, b.Y1}, Emphasis: b.Emphasis, Hollow: b.Hollow}
}

// Normal implements Mark.
func (s Span) Normal() Normal {
	return Normal{Form: Shade, Content: Reference, Name: s.Name, Title: s.Title, Passive: true, Named: s.Under != "" && s.Title == "" ||
		s.Clear, FromZero: s.Under != "",
		Edges: Edges{s.From, s.To, math.Inf(-1), math.Inf(1)}, Under: s.Under, Ends: s.Ends, Bare: s.Bare, Clear: s.Clear}
}

// Normal implements Mark.
func (p Profile) Normal() Normal {
	return Normal{Form: Strip, Content: Weights, Name: p.Name, Title: p.Title, Vertical: p.Vertical, X: p.At, Y: p.Weight, Emphasis: true}
}

// Normal implements Mark.
func (r Rule) Normal() Normal {
	n := Normal{Form: Threshold, Content: Reference, Name: r.Name, Title: r.Title, Named: true, Vertical: r.Vertical, Emphasis: r.Answer,
		Edges: Edges{math.Inf(-1), math.Inf(1), r.At, r.At}}
	if r.Vertical {
		n.Edges = Edges{r.At, r.At, math.Inf(-1), math.Inf(1)}
	}
	if r.Pointer {
		n.Form, n.Passive = Pointer, true
	}
	return n
}

// Normal returns the mark's normal form without parts that only the present setting needs. Of bars it keeps
// the tops, which the present bars do not hide.
func (g Ghost) Normal() Normal {
	if g.Mark == nil {
		return Normal{}
	}
	n := g.Mark.Normal()
	n.Held, n.Emphasis = g.Title, n.Emphasis && n.Form == Trail
	switch n.Interpolation {
	case Filling:
		n = Normal{Form: Dot, Name: n.Name, Column: n.Column, Basis: n.Basis, Held: n.Held, Interpolation: Nearest, X: n.X, Y: n.Y}
	case Nearest:
		n.Labels = nil
	}
	return n
}

// casts reports whether a mark can be drawn as a ghost. Not one of many muted ones, which could not be told
// apart, not the mark of the present values, and not masses, which have a scale of their own.
func (n *Normal) casts() bool {
	return n.Content == Samples && !n.Muted && !n.Here && !n.Masses
}
