package command

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"dpscope/ui/cast"
	"dpscope/ui/save"
)

func castCommand() *cobra.Command {
	f := castFlags{}
	c := &cobra.Command{
		Use:   "cast SCRIPT",
		Short: "Record the program while a script presses its keys",
		Long: "Record the program while a script presses its keys, as a picture that moves (FILE.svg) or for asciinema\n" +
			"(FILE.cast). The same script gives the same bytes. A script has one instruction a line:\n" +
			"  size 80x24      columns and rows; above the first open\n" +
			"  colour both     dark, light, or both, of which a picture shows the one that its reader prefers\n" +
			"  open survey     an address\n" +
			"  press right s   keys, by their names; dpscope reference lists them\n" +
			"  type 500        a text, letter by letter\n" +
			"  wait 2s         a time, beyond the 0.6 s that each key takes\n" +
			"Empty lines and lines that begin with # are left out. Instead of a file - reads standard input.",
		Example: "  dpscope cast docs/survey.script -o survey.svg",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError{fmt.Errorf("%d scripts are given; one is needed", len(args))}
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args[0]) },
	}
	c.Flags().StringVarP(&f.file, "output", "o", "", "file to write, .svg or .cast")
	c.Flags().BoolVar(&f.force, "force", false, "overwrite a file that exists")
	return c
}

// castFlags holds the flags of a recording.
type castFlags struct {
	file  string
	force bool
}

func (f castFlags) run(c *cobra.Command, script string) error {
	write, known := cast.Format(f.file)
	if !known {
		return usageError{fmt.Errorf("-o = %q is neither a picture nor a recording; a FILE that ends in .svg or .cast would work", f.file)}
	}
	if err := save.Check(f.file, f.force); err != nil {
		return err
	}
	s, err := readScript(c, script)
	if err != nil {
		return usageError{fmt.Errorf("%s: %w", script, err)}
	}
	return stoppable(c.Context(), func(ctx context.Context) error {
		played, err := cast.Play(ctx, s)
		if err != nil {
			return fmt.Errorf("%s: %w", script, err)
		}
		return save.New(ctx, f.file, func(w io.Writer) error { return write(played, w) }, f.force)
	})
}

func readScript(c *cobra.Command, path string) (cast.Script, error) {
	if path == "-" {
		return cast.Read(c.InOrStdin())
	}
	file, err := os.Open(path)
	if err != nil {
		return cast.Script{}, err
	}
	defer file.Close()
	return cast.Read(file)
}
