package explorer

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
	"dpscope/ui/entry"
)

// List is an open list of a picker's options, of presets, or of words and files that a control may name. The page shows the
// marked entry, until another is marked or the list is closed.
type List struct {
	Title  string
	Folder string // folder of the listed files; empty: it is no list of files
	Filter *entry.Entry
	At     int // the marked one of the matches

	options []param.Option
	set     param.Text // set that entries are added to and removed from; zero: one entry is taken
	under   Pane       // pane that comes back once it is closed
	control string     // name of the change, for the history
	before  param.Values
	taking  func(param.Option) (param.Values, error) // returns the setting with an option
}

// openList lists options in place of the controls, with one of them marked.
func (e *Explorer) openList(l List, marked string) {
	l.At = max(0, slices.IndexFunc(l.options, func(o param.Option) bool { return o.Name == marked }))
	if l.Filter = entry.New(""); e.pane == ListPane { // from one folder to another
		l.before, l.under = e.list.before, e.list.under
	} else if l.before = e.values; e.pane == ControlsPane {
		l.under = ControlsPane
	}
	e.list, e.pane = l, ListPane
}

// listOptions lists the options of a picker.
func (e *Explorer) listOptions(r Row) {
	e.openList(List{Title: r.Choice.Title(), control: r.Key, options: param.Offered(r.Choice, e.values), taking: func(o param.Option) (param.Values, error) {
		return e.list.before.Picking(r.Choice, o.Name), nil
	}}, r.Picked.Name)
}

// listMembers lists the possible members of a set. It stays open until it is left.
func (e *Explorer) listMembers(r Row) {
	e.openList(List{Title: r.Text.Heading(), control: r.Key, options: r.Text.Among, set: r.Text,
		taking: func(o param.Option) (param.Values, error) {
			word, err := r.Text.Toggle(e.list.before.Word(r.Text), o.Name)
			return e.list.before.Writing(r.Text, word), err
		}}, "")
}

// Picks reports whether entries are added to a set, rather than one taken.
func (l List) Picks() bool { return l.set.Among != nil }

// Holds reports whether an option is in that set.
func (l List) Holds(o param.Option) bool {
	return slices.ContainsFunc(l.set.Members(l.before.Word(l.set)), func(m param.Option) bool { return m.Name == o.Name })
}

// Matches returns the options that contain the typed text in name or title, then those that contain it in their help.
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

// mark moves the mark of the list, and the page follows it.
func (e *Explorer) mark(lines int) tea.Cmd {
	l := &e.list
	l.At = min(max(l.At+lines, 0), max(len(l.Matches())-1, 0))
	return e.preview()
}

// preview shows the marked entry, if it is a setting, without a step in the history.
func (e *Explorer) preview() tea.Cmd {
	values := e.list.before
	if found := e.list.Matches(); !e.list.Picks() && e.list.At < len(found) && found[e.list.At].Tag != folderTag {
		if taken, err := e.list.taking(found[e.list.At]); err == nil {
			values = taken
		}
	}
	return e.moveTo(values)
}

// moveTo is move, for values that may be the present ones.
func (e *Explorer) moveTo(values param.Values) tea.Cmd {
	if values.Equal(e.values) {
		return nil
	}
	return e.move(values)
}

// closeList closes the list and restores the setting from before.
func (e *Explorer) closeList() tea.Cmd {
	e.pane = e.list.under
	return e.moveTo(e.list.before)
}

// pick takes an option of the open list.
func (e *Explorer) pick(i int) tea.Cmd {
	found := e.list.Matches()
	switch {
	case i < 0 || i >= len(found):
		return e.closeList()
	case found[i].Tag == folderTag:
		return tea.Batch(e.moveTo(e.list.before), e.openFolder(found[i].Name, nil))
	}
	values, err := e.list.taking(found[i])
	switch {
	case err != nil && e.list.Picks():
		e.Warn(err)
		return nil
	case err != nil:
		e.Warn(err)
		return e.closeList()
	case !e.list.Picks():
		e.pane = e.list.under
	}
	if !values.Equal(e.list.before) {
		e.trail.record(e.list.control, e.list.before, e.session.Clock.Now())
	}
	e.list.At, e.list.before = i, values
	return e.moveTo(values)
}
