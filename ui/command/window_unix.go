//go:build unix

package command

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"dpscope/ui/terminal"
)

// ownSeat returns a session in the terminal of the process, which tells its size whenever that may have changed, until ctx ends.
func ownSeat(ctx context.Context) terminal.Session {
	width, height, _ := term.GetSize(os.Stdout.Fd())
	return terminal.Session{Out: terminal.NewWriter(os.Stdout), Size: terminal.Size{Columns: width, Rows: height}, Sizes: ownSizes(ctx),
		Profile: colorprofile.Detect(os.Stdout, os.Environ())}
}

func ownSizes(ctx context.Context) <-chan terminal.Size {
	changed, sizes := make(chan os.Signal, 1), make(chan terminal.Size)
	signal.Notify(changed, syscall.SIGWINCH, syscall.SIGCONT)
	go func() {
		defer signal.Stop(changed)
		for {
			select {
			case <-changed:
			case <-ctx.Done():
				return
			}
			width, height, err := term.GetSize(os.Stdout.Fd())
			if err != nil {
				continue
			}
			select {
			case sizes <- terminal.Size{Columns: width, Rows: height}:
			case <-ctx.Done():
				return
			}
		}
	}()
	return sizes
}
