//go:build !js

package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	drawn "dpscope/ui/picture"
	"dpscope/ui/save"
	"dpscope/ui/serve"
	"dpscope/views/lesson"
)

// command runs a command that a guest wrote behind the name of the server.
func command(ctx context.Context, g *serve.Guest, words []string) int {
	root := &cobra.Command{Use: "ssh HOST", Short: "Explore the trade-off between privacy and utility", SilenceErrors: true, SilenceUsage: true,
		Args: func(_ *cobra.Command, args []string) error {
			return usageError{fmt.Errorf("%q is no command of this server; show, read, export or lesson would work", strings.Join(args, " "))}
		},
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() }}
	root.CompletionOptions.DisableDefaultCmd = true
	root.PersistentFlags().Bool("ascii", false, "draw with ASCII characters only")
	root.SetFlagErrorFunc(explain)
	root.AddCommand(showCommand(), readCommand(), guestExportCommand(), guestLessonCommand())
	root.SetArgs(words)
	root.SetIn(g.In)
	root.SetOut(g.Out)
	root.SetErr(g.Err)
	return statusOf(execute(ctx, root), g.Err)
}

// guestExportCommand writes to standard output alone.
func guestExportCommand() *cobra.Command {
	var f exportFlags
	c := &cobra.Command{
		Use:   "export ADDRESS ...",
		Short: "Write a view's data, or its picture, to standard output",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, addresses []string) error {
			picture, format, err := drawn.FileOf("x." + f.format)
			if err != nil || strings.Trim(f.format, "abcdefghijklmnopqrstuvwxyz") != "" || f.format == "" {
				return usageError{fmt.Errorf("format = %q is not known; csv, json, parquet or, of a picture, %s would work", f.format,
					strings.ReplaceAll(strings.Join(drawn.Pictures(), ", "), ".", ""))}
			}
			if picture != "" {
				return f.drawTo(c, picture, addresses)
			}
			return f.writeTo(c, format, addresses)
		},
	}
	c.Flags().StringVar(&f.format, "format", "csv", "csv, json or parquet; svg, png or another format of pictures")
	c.Flags().StringVar(&f.table, "table", "", "picture, answers, outlines, people, runs or students; without it the picture")
	c.Flags().StringVar(&f.size, "size", "", "of a picture: its width, or width x height: 3.25in, 8cm, 6.5x4in")
	c.Flags().BoolVar(&f.grey, "grey", false, "a picture without colours, for paper that has none")
	c.Flags().BoolVar(&f.dark, "dark", false, "a picture on a dark ground")
	return c
}

// drawTo draws the pages of addresses to standard output.
func (f exportFlags) drawTo(c *cobra.Command, format drawn.Format, addresses []string) error {
	options := drawn.Options{Dark: f.dark, Grey: f.grey, Program: thisProgram()}
	var err error
	if f.size != "" {
		if options.Width, options.Height, err = drawn.Size(f.size); err != nil {
			return usageError{err}
		}
	}
	if addresses, err = settingsIn(addresses); err != nil {
		return err
	}
	parts, err := partsOf(c, addresses)
	if err != nil {
		return err
	}
	return format.Write(c.OutOrStdout(), parts, options)
}

// writeTo writes the table of an address to standard output.
func (f exportFlags) writeTo(c *cobra.Command, format save.Format, addresses []string) error {
	if len(addresses) > 1 {
		return usageError{fmt.Errorf("%d addresses are given; a table is of one", len(addresses))}
	}
	export, err := f.exported(c, addresses[0])
	if err != nil {
		return err
	}
	return writeOut(c.OutOrStdout(), export, format)
}

// guestLessonCommand knows the lessons of the program.
func guestLessonCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "lesson [NAME]",
		Short: "List the lessons, or write the handout of one; with ssh -t, open it",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listLessons(c.OutOrStdout())
			}
			if !lessonNamed(args[0]) {
				return usageError{fmt.Errorf("%s is no lesson; %s would work", args[0], strings.Join(lesson.Shipped(), ", "))}
			}
			l, err := lesson.Open(args[0])
			if err != nil {
				return usageError{err}
			}
			return l.Handout(c.Context(), c.OutOrStdout())
		},
	}
}

// shellWords splits a command at blanks that stand in no quotes; a backslash makes the next character plain.
func shellWords(text string) (words []string, err error) {
	var word strings.Builder
	open, quote, plain := false, rune(0), false
	for _, r := range text {
		switch {
		case plain:
			word.WriteRune(r)
			plain = false
		case r == '\\' && quote != '\'':
			plain, open = true, true
		case r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, open = r, true
		case strings.ContainsRune(" \t\n\r", r):
			if open {
				words = append(words, word.String())
				word.Reset()
				open = false
			}
		default:
			word.WriteRune(r)
			open = true
		}
	}
	if quote != 0 || plain {
		return nil, errors.New("a quote is open at the end of the command; closing it would work")
	}
	if open {
		words = append(words, word.String())
	}
	return words, nil
}
