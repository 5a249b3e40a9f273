package command

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/spf13/cobra"

	"dpscope/engine/param"
	"dpscope/ui"
	"dpscope/ui/files"
	"dpscope/ui/lesson"
	"dpscope/ui/starts"
	"dpscope/ui/terminal"
	"dpscope/views/formula"
	lessons "dpscope/views/lesson"
	"dpscope/views/view"
)

// explore runs the program in the terminal.
func explore(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		args = []string{""}
	}
	addresses, err := joined(args)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(addresses, isFile) {
		if at := slices.IndexFunc(addresses, func(word string) bool { return !isFile(word) }); at >= 0 {
			return usageError{fmt.Errorf("%q is an address beside files; files alone, or addresses alone, would work", addresses[at])}
		}
		return exploreFiles(c, addresses)
	}
	var pages []formula.Setting
	for _, address := range addresses {
		view, values, err := open(address)
		if err != nil {
			return orCommand(c, err)
		}
		pages = append(pages, formula.Setting{View: view, Values: values})
	}
	var run *lesson.Run
	if len(pages) > 1 {
		run = lesson.Begin(lessons.Sequence(pages), 0, lesson.Keeper{}, time.Now())
	}
	return inTerminal(c, pages[0].View, pages[0].Values, ui.Options{Lesson: run, Says: beside(args)})
}

// inTerminal runs the program in the terminal, at a view and a setting; o may open something over it. Where no screen is drawn it
// explores by lines of text.
func inTerminal(c *cobra.Command, view view.View, values param.Values, o ui.Options) error {
	dark, told, err := groundOf(c)
	if err != nil {
		return err
	}
	if inWords(c) {
		return exploreInWords(c, view, values, o)
	}
	gatherGarbage(garbage)
	session, end := context.WithCancel(c.Context())
	defer end()
	seat := ownSeat(session)
	suspend := newSuspension(seat.Out)
	if user := starts.Own(); user.New() {
		o.Begun = func() { _ = user.Begun() }
		if o.Lesson != nil && !o.Lesson.Shows() {
			o.Begun()
			o.Begun = nil
		}
	}
	o.ASCII, o.Profile, o.Dark, o.Program, o.Files = ascii(c), colorprofile.Detect(os.Stdout, os.Environ()), dark, thisProgram(), files.Own{}
	o.Told = told
	o.Suspend, o.Kept = suspend.command(), lesson.Own()
	shell := ui.New(session, view, values, o)
	seat.Shell, seat.In, seat.Environ = shell, terminal.Keyboard(), os.Environ()
	if err := seat.Run(session, quitOnSignals, suspend.watch); err != nil {
		return fmt.Errorf("the terminal gave up: %w", err)
	}
	return stoppable(session, func(ctx context.Context) error {
		context.AfterFunc(ctx, end)
		return shell.Finish()
	})
}

// ending lists the signals that ask the program to end.
var ending = append([]os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT}, hangup...)

// quitOnSignals ends the program at the first of these signals, with the terminal restored. Bubble Tea's own handler misses
// signals that come while the terminal is given back.
func quitOnSignals(p *tea.Program) (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, ending...)
	finished := make(chan struct{})
	go func() {
		select {
		case s := <-signals:
			if s == syscall.SIGINT {
				p.Send(tea.InterruptMsg{})
				return
			}
			p.Quit()
		case <-finished:
		}
	}()
	return func() {
		signal.Stop(signals)
		close(finished)
	}
}
