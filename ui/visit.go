package ui

import (
	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
	"dpscope/ui/explorer"
	"dpscope/views"
	"dpscope/views/view"
)

// visit goes to a view at values, and remembers the page before.
func (s *Shell) visit(v view.View, values param.Values) tea.Cmd {
	s.overlay = noOverlay
	if v.Name != s.current.View().Name {
		s.current.Leave()
		s.visited = append(s.visited, s.current.Address())
	}
	_, known := s.explorers[v.Name]
	s.current = s.explorer(v, values)
	if known && !values.Equal(s.current.Values()) {
		return s.current.Do(explorer.Go{Values: values})
	}
	return s.current.Start()
}

// visitAgain goes to a view as it was left, with the values that it shares with the present one.
func (s *Shell) visitAgain(v view.View) tea.Cmd {
	if v.Name == s.current.View().Name {
		return nil
	}
	left := v.Opening()
	if e, known := s.explorers[v.Name]; known {
		left = e.Values()
	}
	values := v.Carried(left, s.current.View(), s.current.Values())
	return s.visit(v, values)
}

// follow goes to the view that explains something of the present one.
func (s *Shell) follow(address string) tea.Cmd {
	v, values, err := views.Follow(address, s.current.View(), s.current.Values())
	if err != nil {
		s.current.Warn(err)
		return nil
	}
	return s.visit(v, values)
}

// back returns to the page before the last visit.
func (s *Shell) back() tea.Cmd {
	if len(s.visited) == 0 {
		s.current.Say("this is the first page")
		return nil
	}
	last := len(s.visited) - 1
	address := s.visited[last]
	s.visited = s.visited[:last]
	v, values, err := views.Open(address)
	if err != nil {
		s.current.Warn(err)
		return nil
	}
	s.current.Leave()
	s.current = s.explorer(v, values)
	return s.current.Do(explorer.Return{Values: values})
}

// turn goes to the view step places on in the present tab.
func (s *Shell) turn(step int) tea.Cmd {
	list := views.In(s.current.View().Group)
	for i, v := range list {
		if v.Name == s.current.View().Name {
			return s.visitAgain(list[(i+step+len(list))%len(list)])
		}
	}
	return nil
}

// turnTab goes to the first view of a neighbouring tab.
func (s *Shell) turnTab(step int) tea.Cmd {
	for i, tab := range views.Tabs {
		if tab.Name == s.current.View().Group {
			next := views.Tabs[(i+step+len(views.Tabs))%len(views.Tabs)]
			return s.visitAgain(views.In(next.Name)[0])
		}
	}
	return nil
}
