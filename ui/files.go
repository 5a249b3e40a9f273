package ui

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
	"dpscope/ui/keys"
)

// folderMsg brings what is in a folder to the explorer of a view.
type folderMsg struct {
	view    string
	folder  string
	entries []param.Option
	err     error
}

// keyForFile lists files for a control that may name one.
func (m *Explorer) keyForFile(msg tea.KeyPressMsg) tea.Cmd {
	r, _ := m.focused(m.rows())
	if !key.Matches(msg, keys.Files) || r.kind != textRow || len(r.text.Files) == 0 {
		return nil
	}
	return m.openFolder(".")
}

// openFolder reads a folder off the loop.
func (m *Explorer) openFolder(folder string) tea.Cmd {
	name := m.view.Name
	r, _ := m.focused(m.rows())
	return func() tea.Msg {
		entries, err := readFolder(folder, r.text.Files)
		return folderMsg{name, folder, entries, err}
	}
}

// showFolder lists a folder in place of the picture, if the control that asked
// for it still has the focus.
func (m *Explorer) showFolder(msg folderMsg) {
	r, _ := m.focused(m.rows())
	switch {
	case msg.err != nil:
		m.warn(msg.err)
	case r.kind == textRow && len(r.text.Files) > 0:
		m.list = listing{row: r, folder: msg.folder, options: msg.entries, filter: newEntry("")}
		m.pane = paneOptions
	}
}

// above is the folder that holds this one.
const above = ".."

// readFolder lists the files that end as one of ends, then folders: the way up
// last. Hidden ones are left out.
func readFolder(folder string, ends []string) ([]param.Option, error) {
	found, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var entries []param.Option
	for _, f := range found {
		path := filepath.Join(folder, f.Name())
		info, err := os.Stat(path) // a link is what it leads to
		if err != nil || strings.HasPrefix(f.Name(), ".") {
			continue
		}
		if info.IsDir() {
			entries = append(entries, param.Option{Name: path, Title: f.Name(), Tag: "folder"})
		} else if hasEnd(f.Name(), ends) {
			entries = append(entries, param.Option{Name: path, Title: f.Name(), Tag: strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")})
		}
	}
	slices.SortStableFunc(entries, func(a, b param.Option) int {
		return cmp.Or(falseFirst(a.Tag == "folder", b.Tag == "folder"), cmp.Compare(a.Title, b.Title))
	})
	return append(entries, param.Option{Name: filepath.Join(folder, above), Title: above, Tag: "folder"}), nil
}

// hasEnd says whether a file ends as one of those that a control may name.
func hasEnd(name string, ends []string) bool {
	return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(strings.ToLower(name), end) })
}

// pickFile takes a file as the word of the control, or goes into a folder.
func (m *Explorer) pickFile(o param.Option) tea.Cmd {
	if o.Tag == "folder" {
		return m.openFolder(o.Name)
	}
	text := m.list.row.text
	word, err := text.Read(o.Name)
	if err != nil {
		m.warn(err)
		return nil
	}
	return m.set(text.Name+" file", m.values.Writing(text, word))
}

// whole is a folder's path from the root, as far as that is known.
func whole(folder string) string {
	path, err := filepath.Abs(folder)
	if err != nil {
		return folder
	}
	return path
}
