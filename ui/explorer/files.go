package explorer

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/ui/files"
)

// listed holds the contents of a folder, with the words offered before it.
type listed struct {
	folder files.Folder
	words  []string
	err    error
}

// listFiles lists what a control may name: the suggested words, and files.
func (e *Explorer) listFiles(r Row) tea.Cmd {
	if r.Kind != TextRow {
		if len(e.view.Takes) == 0 {
			e.Say("this page reads no file: O opens yours")
		} else {
			e.Say("this page reads no file: O opens yours")
		}
		return nil
	}
	words := e.suggestions(r.Text)
	switch files := len(r.Text.Files) > 0 && (e.session.Files != nil || len(words) == 0); {
	case files:
		return e.openFolder(".", words)
	case len(words) == 0:
		e.Say("nothing is suggested here; it can be typed")
	default:
		e.showFolder(listed{words: words})
	}
	return nil
}

// openFolder reads a folder off the loop.
func (e *Explorer) openFolder(path string, words []string) tea.Cmd {
	own, name := e.session.Files, e.view.Name
	if own == nil {
		e.Warn(work.ErrNoFiles)
		return nil
	}
	return func() tea.Msg {
		folder, err := work.Recover(func() (files.Folder, error) { return own.List(path) })
		return Message{name, listed{folder, words, err}}
	}
}

// showFolder lists a folder, if the control that asked for it still has the focus.
func (e *Explorer) showFolder(found listed) {
	r := e.focused()
	switch {
	case found.err != nil:
		e.Warn(found.err)
	case r.Kind == TextRow:
		var options []param.Option
		for _, w := range found.words {
			options = append(options, param.Option{Name: w, Title: w})
		}
		e.openList(List{Title: r.Key, Folder: found.folder.Path, control: r.Key + " file",
			options: append(options, offered(found.folder, r.Text.Files)...),
			taking: func(o param.Option) (param.Values, error) {
				word, err := r.Text.Read(o.Name)
				return e.list.before.Writing(r.Text, word), err
			}}, r.Word)
	}
}

// folderTag marks a folder among the options.
const folderTag = "folder"

// offered returns the files of a folder that have one of the endings, then its folders; the way up comes last.
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

// hasEnd reports whether a file has one of the endings.
func hasEnd(name string, ends []string) bool {
	return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(strings.ToLower(name), end) })
}
