package explorer

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
	"dpscope/ui/entry"
)

// List is the open list of a picker's options, or of the files that a control
// may name.
type List struct {
	Title  string
	Folder string // whose files these are; empty: it is no list of files
	Filter *entry.Entry
	At     int // among the matches

	row     Row
	options []param.Option
}

// openList lists the options of a picker in place of the picture.
func (e *Explorer) openList(r Row) {
	options := r.Choice.Options()
	at := slices.IndexFunc(options, func(o param.Option) bool { return o.Name == r.Picked.Name })
	e.list = List{Title: r.Choice.Title(), row: r, options: options, At: max(0, at), Filter: entry.New("")}
	e.pane = ListPane
}

// Matches are the options whose name or title holds what was typed, and after
// them those whose help does.
func (l List) Matches() []param.Option {
	word := strings.ToLower(l.Filter.Text())
	var named, told []param.Option
	for _, o := range l.options {
		name := o.Name + " " + o.Title
		if l.Folder != "" { // the path is the same for all
			name = o.Title
		}
		switch {
		case strings.Contains(strings.ToLower(name), word):
			named = append(named, o)
		case strings.Contains(strings.ToLower(o.Help), word):
			told = append(told, o)
		}
	}
	return append(named, told...)
}

func (l *List) move(lines int) {
	l.At = min(max(l.At+lines, 0), max(len(l.Matches())-1, 0))
}

// pick takes an option of the open list.
func (e *Explorer) pick(i int) tea.Cmd {
	found := e.list.Matches()
	e.pane = PicturePane
	switch r := e.list.row; {
	case i < 0 || i >= len(found):
		return nil
	case e.list.Folder != "":
		return e.pickFile(found[i])
	default:
		return e.set(r.Key, e.values.Picking(r.Choice, found[i].Name))
	}
}
