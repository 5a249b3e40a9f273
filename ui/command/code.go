package command

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"dpscope/ui/code"
	"dpscope/ui/keys"
)

func codeCommand() *cobra.Command {
	libraries := false
	c := &cobra.Command{
		Use:   "code ADDRESS",
		Short: "Print the main answer as Python",
		Long: "Print lines of Python that compute the main answer of a view by numpy alone, or say why it has none. --libraries\n" +
			"prints the lines that make its mechanism with OpenDP, diffprivlib or pure-LDP instead, of the versions that are named, and\n" +
			"how theirs differs from the one here. While exploring, " + keys.Code.Help().Key + " shows them.",
		Example: "  dpscope code 'concentration?mechanism=pm' | python3\n  dpscope code 'concentration?mechanism=laplace' --libraries",
		Args:    exactlyOne,
		RunE: func(c *cobra.Command, args []string) error {
			v, values, err := open(args[0])
			if err != nil {
				return err
			}
			part := code.Answer
			if libraries {
				part = code.Libraries
			}
			text, err := code.Lines(c.Context(), v, values, part, thisProgram())
			if err != nil {
				return err
			}
			if _, err := io.WriteString(c.OutOrStdout(), text); err != nil {
				return fmt.Errorf("the lines cannot be written: %w", err)
			}
			return nil
		},
	}
	c.Flags().BoolVar(&libraries, "libraries", false, "the mechanism, with OpenDP, diffprivlib and pure-LDP")
	return c
}
