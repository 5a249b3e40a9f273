package command

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"dpscope/engine"
	"dpscope/views/view"
)

func codeCommand() *cobra.Command {
	libraries := false
	c := &cobra.Command{
		Use:   "code ADDRESS",
		Short: "Print the main answer as Python",
		Long: "Print lines of Python that compute the main answer of a view by numpy alone, or say why it has none. --libraries\n" +
			"prints the lines that make its mechanism with OpenDP or diffprivlib instead, of the versions that are named, and\n" +
			"how theirs differs from the one here.",
		Example: "  dpscope code 'concentration?mechanism=pm' | python3\n  dpscope code 'concentration?mechanism=laplace' --libraries",
		Args:    exactlyOne,
		RunE: func(c *cobra.Command, args []string) error {
			v, values, err := open(args[0])
			if err != nil {
				return err
			}
			p, err := v.Python(c.Context(), values)
			if err != nil {
				return err
			}
			text := ""
			if libraries {
				text, err = libraryLines(v.Name, p)
			} else {
				text, err = numpyLines(v.Name, v.Address(values), p)
			}
			if err != nil {
				return err
			}
			if _, err := io.WriteString(c.OutOrStdout(), text); err != nil {
				return fmt.Errorf("the lines cannot be written: %w", err)
			}
			return nil
		},
	}
	c.Flags().BoolVar(&libraries, "libraries", false, "the mechanism, with OpenDP and diffprivlib")
	return c
}

// numpyLines is a script of the main answer.
func numpyLines(name, address string, p view.Python) (string, error) {
	if p.Numpy == "" {
		return "", fmt.Errorf("%s has no lines in Python: %s", name, p.None)
	}
	within := "but for rounding"
	if p.Within > 1e-6 {
		within = "to four digits, by sums over a grid"
	}
	return fmt.Sprintf("# %s of dpscope %s, %s:\n# %s\n", p.Answer, thisProgram(), within, engine.Visible(address)) + view.Imports + p.Numpy,
		nil
}

// libraryLines are scripts one after another, each under the library and its version.
func libraryLines(name string, p view.Python) (string, error) {
	if len(p.Libraries) == 0 {
		return "", fmt.Errorf("%s at this setting has no mechanism that OpenDP or diffprivlib make%s", name,
			cmp.Or(map[bool]string{true: "; without --libraries its answer is there in numpy"}[p.Numpy != ""], ""))
	}
	var b strings.Builder
	for i, l := range p.Libraries {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "# pip install %s==%s\n# It differs: %s\n", l.Name, l.Version, l.Differs)
		if strings.Contains(l.Lines, "x") {
			fmt.Fprintf(&b, "x = %s\n", view.Digits(p.Input))
		}
		b.WriteString(l.Lines)
	}
	return b.String(), nil
}
