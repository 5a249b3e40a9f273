package command

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dpscope/ui/keys"
	"dpscope/ui/save"
	"dpscope/views"
)

func referenceCommand() *cobra.Command {
	var folder string
	var manual bool
	c := &cobra.Command{
		Use:   "reference",
		Short: "Print the reference: commands, keys, every view, and the terms",
		Args:  noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			pages := reference(c.Root())
			if manual {
				pages = []views.Page{{File: "dpscope.1", Text: manualPage(c.Root())}}
			}
			if folder == "" {
				for _, p := range pages {
					if _, err := io.WriteString(c.OutOrStdout(), p.Text+"\n"); err != nil {
						return err
					}
				}
				return nil
			}
			return stoppable(c.Context(), func(ctx context.Context) error { return writePages(ctx, folder, pages) })
		},
	}
	c.Flags().StringVarP(&folder, "output", "o", "", "folder to write a file for each page to, over what they hold; standard output without it")
	c.Flags().BoolVar(&manual, "man", false, "only the commands, as a manual page for man")
	return c
}

// reference returns the pages made from declarations: commands, keys, and what views say of themselves.
func reference(root *cobra.Command) []views.Page {
	return append([]views.Page{{File: "commands.md", Text: commandsPage(root)}, {File: "keys.md", Text: keys.Reference()}}, views.Reference()...)
}

// writePages writes each page to its file in the folder.
func writePages(ctx context.Context, folder string, pages []views.Page) error {
	for _, p := range pages {
		path := filepath.Join(folder, filepath.FromSlash(p.File))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		write := func(w io.Writer) error {
			_, err := io.Copy(w, bytes.NewReader([]byte(p.Text)))
			return err
		}
		if err := save.New(ctx, path, write, true); err != nil {
			return err
		}
	}
	return nil
}

// commandsPage describes every command in the words of its --help.
func commandsPage(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString("# Commands\n")
	for _, c := range described(root) {
		writeCommand(&b, c)
	}
	return b.String()
}

// described lists the commands that a reference describes, the program itself first.
func described(root *cobra.Command) []*cobra.Command {
	list := []*cobra.Command{root}
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" {
			list = append(list, c)
		}
	}
	return list
}

// about says what a command does, in the words of its --help.
func about(c *cobra.Command) string {
	if c.Long != "" {
		return c.Long
	}
	return c.Short + "."
}

// ownFlags lists the flags that a reference explains at a command: without help and version, which every command has once it
// runs.
func ownFlags(c *cobra.Command) (flags []*pflag.Flag) {
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Name != "help" && f.Name != "version" {
			flags = append(flags, f)
		}
	})
	return flags
}

// spelling returns how a flag is typed, with the kind of its value, and what it means: "-o, --output string".
func spelling(f *pflag.Flag) (name, usage string) {
	kind, usage := pflag.UnquoteUsage(f)
	name = "--" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", " + name
	}
	if kind != "" {
		name += " " + kind
	}
	return name, usage
}

func writeCommand(b *strings.Builder, c *cobra.Command) {
	fmt.Fprintf(b, "\n## %s\n\n    %s\n\n%s\n", c.CommandPath(), c.UseLine(), about(c))
	if c.Example != "" {
		fmt.Fprintf(b, "\n```\n%s\n```\n", c.Example)
	}
	flags := ownFlags(c)
	if len(flags) > 0 {
		b.WriteString("\n| flag | meaning |\n|---|---|\n")
	}
	for _, f := range flags {
		name, usage := spelling(f)
		fmt.Fprintf(b, "| `%s` | %s |\n", name, strings.ReplaceAll(usage, "|", "\\|"))
	}
}
