// Package keys declares every key of the program once. A binding is looked up by its name, and its help is the text of the
// footer, the help page and the reference. Nothing changes a binding.
package keys

import "charm.land/bubbles/v2/key"

func bind(shown, does string, keys ...string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(shown, does))
}

// Keys that move a control.
var (
	Less     = bind("←", "less", "left", "h")
	More     = bind("→", "more", "right", "l")
	MuchLess = bind("⇧←", "much less", "shift+left")
	MuchMore = bind("⇧→", "much more", "shift+right")
	Least    = bind("home", "least", "home")
	Most     = bind("end", "most", "end")
	Type     = bind("0-9", "type a value", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "-")
	Play     = bind("space", "run what the view shows", "space")
	Enter    = bind("enter", "list, edit, open", "enter")
	Files    = bind("o", "list choices and files", "o")
	Reset    = bind("r", "reset this control", "r")
	Undo     = bind("u", "undo", "u")
	Redo     = bind("U", "redo", "U")
)

// Keys that move about.
var (
	Up           = bind("↑", "previous line", "up", "k")
	Down         = bind("↓", "next line", "down", "j")
	PageUp       = bind("pgup", "page up, or much more", "pgup")
	PageDown     = bind("pgdn", "page down, or much less", "pgdown")
	Area         = bind("tab", "sliders, answers, picture", "tab")
	AreaBack     = bind("⇧tab", "the same, backwards", "shift+tab")
	NextView     = bind("]", "next view", "]")
	PreviousView = bind("[", "previous view", "[")
	NextTab      = bind("}", "next tab", "}")
	LastTab      = bind("{", "previous tab", "{")
	Find         = bind(":", "find", ":")
	FindAnywhere = bind("ctrl+k", "find, while typing too", "ctrl+k")
	Presets      = bind("p", "presets", "p")
	Lessons      = bind("L", "lessons", "L")
	Dismiss      = bind("x", "close the newcomers' line", "x")
	MyData       = bind("O", "my data", "O")
	Back         = bind("⌫", "back", "backspace")
	Help         = bind("?", "keys", "?")
	Escape       = bind("esc", "close", "esc")
	Quit         = bind("q", "quit", "q")
	Abort        = bind("ctrl+c", "quit, while typing too", "ctrl+c")
	Suspend      = bind("ctrl+z", "suspend, fg comes back", "ctrl+z")
)

// Keys that ask for more than the picture.
var (
	Solve     = bind("s", "solve", "s")
	Controls  = bind(",", "all controls", ",")
	Zoom      = bind("z", "picture alone, and back", "z")
	Unfold    = bind("+", "all answers, or fewer", "+")
	Why       = bind("w", "why", "w")
	Follow    = bind("g", "open what explains this", "g")
	Crosshair = bind("c", "crosshair", "c")
	Draw      = bind("d", "draw a private answer", "d")
	DrawMany  = bind("D", "draw a hundred", "D")
	Hold      = bind("m", "hold to compare, let go", "m")
	Export    = bind("e", "export", "e")
	Collect   = bind("ctrl+r", "collect for a report", "ctrl+r")
	Decide    = bind("ctrl+d", "write a decision down", "ctrl+d")
	Copy      = bind("y", "copy link", "y")
	Code      = bind("C", "main answer in Python", "C")
)

// Keys that move in a table.
var (
	Table        = bind("t", "table: answers, samples", "t")
	OtherTable   = bind("tab", "the other table", "tab")
	OpenRow      = bind("enter", "open what a row is about", "enter")
	Sort         = bind("S", "sort, reverse, as it came", "S")
	Filter       = bind("/", "filter", "/")
	FirstRow     = bind("ctrl+home", "first row", "ctrl+home")
	LastRow      = bind("ctrl+end", "last row", "ctrl+end")
	ColumnsLeft  = bind("<", "column to the left", "<")
	ColumnsRight = bind(">", "column to the right", ">")
)

// Keys of an open lesson.
var (
	LessonNext  = bind("n", "next step", "n")
	LessonBack  = bind("b", "step before", "b")
	LessonHint  = bind("i", "hint", "i")
	LessonLeave = bind("esc", "leave the lesson", "esc")
	Present     = bind("P", "present to a room", "P")
	Reveal      = bind("enter", "show a room the answer", "enter")
	FollowAgain = bind("ctrl+t", "follow the teacher again", "ctrl+t")
)

// Keys in the lines of Python.
var (
	OtherCode = bind("tab", "answer, or libraries", "tab")
	CopyCode  = bind("y", "copy the lines", "y")
)

// Keys that work where letters are text: in a value, a name, a list, the form that solves.
var (
	Accept    = bind("enter", "accept", "enter")
	Take      = bind("enter", "take what the list marks", "enter", "tab")
	Previous  = bind("↑", "previous line or field", "up", "shift+tab")
	Next      = bind("↓", "next line or field", "down", "tab")
	Lower     = bind("←", "previous choice", "left")
	Higher    = bind("→", "next choice", "right")
	Jump      = bind("enter", "jump to what solves", "enter", "s")
	Overwrite = bind("ctrl+o", "overwrite a file", "ctrl+o")
	Ending    = bind("tab", "another kind of file", "tab")
)
