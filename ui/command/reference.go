package command

import (
	"github.com/spf13/cobra"

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
				return views.WriteReference(c.OutOrStdout())
			}
			return save.New(file, views.WriteReference, true)
		},
	}
	c.Flags().StringVarP(&file, "output", "o", "", "file to write, over what it holds; standard output without it")
	return c
}
