package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dpscope/engine"
	"dpscope/engine/param"
	drawn "dpscope/ui/picture"
	"dpscope/ui/save"
	"dpscope/views/view"
)

func exportCommand() *cobra.Command {
	f := exportFlags{}
	c := &cobra.Command{
		Use:   "export ADDRESS ...",
		Short: "Write a view's data, or its picture",
		Long: "Write the data of a view: tidy CSV, JSON or Parquet, one observation a row and one type a column. Next to a CSV goes\n" +
			"FILE" + save.MetadataSuffix + ", which describes the columns. --table picture is what is drawn, --table answers the\n" +
			"numbers beside it, in their ranking where there is one, --table outlines the boxes in a picture, --table people\n" +
			"everybody of a population. A file that exists is not overwritten unless --force says so.\n" +
			"Numbers may be ranges and choices lists (epsilon=1..8:15, see dpscope sweep --help): a table then has the rows of all\n" +
			"settings, behind row, what varies, and address; a picture has a page for each.\n" +
			"Or its picture, by the ending of FILE: " + strings.Join(drawn.Pictures(), ", ") + ". Several addresses make one picture: over the\n" +
			"same axes where these can hold them, else side by side.",
		Example: "  dpscope export 'compare?x=0.5&theta=0.1' -o compare.csv\n" +
			"  dpscope export 'compare?x=0.5&theta=0.1' --table answers -o ranking.csv\n" +
			"  dpscope export 'success?preset=figure-1' -o figure.svg --size 3.25in",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	c.Flags().StringVarP(&f.file, "output", "o", "", "file to write; standard output without it")
	c.Flags().StringVar(&f.format, "format", "", "csv, json or parquet, whatever FILE is called; without it, as FILE ends")
	c.Flags().StringVar(&f.table, "table", "", "picture, answers, outlines, people, runs (of approaches), or students (of class); without it the picture, and of noise its distribution")
	c.Flags().StringVar(&f.size, "size", "", "of a picture: its width, or width x height: 3.25in, 8cm, 6.5x4in; without it 6.5in, as high as it needs")
	c.Flags().BoolVar(&f.grey, "grey", false, "a picture without colours, for paper that has none")
	c.Flags().BoolVar(&f.dark, "dark", false, "a picture on a dark ground")
	c.Flags().BoolVar(&f.bare, "bare", false, "a picture without question, lead, title, source and address, for a caption of your own")
	c.Flags().Float64Var(&f.dpi, "dpi", drawn.UsualDPI, fmt.Sprintf("dots per inch of a .png, %d to %d", drawn.LeastDPI, drawn.MostDPI))
	c.Flags().StringVar(&f.id, "id", "", "what ids in an .svg begin with, where several stand on one page: fig1-")
	c.Flags().BoolVar(&f.outline, "outline", false,
		"letters as areas, for .svg and .html where there may be no Liberation Sans, Arial or Helvetica")
	c.Flags().BoolVar(&f.force, "force", false, "overwrite a file that exists")
	return c
}

// exportFlags holds the flags of an export.
type exportFlags struct {
	file, format, table, size string
	grey, dark, outline, bare bool
	dpi                       float64
	id                        string
	force                     bool
}

// asked is an address with its view and setting.
type asked struct {
	view   view.View
	values param.Values
}

// pictureFlags are the flags that tables have no use for.
var pictureFlags = []string{"size", "grey", "dark", "bare", "dpi", "id", "outline"}

// ofPicture reports whether a flag is given that only pictures have.
func (f exportFlags) ofPicture(c *cobra.Command) bool {
	return slices.ContainsFunc(pictureFlags, c.Flags().Changed)
}

func (f exportFlags) run(c *cobra.Command, addresses []string) error {
	toFile := f.file != "" && f.file != "-"
	picture, format, err := f.wanted()
	if err != nil && toFile { // no ending would help a folder
		if none := save.Check(f.file, true); none != nil {
			return none
		}
	}
	pictures := strings.Join(drawn.Pictures(), ", ")
	switch {
	case err != nil:
		return usageError{err}
	case picture != "":
		return f.picture(c, picture, addresses)
	case len(addresses) > 1:
		return usageError{fmt.Errorf("%d addresses are given; a table is of one (a picture may be of several: %s)", len(addresses), pictures)}
	case f.ofPicture(c):
		return usageError{fmt.Errorf("--%s are of pictures; a FILE that ends in %s would work", strings.Join(pictureFlags, ", --"), pictures)}
	}
	if toFile {
		if err := save.Check(f.file, f.force); err != nil {
			return err
		}
	}
	export, err := f.exported(c, addresses[0])
	if err != nil {
		return err
	}
	if !toFile {
		return writeOut(c.OutOrStdout(), export, format)
	}
	return stoppable(c.Context(), func(ctx context.Context) error {
		return save.Export(ctx, f.file, export, format, f.force)
	})
}

// sheetOf computes the sheet of an address, and shows its progress on a terminal.
func sheetOf(c *cobra.Command, a asked) (engine.Sheet, error) {
	meter := newMeter(c.ErrOrStderr())
	sheet, err := a.view.Sheet(meter.of(c.Context()), a.values, func(part engine.Sheet) { meter.report(part.Progress) })
	meter.wipe()
	return sheet, err
}

// picture draws the pages of addresses into a file.
func (f exportFlags) picture(c *cobra.Command, format drawn.Format, addresses []string) error {
	if f.table != "" {
		return usageError{errors.New("--table is of tables; a FILE that ends in " + strings.Join(save.Endings(), ", ") + " would work")}
	}
	if f.outline && !format.Outlines() {
		return usageError{fmt.Errorf("--outline is of .svg and .html; %s has letters that need no font", format)}
	}
	switch {
	case c.Flags().Changed("dpi") && format != drawn.PNG:
		return usageError{fmt.Errorf("--dpi is of .png; %s has no dots", format)}
	case f.id != "" && format != drawn.SVG:
		return usageError{fmt.Errorf("--id is of .svg; %s stands alone", format)}
	}
	options := drawn.Options{Dark: f.dark, Grey: f.grey, Outline: f.outline, Bare: f.bare, DPI: f.dpi, ID: f.id, Program: thisProgram()}
	if f.size != "" {
		var err error
		if options.Width, options.Height, err = drawn.Size(f.size); err != nil {
			return usageError{err}
		}
	}
	addresses, err := settingsIn(addresses)
	if err != nil {
		return err
	}
	parts, err := partsOf(c, addresses)
	if err != nil {
		return err
	}
	if err := save.Check(f.file, f.force); err != nil {
		return err
	}
	return stoppable(c.Context(), func(ctx context.Context) error {
		return save.New(ctx, f.file, func(w io.Writer) error { return format.Write(w, parts, options) }, f.force)
	})
}

// partsOf computes the pages of addresses; it reads all addresses before it computes the first page.
func partsOf(c *cobra.Command, addresses []string) ([]drawn.Part, error) {
	all, err := openAll(addresses)
	if err != nil {
		return nil, err
	}
	settings := settingsOf(all)
	var parts []drawn.Part
	for i, a := range all {
		sheet, err := sheetOf(c, a)
		if err != nil {
			return nil, err
		}
		parts = append(parts, drawn.Part{Sheet: sheet, Question: a.view.Asked(a.values), Address: a.view.Address(a.values), Setting: settings[i]})
	}
	return parts, nil
}

// wanted returns the requested format, or else that of the file's ending: a picture, or else a table.
func (f exportFlags) wanted() (picture drawn.Format, table save.Format, err error) {
	if f.format == "" {
		return drawn.FileOf(f.file)
	}
	table, known := save.FormatNamed(f.format)
	if !known {
		err = fmt.Errorf("format = %q is not known; csv, json or parquet would work", f.format)
	}
	return "", table, err
}

func writeOut(w io.Writer, x engine.Export, format save.Format) error {
	if err := format.Write(w, x); err != nil {
		return fmt.Errorf("the export cannot be written: %w", err)
	}
	return nil
}
