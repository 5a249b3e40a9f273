package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"dpscope/engine/audit"
	"dpscope/engine/param"
)

// Quantities of every audit.
var (
	auditedEpsilon    = param.Param{Name: "epsilon", Help: "The ε that was stated.", Min: 0, Max: 1500, Default: 1}
	auditedDelta      = param.Param{Name: "delta", Help: "The δ at which an ε is told.", Min: 0, Max: 1, OpenHigh: true, Default: 0}
	auditedConfidence = param.Param{Name: "confidence", Help: "How sure all bounds together are.", Min: 0, Max: 1, Open: true, Default: 0.95}
	auditedRuns       = param.Param{Name: "runs", Help: "How often the program is run on either input.", Min: 1, Max: 1e9, Default: 10_000,
		Scale: param.Count}
)

func auditCommand() *cobra.Command {
	given := map[string]float64{}
	var asJSON bool
	var program audit.Program
	c := &cobra.Command{
		Use:   "audit FILE.csv --delta D [--epsilon PROMISED]",
		Short: "Bound from below what a mechanism or model gives away, by scores of its runs",
		Long: "Bound from below the ε, the advantage and the Gaussian number μ of whatever gave the scores in a CSV file with the columns in\n" +
			"(1: a run with the record, 0: one without) and score (any number; inf is above all others). A threshold is chosen on one\n" +
			"half of the runs and tested on the other; exact binomial intervals (Clopper & Pearson 1934) pay for every threshold that is\n" +
			"tested, so that all bounds hold together with the confidence, for runs that are independent of one another. With\n" +
			"--epsilon the exit status is 1 where that guarantee is refuted. What is not refuted is not proven: another score, or more\n" +
			"runs, may show more. The file is read twice and never kept, however long it is.\n" +
			"--command runs a program on the files --with and --without instead, each its standard input: it writes a score a line for\n" +
			"every run, with new randomness each, and is started again where it ends before there are --runs of them.",
		Example: "  dpscope audit scores.csv --delta 1e-5 --epsilon 1\n" +
			"  dpscope audit --command ./mechanism --with alice.csv --without nobody.csv --runs 10000 --delta 0 --epsilon 1",
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case program.Command == "" && len(args) != 1:
				return usageError{fmt.Errorf("%d files are given; one is needed, such as scores.csv, or --command with a program", len(args))}
			case program.Command != "" && len(args) > 0:
				return usageError{fmt.Errorf("both a file and a program are given; one of them would work")}
			case program.Command != "" && (program.With == "" || program.Without == ""):
				return usageError{fmt.Errorf("--command takes two inputs: --with a file with the record and --without one without it")}
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if _, found := given[auditedDelta.Name]; !found {
				return usageError{fmt.Errorf("--delta is missing; an ε is told at some δ, such as --delta 1e-5, or 0")}
			}
			a := audited{Question: audit.Question{Delta: given[auditedDelta.Name], Confidence: orDefault(given, auditedConfidence)}}
			a.Epsilon, a.promised = given[auditedEpsilon.Name]
			program.Runs = int64(orDefault(given, auditedRuns))
			meter := newMeter(c.ErrOrStderr())
			defer meter.wipe()
			run := func() error { return a.run(meter.of(c.Context()), program, args) }
			var err error
			if program.Command != "" {
				err = endingPrograms(c, run)
			} else {
				err = run()
			}
			if err != nil {
				return err
			}
			meter.wipe()
			return a.tell(c.OutOrStdout(), asJSON)
		},
	}
	for _, p := range []param.Param{auditedDelta, auditedEpsilon, auditedConfidence, auditedRuns} {
		text := p.Help + " " + p.Told()
		if p.Name != auditedEpsilon.Name && p.Name != auditedDelta.Name {
			text += "; default " + p.Exact(p.Default)
		}
		c.Flags().Var(setting{p, given}, p.Name, text)
	}
	c.Flags().StringVar(&program.Command, "command", "", "a program that writes a score a line, run on two inputs instead of a file of scores")
	c.Flags().StringVar(&program.With, "with", "", "the program's input with the record")
	c.Flags().StringVar(&program.Without, "without", "", "the program's input without the record")
	c.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return c
}

func orDefault(given map[string]float64, p param.Param) float64 {
	if v, found := given[p.Name]; found {
		return v
	}
	return p.Default
}

// audited is an audit together with the promise it tests.
type audited struct {
	audit.Question
	Epsilon  float64
	promised bool

	of     string // name of the file or the program
	in     int64
	out    int64
	result audit.Result
}

// run reads the scores and writes the verdict.
func (a *audited) run(ctx context.Context, program audit.Program, args []string) error {
	var runs *audit.Runs
	var err error
	if a.of = program.Command; program.Command != "" {
		runs, err = program.Run(ctx)
	} else {
		a.of = args[0]
		runs, err = audit.Read(ctx, args[0])
	}
	if err != nil {
		return err
	}
	a.in, a.out = runs.Rows()
	if a.result, err = runs.Of(a.Question); err != nil {
		return fmt.Errorf("%s: %w", a.of, err)
	}
	return nil
}
