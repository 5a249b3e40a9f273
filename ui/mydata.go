package ui

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/work"
	"dpscope/ui/files"
	"dpscope/views"
	"dpscope/views/sweep"
)

// folderMsg brings the files of the folder in which the program runs.
type folderMsg struct {
	folder files.Folder
	swept  map[string]bool // the paths of tables that sweeps wrote
	err    error
}

// sweptMsg brings the settings of a table that a sweep wrote.
type sweptMsg struct {
	name string
	rows []sweep.Row
	cut  bool // there are more
	err  error
}

// pipelines are the endings of files that become classifiers by dpscope convert.
var pipelines = [...]string{".pkl", ".pickle", ".joblib", ".ubj"}

// myData asks for the files of this folder, to say which view opens which.
func (s *Shell) myData() tea.Cmd {
	own := s.session.Files
	if own == nil {
		s.current.Warn(work.ErrNoFiles)
		return nil
	}
	return func() tea.Msg {
		folder, err := own.List(".")
		return folderMsg{folder, sweptIn(own, folder), err}
	}
}

// sweptIn are the tables of a folder that sweeps wrote, by how they begin.
func sweptIn(own files.Files, folder files.Folder) map[string]bool {
	const longestHead = 4096
	swept := map[string]bool{}
	for _, e := range folder.Entries {
		if !e.Folder && strings.HasSuffix(strings.ToLower(e.Name), "."+string(sweep.CSV)) {
			text, _, err := own.Begin(e.Path, longestHead)
			swept[e.Path] = err == nil && sweep.IsTable(string(text))
		}
	}
	return swept
}

// openSwept reads the settings of a table that a sweep wrote, so far as a list can show them.
func (s *Shell) openSwept(path string) tea.Cmd {
	own, name := s.session.Files, filepath.Base(path)
	return func() tea.Msg {
		const most = 4 << 20
		text, whole, err := own.Begin(path, most)
		if err != nil {
			return sweptMsg{err: err}
		}
		rows, err := sweep.Rows(string(text))
		if !whole && len(rows) > 0 {
			rows = rows[:len(rows)-1] // some of its readings may be cut off
		}
		if err != nil {
			err = fmt.Errorf("%s is no table of a sweep: %w", name, err)
		}
		return sweptMsg{name, rows, !whole, err}
	}
}

// swept offers the settings of a table, each of which opens its page.
func (s *Shell) swept(msg sweptMsg) tea.Cmd {
	switch {
	case msg.err != nil:
		s.current.Warn(msg.err)
		return nil
	case len(msg.rows) == 0:
		s.current.Say(msg.name + " has no settings")
		return nil
	}
	var items []item
	for _, r := range msg.rows {
		const seen = 2 // of the answers, beside the setting; all are told of the marked one
		items = append(items, item{title: r.Setting, detail: strings.Join(r.Says[:min(len(r.Says), seen)], ", "),
			help: strings.Join(r.Says, ", "), run: func(s *Shell) tea.Cmd {
				v, values, err := views.Open(r.Address)
				if err != nil {
					s.current.Warn(err)
					return nil
				}
				return s.visit(v, values)
			}})
	}
	title := msg.name
	if msg.cut {
		title += fmt.Sprintf(", its first %d settings", len(items))
	}
	return s.openPalette(title, items)
}

// listed offers the files of a folder, each with the views that open it.
func (s *Shell) listed(msg folderMsg) tea.Cmd {
	if msg.err != nil {
		s.current.Warn(msg.err)
		return nil
	}
	var items []item
	for _, e := range msg.folder.Entries {
		switch {
		case msg.swept[e.Path]:
			items = append(items, item{title: e.Name + ": the settings of a sweep", detail: "a list, of which each opens",
				run: func(s *Shell) tea.Cmd { return s.openSwept(e.Path) }})
		case !e.Folder:
			items = append(items, openedBy(e)...)
		}
	}
	if len(items) == 0 {
		s.current.Say("no table (CSV, Parquet) and no classifier (JSON) lies here; dpscope train makes one of a table, dpscope convert of a pipeline")
		return nil
	}
	return s.openPalette("my data", items)
}

// openedBy are the views that open a file: what they ask, with the file in the control that may name it.
func openedBy(e files.Entry) (items []item) {
	ends := func(with string) bool { return strings.HasSuffix(strings.ToLower(e.Name), with) }
	if slices.ContainsFunc(pipelines[:], ends) {
		return []item{{title: e.Name, detail: "a pipeline",
			why: "dpscope convert writes a script that turns it into a JSON file, which opens here"}}
	}
	for _, v := range views.All {
		for _, t := range v.Form.Texts {
			if t.Default == "" || t.Of != "" || !slices.ContainsFunc(t.Files, ends) {
				continue
			}
			items = append(items, item{title: e.Name + ": " + v.Question, detail: v.Name, run: func(s *Shell) tea.Cmd {
				return s.visit(v, v.Opening().Writing(t, e.Path))
			}})
			break
		}
	}
	return items
}
