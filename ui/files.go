package ui

import (
	"strings"

	"charm.land/bubbles/v2/filepicker"
	tea "charm.land/bubbletea/v2"

	"dpscope/engine/param"
)

// filesPane lets a text control name a file by walking the folders.
type filesPane struct {
	picker filepicker.Model
	text   param.Text
}

// keyForFile opens the file picker for a control that may name a file.
func (m *Explorer) keyForFile(msg tea.KeyPressMsg) tea.Cmd {
	r, _ := m.focused(m.rows())
	if msg.String() != "o" || r.kind != textRow || !r.text.File {
		return nil
	}
	picker := filepicker.New()
	picker.ShowPermissions = false
	picker.AutoHeight = false
	picker.SetHeight(max(m.layout.left.height-2, 1))
	m.files = filesPane{picker: picker, text: r.text}
	m.pane = paneFiles
	return picker.Init()
}

// filesKey takes a key while the picker is open.
func (m *Explorer) filesKey(msg tea.KeyPressMsg) tea.Cmd {
	if msg.String() == "esc" {
		m.pane = paneChart
		return nil
	}
	return m.filesMsg(msg)
}

// filesMsg hands the picker what is for it: keys, and folders as they are
// read.
func (m *Explorer) filesMsg(msg tea.Msg) tea.Cmd {
	if m.pane != paneFiles {
		return nil
	}
	var cmd tea.Cmd
	m.files.picker, cmd = m.files.picker.Update(msg)
	chosen, path := m.files.picker.DidSelectFile(msg)
	if !chosen {
		return cmd
	}
	m.pane = paneChart
	word, err := m.files.text.Read(path)
	if err != nil {
		m.warn(err)
		return nil
	}
	return m.set(m.files.text.Name+" file", m.values.Writing(m.files.text, word))
}

// drawFiles shows the folder.
func (m *Explorer) drawFiles(l look, at rect) block {
	b := block{l.line(at.width).to(1).put(l.Strong, "Open a file").put(l.Dim, "  "+m.files.picker.CurrentDirectory).String()}
	for _, text := range strings.Split(m.files.picker.View(), "\n") {
		b = append(b, l.line(at.width).to(1).put(l.Text, text).String())
	}
	return b.fill(at.width, at.height)
}
