//go:build unix

package command

import (
	"os"
	"os/signal"
	"syscall"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"dpscope/ui"
)

// window gives the program the part of the terminal that is drawn. Bubble Tea would ask the terminal itself and allocate all of
// its cells, millions in a large one; so it is not told that there is a terminal.
func window(out *terminalWriter) []tea.ProgramOption {
	width, height, err := term.GetSize(os.Stdout.Fd())
	if err != nil {
		return nil
	}
	return []tea.ProgramOption{
		tea.WithOutput(out),
		tea.WithColorProfile(colorprofile.Detect(os.Stdout, os.Environ())),
		tea.WithWindowSize(ui.VisibleSize(width, height)),
	}
}

// followWindow tells the program whenever the terminal's size may have changed.
func followWindow(p *tea.Program) (stop func()) {
	changed, finished := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(changed, syscall.SIGWINCH, syscall.SIGCONT)
	go func() {
		for {
			select {
			case <-changed:
				if width, height, err := term.GetSize(os.Stdout.Fd()); err == nil {
					p.Send(tea.WindowSizeMsg{Width: width, Height: height})
				}
			case <-finished:
				return
			}
		}
	}()
	return func() {
		signal.Stop(changed)
		close(finished)
	}
}
