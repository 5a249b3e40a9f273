//go:build !unix

package command

import (
	"context"

	"dpscope/ui/terminal"
)

// ownSeat leaves the terminal of the process to Bubble Tea, which learns there how its size changes.
func ownSeat(context.Context) terminal.Session { return terminal.Session{} }
