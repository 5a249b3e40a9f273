package command

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"dpscope/learners/model"
	"dpscope/learners/table"
)

// convertFlags holds the flags of a convert command.
type convertFlags struct {
	bounds          []string
	private, output string
	force           bool
}

func convertCommand() *cobra.Command {
	var f convertFlags
	c := &cobra.Command{
		Use:   "convert [MODEL.json]",
		Short: "Print a Python script that turns scikit-learn's classifiers and pipelines into JSON; or declare bounds of a model",
		Long: "Without a file, print a Python script. It needs scikit-learn alone, and it never opens a pickle: import it where your\n" +
			"fitted model lives and call save_model(model, 'model.json', private=['age'], bounds={'age': (0, 100)}). A pipeline is\n" +
			"converted whole, and the file then takes raw values.\n\n" +
			"With a file, a classifier or the JSON of XGBoost's save_model, declare between which raw values private features lie\n" +
			"(bounds), and which are private. Bounds should be public knowledge, and not read off the data: noise is added on\n" +
			"the scale that they make.",
		Example: "  dpscope convert > dpscope_convert.py\n" +
			"  dpscope convert xgboost.json --bounds 'age=0..100 years' --bounds bmi=10..60 --private age,bmi -o model.json",
		Args: atMostOneFile,
		RunE: func(c *cobra.Command, files []string) error {
			if len(files) == 1 {
				return f.declare(c, files[0])
			}
			if len(f.bounds) > 0 || f.private != "" || f.output != "" {
				return usageError{fmt.Errorf("a model's file is missing; without one, convert prints a script and takes no flags")}
			}
			_, err := io.WriteString(c.OutOrStdout(), model.ConvertScript())
			return err
		},
	}
	flags := c.Flags()
	flags.StringArrayVar(&f.bounds, "bounds", nil, "between which raw values a feature lies, 'NAME=LOW..HIGH UNIT'; may be given again")
	flags.StringVar(&f.private, "private", "", "features that are private, such as age,bmi")
	flags.StringVarP(&f.output, "output", "o", "", "file to write (.json or .json.gz); standard output without it")
	flags.BoolVar(&f.force, "force", false, "overwrite a file that exists")
	return c
}

func atMostOneFile(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usageError{fmt.Errorf("%d files are given; one would work", len(args))}
	}
	return nil
}

// declare writes a model with its declared bounds and words.
func (f convertFlags) declare(c *cobra.Command, file string) error {
	bounds, units := map[string]table.Scale{}, map[string]string{}
	for _, text := range f.bounds {
		name, scale, unit, err := readBounds("--bounds", text)
		if err != nil {
			return usageError{err}
		}
		if _, twice := bounds[name]; twice {
			return usageError{fmt.Errorf("--bounds of %q are given twice; once would work", name)}
		}
		bounds[name], units[name] = scale, unit
	}
	m, err := model.Open(file)
	if err != nil {
		return err
	}
	if err := m.Bound(bounds); err != nil {
		return err
	}
	for i := range m.Features {
		if unit := units[m.Features[i].Name]; unit != "" {
			m.Features[i].Unit = unit
		}
	}
	if f.private != "" {
		if m.Private, err = m.FeatureIndices(list(f.private)); err != nil {
			return fmt.Errorf("--private: %w", err)
		}
	}
	if f.output == "" {
		return m.Write(c.OutOrStdout())
	}
	return stoppable(c.Context(), func(ctx context.Context) error { return writeModel(ctx, c, m.Write, f.output, f.force) })
}

// readBounds reads "NAME=LOW..HIGH UNIT", given with a flag; the name may contain "=".
func readBounds(flag, text string) (name string, scale table.Scale, unit string, err error) {
	wrong := fmt.Errorf("%s = %q is not NAME=LOW..HIGH, such as age=0..100, with a unit behind a blank if you like", flag, text)
	at := strings.LastIndexByte(text, '=')
	if at <= 0 {
		return "", scale, "", wrong
	}
	ends, unit, _ := strings.Cut(strings.TrimSpace(text[at+1:]), " ")
	from, to, found := strings.Cut(ends, "..")
	low, err := strconv.ParseFloat(from, 64)
	high, err2 := strconv.ParseFloat(to, 64)
	scale = table.Scale{Offset: low, Divisor: high - low}
	if err != nil || err2 != nil || !found {
		return "", scale, "", wrong
	}
	if !(low < high) || scale.Check() != nil {
		return "", scale, "", fmt.Errorf("%s = %q: finite ends, the lower first, would work", flag, text)
	}
	return text[:at], scale, strings.TrimSpace(unit), nil
}
