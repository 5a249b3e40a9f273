package command

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"dpscope/engine"
	"dpscope/ui/save"
)

func exportCommand() *cobra.Command {
	var file, format string
	var force bool
	c := &cobra.Command{
		Use:   "export ADDRESS",
		Short: "Write a view's data as CSV or JSON",
		Long: "Write the data of a view's figure: tidy CSV, one observation a row, or JSON. Next to a CSV goes\n" +
			"FILE" + save.MetadataSuffix + ", which describes the columns. A file that exists is not overwritten unless --force says so.",
		Example: "  dpscope export 'compare?x=0.5&theta=0.1' -o compare.csv",
		Args:    exactlyOne,
		RunE: func(c *cobra.Command, args []string) error {
			format, err := formatOf(file, format)
			if err != nil {
				return usageError{err}
			}
			v, values, err := open(args[0])
			if err != nil {
				return err
			}
			sheet, err := v.Sheet(c.Context(), values, func(engine.Sheet) {})
			if err != nil {
				return err
			}
			origin := engine.Origin{Address: v.Address(values), Title: v.Question, Source: v.Source, Version: Version}
			if file == "" || file == "-" {
				return writeOut(c.OutOrStdout(), sheet, format, origin)
			}
			return stoppable(c.Context(), func(ctx context.Context) error {
				return save.Sheet(ctx, file, sheet, format, origin, force)
			})
		},
	}
	c.Flags().StringVarP(&file, "output", "o", "", "file to write; standard output without it")
	c.Flags().StringVar(&format, "format", "", "csv or json, whatever FILE is called; without it, as FILE ends: .csv or .json")
	c.Flags().BoolVar(&force, "force", false, "overwrite a file that exists")
	return c
}

// formatOf is the format that was asked for, or else that of the file's ending.
func formatOf(file, asked string) (save.Format, error) {
	switch format := save.Format(asked); {
	case asked == "":
		return save.FormatOf(file)
	case format != save.CSV && format != save.JSON:
		return "", fmt.Errorf("format = %q is not known; csv or json would do", asked)
	default:
		return format, nil
	}
}

func writeOut(w io.Writer, s engine.Sheet, format save.Format, o engine.Origin) error {
	var err error
	if format == save.JSON {
		err = s.WriteJSON(w, o)
	} else {
		err = s.Table().WriteCSV(w)
	}
	if err != nil {
		return fmt.Errorf("the export cannot be written: %w", err)
	}
	return nil
}
