package ui

import (
	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
	"dpscope/ui/explorer"
	"dpscope/ui/find"
	"dpscope/ui/keys"
	"dpscope/views/view"
)

// item is a line of a list of things to run.
type item struct {
	title, detail string
	words         *find.Words // words that find it; nil: its title and help
	group         string      // heading over it while nothing is typed; empty: none
	help          string      // shown while it is marked
	defines       bool        // the help is a definition, which is shown whole
	why           string      // why it cannot be run here; empty: it can
	says          string      // on a row of its own under the title
	run           func(*Shell) tea.Cmd
}

// everything lists all there is to find.
func (s *Shell) everything() []item {
	list := find.List()
	items := make([]item, len(list))
	for i, it := range list {
		items[i] = item{title: it.Title, detail: it.Detail(), words: &it.Words, group: it.Kind.Heading(), help: it.Says, defines: it.Kind == find.Term,
			run: func(s *Shell) tea.Cmd { return s.open(it) }}
		if it.Kind == find.Command {
			items[i].detail = keyName(s.look, it.Key)
			items[i].why = s.refused(it.Key, 0)
		}
	}
	return items
}

// open opens what was found.
func (s *Shell) open(it find.Item) tea.Cmd {
	switch it.Kind {
	case find.View:
		if it.Choice == nil {
			return s.visitAgain(it.View)
		}
		return s.pick(it)
	case find.Lesson:
		return s.openLesson(it.Lesson)
	case find.Command:
		return s.press(keys.Press(it.Key))
	case find.Term:
		s.current.Say(it.Title + ": " + it.Says)
		return nil
	case find.Preset:
		var going tea.Cmd
		if s.current.View().Name != it.View.Name {
			going = s.visit(it.View, it.View.Opening())
		}
		return tea.Batch(going, s.current.Do(explorer.TakePreset{Name: it.Preset}))
	case find.Option:
		return s.pick(it)
	}
	return tea.Batch(s.visitAgain(it.View), s.current.Do(explorer.Focus{Key: it.Focus}))
}

// pick takes an option of a menu: in the present view if that has the menu, else in the view that the option is listed with.
func (s *Shell) pick(it find.Item) tea.Cmd {
	present := s.current.View()
	for _, c := range present.Choices {
		if c.Key() == it.Choice.Key() && hasOption(c, it.Option) && (it.Kind == find.Option || present.Name == it.View.Name) {
			return s.current.Do(explorer.Choose{Choice: c, Name: it.Option})
		}
	}
	values := it.View.Carried(it.View.Opening(), present, s.current.Values()).Picking(it.Choice, it.Option)
	return s.visit(it.View, values)
}

func hasOption(c param.Choice, name string) bool {
	for _, o := range c.Options() {
		if o.Name == name {
			return true
		}
	}
	return false
}

func opening(view view.View, values param.Values) func(*Shell) tea.Cmd {
	return func(s *Shell) tea.Cmd { return s.visit(view, values) }
}
