package explorer

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/ui/entry"
	"dpscope/ui/files"
)

// ErrNoFiles is what a session without files answers.
var ErrNoFiles = errors.New("this session has no files; what comes with the program would do")

// listed brings what is in a folder.
type listed struct {
	folder files.Folder
	err    error
}

// listFiles lists files for a control that may name one.
func (e *Explorer) listFiles(r Row) tea.Cmd {
	if r.Kind != TextRow || len(r.Text.Files) == 0 {
		return nil
	}
	return e.openFolder(".")
}

// openFolder reads a folder off the loop.
func (e *Explorer) openFolder(path string) tea.Cmd {
	own, name := e.session.Files, e.view.Name
	if own == nil {
		e.Warn(ErrNoFiles)
		return nil
	}
	return func() tea.Msg {
		folder, err := work.Guard(func() (files.Folder, error) { return own.List(path) })
		return Message{name, listed{folder, err}}
	}
}

// showFolder lists a folder in place of the picture, if the control that asked
// for it still has the focus.
func (e *Explorer) showFolder(found listed) {
	r := e.focused()
	switch {
	case found.err != nil:
		e.Warn(found.err)
	case r.Kind == TextRow && len(r.Text.Files) > 0:
		e.list = List{Title: r.Key, Folder: found.folder.Path, row: r, options: offered(found.folder, r.Text.Files), Filter: entry.New("")}
		e.pane = ListPane
	}
}

// folderTag marks a folder among the options.
const folderTag = "folder"

// offered are the files of a folder that end as one of ends, then its folders:
// the way up, which comes last, stays there.
func offered(folder files.Folder, ends []string) []param.Option {
	var options []param.Option
	for _, f := range folder.Entries {
		switch {
		case f.Folder:
			options = append(options, param.Option{Name: f.Path, Title: f.Name, Tag: folderTag})
		case hasEnd(f.Name, ends):
			tag := strings.TrimPrefix(strings.ToLower(filepath.Ext(f.Name)), ".")
			options = append(options, param.Option{Name: f.Path, Title: f.Name, Tag: tag})
		}
	}
	rank := func(o param.Option) int {
		switch {
		case o.Title == "..":
			return 2
		case o.Tag == folderTag:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(options, func(a, b param.Option) int {
		return cmp.Or(rank(a)-rank(b), cmp.Compare(a.Title, b.Title))
	})
	return options
}

// hasEnd says whether a file ends as one of those that a control may name.
func hasEnd(name string, ends []string) bool {
	return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(strings.ToLower(name), end) })
}

// pickFile takes a file as the word of the control, or goes into a folder.
func (e *Explorer) pickFile(o param.Option) tea.Cmd {
	if o.Tag == folderTag {
		return e.openFolder(o.Name)
	}
	text := e.list.row.Text
	word, err := text.Read(o.Name)
	if err != nil {
		e.Warn(err)
		return nil
	}
	return e.set(text.Name+" file", e.values.Writing(text, word))
}
