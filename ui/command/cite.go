package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"dpscope/assets"
	"dpscope/engine"
	"dpscope/views/view"
)

func citeCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "cite [ADDRESS ...]",
		Short: "Print what answers rest on, as BibTeX",
		Long: "Print as BibTeX the works that the answers of an address rest on, those of its mechanism among them, and the\n" +
			"program with its version and commit. What is derived here has the program alone for its source. Several addresses\n" +
			"give each work once; without one, the program is all.",
		Example: "  dpscope cite 'population?preset=stroke-forest' > sources.bib",
		RunE: func(c *cobra.Command, addresses []string) error {
			all, err := openAll(addresses)
			if err != nil {
				return err
			}
			var works []assets.Source
			for _, a := range all {
				meter := newMeter(c.ErrOrStderr())
				answers, err := a.view.Values(meter.of(c.Context()), a.values)
				meter.wipe()
				if err != nil {
					return err
				}
				works = append(works, a.view.Works(a.values, answers)...)
			}
			if _, err := io.WriteString(c.OutOrStdout(), bibliography(works, thisProgram())); err != nil {
				return fmt.Errorf("the works cannot be written: %w", err)
			}
			return nil
		},
	}
}

// openAll reads addresses; it fails at the first without a meaning.
func openAll(addresses []string) (all []asked, err error) {
	for _, address := range addresses {
		v, values, err := open(address)
		if err != nil {
			return nil, err
		}
		all = append(all, asked{v, values})
	}
	return all, nil
}

// bibliography returns the BibTeX of works, each once and in the order of all sources, followed by the program.
func bibliography(works []assets.Source, p engine.Program) string {
	var b strings.Builder
	for _, s := range assets.Sources() {
		switch {
		case s.Itself():
			commit := p.Commit
			if commit != "" {
				commit = "commit " + commit
			}
			b.WriteString(s.With("version", p.Version, "date", p.Date, "note", commit) + "\n")
		case view.Among(works, s):
			b.WriteString(s.Entry + "\n\n")
		}
	}
	return b.String()
}
