package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dpscope/learners/source"
	"dpscope/learners/subprocess"
	"dpscope/learners/table"
)

// allowing lets a command run programs that classify: only those given beside the address, never one that an address, a link or
// a file names.
func allowing(c *cobra.Command) *cobra.Command {
	var commands, columns []string
	flags := c.Flags()
	flags.StringArrayVar(&commands, "command", nil,
		"a program that classifies, which classifier=cmd:COMMAND may then run: CSV in, with a header, and a line with a label out for each row; may be given again")
	flags.StringArrayVar(&columns, "feature", nil,
		"a column that the program takes, 'NAME=LOW..HIGH UNIT', 'NAME=WORD|WORD' for one of words, or a public one's NAME; may be given again, in order")
	c.PreRunE = func(c *cobra.Command, _ []string) error {
		features, err := readFeatures(columns)
		if err != nil {
			return usageError{err}
		}
		if len(features) > 0 && len(commands) == 0 {
			return usageError{fmt.Errorf("--feature is for a program, and --command names none")}
		}
		if p := subprocess.Of(c.Context()); p != nil {
			p.Allow(commands, features)
		}
		return nil
	}
	run := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(commands) == 0 || c == c.Root() { // exploring handles signals itself
			return run(c, args)
		}
		return endingPrograms(c, func() error { return run(c, args) })
	}
	return c
}

// endingPrograms runs a command; a signal ends it together with all programs that it runs.
func endingPrograms(c *cobra.Command, run func() error) error {
	return stoppable(c.Context(), func(ctx context.Context) error {
		if p := subprocess.Of(ctx); p != nil {
			defer context.AfterFunc(ctx, p.Close)()
		}
		c.SetContext(ctx)
		err := run()
		if ctx.Err() != nil {
			return errors.New("stopped, with the programs that it ran")
		}
		return err
	})
}

// readFeatures reads "NAME=LOW..HIGH UNIT", "NAME=WORD|WORD" and "NAME".
func readFeatures(texts []string) ([]table.Feature, error) {
	var features []table.Feature
	for _, text := range texts {
		if name, words, has := strings.Cut(text, "="); has && strings.ContainsRune(words, '|') {
			of, err := wordFeatures(text, source.Name(name), strings.Split(words, "|"))
			if err != nil {
				return nil, err
			}
			features = append(features, of...)
			continue
		}
		f := table.Feature{Name: source.Name(text)}
		if strings.ContainsRune(text, '=') {
			var err error
			if f.Name, f.Scale, f.Unit, err = readBounds("--feature", text); err != nil {
				return nil, fmt.Errorf("%w; NAME=WORD|WORD for a column of words", err)
			}
		}
		if f.Name == "" || strings.ContainsRune(f.Name, ',') {
			return nil, fmt.Errorf("--feature = %q names no column; a name without a comma would work", text)
		}
		features = append(features, f)
	}
	return features, source.Distinct("features", table.Names(features))
}

// wordFeatures returns one feature for each declared word of a column.
func wordFeatures(text, column string, words []string) (features []table.Feature, err error) {
	if column == "" || strings.ContainsRune(column, ',') {
		return nil, fmt.Errorf("--feature = %q names no column; a name without a comma would work", text)
	}
	for i, w := range words {
		if words[i] = source.Name(w); words[i] == "" {
			return nil, fmt.Errorf("--feature = %q: word %d is empty; NAME=WORD|WORD would work", text, i+1)
		}
		features = append(features, table.WordFeature(column, words[i]))
	}
	if err := source.AtMost(len(words), "words", table.MaxClasses); err != nil {
		return nil, err
	}
	return features, source.Distinct("words", words)
}
