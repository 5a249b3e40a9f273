package ui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/ui/keys"
)

// ownKey is a key with the same meaning in every view.
type ownKey struct {
	key key.Binding
	do  func() tea.Cmd
}

// ownKeys lists the keys of the shell; those of the focused row come before them.
func (s *Shell) ownKeys() []ownKey {
	find := func() tea.Cmd { return s.openPalette("find", s.everything()) }
	return []ownKey{
		{keys.Quit, func() tea.Cmd { return tea.Quit }},
		{keys.Help, func() tea.Cmd { return s.openPalette("keys", s.helpItems()) }},
		{keys.Find, find},
		{keys.FindAnywhere, find},
		{keys.Filter, find},
		{keys.Lessons, s.openLessons},
		{keys.MyData, s.myData},
		{keys.Dismiss, s.dismiss},
		{keys.NextView, func() tea.Cmd { return s.turn(+1) }},
		{keys.PreviousView, func() tea.Cmd { return s.turn(-1) }},
		{keys.NextTab, func() tea.Cmd { return s.turnTab(+1) }},
		{keys.LastTab, func() tea.Cmd { return s.turnTab(-1) }},
		{keys.Back, s.back},
		{keys.Copy, s.copyAddress},
		{keys.Export, s.openExport},
		{keys.Collect, s.collect},
		{keys.Decide, s.decide},
		{keys.Code, s.openCode},
		{keys.Present, s.present},
	}
}

func (s *Shell) copyAddress() tea.Cmd {
	if text := s.current.View().Cited(s.current.Values()); text != "" {
		s.current.Say("copied the citation, with the command that computes it anew")
		return tea.SetClipboard(text)
	}
	s.current.Say("copied " + s.current.View().ShortAddress(s.current.Values()))
	return tea.SetClipboard(s.current.Address())
}
