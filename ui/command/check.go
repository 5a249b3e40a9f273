package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dpscope/engine"
	"dpscope/engine/composition"
	"dpscope/engine/numeral"
	"dpscope/engine/script"
	"dpscope/learners/source"
	"dpscope/mechanisms/privacy"
	"dpscope/ui/decision"
	"dpscope/views"
	training "dpscope/views/imbalance/run"
)

// Exit statuses of a judged claim.
const (
	untrue    = 3 // it does not hold
	undecided = 4 // it cannot be told, or is not covered
)

// judgement is a claim that does not hold, or of which it is not told.
type judgement struct {
	error
	status int
}

// checkedWords lists the words of a run, each with a letter for its value and its meaning.
var checkedWords = []checkedWord{
	{"records", "N", "how many rows are trained on"},
	{"batch", "B", "how many records a step sees, about as many where coins draw them"},
	{"rate", "B/N", "the batch over the records, such as 256/60000, in place of both"},
	{"epochs", "E", "how often all records are gone through"},
	{"steps", "T", "how many batches there are in all, in place of epochs"},
	{"sigma", "S", "standard deviation of the noise on the sum of clipped gradients, in clips"},
	{"delta", "D", "δ, at which ε is told"},
	{"drawn", "WAY", "how batches were drawn: poisson, fixed-size, shuffled, shuffled-once, fixed-order, weighted"},
	{"last", "WAY", "what becomes of a smaller last batch: kept, dropped"},
	{"neighbours", "WHICH", "what is hidden: zeroed (what a record adds), left-out, replaced"},
	{"claimed", "E", "the ε that was claimed"},
	{"chance", "P", "how likely one draw of a weighted sampler picks the record of the greatest weight"},
	{"samples", "N", "how many records a weighted sampler of a script draws an epoch"},
}

type checkedWord struct{ name, value, help string }

// asks says which flag gives a word that is asked for, and what it means.
func (w checkedWord) asks() string { return "--" + w.name + " " + w.value + ", " + w.help }

func checkCommand() *cobra.Command {
	given, asJSON := map[string]string{}, false
	var data []string
	c := &cobra.Command{
		Use:   "check [RUN.py | RUN.ipynb | RUN.json | DECISION.json] [--claimed E] [flags]",
		Short: "Say whether a training run is private, or whether a decision is what it was",
		Long: "Say which ε a training by noisy steps keeps by the way it really drew its batches, at least and at most, and whether\n" +
			"a claim holds. The run is read from a Python script or notebook that uses Opacus or TensorFlow Privacy, of which no\n" +
			"line is run, from JSON, or from flags, which say what a file does not or say it otherwise. What was found stands with\n" +
			"its line; what was not is asked for and never guessed. JSON is an object of the words of the flags:\n" +
			`{"records": 60000, "batch": 256, "epochs": 15, "sigma": 1.1, "delta": 1e-5, "drawn": "shuffled", "claimed": 1.13}.` + "\n" +
			"Without a claim it says whether the run keeps what the library prints, and what would.\n" +
			"The exit status is 0 where the claim holds or nothing is claimed, whatever the run keeps, 3 where it does not hold, 4 where it cannot be told\n" +
			"or nothing bounds ε, 2 where something is asked for, and 1 where a file cannot be read.\n" +
			"DECISION.json, as dpscope decision writes it, is computed again without any network: it is the same (0), it differs,\n" +
			"with the readings that do and by how much, or its data differ (3), or it cannot be told (4). --data names files that\n" +
			"stand for those of the decision wherever they lie: which is which, their digests say.",
		Example: "  dpscope check train.py --records 60000 --claimed 1.13\n" +
			"  dpscope check --records 60000 --batch 256 --epochs 15 --sigma 1.1 --delta 1e-5 --drawn shuffled\n" +
			"  dpscope check decision.json --data people.csv",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usageError{fmt.Errorf("%d files are given; one run at a time would work", len(args))}
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			c.Flags().VisitAll(func(f *pflag.Flag) {
				if f.Changed && slices.ContainsFunc(checkedWords, func(w checkedWord) bool { return w.name == f.Name }) {
					given[f.Name] = f.Value.String()
				}
			})
			if len(args) == 0 && len(given) == 0 {
				return usageError{fmt.Errorf("no run is given; a script, a run as JSON or flags such as --sigma 1.1 would work")}
			}
			var text []byte
			if len(args) == 1 {
				var err error
				if text, err = readChecked(args[0]); err != nil {
					return err
				}
			}
			if flag := ofRun(c.Flags()); decision.Is(text) {
				if flag != "" {
					return usageError{fmt.Errorf("--%s is of a training run; a decision says what it is of", flag)}
				}
				return checkDecisions(c, args[0], text, data, asJSON)
			}
			if data != nil {
				return usageError{errors.New("--data is of a decision; a training run needs no data")}
			}
			var x checked
			if err := x.read(args, text, given); err != nil {
				return err
			}
			return x.tell(c.Context(), c.OutOrStdout(), asJSON)
		},
	}
	for _, w := range checkedWords {
		c.Flags().String(w.name, "", w.help)
	}
	c.Flags().StringArrayVar(&data, "data", nil, "a file of a decision, wherever it lies; may be given several times")
	c.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return c
}

