package command

import (
	"context"
	"os"
	"os/signal"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"dpscope/engine/param"
	"dpscope/ui/files"
	"dpscope/ui/lesson"
	"dpscope/ui/session"
	"dpscope/views"
	"dpscope/views/view"
)

// inWords reports whether to explore by lines of text: because it was asked for, or because the terminal draws no screen.
func inWords(c *cobra.Command) bool {
	asked, _ := c.Flags().GetBool("plain")
	return asked || os.Getenv("DPSCOPE_PLAIN") == "1" || os.Getenv("ACCESSIBLE") == "1" || os.Getenv("TERM") == "dumb" || !term.IsTerminal(os.Stdout.Fd())
}

// exploreInWords explores by lines of text from a setting.
func exploreInWords(c *cobra.Command, v view.View, values param.Values) error {
	gatherGarbage(garbage)
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	return session.Run(c.Context(), v, values, session.Options{
		In: c.InOrStdin(), Out: c.OutOrStdout(), Files: files.Own{}, Kept: lesson.Own(), Interrupt: interrupts,
		Prompt: term.IsTerminal(os.Stdin.Fd()), Open: views.Open,
		Export: func(_ context.Context, address, file string) error {
			return exportFlags{file: file}.run(c, []string{address})
		},
	})
}
