package ui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/ui/keys"
)

// pager shows lines and scrolls them.
type pager struct {
	at, height, lines int
}

func (p *pager) scroll(lines int) {
	p.at = min(max(p.at+lines, 0), max(p.lines-p.height, 0))
}

// moves reports whether there is more in a direction.
func (p pager) moves(lines int) bool {
	return lines < 0 && p.at > 0 || lines > 0 && p.at < p.lines-p.height
}

// show returns the lines in sight, with a mark where there are more.
func (p *pager) show(l look, b block, at rect) block {
	p.lines, p.height = len(b), at.height
	p.scroll(0)
	shown := append(block{}, b[p.at:]...).fill(at.width, at.height)
	mark := func(row int, sign string, more int) {
		if more > 0 && at.height > 2 {
			shown[row] = l.line(at.width).to(1).put(l.Accent, sign).put(l.Dim, " "+numeral.Count(float64(more))+" more").String()
		}
	}
	if p.at > 0 {
		mark(0, l.ScrollUp, p.at+1)
	}
	if rest := len(b) - p.at - at.height; rest > 0 {
		mark(at.height-1, l.ScrollDown, rest+1)
	}
	return shown
}

func (s *Shell) openHelp() {
	s.overlay = helpOverlay
	s.help = pager{}
}

func (s *Shell) helpKey(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, keys.Help, keys.Escape, keys.Quit, keys.Enter):
		s.overlay = noOverlay
	case key.Matches(msg, keys.Down):
		s.help.scroll(1)
	case key.Matches(msg, keys.Up):
		s.help.scroll(-1)
	case key.Matches(msg, keys.PageDown, keys.Turn):
		s.help.scroll(s.help.height)
	case key.Matches(msg, keys.PageUp):
		s.help.scroll(-s.help.height)
	case key.Matches(msg, keys.Least, keys.FirstRow):
		s.help.scroll(-s.help.lines)
	case key.Matches(msg, keys.Most, keys.LastRow):
		s.help.scroll(s.help.lines)
	}
	return nil
}

// drawHelp shows every key, the glyphs of the numbers, and what the present
// view's controls and their options mean, from their declarations.
func (s *Shell) drawHelp(at rect) block {
	l := s.look
	var b block
	add := func(line *line) { b = append(b, line.String()) }
	for _, g := range keys.Groups() {
		add(l.line(at.width).to(1).put(l.Strong, g.Title))
		columns := max(at.width/36, 1)
		for i := 0; i < len(g.Keys); i += columns {
			line := l.line(at.width)
			for j := i; j < min(i+columns, len(g.Keys)); j++ {
				h := g.Keys[j].Help()
				line.to(3+36*(j-i)).put(l.Accent, h.Key).to(3+36*(j-i)+10).put(l.Text, h.Desc)
			}
			add(line)
		}
		add(l.line(at.width))
	}
	prose := func(indent int, text string) {
		for _, t := range l.wrap(text, at.width-indent-1) {
			add(l.line(at.width).to(indent).put(l.Text, t))
		}
	}
	add(l.line(at.width).to(1).put(l.Strong, "Before a number stands how it is known"))
	for _, basis := range known.Bases {
		prose(3, basis.Promise())
	}
	add(l.line(at.width).to(3).put(l.Text, "The mouse drags sliders, turns them with the wheel, and reads the picture."))
	add(l.line(at.width))
	v := s.current.view
	add(l.line(at.width).to(1).put(l.Strong, v.Title))
	prose(3, v.Question+" "+v.About)
	prose(3, "Source: "+v.Source)
	add(l.line(at.width))
	params := func(list []param.Param) {
		for _, p := range list {
			prose(3, p.Symbol+"  "+p.Help+" ("+p.Name+", "+p.Exact(p.Min)+" to "+p.Exact(p.Max)+")")
		}
	}
	params(v.Params)
	for _, c := range v.Choices {
		add(l.line(at.width))
		add(l.line(at.width).to(1).put(l.Strong, c.Title()).put(l.Dim, "  "+c.About()))
		for _, o := range c.Options() {
			add(l.line(at.width).to(3).put(l.Accent, o.Title).put(l.Dim, "  "+o.Name+"  "+o.Tag))
			prose(5, strings.TrimSpace(o.Help+" Source: "+o.Source))
		}
	}
	return s.help.show(l, b, at)
}
