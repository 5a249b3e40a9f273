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
	f := exportFlags{}
	c := &cobra.Command{
		Use:   "export ADDRESS",
		Short: "Write a view's data as CSV or JSON",
		Long: "Write the data of a view: tidy CSV, one observation a row and one type a column, or JSON. Next to a CSV goes\n" +
			"FILE" + save.MetadataSuffix + ", which describes the columns. --table picture is what is drawn, --table answers the\n" +
			"numbers beside it, in their ranking where there is one, --table outlines the boxes in a picture, --table people\n" +
			"everybody of a population. A file that exists is not overwritten unless --force says so.",
		Example: "  dpscope export 'compare?x=0.5&theta=0.1' -o compare.csv\n" +
			"  dpscope export 'compare?x=0.5&theta=0.1' --table answers -o ranking.csv",
		Args: exactlyOne,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args[0]) },
	}
	c.Flags().StringVarP(&f.file, "output", "o", "", "file to write; standard output without it")
	c.Flags().StringVar(&f.format, "format", "", "csv or json, whatever FILE is called; without it, as FILE ends: .csv or .json")
	c.Flags().StringVar(&f.table, "table", "", "picture, answers, outlines or people; without it the picture, and of noise its distribution")
	c.Flags().BoolVar(&f.force, "force", false, "overwrite a file that exists")
	return c
}

// exportFlags are the words of an export.
type exportFlags struct {
	file, format, table string
	force               bool
}

func (f exportFlags) run(c *cobra.Command, address string) error {
	format, err := formatOf(f.file, f.format)
	if err != nil {
		return usageError{err}
	}
	v, values, err := open(address)
	if err != nil {
		return err
	}
	meter := newMeter(c.ErrOrStderr())
	sheet, err := v.Sheet(meter.of(c.Context()), values, func(part engine.Sheet) { meter.report(part.Progress) })
	meter.wipe()
	if err != nil {
		return err
	}
	table, err := sheet.TableNamed(f.table)
	if err != nil {
		return usageError{err}
	}
	export := engine.Export{Sheet: sheet, Table: table,
		Origin: engine.Origin{Address: v.Address(values), Title: v.Asked(values), Source: v.Source, Version: Version}}
	if f.file == "" || f.file == "-" {
		return writeOut(c.OutOrStdout(), export, format)
	}
	return stoppable(c.Context(), func(ctx context.Context) error {
		return save.Export(ctx, f.file, export, format, f.force)
	})
}

// formatOf is the format that was asked for, or else that of the file's ending.
func formatOf(file, asked string) (save.Format, error) {
	switch format := save.Format(asked); {
	case asked == "":
		return save.FormatOf(file)
	case format != save.CSV && format != save.JSON:
		return "", fmt.Errorf("format = %q is not known; csv or json would work", asked)
	default:
		return format, nil
	}
}

func writeOut(w io.Writer, x engine.Export, format save.Format) error {
	var err error
	if format == save.JSON {
		err = x.WriteJSON(w)
	} else {
		err = x.Table.WriteCSV(w)
	}
	if err != nil {
		return fmt.Errorf("the export cannot be written: %w", err)
	}
	return nil
}
