//go:build !unix

package command

import tea "charm.land/bubbletea/v2"

// window leaves the terminal to Bubble Tea.
func window(*terminalWriter) []tea.ProgramOption { return nil }

// followWindow has nothing to do where the terminal itself tells its size.
func followWindow(*tea.Program) (stop func()) { return func() {} }
