package find

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"charm.land/bubbles/v2/key"

	"dpscope/assets"
	"dpscope/engine/param"
	"dpscope/ui/explorer"
	"dpscope/ui/keys"
	"dpscope/views"
	"dpscope/views/lesson"
	"dpscope/views/view"
)

// Item is a thing to find, with what opens it.
type Item struct {
	Kind  Kind
	Name  string // "flips", "lesson 2", "flips?preset=paper"
	Title string
	Says  string // its meaning; of a term its definition
	Words Words

	View   view.View // of a view and what belongs to it
	Preset string
	Choice param.Choice // of an option, or of the picture that a question is about
	Option string
	Focus  string      // the answer or control to go to
	Key    key.Binding // of a command
	Lesson int         // its number, from 1
}

// Detail describes a thing beside its title.
func (it Item) Detail() string {
	switch it.Kind {
	case Term:
		return string(it.Kind)
	case Answer, Control:
		return it.View.Name + "  " + string(it.Kind)
	}
	return it.Name
}

// Heading returns the title of a kind.
func (k Kind) Heading() string { return strings.ToUpper(string(k[:1])) + string(k[1:]) + "s" }

// List returns all there is to find.
var List = sync.OnceValue(func() []Item {
	return slices.Concat(viewItems(), lessonItems(), commandItems(), termItems(), presetItems(), optionItems(), answerItems(), controlItems())
})

// viewItems returns the views, each followed by the questions of its other pictures.
func viewItems() (items []Item) {
	for _, v := range views.All {
		items = append(items, Item{Kind: View, Name: v.Name, Title: v.Question, Says: v.About, View: v,
			Words: Words{view: v.Name}.called(first, v.Name, v.Label).called(first, v.Also...).by(label, v.Name, v.Label).by(label, v.Also...).
				by(title, v.Title).by(question, v.Question)})
		asked := map[string]bool{v.Question: true}
		for _, c := range v.Choices {
			for _, o := range c.Options() {
				at := v.Opening().Picking(c, o.Name)
				if asks := v.Asked(at); !asked[asks] {
					asked[asks] = true
					items = append(items, Item{Kind: View, Name: v.Name + "?" + c.Key() + "=" + o.Name, Title: asks, View: v, Choice: c, Option: o.Name,
						Words: Words{view: v.Name}.by(question, asks)})
				}
			}
		}
	}
	return items
}

// lessonItems returns the lessons with their numbers, then the task after them, which has none.
func lessonItems() (items []Item) {
	for i, name := range append(lesson.Shipped(), lesson.Capstone) {
		l, err := lesson.Open(name)
		if err != nil {
			continue // a test opens them all
		}
		number := strconv.Itoa(i + 1)
		it := Item{Kind: Lesson, Name: "lesson " + number, Title: l.Title, Lesson: i + 1}
		it.Words = Words{}.called(runs, name, "lesson "+name, l.Title).by(label, name, "lesson "+name).by(title, l.Title)
		if name == lesson.Capstone {
			it.Name = "lesson " + name
		} else {
			it.Words = it.Words.called(runs, number, "lesson "+number)
		}
		items = append(items, it)
	}
	return items
}

// commands lists commands that work inside the program; more words find them than their keys say.
var commands = []struct {
	key        key.Binding
	name, does string
	also       []string
}{
	{keys.Lessons, "lessons", "a course, from what ε means to advice of your own", []string{"lesson", "tutorial", "tutorials", "course", "exercise", "exercises", "quiz",
		"teach", "learn", "start", "help", "begin", "beginner", "introduction", "how to", "handout", "workshop", "first steps", "getting started"}},
	{keys.MyData, "my data", "what your files can answer", []string{"csv", "parquet", "file", "files", "table", "open", "open a file", "my classifier", "own data",
		"data", "data set", "dataset", "import", "load", "upload", "excel", "spreadsheet"}},
	{keys.Solve, "solve", "which value of a control reaches a target", []string{"target", "reach", "inverse", "backwards"}},
	{keys.Why, "why", "how a number is computed, and from what", []string{"formula", "explain", "explanation", "source"}},
	{keys.Table, "rows", "answers and samples as a table", nil},
	{keys.Crosshair, "crosshair", "read the picture at a point", []string{"cursor"}},
	{keys.Hold, "hold", "hold this setting, to compare others with it", []string{"pin", "freeze"}},
	{keys.Export, "export", "write the numbers or the picture of this page to a file", []string{"save", "download", "screenshot", "png", "svg", "pdf", "image", "latex"}},
	{keys.Collect, "report", "collect this page for a report", []string{"collect", "write up"}},
	{keys.Copy, "copy", "copy the link of this page", []string{"link", "url", "address", "share", "copy link"}},
	{keys.Code, "python", "the main answer in Python", []string{"code", "numpy", "script", "notebook", "jupyter", "opendp", "diffprivlib"}},
	{keys.Presets, "presets", "settings worth looking at", []string{"examples", "preset"}},
	{keys.Zoom, "zoom", "the picture alone, and back", []string{"full screen"}},
	{keys.Undo, "undo", "undo", nil},
	{keys.Redo, "redo", "redo", nil},
	{keys.Present, "present", "present to a room", []string{"presentation", "projector", "slides"}},
	{keys.Help, "keys", "every key", []string{"shortcuts", "keyboard", "bindings"}},
	{keys.Quit, "quit", "quit", []string{"exit", "leave", "close"}},
}

