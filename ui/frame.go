package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/line"
	"dpscope/ui/page"
	"dpscope/views/view"
)

// frame is the drawn screen, by which keys and mouse are understood.
type frame struct {
	content  string
	page     page.Frame
	code     page.Pager // of the lines of Python
	bar      []zone     // zones around the page that can be clicked
	invited  bool       // the foot has the line for newcomers
	pointing bool       // the picture is being read: any motion of the mouse counts
}

// zone is a part of the screen around the page, and the effect of a click on it.
type zone struct {
	chart.Rect
	click func(*Shell) tea.Cmd
}

// painter draws one screen of a shell, which it does not change.
type painter struct {
	line.Look
	shell *Shell
	scene explorer.Scene
	frame frame
}

// draw draws the whole screen: exactly height lines of width cells.
func (s *Shell) draw() frame {
	if s.width <= 0 || s.height <= 0 {
		return frame{}
	}
	p := painter{Look: s.look, shell: s, scene: s.current.Scene()}
	if s.newcomer() {
		if p.frame.invited = p.footRows(s.width, s.height) > 1 && s.width >= len(caution)+len(invitation)+2*gapOf(s.width); !p.frame.invited {
			p.scene.Try = view.Try{Shows: invitation}
		}
	}
	p.frame.pointing = p.scene.Pointer.On
	p.frame.content = strings.Join(p.screen(s.width, s.height), "\n")
	return p.frame
}

func (p *painter) screen(width, height int) line.Block {
	top, below := p.top(width, height), line.Block(nil)
	if p.shell.lesson != nil && !p.shell.lesson.Shows() && p.shell.overlay == noOverlay {
		top = p.lessonTop(width, height)
		below = p.lessonBelow(width, (height-len(top)-p.footRows(width, height))/2)
	} else if p.shell.room != nil && p.shell.overlay == noOverlay && p.scene.Pane == explorer.PicturePane && height >= tallHead {
		top = p.roomTop(width)
	}
	if p.shell.room != nil && p.scene.Pane == explorer.PicturePane {
		p.scene.Zoomed = true
	}
	body := chart.Rect{Y: len(top), Width: width, Height: max(height-len(top)-len(below)-p.footRows(width, height), 0)}
	var middle line.Block
	switch p.shell.overlay {
	case paletteOverlay:
		middle = p.palette(body)
	case codeOverlay:
		middle = p.code(body)
	default:
		p.frame.page = page.Draw(p.scene, p.Look, body, p.shell.frame.page)
		middle = p.frame.page.Lines
	}
	lines := append(append(append(top, middle.Fill(width, body.Height)...), below...), p.foot(width, height)...)
	return lines.Fill(width, height)
}

// clickable makes the part of a line written since a column clickable.
func (p *painter) clickable(l *line.Line, from, y int, click func(*Shell) tea.Cmd) {
	p.frame.bar = append(p.frame.bar, zone{chart.Rect{X: from, Y: y, Width: l.At() - from, Height: 1}, click})
}
