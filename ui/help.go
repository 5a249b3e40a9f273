package ui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/ui/chart"
	"dpscope/ui/keys"
	"dpscope/ui/line"
	"dpscope/ui/page"
)

func (s *Shell) helpKey(msg tea.KeyPressMsg) {
	p := s.frame.help
	move := func(lines int) { s.help = p.Moved(lines) }
	switch {
	case key.Matches(msg, keys.Help, keys.Escape, keys.Quit, keys.Enter):
		s.overlay = noOverlay
	case key.Matches(msg, keys.Down):
		move(+1)
	case key.Matches(msg, keys.Up):
		move(-1)
	case key.Matches(msg, keys.PageDown, keys.Turn):
		move(p.Height)
	case key.Matches(msg, keys.PageUp):
		move(-p.Height)
	case key.Matches(msg, keys.Least, keys.FirstRow):
		move(-p.Lines)
	case key.Matches(msg, keys.Most, keys.LastRow):
		move(p.Lines)
	}
}

// help shows every key, the signs before numbers, and what the present view's
// controls and their options mean, from their declarations.
func (p *painter) help(at chart.Rect) line.Block {
	h := helpPage{Look: p.Look, width: at.Width}
	h.keys()
	h.bases()
	h.about(p.scene)
	shown, pager := page.Paged(p.Look, h.lines, p.shell.help, at)
	p.frame.help = pager
	return shown
}
