//go:build unix

package command

import (
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"

	"dpscope/ui/terminal"
)

// suspension stops the program as a shell's job, while Bubble Tea has given the terminal back. Bubble Tea's own way to suspend
// waits for ever where no shell controls jobs, since nothing stops the program there.
type suspension struct {
	out   *terminal.Writer
	asked chan os.Signal // receives the stops that other processes ask for
	ends  chan os.Signal // receives the first signal that asks the program to end, as quitOnSignals does
}

// Run returns when the program is continued, and at once where nothing stops it or it is asked to end. A request to end that
// came while it was stopped ends it then.
func (s suspension) Run() error {
	s.out.Flush()
	const unstopped, late = 200 * time.Millisecond, 20 * time.Millisecond
	if len(s.ends) > 0 { // quitOnSignals ends it, once the terminal is taken again
		return nil
	}
	goes := make(chan os.Signal, 1)
	signal.Notify(goes, syscall.SIGCONT)
	defer signal.Stop(goes)
	// Go does not restore the default of SIGTSTP once it was caught. SIGTTOU stops just as well, and like it only where a shell
	// controls jobs.
	if err := syscall.Kill(0, syscall.SIGTTOU); err != nil {
		return err
	}
	select {
	case <-goes:
	case <-time.After(unstopped):
		return nil
	}
	select {
	case end := <-s.ends:
		return endBy(end.(syscall.Signal))
	case <-time.After(late):
		return nil
	}
}

// endBy ends the process by a signal, which any of its threads may receive, now or a little later. Taking the terminal before
// that would stop the program again, since a job that is asked to end is in the background.
func endBy(s syscall.Signal) error {
	const later = time.Second // it is ignored after that
	signal.Reset(s)
	err := syscall.Kill(os.Getpid(), s)
	time.Sleep(later)
	return err
}

// The stopped program is this one: it has its streams.
func (suspension) SetStdin(io.Reader)  {}
func (suspension) SetStdout(io.Writer) {}
func (suspension) SetStderr(io.Writer) {}

func newSuspension(out *terminal.Writer) suspension {
	return suspension{out, make(chan os.Signal, 1), make(chan os.Signal, 1)}
}

// command suspends the program.
func (s suspension) command() tea.Cmd { return tea.Exec(s, nil) }

// watch suspends the program when other processes ask for it.
func (s suspension) watch(p *tea.Program) (stop func()) {
	signal.Notify(s.asked, syscall.SIGTSTP)
	signal.Notify(s.ends, ending...)
	finished := make(chan struct{})
	go func() {
		for {
			select {
			case <-s.asked:
				p.Send(s.command()())
			case <-finished:
				return
			}
		}
	}()
	return func() {
		signal.Stop(s.asked)
		signal.Stop(s.ends)
		close(finished)
	}
}
