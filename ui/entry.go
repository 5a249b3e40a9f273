package ui

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/ui/theme"
)

// entry is a value being typed in place. What it begins with stands as if it
// were selected: the first character typed or pasted takes its place, any other
// key edits it.
type entry struct {
	input    textinput.Model
	selected bool
}

func newEntry(text string) *entry {
	input := textinput.New()
	input.Prompt = ""
	input.CharLimit = 4096
	input.SetVirtualCursor(false)
	input.SetValue(text)
	input.CursorEnd()
	input.Focus()
	return &entry{input: input, selected: text != ""}
}

// update takes a key or a paste.
func (e *entry) update(msg tea.Msg) {
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

func (e *entry) text() string { return strings.TrimSpace(e.input.Value()) }

// readValue reads a value of a slider as it is typed. What people speak of in
// per cent may be typed so.
func readValue(p param.Param, text string) (float64, error) {
	share, percent := shareOf(text)
	if p.Style != numeral.Percent || !percent {
		share = text
	}
	v, err := p.Read(share)
	var outside *param.RangeError
	if p.Style == numeral.Percent && errors.As(err, &outside) {
		outside.Text = text
		if meant := outside.Value / 100; !percent && p.Check(meant) == nil {
			return 0, fmt.Errorf("%w; %s (%s) would do", err, p.Exact(meant), text+" %")
		}
	}
	return v, err
}

// shareOf turns "80 %" into "80e-2", exactly.
func shareOf(text string) (share string, percent bool) {
	bare, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	bare = strings.TrimSpace(bare)
	if !percent {
		return bare, false
	}
	mantissa, exponent, _ := strings.Cut(strings.ToLower(bare), "e")
	power, _ := strconv.Atoi(exponent)
	return mantissa + "e" + strconv.Itoa(power-2), true
}

// draw writes what has been typed, with a cursor.
func (e *entry) draw(l look, line *line) {
	value := []rune(l.Plain(e.input.Value()))
	at := min(e.input.Position(), len(value))
	room := max(line.width-line.at-2, 4)
	first := max(0, at-room+1)
	shown := value[first:min(len(value), first+room)]
	before, under, after := string(shown[:at-first]), " ", ""
	if at-first < len(shown) {
		under, after = string(shown[at-first]), string(shown[at-first+1:])
	}
	line.put(l.Accent, before).put(reversed(l), under).put(l.Accent, after)
}

// reversed is the style of a cursor.
func reversed(l look) theme.Style {
	return theme.NewStyle(l.Accent.Ink, l.Accent.Ground, theme.Reverse)
}
