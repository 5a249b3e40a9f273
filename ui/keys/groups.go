package keys

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
)

// Group is a heading and its keys.
type Group struct {
	Title string
	Keys  []key.Binding
}

// InTable, InLesson and InCode are the headings of the keys of a table, of a lesson and of lines of Python.
const (
	InTable  = "The table"
	InLesson = "A lesson"
	InCode   = "Lines of Python"
)

// Groups returns every key, for the help page and the reference.
func Groups() []Group {
	return []Group{
		{"A control", []key.Binding{Less, More, MuchLess, MuchMore, Least, Most, Play, Type, Enter, Files, Reset, Undo, Redo}},
		{"Getting about", []key.Binding{Up, Down, PageUp, PageDown, Area, AreaBack, NextView, PreviousView, NextTab, LastTab,
			Find, FindAnywhere, Lessons, MyData, Dismiss, Presets, Back, Help, Escape, Quit, Abort, Suspend}},
		{"Answers", []key.Binding{Controls, Zoom, Solve, Why, Unfold, Follow, Crosshair, Draw, DrawMany, Hold, Export, Collect, Decide, Copy, Code}},
		{InTable, []key.Binding{Table, OtherTable, OpenRow, Filter, Sort, ColumnsLeft, ColumnsRight, FirstRow, LastRow}},
		{InLesson, []key.Binding{LessonNext, LessonBack, LessonHint, LessonLeave, Present, Reveal, FollowAgain}},
		{InCode, []key.Binding{OtherCode, CopyCode}},
		{"While typing", []key.Binding{Accept, Take, Previous, Next, Lower, Higher, Jump, Overwrite, Ending}},
	}
}

// Reference returns the keys as a page of the reference, in Markdown.
func Reference() string {
	text := "# Keys\n\nInside the program `?` lists them too.\n"
	for _, g := range Groups() {
		text += "\n## " + g.Title + "\n\n| key | also | what it does |\n|---|---|---|\n"
		for _, k := range g.Keys {
			text += fmt.Sprintf("| `%s` | %s | %s |\n", k.Help().Key, also(k), k.Help().Desc)
		}
	}
	return text
}

// also names the other keys of a binding beside its main one. Ten digits need no names.
func also(k key.Binding) string {
	const few = 3
	names := k.Keys()[1:]
	if len(names) == 0 || len(names) > few {
		return ""
	}
	return "`" + strings.Join(names, "` `") + "`"
}
