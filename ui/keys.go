package ui

import "charm.land/bubbles/v2/key"

// keyMap is every key of the explorer. A binding's help feeds the footer, the
// help page and the reference.
type keyMap struct {
	Less, More, MuchLess, MuchMore, Least, Most key.Binding
	Up, Down, Area, AreaBack                    key.Binding
	Type, Enter, Reset, Escape                  key.Binding
	Solve, Why, Table, Export, Copy, Crosshair  key.Binding
	Undo, Redo, Back                            key.Binding
	NextView, PreviousView, NextTab, LastTab    key.Binding
	Find, Filter, Presets, Help, Quit           key.Binding
}

func bind(keys []string, shown, does string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(shown, does))
}

var keys = keyMap{
	Less:     bind([]string{"left", "h"}, "←", "less"),
	More:     bind([]string{"right", "l"}, "→", "more"),
	MuchLess: bind([]string{"shift+left", "H", "pgdown"}, "⇧←", "much less (or page down)"),
	MuchMore: bind([]string{"shift+right", "L", "pgup"}, "⇧→", "much more (or page up)"),
	Least:    bind([]string{"home"}, "home", "least"),
	Most:     bind([]string{"end"}, "end", "most"),
	Up:       bind([]string{"up", "k"}, "↑", "previous line"),
	Down:     bind([]string{"down", "j"}, "↓", "next line"),
	Area:     bind([]string{"tab"}, "tab", "sliders, answers, picture"),
	AreaBack: bind([]string{"shift+tab"}, "⇧tab", "the same, backwards"),
	Type:     bind([]string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "-"}, "0-9", "type a value"),
	Enter:    bind([]string{"enter"}, "enter", "list, edit, accept"),
	Reset:    bind([]string{"r"}, "r", "reset this control"),
	Escape:   bind([]string{"esc"}, "esc", "close"),

	Solve:     bind([]string{"s"}, "s", "solve"),
	Why:       bind([]string{"w"}, "w", "why"),
	Table:     bind([]string{"t"}, "t", "table"),
	Export:    bind([]string{"e"}, "e", "export"),
	Copy:      bind([]string{"y"}, "y", "copy link"),
	Crosshair: bind([]string{"c"}, "c", "crosshair"),

	Undo: bind([]string{"u"}, "u", "undo"),
	Redo: bind([]string{"U"}, "U", "redo"),
	Back: bind([]string{"backspace"}, "⌫", "back"),

	NextView:     bind([]string{"]"}, "]", "next view"),
	PreviousView: bind([]string{"["}, "[", "previous view"),
	NextTab:      bind([]string{"}"}, "}", "next tab"),
	LastTab:      bind([]string{"{"}, "{", "previous tab"),

	Find:    bind([]string{":", "ctrl+k"}, ":", "find"),
	Filter:  bind([]string{"/"}, "/", "filter"),
	Presets: bind([]string{"p"}, "p", "presets"),
	Help:    bind([]string{"?"}, "?", "keys"),
	Quit:    bind([]string{"q", "ctrl+c"}, "q", "quit"),
}
