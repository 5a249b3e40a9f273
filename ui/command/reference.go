package command

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"dpscope/ui/keys"
	"dpscope/ui/save"
	"dpscope/views"
)

func referenceCommand() *cobra.Command {
	var file string
	c := &cobra.Command{
		Use:   "reference",
		Short: "Print the reference page",
		Args:  noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if file == "" {
				return WriteReference(c.OutOrStdout())
			}
			return stoppable(c.Context(), func(ctx context.Context) error { return save.New(ctx, file, WriteReference, true) })
		},
	}
	c.Flags().StringVarP(&file, "output", "o", "", "file to write, over what it holds; standard output without it")
	return c
}

// WriteReference writes the reference page: every view with what belongs to it,
// and every key.
func WriteReference(w io.Writer) error {
	if err := views.WriteReference(w); err != nil {
		return err
	}
	return keys.WriteReference(w)
}
