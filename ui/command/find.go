package command

import (
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"dpscope/ui/find"
)

func findCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "find WORDS",
		Short: "Find views, lessons, terms and settings by words",
		Long: "Find views, lessons, commands, terms, presets, options, answers and controls by words, as the key : does inside.\n" +
			"Each line has the kind, the name and the title, the best first.",
		Example: "  dpscope find census\n  dpscope find membership inference",
		RunE: func(c *cobra.Command, args []string) error {
			words := strings.Join(args, " ")
			if find.Spelt(words) == "" {
				return usageError{errors.New("no word is given; dpscope find survey would work")}
			}
			found, meant := find.For(words, "")
			switch {
			case meant != "":
				return fmt.Errorf("nothing has the words %q; did you mean %q?", words, meant)
			case len(found) == 0:
				return fmt.Errorf("nothing has the words %q; dpscope views lists every view", words)
			}
			out := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, it := range found {
				fmt.Fprintf(out, "%s\t%s\t%s\n", it.Kind, it.Name, it.Title)
			}
			return out.Flush()
		},
	}
}
