package ui

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/assets"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms/privacy"
	"dpscope/ui/explorer"
	"dpscope/ui/keys"
	"dpscope/views/view"
)

// helpItems lists every key, the signs before numbers, what the present view's controls and options mean, from their
// declarations, and the terms of the field. Taking a line does what it describes, or says why it cannot.
func (s *Shell) helpItems() []item {
	var items []item
	for i, g := range keys.Groups() {
		for _, k := range g.Keys {
			items = append(items, s.keyItem(k, g.Title, i))
		}
	}
	return slices.Concat(items, basisItems(), hintItems(), publishedItems(), aboutItems(s.current.View()), termItems())
}

// keyItem offers a key by its effect.
func (s *Shell) keyItem(k key.Binding, group string, at int) item {
	return item{title: k.Help().Desc, detail: k.Help().Key, group: group, why: s.refused(k, at), run: pressing(k)}
}

// refused says why a key does nothing at the moment; empty: it has an effect.
func (s *Shell) refused(k key.Binding, group int) string {
	scene := s.current.Scene()
	same := func(b key.Binding) bool { return b.Help() == k.Help() }
	switch {
	case same(keys.Abort), same(keys.Suspend):
		return ""
	case same(keys.Draw) || same(keys.DrawMany):
		if !scene.View.Draws() {
			return "this view has no private answer to draw"
		}
	case same(keys.Presets):
		if len(scene.View.Presets) == 0 {
			return "this view has no presets"
		}
	case same(keys.Play):
		if scene.Running().Kind != explorer.SliderRow && !scene.Plays {
			return "this view has no slider to run"
		}
		return ""
	case same(keys.Least) || same(keys.Most) || same(keys.Type):
		if scene.Focused().Kind != explorer.SliderRow {
			return "works on a slider that has the focus"
		} else if same(keys.Type) {
			return "type the first digit on the page"
		}
	case same(keys.Follow):
		if r := scene.Focused(); scene.Pane != explorer.TablePane && r.Reading.Opens == "" {
			return "works on an answer that leads to another view"
		}
	case same(keys.Back):
		if len(s.visited) == 0 {
			return "this is the first page"
		}
	}
	works := slices.ContainsFunc(boundKeys(scene, s.frame.page), func(b bound) bool { return same(b.key) }) ||
		slices.ContainsFunc(s.ownKeys(), func(o ownKey) bool { return same(o.key) })
	switch {
	case works:
		return ""
	case same(keys.OtherTable), same(keys.OpenRow), keys.Groups()[group].Title == keys.InTable:
		return "works in the table; " + keys.Table.Help().Key + " opens it"
	}
	if keys.Groups()[group].Title == keys.InCode {
		return "works in lines of Python; " + keys.Code.Help().Key + " shows them"
	}
	return "works while something is typed or picked from a list"
}

// basisItems lists the signs before numbers.
func basisItems() []item {
	const group = "Before a number stands how it is known"
	var items []item
	for _, basis := range known.Bases {
		items = append(items, item{title: basis.Promise(), group: group, why: "this line is to be read"})
	}
	return append(items, item{title: "The mouse drags sliders, turns them with the wheel, and reads the picture.", group: "The mouse",
		why: "this line is to be read"})
}

// hintItems lists the words for ε, from the least up.
func hintItems() []item {
	const group = "What ε by itself allows, in words"
	var items []item
	for _, h := range privacy.Hints() {
		items = append(items, item{group: group, why: "this line is to be read",
			title: fmt.Sprintf("%s: from ε = %s on, where %.0f %% of guesses are right", h.Title, numeral.Plain.Format(h.Epsilon()), 100*h.From)})
	}
	return items
}

// publishedItems lists the published uses of ε, each for its own unit.
func publishedItems() []item {
	var items []item
	for _, d := range assets.Deployments() {
		items = append(items, item{group: "Which ε others publish: " + view.UnitsDiffer, why: "this line is to be read", help: d.Note,
			title: d.Spent() + ", " + d.Model + ": " + d.Named()})
	}
	return items
}

// termItems lists the terms of the field with their definitions.
func termItems() []item {
	var items []item
	for _, t := range assets.Terms() {
		items = append(items, item{title: t.Title(), group: "Terms of the field", help: t.Definition(), defines: true, why: "this line is to be read"})
	}
	return items
}

// aboutItems explains a view, its controls and their options.
func aboutItems(v view.View) []item {
	items := []item{{title: v.Title, detail: v.Name, group: "This view", help: v.Question + " " + v.About + " Source: " + v.Source,
		why: "this is the view that is open"}}
	focus := func(name string) func(*Shell) tea.Cmd {
		return func(s *Shell) tea.Cmd { return s.current.Do(explorer.Focus{Key: name}) }
	}
	for _, p := range v.Params {
		items = append(items, item{title: explorer.SliderName(p), detail: p.Range(), group: "Its controls", help: p.Help,
			run: focus(p.Name)})
	}
	for _, t := range v.Texts {
		items = append(items, item{title: t.Heading(), group: "Its controls", help: t.Help, run: focus(t.Name)})
	}
	for _, c := range v.Choices {
		items = append(items, item{title: c.Title(), group: "Its controls", help: c.About(), run: focus(c.Key())})
		for _, o := range c.Options() {
			items = append(items, item{title: o.Title, detail: o.Tag, group: c.Title(),
				help: strings.TrimSpace(o.Help + " Source: " + o.Source),
				run:  func(s *Shell) tea.Cmd { return s.current.Do(explorer.Choose{Choice: c, Name: o.Name}) }})
		}
	}
	return items
}
