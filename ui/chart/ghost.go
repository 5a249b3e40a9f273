package chart

import "dpscope/engine"

// ghost is what is special to a mark that is one.
type ghost struct {
	title string // of the setting that is held
	tops  bool   // the tops of bars, in place of them
}

// unveil returns a figure with its ghosts as the marks that they are of, and
// which of its marks are ghosts.
func unveil(f engine.Figure) (unveiled engine.Figure, ghosts map[int]ghost) {
	ghosts = map[int]ghost{}
	marks := make([]engine.Mark, len(f.Marks))
	for i, m := range f.Marks {
		g, is := m.(engine.Ghost)
		if !is {
			marks[i] = m
			continue
		}
		marks[i] = g.Mark
		switch m := g.Mark.(type) {
		case engine.Bars:
			marks[i] = engine.Points{Name: m.Name, Column: m.Column, Basis: m.Basis, X: m.X, Y: m.Y}
			ghosts[i] = ghost{g.Title, true}
		case engine.Points:
			m.Labels = nil
			marks[i] = m
			ghosts[i] = ghost{title: g.Title}
		default:
			ghosts[i] = ghost{title: g.Title}
		}
	}
	f.Marks = marks
	return f, ghosts
}
