package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dpscope/ui/decision"
	"dpscope/ui/keys"
	"dpscope/ui/report"
	"dpscope/ui/save"
)

// decisionFlags holds the flags of a decision command.
type decisionFlags struct {
	file, by, because string
	registry, force   bool
}

func decisionCommand() *cobra.Command {
	f := decisionFlags{}
	c := &cobra.Command{
		Use:   "decision ADDRESS ... --by WHO --because WHY -o FILE.json",
		Short: "Write a decision that another can compute again",
		Long: "Write what was decided so that another can compute it again: for each address the question, the whole address, its\n" +
			"readings with value, low, high, basis and what each assumes, the version and commit, the digests of data and models\n" +
			"(never the data), who decided and why. dpscope check FILE.json computes it again; dpscope report FILE.json writes what\n" +
			"that shows for people. While exploring, " + keys.Decide.Help().Key + " adds a decision to decision.json.\n" +
			"--registry adds the fields of the OpenDP deployments registry, of one address. What the page says is entered; what it\n" +
			"does not say is asked for, by the flags that are named like the fields. An ε or δ below the page's is refused.\n" +
			"Of a page about records ε is asked for unless the page adds it up: what was taken from them may leave nothing guaranteed.",
		Example: "  dpscope decision 'survey?n=2000&epsilon=1' --by 'Ada, statistics office' --because '± 5 points are enough' -o decision.json\n" +
			"  dpscope check decision.json --data people.csv",
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args) },
	}
	flags := c.Flags()
	flags.StringVarP(&f.file, "output", "o", "", "file to write, .json")
	flags.StringVar(&f.by, "by", "", "who decided")
	flags.StringVar(&f.because, "because", "", "why")
	flags.BoolVar(&f.registry, "registry", false, "with the fields of the OpenDP deployments registry")
	flags.BoolVar(&f.force, "force", false, "overwrite a file that exists")
	for _, field := range decision.Fields {
		flags.String(field.Flag(), "", field.About())
	}
	return c
}

// said returns what the flags say of the registry's fields.
func (f decisionFlags) said(c *cobra.Command) (map[string]string, error) {
	words := map[string]string{}
	for _, field := range decision.Fields {
		if word, _ := c.Flags().GetString(field.Flag()); word != "" {
			words[field.Name] = word
		}
	}
	if len(words) > 0 && !f.registry {
		i := slices.IndexFunc(decision.Fields, func(field decision.Field) bool { return words[field.Name] != "" })
		return nil, usageError{fmt.Errorf("--%s is a field of the registry; with --registry it would work", decision.Fields[i].Flag())}
	}
	return words, nil
}

// check returns an error of the call.
func (f decisionFlags) check(addresses []string) error {
	switch {
	case len(addresses) == 0:
		return usageError{errors.New("a decision needs an address, such as 'survey?n=2000&epsilon=1'")}
	case f.file == "" || f.file == "-":
		return usageError{errors.New("a decision needs a file; -o decision.json would work")}
	case f.by == "":
		return usageError{errors.New("a decision needs who decided; --by 'Ada, statistics office' would work")}
	case f.because == "":
		return usageError{errors.New("a decision needs a reason; --because '± 5 points are enough' would work")}
	case f.registry && len(addresses) > 1:
		return usageError{fmt.Errorf("an entry of the registry is of one address; %d are given", len(addresses))}
	}
	return nil
}

func (f decisionFlags) run(c *cobra.Command, addresses []string) error {
	if err := f.check(addresses); err != nil {
		return err
	}
	words, err := f.said(c)
	if err != nil {
		return err
	}
	if err := save.Check(f.file, f.force); err != nil {
		return err
	}
	all, err := openAll(addresses)
	if err != nil {
		return err
	}
	var list []decision.Decision
	for _, a := range all {
		d, err := f.decide(c, a, words)
		if err != nil {
			return err
		}
		list = append(list, d)
	}
	write := func(w io.Writer) error { return decision.Write(w, list) }
	return stoppable(c.Context(), func(ctx context.Context) error { return save.New(ctx, f.file, write, f.force) })
}

// decide computes the page of an address and decides on it.
func (f decisionFlags) decide(c *cobra.Command, a asked, words map[string]string) (d decision.Decision, err error) {
	page := report.Page{View: a.view, Values: a.values}
	if err := compute(c, &page); err != nil {
		return d, err
	}
	made := decision.Made{Page: page, Program: thisProgram(), By: f.by, Because: f.because}
	if f.registry {
		if made.Registry, err = decision.NewEntry(page, thisProgram().String(), f.by, words); err != nil {
			return d, usageError{err}
		}
	}
	return made.Decision()
}

// ofRun returns the name of a flag that is given and only says something of a run; empty: none is.
func ofRun(flags *pflag.FlagSet) (name string) {
	for _, w := range checkedWords {
		if flags.Changed(w.name) {
			return w.name
		}
	}
	return ""
}
