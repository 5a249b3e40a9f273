package session

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpscope/ui/explorer"
	"dpscope/views"
)

// A fault of the program ends its session with an error, and neither hangs nor ends the process, in which others may explore.
func TestFaultsEndTheSession(t *testing.T) {
	v, values, err := views.Open("survey")
	if err != nil {
		t.Fatal(err)
	}
	s := &Session{Options: Options{Out: new(strings.Builder)}, ctx: t.Context(), came: make(chan tea.Msg)}
	s.e = explorer.New(explorer.Session{Context: t.Context(), Clock: s.clock()}, v, values)
	s.e.Start() // its page is never whole, as nothing of it arrives
	s.wait(func() tea.Msg { panic("a fault") })
	if s.fault == nil || !strings.Contains(s.fault.Error(), "a fault") {
		t.Errorf("the session goes on after %v", s.fault)
	}
}
