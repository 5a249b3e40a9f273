package engine

import (
	"reflect"
	"slices"
)

// Held is the sheet of another setting, which a sheet is compared with.
type Held struct {
	Setting string // what it sets otherwise: "ε = 1.00"; empty: nothing
	Sheet   Sheet
	Trouble string // why it has no sheet; empty: it has one
}

// Against returns the sheet with another held beside it: every answer knows what
// it was there.
func (s Sheet) Against(h Held) Sheet {
	s.Held = &h
	s.Readings = slices.Clone(s.Readings)
	for i, a := range s.Readings {
		if at := slices.IndexFunc(h.Sheet.Readings, func(b Reading) bool { return b.Key == a.Key }); at >= 0 {
			s.Readings[i].Held = &h.Sheet.Readings[at].Known
		}
	}
	return s
}

// Title names what is held: "held: ε = 1.00".
func (h Held) Title() string {
	if h.Setting == "" {
		return "held: as now"
	}
	return "held: " + h.Setting
}

// Shown returns the figure as it is drawn: with the values of the readings that it shows, with the private
// answers drawn into it, and with the held setting as a ghost under it if both have the same quantities.
// Marks that cover an area cast no ghost, nor do unchanged ones.
func (s Sheet) Shown() Figure {
	f := s.Figure
	f.Shows = slices.Clone(f.Shows)
	for i, shown := range f.Shows {
		at := slices.IndexFunc(s.Readings, func(a Reading) bool { return a.Key == shown.Of && !a.Pending && !a.Known.Missing() })
		if at >= 0 {
			f.Shows[i].Text = s.Readings[at].Said("")
		}
	}
	if len(s.Drawn.X) > 0 {
		f.Marks = append(slices.Clone(f.Marks), s.Drawn)
	}
	if s.Held == nil || s.Held.Setting == "" || s.Held.Trouble != "" {
		return f
	}
	ghost := s.Held.Sheet.Figure
	if !f.X.alike(ghost.X) || !f.Y.alike(ghost.Y) {
		return f
	}
	f.X, f.Y = f.X.Spanning(ghost.X), f.Y.Spanning(ghost.Y)
	f.Marks = append(slices.Clone(f.Marks), s.Held.ghosts(ghost.Marks, s.Figure.Marks)...)
	f.Panels = slices.Clone(f.Panels)
	for i, p := range f.Panels {
		at := slices.IndexFunc(ghost.Panels, func(g Panel) bool { return g.Name == p.Name && g.Y.alike(p.Y) })
		if at >= 0 && p.Own() {
			f.Panels[i].Y = p.Y.Spanning(ghost.Panels[at].Y)
			f.Panels[i].Marks = append(slices.Clone(p.Marks), s.Held.ghosts(ghost.Panels[at].Marks, p.Marks)...)
		}
	}
	return f
}

// ghosts returns the ghosts of the marks that cast one and differ from all that is drawn now.
func (h Held) ghosts(marks, now []Mark) (list []Mark) {
	for _, m := range marks {
		same := func(n Mark) bool { return reflect.DeepEqual(m, n) }
		if n := m.Normal(); n.casts() && !slices.ContainsFunc(now, same) {
			list = append(list, Ghost{Mark: m, Title: h.Title()})
		}
	}
	return list
}

// alike reports whether two axes are of one quantity.
func (a Axis) alike(b Axis) bool {
	return a.Name == b.Name && a.Log == b.Log && slices.Equal(a.Words, b.Words)
}

// Spanning returns the axis with its range widened by that of another.
func (a Axis) Spanning(b Axis) Axis {
	if a.Low < a.High && b.Low < b.High {
		a.Low, a.High = min(a.Low, b.Low), max(a.High, b.High)
	}
	return a
}
