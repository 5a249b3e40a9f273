package command

import (
	"io"

	"github.com/spf13/cobra"

	"dpscope/learners"
)

func convertCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "convert",
		Short: "Print a Python script that turns scikit-learn's classifiers into JSON",
		Long: "Print a Python script. It needs scikit-learn and the standard library alone, and it never opens a pickle: import\n" +
			"it where your fitted model lives and call save_model(model, 'model.json', features=[...], sensitive=[...]).",
		Example: "  dpscope convert > dpscope_convert.py",
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := io.WriteString(c.OutOrStdout(), learners.ConvertScript)
			return err
		},
	}
}
