package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/work"
	"dpscope/ui/files"
	"dpscope/views"
)

// folderMsg brings the files of the folder in which the program runs.
type folderMsg struct {
	folder files.Folder
	err    error
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
		return folderMsg{folder, err}
	}
}

// listed offers the files of a folder, each with the views that open it.
func (s *Shell) listed(msg folderMsg) tea.Cmd {
	if msg.err != nil {
		s.current.Warn(msg.err)
		return nil
	}
	var items []item
	for _, e := range msg.folder.Entries {
		if !e.Folder {
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