// checked is a run with what its file says of it.
type checked struct {
	script.Script
	run     composition.Run
	missing []script.Missing
}

// readChecked reads the file of a run or of decisions.
func readChecked(name string) ([]byte, error) {
	f, err := source.Open(name, decision.MostBytes)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// read reads a run from the text of a file, if there is one, with words for what it does not say.
func (x *checked) read(args []string, text []byte, given map[string]string) (err error) {
	words := maps.Clone(given)
	if len(args) == 1 {
		if begin := bytes.TrimSpace(text); len(begin) == 0 || begin[0] != '{' || bytes.Contains(begin, []byte(`"cells"`)) {
			if x.Script, err = script.Read(text); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			x.run, x.missing, err = x.Script.Run(given)
			if err != nil {
				return usageError{err}
			}
			return nil
		}
		if words, err = script.Object(text); err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		maps.Copy(words, given)
	}
	if _, asked := words["samples"]; asked {
		return usageError{fmt.Errorf("samples are what a weighted sampler of a script draws an epoch; without a script steps would work")}
	}
	if x.missing = script.Asked(words); len(x.missing) > 0 {
		return nil
	}
	if x.run, err = script.Words(words); err != nil {
		return usageError{err}
	}
	return nil
}

// tell writes what was found and what holds.
func (x checked) tell(ctx context.Context, out io.Writer, asJSON bool) error {
	report := x.report()
	if len(x.missing) == 0 {
		if err := x.run.Check(); err != nil {
			return usageError{err}
		}
		if err := report.judge(ctx, x.run); err != nil {
			return err
		}
	}
	text := []byte(report.text())
	if asJSON {
		var err error
		if text, err = json.MarshalIndent(report, "", "  "); err != nil {
			return err
		}
		text = append(text, '\n')
	}
	if _, err := out.Write(text); err != nil {
		return fmt.Errorf("what was checked cannot be written: %w", err)
	}
	if len(x.missing) > 0 {
		return usageError{errors.New("add " + x.flags())}
	}
	switch report.Verdict {
	case composition.DoesNotHold.String():
		return judgement{fmt.Errorf("the claim does not hold"), untrue}
	case composition.CannotBeTold.String():
		return judgement{fmt.Errorf("whether the claim holds cannot be told"), undecided}
	case composition.NotCovered.String():
		return judgement{fmt.Errorf("the claim is not covered"), undecided}
	}
	if x.run.NotCovered() != "" {
		return judgement{fmt.Errorf("nothing bounds ε from above"), undecided}
	}
	return nil
}

// flags lists the flags that give what is asked for.
func (x checked) flags() string {
	var flags []string
	for _, m := range x.missing {
		i := slices.IndexFunc(checkedWords, func(w checkedWord) bool { return w.name == m.Name })
		flags = append(flags, checkedWords[i].asks())
	}
	return strings.Join(flags, "; and ")
}

// checkReport is what check prints.
type checkReport struct {
	Library  string         `json:"library,omitempty"`
	Found    []checkFinding `json:"found,omitempty"`
	Notes    []checkNote    `json:"notes,omitempty"`
	Asked    []checkNote    `json:"asked,omitempty"`
	Verdict  string         `json:"verdict,omitempty"`
	Lead     string         `json:"lead,omitempty"`
	Price    string         `json:"price,omitempty"`
	Readings []checkReading `json:"readings,omitempty"`
	Remedy   string         `json:"remedy,omitempty"`
	Address  string         `json:"address,omitempty"`
}

type checkFinding struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Place string `json:"place"`
	Said  string `json:"said"`
}

type checkNote struct {
	Name string `json:"name,omitempty"`
	Text string `json:"text"`
}

type checkReading struct {
	Name  string   `json:"name"`
	Label string   `json:"label"`
	Value *float64 `json:"value,omitempty"`
	Text  string   `json:"text"`
}

// report begins with what the file says.
func (x checked) report() *checkReport {
	r := &checkReport{Library: x.Library}
	for _, f := range x.Found {
		place := f.At
		if len(f.From) > 0 {
			place = f.From[0].Place
		}
		r.Found = append(r.Found, checkFinding{f.Name, f.Value, place.String(), f.Said})
	}
	for _, n := range x.Notes {
		r.Notes = append(r.Notes, checkNote{Text: n.Text})
	}
	for _, m := range x.missing {
		r.Asked = append(r.Asked, checkNote{m.Name, m.Why})
	}
	return r
}

// told are the readings of the page that are printed, in this order.
var told = []string{"epsilon-at-least", "epsilon-at-most", "epsilon-poisson", "epsilon-fixed-order", "sigma-needed", "epochs-allowed"}

