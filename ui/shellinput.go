package ui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/ui/keys"
	"dpscope/views"
	"dpscope/views/view"
)

// press takes a key: for what is open over the page, for the shell, or for the
// explorer.
func (s *Shell) press(msg tea.KeyPressMsg) tea.Cmd {
	if key.Matches(msg, keys.Abort) {
		return tea.Quit
	}
	switch {
	case s.export != nil:
		return s.exportKey(msg)
	case s.overlay == paletteOverlay:
		return s.paletteKey(msg)
	case s.overlay == helpOverlay:
		return s.helpKey(msg)
	case s.current.typing() && !key.Matches(msg, keys.FindAnywhere):
		return s.current.press(msg)
	}
	switch {
	case key.Matches(msg, keys.Quit):
		return tea.Quit
	case key.Matches(msg, keys.Help):
		s.openHelp()
	case key.Matches(msg, keys.Find, keys.FindAnywhere):
		s.openPalette(everything)
	case key.Matches(msg, keys.Filter) && s.current.pane != paneTable:
		s.openPalette(everything)
	case key.Matches(msg, keys.Presets):
		s.openPalette(presetsHere)
	case key.Matches(msg, keys.NextView):
		return s.turn(views.In(s.current.view.Group), +1)
	case key.Matches(msg, keys.PreviousView):
		return s.turn(views.In(s.current.view.Group), -1)
	case key.Matches(msg, keys.NextTab):
		return s.turnTab(+1)
	case key.Matches(msg, keys.LastTab):
		return s.turnTab(-1)
	case key.Matches(msg, keys.Back):
		return s.back()
	case key.Matches(msg, keys.Copy):
		address := s.current.view.Address(s.current.values)
		s.current.say("copied " + address)
		return tea.SetClipboard(address)
	case key.Matches(msg, keys.Export):
		s.openExport()
	default:
		return s.current.press(msg)
	}
	return nil
}

// turn goes to the view some places on in a list that holds the present one.
func (s *Shell) turn(list []view.View, step int) tea.Cmd {
	for i, v := range list {
		if v.Name == s.current.view.Name {
			next := list[(i+step+len(list))%len(list)]
			return s.visitAgain(next)
		}
	}
	return nil
}

// visitAgain goes to a view as it was left.
func (s *Shell) visitAgain(view view.View) tea.Cmd {
	if view.Name == s.current.view.Name {
		return nil
	}
	return s.visit(view, nil)
}

// turnTab goes to the first view of a neighbouring group.
func (s *Shell) turnTab(step int) tea.Cmd {
	groups := views.Groups()
	for i, g := range groups {
		if g == s.current.view.Group {
			return s.visitAgain(views.In(groups[(i+step+len(groups))%len(groups)])[0])
		}
	}
	return nil
}

func (s *Shell) paste(text string) tea.Cmd {
	switch {
	case s.export != nil:
		s.export.entry.update(tea.PasteMsg{Content: text})
		return nil
	case s.overlay == paletteOverlay:
		s.palette.entry.update(tea.PasteMsg{Content: text})
		s.palette.sift()
		return nil
	case s.overlay == helpOverlay:
		return nil
	}
	return s.current.paste(text)
}

// mouse takes what the mouse does.
func (s *Shell) mouse(msg tea.MouseMsg) tea.Cmd {
	m := msg.Mouse()
	turns := map[tea.MouseButton]int{tea.MouseWheelUp: 1, tea.MouseWheelDown: -1}[m.Button]
	switch msg.(type) {
	case tea.MouseWheelMsg:
		switch s.overlay {
		case helpOverlay:
			s.help.scroll(-3 * turns)
		case paletteOverlay:
			s.palette.move(-turns)
		default:
			return s.current.wheel(m.X, m.Y, turns)
		}
	case tea.MouseClickMsg:
		if m.Button == tea.MouseLeft {
			return s.click(m.X, m.Y)
		}
	case tea.MouseMotionMsg:
		if s.overlay == noOverlay {
			return s.current.motion(m.X, m.Y, m.Button == tea.MouseLeft, s.look.Glyphs)
		}
	case tea.MouseReleaseMsg:
		s.current.release()
	}
	return nil
}

func (s *Shell) click(x, y int) tea.Cmd {
	for _, z := range s.bar {
		if !z.holds(x, y) {
			continue
		}
		switch z.kind {
		case tabZone:
			return s.visitAgain(views.In(views.Groups()[z.index])[0])
		case viewZone:
			return s.visitAgain(views.In(s.current.view.Group)[z.index])
		case optionZone:
			return s.take(z.index)
		case keyZone:
			return s.press(keys.Press(z.press))
		}
	}
	if s.overlay == noOverlay {
		return s.current.click(x, y, s.look.Glyphs)
	}
	return nil
}
