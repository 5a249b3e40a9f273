package ui

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/numeral"
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
	cmd := s.visit(v, values)
	s.sayKept(left)
	return cmd
}

// sayKept says which settings of the present page are not as it was left, for they came along from the page before.
func (s *Shell) sayKept(left param.Values) {
	const most = 4
	kept := differing(s.current.View(), left, s.current.Values())
	if len(kept) == 0 {
		return
	}
	if more := len(kept) - most; more > 0 {
		kept = append(kept[:most], strconv.Itoa(more)+" more")
	}
	s.current.Say(numeral.Listed(kept) + " kept")
}

// differing names the controls that two settings of a view have otherwise.
func differing(v view.View, a, b param.Values) (names []string) {
	choices, texts := v.Needed(b)
	for _, c := range choices {
		if a.Picked(c).Name != b.Picked(c).Name {
			names = append(names, c.Title())
		}
	}
	for _, t := range texts {
		if a.Word(t) != b.Word(t) {
			names = append(names, t.Heading())
		}
	}
	for _, p := range v.Sliders(b) {
		if a.Get(p) != b.Get(p) {
			names = append(names, p.Symbol)
		}
	}
	return names
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

// turn goes to the view step places on in the present tab, from the last to the first. In Learn the lessons stand before the
// first.
func (s *Shell) turn(step int) tea.Cmd {
	group := s.current.View().Group
	list := views.In(group)
	next := slices.IndexFunc(list, func(v view.View) bool { return v.Name == s.current.View().Name }) + step
	if group == views.Learn && (next < 0 || next == len(list)) {
		return s.openLessons()
	}
	return s.visitAgain(list[(next+len(list))%len(list)])
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