// judge asks the page of the run.
func (r *checkReport) judge(ctx context.Context, of composition.Run) error {
	r.Address, r.Verdict = training.Address(of), composition.NothingClaimed.String()
	v, values, err := views.Open(r.Address)
	if err != nil {
		return usageError{err}
	}
	sheet, err := v.Sheet(ctx, values, func(engine.Sheet) {})
	if err != nil {
		return err
	}
	r.Lead, r.Price = sheet.Lead.Answer.String(), sheet.Lead.Price.String()
	for _, name := range told {
		needed := name == "sigma-needed" || name == "epochs-allowed"
		i := slices.IndexFunc(sheet.Readings, func(a engine.Reading) bool { return a.Key == engine.Key{Name: name} })
		if i < 0 || needed && of.Claimed == 0 {
			continue
		}
		a := sheet.Readings[i]
		t := checkReading{Name: name, Label: a.Label, Text: a.Written()}
		if needed {
			t.Label += fmt.Sprintf(" (ε* = %s)", numeral.Short(of.Claimed))
		}
		if a.Known.Missing() {
			t.Text = a.Known.None
		} else {
			t.Value = &a.Known.Value
		}
		r.Readings = append(r.Readings, t)
	}
	for _, a := range sheet.Readings {
		if a.Name == "verdict" {
			r.Verdict = a.Known.Word
		}
	}
	switch r.Verdict {
	case composition.DoesNotHold.String(), composition.CannotBeTold.String():
		r.Remedy = r.remedy(of)
	case composition.NothingClaimed.String():
		r.Remedy = r.kept(of)
	}
	return nil
}

// byCoins says how each library draws every record by a coin in every step.
var byCoins = map[string]string{"Opacus": " (poisson_sampling=True, as Opacus does by itself)",
	"TensorFlow Privacy": " (in the input pipeline: TensorFlow Privacy takes batches as they come)"}

// remedy says what would keep the claimed ε; empty: nothing of it is known.
func (r *checkReport) remedy(of composition.Run) string {
	var ways []string
	if coins, known := r.found("epsilon-poisson"); known && *coins.Value <= of.Claimed && of.Drawn != composition.Poisson {
		ways = append(ways, r.byCoins(coins))
	}
	if sigma, known := r.found("sigma-needed"); known {
		ways = append(ways, "keep the way of drawing with σ = "+sigma.Text)
	}
	if epochs, known := r.found("epochs-allowed"); known && *epochs.Value >= 1 {
		ways = append(ways, "keep it for "+epochs.Text+" epochs at most")
	}
	if ways == nil {
		return ""
	}
	return "What would keep ε = " + numeral.Short(of.Claimed) + ": " + strings.Join(ways, "; or ") + "."
}

// byCoins says how to draw by coins, and the ε that this keeps.
func (r *checkReport) byCoins(coins checkReading) string {
	return "draw each record by a coin in every step" + byCoins[r.Library] + ": ε is then at most " + coins.Text
}

// kept says whether a run without a claim keeps what an accountant prints, which assumes coins, and what would; empty: it does.
func (r *checkReport) kept(of composition.Run) string {
	coins, known := r.found("epsilon-poisson")
	if !known || of.Drawn == composition.Poisson {
		return ""
	}
	does := "may not keep"
	low, least := r.found("epsilon-at-least")
	high, most := r.found("epsilon-at-most")
	switch {
	case most && *high.Value <= *coins.Value, most && high.Text == coins.Text:
		return ""
	case least && *low.Value > *coins.Value && low.Text != coins.Text:
		does = "does not keep"
	}
	return "This run " + does + " what " + r.printer(of) + " prints, ε = " + coins.Text + " or about that. What would: " + r.byCoins(coins) + "."
}

// printer names who prints the ε of coins between these neighbours.
func (r *checkReport) printer(of composition.Run) string {
	if r.Library == "Opacus" && of.Neighbours != privacy.OneReplaced {
		return r.Library
	}
	return "an accountant"
}

// found returns a printed reading that has a number.
func (r *checkReport) found(name string) (checkReading, bool) {
	i := slices.IndexFunc(r.Readings, func(a checkReading) bool { return a.Name == name })
	if i < 0 || r.Readings[i].Value == nil {
		return checkReading{}, false
	}
	return r.Readings[i], true
}

// text writes the report for people.
func (r *checkReport) text() string {
	var b strings.Builder
	if r.Library != "" {
		fmt.Fprintf(&b, "A training with %s:\n", r.Library)
	}
	for _, f := range r.Found {
		fmt.Fprintf(&b, "  %s = %s, %s: %s\n", f.Name, f.Value, f.Place, f.Said)
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "  %s\n", n.Text)
	}
	for _, a := range r.Asked {
		fmt.Fprintf(&b, "  asked for: %s, as %s\n", a.Name, a.Text)
	}
	if r.Address == "" {
		return b.String()
	}
	if b.Len() > 0 {
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "%s\n", r.Lead)
	if r.Price != "" {
		fmt.Fprintf(&b, "%s\n", r.Price)
	}
	for _, a := range r.Readings {
		fmt.Fprintf(&b, "  %s: %s\n", a.Label, a.Text)
	}
	if r.Remedy != "" {
		fmt.Fprintf(&b, "%s\n", r.Remedy)
	}
	fmt.Fprintf(&b, "dpscope '%s'\n", r.Address)
	return b.String()
}
