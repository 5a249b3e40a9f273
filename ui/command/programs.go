package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dpscope/learners/piped"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// allowing lets a command run programs that classify: those alone that are given
// beside the address, never one that an address, a link or a file asks for.
func allowing(c *cobra.Command) *cobra.Command {
	var commands, columns []string
	flags := c.Flags()
	flags.StringArrayVar(&commands, "command", nil, "a program that classifies, which classifier=cmd:COMMAND may then run: CSV in, with a header, and a line with a label out for each row; may be given again")
	flags.StringArrayVar(&columns, "feature", nil, "a column that the program takes, 'NAME=LOW..HIGH UNIT' or a public one's NAME; may be given again, in order")
	c.PreRunE = func(c *cobra.Command, _ []string) error {
		features, err := readFeatures(columns)
		if err != nil {
			return usageError{err}
		}
		if len(features) > 0 && len(commands) == 0 {
			return usageError{fmt.Errorf("--feature is for a program, and --command names none")}
		}
		if p := piped.Of(c.Context()); p != nil {
			p.Allow(commands, features)
		}
		return nil
	}
	return c
}

// readFeatures reads "NAME=LOW..HIGH UNIT" and "NAME".
func readFeatures(texts []string) ([]table.Feature, error) {
	var features []table.Feature
	for _, text := range texts {
		f := table.Feature{Name: source.Name(text)}
		if strings.ContainsRune(text, '=') {
			var err error
			if f.Name, f.Scale, f.Unit, err = readBounds("--feature", text); err != nil {
				return nil, err
			}
		}
		if f.Name == "" || strings.ContainsRune(f.Name, ',') {
			return nil, fmt.Errorf("--feature = %q names no column; a name without a comma would do", text)
		}
		features = append(features, f)
	}
	return features, source.Distinct("features", table.Names(features))
}
