// Package entry is a line of text being typed in place of what stands there. It
// draws nothing.
package entry

import (
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
)

// Entry is a text being typed. What it begins with stands as if it were
// selected: the first character typed or pasted takes its place, any other key
// edits it.
type Entry struct {
	input    textinput.Model
	selected bool
}

// New begins an entry with a text.
func New(text string) *Entry {
	input := textinput.New()
	input.Prompt = ""
	input.CharLimit = 4096
	input.SetVirtualCursor(false)
	input.SetValue(text)
	input.CursorEnd()
	input.Focus()
	return &Entry{input: input, selected: text != ""}
}

// Update takes a key or a paste.
func (e *Entry) Update(msg tea.Msg) {
	if e.selected && typed(msg) {
		e.input.SetValue("")
	}
	e.selected = false
	e.input, _ = e.input.Update(msg)
}

// typed says whether a message brings characters.
func typed(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return msg.Text != ""
	case tea.PasteMsg:
		return true
	}
	return false
}

// Text is what has been typed, without blanks around it.
func (e *Entry) Text() string { return strings.TrimSpace(e.input.Value()) }

// Untouched reports whether the entry still holds what it began with.
func (e *Entry) Untouched() bool { return e.selected }

// Cursor is what stands in the entry, and the place in it, counted in
// characters, where the next one goes.
func (e *Entry) Cursor() (text string, at int) { return e.input.Value(), e.input.Position() }
