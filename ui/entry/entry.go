// Package entry edits a line of text in place of a value. It draws nothing.
package entry

import (
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
)

// Entry is a text being typed. Its initial text behaves as if it were selected: the first character typed or pasted replaces
// it, any other key edits it.
type Entry struct {
	Unit string // the unit after the text, which is not typed; empty: none

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

// InUnit begins an entry with a number in a unit.
func InUnit(number, unit string) *Entry {
	e := New(number)
	e.Unit = unit
	return e
}

// Update handles a key or a paste.
func (e *Entry) Update(msg tea.Msg) {
	if e.selected && typed(msg) {
		e.input.SetValue("")
	}
	e.selected = false
	e.input, _ = e.input.Update(msg)
}

// typed reports whether a message brings characters.
func typed(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return msg.Text != ""
	case tea.PasteMsg:
		return true
	}
	return false
}

// Text returns the typed text, without blanks around it.
func (e *Entry) Text() string { return strings.TrimSpace(e.input.Value()) }

// Untouched reports whether the entry still holds its initial text.
func (e *Entry) Untouched() bool { return e.selected }

// Cursor returns the text and the place, counted in characters, where the next one goes.
func (e *Entry) Cursor() (text string, at int) { return e.input.Value(), e.input.Position() }
