package ui

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/assets"
	"dpscope/engine/param"
	"dpscope/ui/explorer"
	"dpscope/ui/keys"
	"dpscope/views"
	"dpscope/views/view"
)

// item is something to find.
type item struct {
	title, detail string
	about         string // not shown, but searched
	group         string // the heading that it stands under while nothing is typed; empty: none
	help          string // shown while it is marked, and searched
	why           string // it cannot be run here; empty: it can
	run           func(*Shell) tea.Cmd
}

// everything is all there is to find; what belongs to the present view comes
// before the same of others.
func (s *Shell) everything() []item {
	present := s.current.View()
	var items []item
	for _, v := range views.All {
		visit := func(s *Shell) tea.Cmd { return s.visitAgain(v) }
		items = append(items, item{title: v.Question, detail: v.Name, about: v.Title + " " + v.About + " " + controls(v), run: visit})
	}
	items = append(items, presetItems(present)...)
	for _, v := range others(present) {
		items = append(items, presetItems(v)...)
	}
	items = append(items, kindItems(present)...)
	for _, v := range append([]view.View{present}, others(present)...) {
		items = append(items, rowItems(v)...)
	}
	for _, t := range assets.Terms() {
		items = append(items, item{title: t.Title(), detail: "term", about: t.Says, run: func(s *Shell) tea.Cmd {
			s.current.Say(t.Title() + ": " + t.Says)
			return nil
		}})
	}
	items = append(items, item{title: "my data: which view opens which file of this folder", detail: "tables, sweeps, classifiers",
		run: func(s *Shell) tea.Cmd { return s.myData() }})
	for _, b := range actions {
		items = append(items, s.keyItem(b, "", 0))
	}
	return items
}

// others are the views beside the present one.
func others(present view.View) []view.View {
	return slices.DeleteFunc(slices.Clone(views.All), func(v view.View) bool { return v.Name == present.Name })
}

// rowItems offer the answers and the controls of a view by what they are called.
func rowItems(v view.View) []item {
	var items []item
	focus := func(key string) func(*Shell) tea.Cmd {
		return func(s *Shell) tea.Cmd {
			return tea.Batch(s.visitAgain(v), s.current.Do(explorer.Focus{Key: key}))
		}
	}
	for _, d := range v.Declared {
		items = append(items, item{title: d.Label, detail: v.Name + "  answer", about: d.Name + " " + d.Symbol, run: focus(d.Name)})
	}
	for _, p := range v.Params {
		items = append(items, item{title: explorer.SliderName(p), detail: v.Name + "  control", about: p.Name, help: p.Help, run: focus(p.Name)})
	}
	for _, t := range v.Texts {
		items = append(items, item{title: t.Heading(), detail: v.Name + "  control", about: t.Name, help: t.Help, run: focus(t.Name)})
	}
	for _, c := range v.Choices {
		items = append(items, item{title: c.Title(), detail: v.Name + "  control", about: c.Key(), help: c.About(), run: focus(c.Key())})
	}
	return items
}

// actions are the keys that the palette also offers by name.
var actions = []key.Binding{keys.Solve, keys.Why, keys.Table, keys.Crosshair, keys.Hold, keys.Export, keys.Collect, keys.Copy, keys.Code, keys.Undo, keys.Redo,
	keys.Help, keys.Quit}

// controls names what moves in a view.
func controls(v view.View) string {
	var words []string
	for _, p := range v.Params {
		words = append(words, p.Name, p.Label)
	}
	for _, c := range v.Choices {
		words = append(words, c.Title())
		for _, o := range c.Options() {
			for _, p := range o.Params {
				words = append(words, p.Name, p.Label)
			}
		}
	}
	return strings.Join(words, " ")
}

func presetItems(v view.View) []item {
	var items []item
	for _, p := range v.Presets {
		items = append(items, item{title: p.Title, detail: v.Name + "?preset=" + p.Name, run: func(s *Shell) tea.Cmd {
			var going tea.Cmd
			if s.current.View().Name != v.Name {
				going = s.visit(v, v.Opening())
			}
			return tea.Batch(going, s.current.Do(explorer.TakePreset{Name: p.Name}))
		}})
	}
	return items
}

// kindItems offer the options that bring sliders of their own, a menu once: in
// the present view where it has them, otherwise in the first view that does.
// Other options are settings, which nobody looks for by name.
func kindItems(present view.View) []item {
	var items []item
	listed := map[string]bool{}
	for _, v := range append([]view.View{present}, views.All...) {
		for _, c := range v.Choices {
			brings := func(o param.Option) bool { return len(o.Params) > 0 }
			if !listed[c.Key()] && slices.ContainsFunc(c.Options(), brings) {
				listed[c.Key()] = true
				items = append(items, optionItems(v, c)...)
			}
		}
	}
	return items
}

func optionItems(v view.View, c param.Choice) []item {
	var items []item
	for _, o := range c.Options() {
		items = append(items, item{title: o.Title, detail: v.Name + "?" + c.Key() + "=" + o.Name, about: o.Tag, help: o.Help,
			run: func(s *Shell) tea.Cmd {
				if s.current.View().Name == v.Name {
					return s.current.Do(explorer.Choose{Choice: c, Name: o.Name})
				}
				values := v.Carried(v.Opening(), s.current.View(), s.current.Values()).Picking(c, o.Name)
				return s.visit(v, values)
			}})
	}
	return items
}

func opening(view view.View, values param.Values) func(*Shell) tea.Cmd {
	return func(s *Shell) tea.Cmd { return s.visit(view, values) }
}
