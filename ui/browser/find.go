package browser

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpscope/ui/explorer"
	"dpscope/ui/find"
	"dpscope/views"
)

// find looks for words.
func (t *Tab) find(m Message) tea.Cmd {
	t.typed, t.data = strings.TrimSpace(m.Value), nil
	t.lessons = nil
	t.found, t.meant = nil, ""
	if t.typed != "" {
		t.found, t.meant = find.For(t.typed, t.current.View().Name)
	}
	return nil
}

// takeFound opens what was found at a place of the list; where nothing was, the words themselves as an address.
func (t *Tab) takeFound(m Message) tea.Cmd {
	if strings.Contains(t.typed, "?") || len(t.found) == 0 {
		if v, values, err := views.Open(t.typed); err == nil {
			return t.visit(v, values)
		}
	}
	if m.Steps < 0 || m.Steps >= len(t.found) {
		return nil
	}
	it := t.found[m.Steps]
	t.typed, t.found = "", nil
	if t.lesson != nil {
		t.leaveLesson("")
	}
	return t.take(it)
}

// take opens what was found.
func (t *Tab) take(it find.Item) tea.Cmd {
	present := t.current.View()
	switch it.Kind {
	case find.Lesson:
		return t.openLesson(it.Lesson)
	case find.Command:
		return t.key(Message{Key: it.Key.Keys()[0]})
	case find.Term:
		t.current.Say(it.Title + ": " + it.Says)
		return nil
	case find.Preset:
		values, err := it.View.Preset(it.Preset)
		if err != nil {
			t.current.Warn(err)
			return nil
		}
		return t.visit(it.View, values)
	case find.View, find.Option:
		if it.Choice == nil {
			return t.visitAgain(it.View.Name)
		}
		values := it.View.Carried(it.View.Opening(), present, t.current.Values())
		if present.Name == it.View.Name {
			values = t.current.Values()
		}
		return t.visit(it.View, values.Picking(it.Choice, it.Option))
	}
	return tea.Batch(t.visitAgain(it.View.Name), t.current.Do(explorer.Focus{Key: it.Focus}))
}
