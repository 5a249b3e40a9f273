package keys

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Press returns the press that a click on a key's name stands for.
func Press(b key.Binding) tea.KeyPressMsg { return Named(b.Keys()[0]) }

// Named returns the press with a binding's name for it: "a", "ctrl+home".
func Named(name string) tea.KeyPressMsg {
	var k tea.Key
	for {
		modifier, rest, found := strings.Cut(name, "+")
		mod, known := modifiers[modifier]
		if !found || !known {
			break
		}
		k.Mod |= mod
		name = rest
	}
	if code, special := codes[name]; special {
		k.Code = code
		return tea.KeyPressMsg(k)
	}
	k.Code = []rune(name)[0]
	if k.Mod == 0 {
		k.Text = name
	}
	return tea.KeyPressMsg(k)
}

var modifiers = map[string]tea.KeyMod{"shift": tea.ModShift, "ctrl": tea.ModCtrl}

var codes = map[string]rune{
	"left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp, "down": tea.KeyDown, "home": tea.KeyHome, "end": tea.KeyEnd,
	"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab,
	"backspace": tea.KeyBackspace, "space": tea.KeySpace,
}
