package ui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/ui/explorer"
	"dpscope/ui/keys"
	"dpscope/ui/lesson"
	"dpscope/views"
)

// Lead is the address that a teacher shows to a class; empty once the teacher is gone.
type Lead string

// classView is the view of a class's answers, which nobody is led to.
const classView = "class"

// following says whether the screen follows a teacher.
type following struct {
	alone   bool        // a key was pressed, and the screen follows no more
	leads   string      // the teacher's address; empty: nobody leads
	aside   *lesson.Run // the lesson that was open before the teacher's page; nil: none
	showing bool        // the screen shows the teacher's page
}

// byHand reports whether a message is what somebody does.
func byHand(msg tea.Msg) bool {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseClickMsg, tea.MouseWheelMsg:
		return true
	}
	return false
}

// goesAlone ends the following, and reports whether the teacher's page was shown. The key does nothing else then, but the one
// that quits everywhere.
func (f *following) goesAlone(msg tea.Msg) bool {
	if press, is := msg.(tea.KeyPressMsg); is && (key.Matches(press, keys.Abort) || key.Matches(press, keys.FollowAgain) && f.showing) {
		return false
	}
	showed := f.showing
	f.alone, f.showing = true, false
	return showed
}

// led takes the teacher's address.
func (s *Shell) led(address string) tea.Cmd {
	f := &s.following
	began := f.leads == "" && address != ""
	f.leads = address
	switch {
	case address == "" && f.showing:
		f.showing = false
		return s.comesBack()
	case address == "":
	case !f.alone:
		return s.showLead()
	case began:
		s.current.Say("the teacher shows a page; " + keys.FollowAgain.Help().Key + " goes there")
	}
	return nil
}

// followAgain shows the teacher's page again.
func (s *Shell) followAgain() tea.Cmd {
	s.following.alone = false
	return s.showLead()
}

// showLead shows the teacher's page. An open lesson stands aside meanwhile.
func (s *Shell) showLead() tea.Cmd {
	f := &s.following
	v, values, err := views.Open(f.leads)
	if err != nil {
		s.current.Warn(err)
		return nil
	}
	if !f.showing {
		f.aside, f.showing = s.lesson, true
		s.lesson, s.export, s.overlay = nil, nil, noOverlay
		s.current.Lay(explorer.Layer{})
	}
	if v.Name != s.current.View().Name {
		s.current.Leave()
	}
	s.current = s.explorer(v, values)
	cmd := s.current.Do(explorer.Return{Values: values})
	s.current.Say("the teacher's page; any key: on your own")
	return cmd
}

// comesBack returns from the teacher's page to the lesson that was open; without one the page stays.
func (s *Shell) comesBack() tea.Cmd {
	f := &s.following
	var cmd tea.Cmd
	if f.aside != nil {
		s.lesson, f.aside = f.aside, nil
		cmd = s.openStep()
	}
	say := "on your own; " + keys.FollowAgain.Help().Key + ": the teacher's page again"
	if f.leads == "" {
		say = "the teacher is gone; on your own"
	}
	s.current.Say(say)
	return cmd
}
