package browser

import (
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/ui/explorer"
	"dpscope/views"
	"dpscope/views/view"
)

// open opens an address. One that means nothing leaves the page as it is, and says what is nearest.
func (t *Tab) open(address string) tea.Cmd {
	t.typed, t.data, t.lessons, t.astray = "", nil, nil, ""
	if name, query, _ := strings.Cut(address, "?"); name == lessonName {
		return t.openLink(query)
	}
	if t.lesson != nil {
		t.leaveLesson("")
	}
	v, values, err := views.Open(address)
	if err != nil {
		t.astray = err.Error()
		return t.again()
	}
	return t.visit(v, values)
}

// again asks for the sheet of the present page if it has none yet.
func (t *Tab) again() tea.Cmd {
	if t.current.Scene().Drawn {
		return nil
	}
	return t.current.Start()
}

// visit goes to a view at values.
func (t *Tab) visit(v view.View, values param.Values) tea.Cmd {
	t.typed, t.data, t.lessons = "", nil, nil
	if v.Name != t.current.View().Name {
		t.current.Leave()
		t.touched = false
	}
	_, known := t.explorers[v.Name]
	t.current = t.explorer(v, values)
	t.current.Quiet()
	if known && !values.Equal(t.current.Values()) {
		return t.current.Do(explorer.Go{Values: values})
	}
	return t.current.Start()
}

// visitAgain goes to a view as it was left, with the values that it shares with the present one.
func (t *Tab) visitAgain(name string) tea.Cmd {
	v, err := views.Find(name)
	if err != nil || v.Name == t.current.View().Name && t.lesson == nil {
		return nil
	}
	if t.lesson != nil {
		t.leaveLesson("")
	}
	left := v.Opening()
	if e, known := t.explorers[v.Name]; known {
		left = e.Values()
	}
	return t.visit(v, v.Carried(left, t.current.View(), t.current.Values()))
}

// follow goes to the view that explains something of the present one.
func (t *Tab) follow(address string) tea.Cmd {
	v, values, err := views.Follow(address, t.current.View(), t.current.Values())
	if err != nil {
		t.current.Warn(err)
		return nil
	}
	return t.visit(v, values)
}

// missing returns the name of an own file that the setting reads and that the tab does not have; empty: it has all.
func (t *Tab) missing(s explorer.Scene) string {
	for _, r := range s.Rows {
		if r.Kind != explorer.TextRow || len(r.Text.Files) == 0 {
			continue
		}
		word := s.Values.Word(r.Text)
		for _, end := range r.Text.Files {
			if strings.HasSuffix(strings.ToLower(word), end) && work.MayOpen(t.session.Context, word) != nil {
				return filepath.Base(word)
			}
		}
	}
	return ""
}
