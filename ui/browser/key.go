package browser

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/ui/explorer"
	"dpscope/ui/keys"
	"dpscope/views"
)

// bound is a key of a page, and what it does.
type bound struct {
	key key.Binding
	do  func(*Tab) tea.Cmd
}

// bindings returns the keys of a page, as in the terminal where a browser leaves them.
func bindings() (all []bound) {
	add := func(k key.Binding, do func(*Tab) tea.Cmd) { all = append(all, bound{k, do}) }
	intent := func(k key.Binding, i explorer.Intent) {
		add(k, func(t *Tab) tea.Cmd { return t.current.Do(i) })
	}
	focus := func(k key.Binding, at string) {
		add(k, func(t *Tab) tea.Cmd {
			t.send(Point{"focus", at})
			return nil
		})
	}
	focus(keys.Find, "find")
	focus(keys.FindAnywhere, "find")
	focus(keys.Export, "export")
	focus(keys.Presets, "examples")
	focus(keys.MyData, "pick")
	focus(keys.Table, "readings")
	focus(keys.Controls, "controls")
	focus(keys.Help, "keys")
	focus(keys.Copy, "link")
	add(keys.Solve, func(t *Tab) tea.Cmd { return t.solve(Message{}) })
	add(keys.Why, func(t *Tab) tea.Cmd {
		if a, found := t.current.Scene().Chosen(); found {
			t.send(Point{"focus", "w-" + a.Key.String()})
		}
		return nil
	})
	intent(keys.Hold, explorer.Hold{})
	intent(keys.Undo, explorer.Undo{})
	intent(keys.Redo, explorer.Redo{})
	intent(keys.Reset, explorer.Reset{})
	intent(keys.Play, explorer.Play{})
	intent(keys.Draw, explorer.Draw{Count: 1})
	intent(keys.DrawMany, explorer.Draw{Count: 100})
	add(keys.Lessons, func(t *Tab) tea.Cmd { return t.listLessons() })
	add(keys.NextView, func(t *Tab) tea.Cmd { return t.turn(+1) })
	add(keys.PreviousView, func(t *Tab) tea.Cmd { return t.turn(-1) })
	add(keys.NextTab, func(t *Tab) tea.Cmd { return t.turnTab(+1) })
	add(keys.LastTab, func(t *Tab) tea.Cmd { return t.turnTab(-1) })
	add(keys.Escape, func(t *Tab) tea.Cmd { return t.close(Message{}) })
	return all
}

// key does what a key means; in a lesson its own keys come first.
func (t *Tab) key(m Message) tea.Cmd {
	t.current.Quiet()
	if m.Key == "" {
		return nil
	}
	msg := keys.Named(m.Key)
	if t.lesson != nil {
		if cmd, taken := t.lessonKey(msg); taken {
			return cmd
		}
	}
	for _, b := range bindings() {
		if key.Matches(msg, b.key) {
			return b.do(t)
		}
	}
	return nil
}

// turn goes to the view step places on in the present tab, from the last to the first.
func (t *Tab) turn(step int) tea.Cmd {
	list := views.In(t.current.View().Group)
	for i, v := range list {
		if v.Name == t.current.View().Name {
			return t.visitAgain(list[(i+step+len(list))%len(list)].Name)
		}
	}
	return nil
}

// turnTab goes to the first view of a neighbouring tab.
func (t *Tab) turnTab(step int) tea.Cmd {
	at := slices.IndexFunc(views.Tabs, func(tab views.Tab) bool { return tab.Name == t.current.View().Group })
	next := views.Tabs[(at+step+len(views.Tabs))%len(views.Tabs)]
	return t.visitAgain(views.In(next.Name)[0].Name)
}
