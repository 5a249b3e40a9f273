package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/learners/source"
	"dpscope/ui/decision"
	"dpscope/ui/report"
	"dpscope/ui/save"
	"dpscope/views/view"
)

func reportCommand() *cobra.Command {
	f := reportFlags{}
	c := &cobra.Command{
		Use:   "report ADDRESS ... | COLLECTION.txt ... | DECISION.json",
		Short: "Write a page that people can read who decide",
		Long: "Write a report for people who decide and know nothing of the program: what was asked and answered, what an attacker\n" +
			"could do, the picture, every answer with how it is known and what it assumes, whose records, the budget, what was\n" +
			"refused and what is not said, the command that makes it again, and the digests of data and models. FILE ends in\n" +
			".md (its pictures stand beside it as .svg), .html or .pdf. Several addresses have a page each, after a first page\n" +
			"with what they answer. The same addresses and files give the same bytes.\n" +
			"COLLECTION.txt has an address a line, each with a note on lines after it that begin with \"> \".\n" +
			"--with data=OTHER.csv asks the same of other data, wherever a page has that control.\n" +
			"DECISION.json has decisions, which are computed again as dpscope check does: what became of them stands first.",
		Example: "  dpscope report 'population?preset=stroke-forest' -o population.pdf\n" +
			"  dpscope report 'recommend' 'population' 'attack?of=model&model=MODEL.json' -o decision.html\n" +
			"  dpscope report report.txt --with data=OTHER.csv -o other.md",
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	c.Flags().StringVarP(&f.file, "output", "o", "", "file to write: "+strings.Join(report.Endings, ", "))
	c.Flags().StringArrayVar(&f.with, "with", nil,
		"CONTROL=VALUE in place of what addresses say, such as data=OTHER.csv; may be given several times")
	c.Flags().StringArrayVar(&f.data, "data", nil, "a file of a decision, wherever it lies; may be given several times")
	c.Flags().BoolVar(&f.force, "force", false, "overwrite a file that exists")
	return c
}

// reportFlags holds the flags of a report.
type reportFlags struct {
	file       string
	with, data []string
	force      bool
}

func (f reportFlags) run(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return usageError{errors.New("a report needs an address, such as 'population?preset=stroke-forest', or a file of them that ends in " +
			report.CollectionEnding)}
	case f.file == "" || f.file == "-":
		return usageError{fmt.Errorf("a report needs a file; -o FILE with one of %s would work", strings.Join(report.Endings, ", "))}
	}
	if err := save.Check(f.file, f.force); err != nil {
		return err
	}
	if !report.Knows(f.file) {
		return usageError{fmt.Errorf("a report cannot be %s; a name that ends in %s would work", engine.Visible(f.file),
			strings.Join(report.Endings, ", "))}
	}
	r, err := f.report(c, args)
	if err != nil {
		return err
	}
	files, err := r.Files(f.file)
	if err != nil {
		return err
	}
	return stoppable(c.Context(), func(ctx context.Context) error { return save.Together(ctx, files, f.force) })
}

// report computes the report of decisions, or of addresses and collections.
func (f reportFlags) report(c *cobra.Command, args []string) (r report.Report, err error) {
	if len(args) == 1 && strings.HasSuffix(strings.ToLower(args[0]), decision.Ending) && !strings.Contains(args[0], "?") {
		return f.decisions(c, args[0])
	}
	if f.data != nil {
		return r, usageError{errors.New("--data is of decisions; --with data=OTHER.csv would work")}
	}
	pages, err := f.pages(args)
	if err != nil {
		return r, err
	}
	r = report.Report{Program: thisProgram(), Pages: pages}
	for i := range r.Pages {
		if err := compute(c, &r.Pages[i]); err != nil {
			if len(r.Pages) > 1 {
				err = fmt.Errorf("page %d, %s: %w", i+1, r.Pages[i].View.Name, err)
			}
			return r, err
		}
	}
	return r, nil
}

// mostCollection limits the bytes of a collection.
const mostCollection = 1 << 20

// pages returns the requested pages; all addresses must have a meaning; none is computed yet.
func (f reportFlags) pages(args []string) (pages []report.Page, err error) {
	var list []report.Collected
	for _, a := range args {
		if strings.Contains(a, "?") || !strings.HasSuffix(strings.ToLower(a), report.CollectionEnding) {
			list = append(list, report.Collected{Address: a})
			continue
		}
		text, whole, err := source.Begin(a, mostCollection)
		if err == nil && !whole {
			err = fmt.Errorf("it has more than %d bytes, which no collection has", mostCollection)
		}
		if err != nil {
			return nil, source.Blame("collection", a, err)
		}
		of, err := report.Parse(string(text))
		if err != nil {
			return nil, source.Blame("collection", a, err)
		}
		list = append(list, of...)
	}
	used := make([]bool, len(f.with))
	for _, l := range list {
		v, values, err := open(l.Address)
		if err != nil {
			return nil, err
		}
		for i, with := range f.with {
			if values, err = replaced(v, values, with, &used[i]); err != nil {
				return nil, err
			}
		}
		pages = append(pages, report.Page{View: v, Values: values, Note: l.Note})
	}
	if i := slices.Index(used, false); i >= 0 {
		return nil, usageError{fmt.Errorf("--with %s: no page has such a control", engine.Visible(f.with[i]))}
	}
	return pages, nil
}

// replaced returns a setting with another word for one control and all others as they were; used reports whether the view has
// the control.
func replaced(v view.View, values param.Values, with string, used *bool) (param.Values, error) {
	key, word, is := strings.Cut(with, "=")
	if !is {
		return values, usageError{fmt.Errorf("--with = %q is not known; CONTROL=VALUE such as data=OTHER.csv would work", engine.Visible(with))}
	}
	if !slices.Contains(v.Keys(), key) {
		return values, nil
	}
	*used = true
	values, err := v.Replacing(values, key, word)
	if err != nil {
		err = usageError{fmt.Errorf("--with %s: %w", engine.Visible(with), err)}
	}
	return values, err
}

// compute makes a page: the sheet as it is shown, and the digests of its inputs.
func compute(c *cobra.Command, p *report.Page) (err error) {
	if p.Sheet, err = sheetOf(c, asked{p.View, p.Values}); err != nil {
		return err
	}
	p.Files, err = report.Digests(c.Context(), p.View, p.Values, p.Sheet.Defaults)
	return err
}
