// Package terminal runs the program in a terminal: that of the process, or any reader and writer whose size is told.
package terminal

import (
	"context"
	"errors"
	"io"
	"os"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"dpscope/engine/work"
	"dpscope/ui"
)

// Size is the size of a terminal in cells.
type Size struct{ Columns, Rows int }

// Session is the program in one terminal. Its goroutines end with Run, and a panic in them ends no other session.
type Session struct {
	Shell   *ui.Shell
	In      io.Reader
	Out     *Writer              // nil: Bubble Tea draws, and asks the terminal of the process for its size
	Size    Size                 // at first
	Sizes   <-chan Size          // later sizes; nil: none is told
	Tells   <-chan tea.Msg       // what others have the program do; nil: nothing
	Environ []string             // of the terminal's user
	Profile colorprofile.Profile // colours of the terminal
}

// Keyboard returns the typed input of the process.
func Keyboard() io.Reader { return &keyboard{File: os.Stdin} }

// Typed returns the typed input of a terminal elsewhere.
func Typed(in io.Reader) io.Reader { return &typed{in: in} }

// Run shows the program until its user leaves it or ctx ends. Each of attend begins something that lasts as long.
func (s Session) Run(ctx context.Context, attend ...func(*tea.Program) (stop func())) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	program := tea.NewProgram(s.model(), append(s.options(), tea.WithContext(ctx), tea.WithInput(s.In),
		tea.WithEnvironment(s.Environ), tea.WithFilter(ui.Visible), tea.WithoutSignalHandler())...)
	if s.Out != nil {
		defer s.Out.close()
		go func() {
			if _, err := work.Recover(func() (any, error) { s.Out.run(); return nil, nil }); err != nil {
				end(err)
			}
		}()
	}
	for _, begin := range append(attend, s.pass(ctx)) {
		defer begin(program)()
	}
	_, err := program.Run()
	if s.Out != nil {
		s.Out.Flush()
	}
	var fault *work.PanicError
	if errors.As(context.Cause(ctx), &fault) {
		return fault
	}
	if errors.Is(err, tea.ErrInterrupted) {
		return nil
	}
	return err
}

func (s Session) model() tea.Model {
	if s.Out == nil {
		return s.Shell
	}
	return painted{s.Shell, s.Out}
}

// options gives the program the part of the terminal that is drawn. Bubble Tea would ask the terminal itself and allocate all of
// its cells, millions in a large one; so it is not told that there is a terminal.
func (s Session) options() []tea.ProgramOption {
	if s.Out == nil {
		return nil
	}
	return []tea.ProgramOption{tea.WithOutput(s.Out), tea.WithColorProfile(s.Profile),
		tea.WithWindowSize(ui.VisibleSize(s.Size.Columns, s.Size.Rows))}
}

// pass passes later sizes, and what others tell, on to the program.
func (s Session) pass(ctx context.Context) func(*tea.Program) (stop func()) {
	return func(program *tea.Program) func() {
		ctx, stop := context.WithCancel(ctx)
		go func() {
			for {
				select {
				case size := <-s.Sizes:
					program.Send(tea.WindowSizeMsg{Width: size.Columns, Height: size.Rows})
				case msg := <-s.Tells:
					program.Send(msg)
				case <-ctx.Done():
					return
				}
			}
		}()
		return stop
	}
}
