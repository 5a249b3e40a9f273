package ui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/ui/explorer"
	"dpscope/ui/keys"
)

// press sends a key to what is open over the page, to the shell, or to the explorer.
func (s *Shell) press(msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case key.Matches(msg, keys.Abort):
		return tea.Quit
	case key.Matches(msg, keys.Suspend):
		return s.suspend
	case key.Matches(msg, keys.FollowAgain) && s.following.leads != "":
		return s.followAgain()
	case s.export != nil:
		return s.exportKey(msg)
	case s.overlay == paletteOverlay:
		return s.paletteKey(msg)
	case s.overlay == codeOverlay:
		return s.codeKey(msg)
	}
	s.current.Quiet()
	msg = s.larger(msg)
	if s.lesson != nil {
		if cmd, taken := s.lessonKey(msg); taken {
			return cmd
		}
		if s.lesson == nil {
			return nil
		}
	}
	return s.pressHere(msg)
}

// pressHere sends a key to the focused row, to the shell, or to a text being typed.
func (s *Shell) pressHere(msg tea.KeyPressMsg) tea.Cmd {
	scene := s.current.Scene()
	if scene.Mode == explorer.Browsing && key.Matches(msg, keys.Reveal) && s.reveal() {
		return nil
	}
	for _, b := range boundKeys(scene, s.frame.page) {
		if key.Matches(msg, b.key) {
			return s.current.Do(b.intent)
		}
	}
	browsing := scene.Mode == explorer.Browsing
	for _, own := range s.ownKeys() {
		if key.Matches(msg, own.key) && (browsing || key.Matches(msg, keys.FindAnywhere)) {
			return own.do()
		}
	}
	if !browsing || key.Matches(msg, keys.Type) {
		return s.current.Do(explorer.Edit{Msg: msg})
	}
	s.current.Say(s.elsewhere(msg))
	return nil
}

// elsewhere says of a key that does nothing here where it does something.
func (s *Shell) elsewhere(msg tea.KeyPressMsg) string {
	tabled := []key.Binding{keys.Sort, keys.ColumnsLeft, keys.ColumnsRight, keys.FirstRow, keys.LastRow}
	taught := []key.Binding{keys.LessonNext, keys.LessonBack, keys.LessonHint}
	switch {
	case key.Matches(msg, tabled...):
		return msg.String() + " works in the table; " + keys.Table.Help().Key + " opens it"
	case key.Matches(msg, taught...):
		return msg.String() + " works in a lesson; " + keys.Lessons.Help().Key + " lists them"
	}
	if key.Matches(msg, keys.FollowAgain) {
		return msg.String() + " works where a teacher shows a page"
	}
	return msg.String() + " does nothing here; " + keys.Help.Help().Key + " lists the keys"
}

func (s *Shell) paste(msg tea.PasteMsg) tea.Cmd {
	switch {
	case s.export != nil:
		s.export.entry.Update(msg)
	case s.overlay == paletteOverlay:
		s.palette.entry.Update(msg)
		s.sift()
	case s.overlay == noOverlay && s.lesson != nil && s.lesson.Typing():
		s.lesson.Type(msg)
	case s.overlay == noOverlay:
		s.current.Quiet()
		return s.current.Do(explorer.Edit{Msg: msg})
	}
	return nil
}

// mouse handles the mouse.
func (s *Shell) mouse(msg tea.MouseMsg) tea.Cmd {
	m := msg.Mouse()
	switch msg.(type) {
	case tea.MouseWheelMsg:
		turns := map[tea.MouseButton]int{tea.MouseWheelUp: 1, tea.MouseWheelDown: -1}[m.Button]
		return s.wheel(m.X, m.Y, turns)
	case tea.MouseClickMsg:
		if m.Button == tea.MouseLeft {
			return s.click(m.X, m.Y)
		}
	case tea.MouseMotionMsg:
		if s.overlay == noOverlay {
			return s.motion(m.X, m.Y, m.Button == tea.MouseLeft)
		}
	case tea.MouseReleaseMsg:
		s.drag = ""
	}
	return nil
}

func (s *Shell) wheel(x, y, turns int) tea.Cmd {
	switch s.overlay {
	case paletteOverlay:
		s.palette.move(-turns)
	case codeOverlay:
		s.scrollCode(-turns)
	default:
		return s.current.Do(s.frame.page.Wheel(x, y, turns))
	}
	return nil
}

func (s *Shell) click(x, y int) tea.Cmd {
	for _, z := range s.frame.bar {
		if z.Contains(x, y) {
			return z.click(s)
		}
	}
	if s.overlay != noOverlay {
		return nil
	}
	s.current.Quiet()
	if s.lesson != nil && s.lesson.Covers() {
		s.lesson.Warn("")
		return nil
	}
	if s.frame.page.Tries(x, y) {
		return s.attempt()
	}
	intent := s.frame.page.Click(x, y)
	if set, grabbed := intent.(explorer.Set); grabbed {
		s.drag = set.Key
	}
	return s.current.Do(intent)
}

// attempt does what the page suggests to try.
func (s *Shell) attempt() tea.Cmd {
	if s.newcomer() && !s.frame.invited {
		return s.openLessons()
	}
	return s.current.Do(explorer.Attempt{})
}

// motion drags a slider, or moves the point at which the picture is read.
func (s *Shell) motion(x, y int, pressed bool) tea.Cmd {
	if !pressed {
		s.drag = ""
	}
	if s.drag != "" {
		return s.current.Do(s.frame.page.Drag(s.drag, x))
	}
	return s.current.Do(s.frame.page.Hover(x, y))
}
