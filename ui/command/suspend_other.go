//go:build !unix

package command

import (
	tea "charm.land/bubbletea/v2"

	"dpscope/ui/terminal"
)

// suspension does nothing where shells have no jobs.
type suspension struct{}

func newSuspension(*terminal.Writer) suspension     { return suspension{} }
func (suspension) command() tea.Cmd                 { return nil }
func (suspension) watch(*tea.Program) (stop func()) { return func() {} }
