package entry

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// The initial text of an entry gives way to the first character typed or pasted; any other key keeps it for editing.
func TestEntryBeginsSelected(t *testing.T) {
	character := tea.KeyPressMsg{Code: '7', Text: "7"}
	for _, c := range []struct {
		msgs []tea.Msg
		want string
	}{
		{[]tea.Msg{character, tea.KeyPressMsg{Code: '5', Text: "5"}}, "75"},
		{[]tea.Msg{tea.PasteMsg{Content: "95"}}, "95"},
		{[]tea.Msg{tea.KeyPressMsg{Code: tea.KeyBackspace}, character}, "80 7"},
		{[]tea.Msg{tea.KeyPressMsg{Code: tea.KeyHome}, character}, "780 %"},
	} {
		e := New("80 %")
		for _, msg := range c.msgs {
			e.Update(msg)
		}
		if got := e.Text(); got != c.want {
			t.Errorf("%v leaves %q, want %q", c.msgs, got, c.want)
		}
	}
}
