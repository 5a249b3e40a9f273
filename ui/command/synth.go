package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/learners/synth"
	"dpscope/ui/save"
)

// Quantities of a fit.
var (
	synthEpsilon = param.Param{Name: "epsilon", Help: "Privacy budget of the whole fit, where one person may be replaced by any other.",
		Min: 1e-3, Max: 50, Default: 1}
	synthDelta = param.Param{Name: "delta", Help: "The δ that GEM may use.", Min: 0, Max: 0.5, Default: 1e-6}
	synthRows  = param.Param{Name: "rows", Help: "How many rows to draw.", Min: 1, Max: synth.MostRows, Default: 1000}
)

// synthFlags holds the flags of a synth command.
type synthFlags struct {
	data, label, schema, method, workload, output, drop, keep string
	balanced, force                                           bool
	delta                                                     bool // the flag is set
	seed                                                      uint64
	settings                                                  map[string]float64
}

func synthCommand() *cobra.Command {
	f := synthFlags{settings: map[string]float64{synthDelta.Name: synthDelta.Default, synthRows.Name: synthRows.Default}}
	c := &cobra.Command{
		Use:   "synth --data FILE --epsilon E -o OUT.csv",
		Short: "Fit a private model to the people of a table, and draw synthetic ones",
		Long: "Fit a private model to the people of a table, once, and draw synthetic ones from it. OUT.csv has the columns of the table\n" +
			"that are not left out, and whole numbers where it has;\n" +
			"OUT.csv" + save.MetadataSuffix + " says what was spent, between which neighbours, and what was taken for public. --schema declares\n" +
			"words, bounds, bins and one-hot blocks; without it they are taken from the table, and nothing is guaranteed. A schema whose\n" +
			"\"origin\" is \"taken from the data\" declares nothing: those that come with the program are, and a description is that was\n" +
			"written without one, until somebody declares what is in it. The noise is for learning and planning, not for release.",
		Example: "  dpscope synth --data ecoli.csv --schema ecoli --epsilon 1 -o people.csv",
		Args:    noArguments,
		RunE:    func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	flags := c.Flags()
	flags.StringVar(&f.data, "data", "", "CSV file with a header, and a column of two classes")
	flags.StringVar(&f.label, "label", "", "column of the classes; the schema's, or the last, without it")
	flags.StringVar(&f.drop, "drop", "", "columns to leave out, such as name,ward")
	flags.StringVar(&f.keep, "keep", "", "columns to keep although they are called ids, such as store_id; else, without a schema, an id that most people have for themselves is left out")
	flags.StringVar(&f.schema, "schema", "", "JSON file that declares what people can be, or the name of one that comes with the program")
	flags.StringVar(&f.method, "method", "gem", "gem, (ε, δ), or privbayes, of ε alone")
	flags.StringVar(&f.workload, "workload", "",
		"what GEM may measure: label, each attribute with the label, or triples; triples without it, up to 40 attributes")
	flags.StringVarP(&f.output, "output", "o", "", "CSV file to write; its description is written beside it")
	flags.BoolVar(&f.balanced, "balanced", false, "draw half of the rows of either class")
	flags.Uint64Var(&f.seed, "seed", 1, "of noise and rows: anyone who knows it can take the noise off")
	flags.BoolVar(&f.force, "force", false, "overwrite files that exist")
	for _, p := range []param.Param{synthEpsilon, synthDelta, synthRows} {
		flags.Var(setting{p, f.settings}, p.Name, p.Help+" "+p.Told())
	}
	return c
}

// of returns the settings from the flags.
func (f synthFlags) of() (s synth.Settings, err error) {
	for _, flag := range []struct{ name, word, such string }{{"data", f.data, "people.csv"}, {"output", f.output, "out.csv"}} {
		if flag.word == "" {
			return s, fmt.Errorf("--%s is missing; a file such as %s would work ('synthetic?' opens the view of it)", flag.name, flag.such)
		}
	}
	if end := filepath.Ext(f.output); end != ".csv" {
		return s, fmt.Errorf("synthetic people are not written to a file that ends in %q; .csv would work", end)
	}
	epsilon, found := f.settings[synthEpsilon.Name]
	if !found {
		return s, errors.New("--epsilon is missing; a budget such as --epsilon 1 would work")
	}
	s = synth.Settings{Epsilon: epsilon, Delta: f.settings[synthDelta.Name], Seed: f.seed}
	switch f.method {
	case "gem":
	case "privbayes":
		if f.delta {
			return s, errors.New("--delta is not for --method privbayes, whose guarantee is of ε alone")
		}
		s.Method, s.Delta = synth.PrivBayes, 0
	default:
		return s, &param.UnknownError{What: "method", Name: f.method, Known: []string{"gem", "privbayes"}}
	}
	switch f.workload {
	case "":
	case "label", "triples":
		if s.Method == synth.PrivBayes {
			return s, fmt.Errorf("--workload %s is not for --method privbayes, which picks what it counts", f.workload)
		}
		s.Workload = map[string]synth.Workload{"label": synth.Labels, "triples": synth.Triples}[f.workload]
	default:
		return s, &param.UnknownError{What: "workload", Name: f.workload, Known: []string{"label", "triples"}}
	}
	return s, nil
}

func (f synthFlags) run(c *cobra.Command) error {
	f.delta = c.Flags().Changed(synthDelta.Name)
	s, err := f.of()
	if err != nil {
		return usageError{err}
	}
	for _, path := range []string{f.output, f.output + save.MetadataSuffix} {
		if err := save.Check(path, f.force); err != nil {
			return err
		}
	}
	return stoppable(c.Context(), func(ctx context.Context) error { return f.fit(ctx, c.ErrOrStderr(), s) })
}

// fit reads, fits, draws and writes.
func (f synthFlags) fit(ctx context.Context, say io.Writer, s synth.Settings) error {
	meter := newMeter(say)
	r, err := synth.Read(meter.of(ctx), synth.File{Path: f.data, Label: f.label, Schema: f.schema, Drop: list(f.drop), Keep: list(f.keep), DropIDs: true})
	meter.wipe()
	if err != nil {
		return err
	}
	for _, note := range r.Notes {
		fmt.Fprintln(say, plainLine(note))
	}
	if f.workload == "" {
		s.Workload = synth.Usual(r.Schema)
	}
	m, err := synth.Fit(meter.of(ctx), r, s)
	meter.wipe()
	if err != nil {
		return err
	}
	rows, err := m.Draw(int(f.settings[synthRows.Name]), f.balanced, f.seed)
	if err != nil {
		return err
	}
	spent, err := m.Plan.Price(ctx)
	if err != nil {
		return err
	}
	for _, note := range m.Notes {
		fmt.Fprintln(say, plainLine(note))
	}
	write := func(w io.Writer) error { return rows.Write(w, engine.Harmless) }
	describe := func(w io.Writer) error { return f.describe(w, m, spent) }
	if err := save.Described(ctx, f.output, write, describe, f.force); err != nil {
		return err
	}
	guarantee := map[bool]string{true: "no guarantee; of the noise alone "}[r.Schema.Own()] + "ε ≤ " + numeral.Up.Short(spent.High)
	if s.Method == synth.GEM {
		guarantee += ", δ = " + numeral.Short(s.Delta)
	}
	fmt.Fprintf(say, "wrote %s, %s by %v, and its description; %s, one person replaced by another; noise of %s people on every cell that was counted\n",
		engine.Visible(f.output), numeral.Things(rows.Len(), "row"), s.Method, guarantee, numeral.Short(m.Plan.Deviation))
	if r.Schema.Own() {
		fmt.Fprintf(say, "words, bounds and bins are %s: no ε covers that, and nothing is guaranteed; a --schema that somebody declares would\n",
			plainLine(r.Schema.Origin))
	}
	fmt.Fprintln(say, "its noise is for learning and planning: do not release the rows")
	return nil
}

// describe writes what a recipient of the rows has to know of them.
func (f synthFlags) describe(w io.Writer, m *synth.Model, spent known.Value) error {
	own, public := "declared", []string{"the number of people, all of whose values are known", "the columns and what they can be", "the method and its settings", "the number of rows"}
	if m.Schema.Own() {
		own, public[1] = m.Schema.Origin+": no ε covers that, and nothing is guaranteed", "the columns"
	}
	var counted [][]string
	for _, step := range m.Steps {
		var names []string
		for _, a := range step.Attributes {
			names = append(names, m.Schema.Attributes[a].Name)
		}
		counted = append(counted, names)
	}
	text, err := json.MarshalIndent(struct {
		URL        string       `json:"url"`
		Caution    string       `json:"caution"`
		Method     string       `json:"method"`
		Epsilon    float64      `json:"epsilon"`
		Delta      float64      `json:"delta"`
		Spent      float64      `json:"epsilon_spent"`
		Rho        float64      `json:"rho,omitempty"`
		Neighbours string       `json:"neighbours"`
		Public     []string     `json:"public"`
		Schemas    string       `json:"words_bounds_and_bins"`
		Deviation  float64      `json:"noise_of_a_cell"`
		Counted    [][]string   `json:"counted_together"`
		Picks      int          `json:"of_these_picked"`
		Balanced   bool         `json:"balanced"`
		Notes      []string     `json:"notes,omitempty"`
		Schema     synth.Schema `json:"schema"`
	}{
		filepath.Base(f.output), "The noise is for learning and planning, not for release: random numbers are not hardened, and anyone who knows the seed can take the noise off.",
		m.Plan.Method.String(), m.Plan.Epsilon, m.Plan.Delta, spent.High, m.Plan.Rho, "one person replaced by another", public, own,
		m.Plan.Deviation, counted, m.Plan.Picks, f.balanced, m.Notes, m.Schema,
	}, "", " ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}