func commandItems() (items []Item) {
	for _, c := range commands {
		items = append(items, Item{Kind: Command, Name: c.name, Title: c.does, Key: c.key,
			Words: Words{}.called(runs, c.name).called(runs, c.also...).by(label, c.name).by(label, c.also...).by(title, c.does, c.key.Help().Desc)})
	}
	return items
}

// glossary lists words that find all terms.
var glossary = []string{"glossary", "terms", "definitions", "vocabulary"}

func termItems() (items []Item) {
	for _, t := range assets.Terms() {
		says := t.Definition()
		if t.Formula != "" {
			says += " " + t.Formula + "."
		}
		items = append(items, Item{Kind: Term, Name: t.Name, Title: t.Title(), Says: says,
			Words: Words{}.called(signs, t.Sign).called(defines, t.Name).called(defines, t.Also...).called(defines, glossary...).by(term, t.Name, t.Title()).by(term, t.Also...)})
	}
	return items
}

func presetItems() (items []Item) {
	for _, v := range views.All {
		for _, p := range v.Presets {
			items = append(items, Item{Kind: Preset, Name: v.Name + "?preset=" + p.Name, Title: p.Title, View: v, Preset: p.Name,
				Words: Words{view: v.Name}.by(preset, p.Title, p.Name).by(text, v.Name)})
		}
	}
	return items
}

// optionItems returns the options that bring sliders of their own, a menu once, in the first view that has it. Other options
// are settings, which people do not search by name.
func optionItems() (items []Item) {
	listed := map[string]bool{}
	for _, v := range views.All {
		for _, c := range v.Choices {
			if listed[c.Key()] || !slices.ContainsFunc(c.Options(), func(o param.Option) bool { return len(o.Params) > 0 }) {
				continue
			}
			listed[c.Key()] = true
			for _, o := range c.Options() {
				items = append(items, Item{Kind: Option, Name: v.Name + "?" + c.Key() + "=" + o.Name, Title: o.Title, Says: o.Help,
					View: v, Choice: c, Option: o.Name, Words: Words{view: v.Name}.by(control, o.Title, o.Name, o.Tag)})
			}
		}
	}
	return items
}

func answerItems() (items []Item) {
	for _, v := range views.All {
		for _, d := range v.Declared {
			items = append(items, Item{Kind: Answer, Name: v.Name + " " + d.Pattern(), Title: d.Label, View: v, Focus: d.Name,
				Words: Words{view: v.Name}.by(answer, d.Label, d.Name, d.Symbol).by(text, v.Name)})
		}
	}
	return items
}

func controlItems() (items []Item) {
	for _, v := range views.All {
		add := func(name, title, help string, texts ...string) {
			items = append(items, Item{Kind: Control, Name: v.Name + "?" + name + "=", Title: title, Says: help, View: v, Focus: name,
				Words: Words{view: v.Name}.by(control, append(texts, title, name)...).by(text, v.Name)})
		}
		for _, p := range v.Params {
			add(p.Name, explorer.SliderName(p), p.Help, p.Label, p.Symbol)
		}
		for _, t := range v.Texts {
			add(t.Name, t.Heading(), t.Help)
		}
		for _, c := range v.Choices {
			add(c.Key(), c.Title(), c.About())
			for _, o := range c.Options() {
				for _, p := range o.Params {
					add(p.Name, explorer.SliderName(p), p.Help, p.Label, p.Symbol)
				}
			}
		}
	}
	return slices.CompactFunc(items, func(a, b Item) bool { return a.Name == b.Name })
}

// For returns what a text finds in the list, and the corrected text where only that finds something; entries of the view come
// before equal ones of others.
func For(text, view string) (found []Item, meant string) {
	list := List()
	at, meant := Search(all(), text, view)
	for _, i := range at {
		found = append(found, list[i])
	}
	return found, meant
}

// all returns the words of the list.
var all = sync.OnceValue(func() []Words {
	var words []Words
	for _, it := range List() {
		words = append(words, it.Words)
	}
	return words
})
