package command

import (
	"context"
	"os"
	"os/signal"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"dpscope/engine/param"
	"dpscope/ui"
	"dpscope/ui/files"
	"dpscope/ui/lesson"
	"dpscope/ui/session"
	"dpscope/views/view"
)

// inWordsToo adds the flag that explores by lines of text.
func inWordsToo(c *cobra.Command) *cobra.Command {
	c.Flags().Bool("plain", false, "by lines of text, for screen readers and pipes; so do DPSCOPE_PLAIN=1 and TERM=dumb")
	return c
}

// inWords reports whether to explore by lines of text: because it was asked for, or because the terminal draws no screen.
func inWords(c *cobra.Command) bool {
	asked, _ := c.Flags().GetBool("plain")
	return asked || os.Getenv("DPSCOPE_PLAIN") == "1" || os.Getenv("ACCESSIBLE") == "1" || os.Getenv("TERM") == "dumb" || !term.IsTerminal(os.Stdout.Fd())
}

// exploreInWords explores by lines of text from a setting; o may open something over it.
func exploreInWords(c *cobra.Command, v view.View, values param.Values, o ui.Options) error {
	data := o.Data
	if o.Sweep != "" {
		data = []string{o.Sweep}
	}
	gatherGarbage(garbage)
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	return session.Run(c.Context(), v, values, session.Options{
		In: c.InOrStdin(), Out: c.OutOrStdout(), Files: files.Own{}, Kept: lesson.Own(), Interrupt: interrupts,
		Prompt: term.IsTerminal(os.Stdin.Fd()), Open: open,
		Lesson: o.Lesson, Data: data, Lessons: o.Start == ui.Lessons,
		Export: func(_ context.Context, address, file string) error {
			return exportFlags{file: file}.run(c, []string{address})
		},
	})
}
