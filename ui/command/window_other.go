//go:build !unix

package command

import (
	tea "charm.land/bubbletea/v2"

	"dpscope/ui"
)

// window leaves the terminal to Bubble Tea.
func window(*terminalWriter) []tea.ProgramOption { return nil }

// shown leaves drawing to Bubble Tea.
func shown(shell *ui.Shell, _ *terminalWriter) tea.Model { return shell }

// followWindow has nothing to do where the terminal itself tells its size.
func followWindow(*tea.Program) (stop func()) { return func() {} }
