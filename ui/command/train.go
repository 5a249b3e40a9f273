package command

import (
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/learners"
	"dpscope/learners/model"
	"dpscope/learners/table"
	"dpscope/ui/save"
)

// trainFlags holds the flags of a train command.
type trainFlags struct {
	data, label, model, output, private, drop, keep, missing string
	scale, words                                             []string
	seed                                                     uint64
	heldOut                                                  float64
	clamp, dropConstant, scaleFromData, force                bool
	settings                                                 map[string]float64 // settings given, of the learner and of a private training
	by, balance                                              string             // settings of a private training
}

func trainCommand() *cobra.Command {
	f := trainFlags{settings: map[string]float64{}}
	c := &cobra.Command{
		Use:   "train --data FILE.csv --label COLUMN --model KIND [-o FILE]",
		Short: "Train a classifier on a CSV file, for the views of classifiers",
		Long: "Train a classifier on a CSV file and write it as JSON, which the views of classifiers open. Columns of numbers are\n" +
			"scaled to [0, 1] by the least and greatest value of the records trained on, which the file then holds: these are\n" +
			"facts about single records. --scale NAME=OFFSET,DIVISOR gives a column a scale that reveals nothing. Columns of\n" +
			"words become one feature a word.\n" +
			"With --private-epsilon the training is private, of logistic and mlp: the file says what was spent, between which neighbours,\n" +
			"what was declared public and what was taken from the records. Scales and words have to be declared, by --scale and --words:\n" +
			"no ε covers those of the records, which --scale-from-data takes. Its noise is for learning and planning, not for release.",
		Example: "  dpscope train --data stroke.csv --label stroke --model forest --private age,bmi -o stroke.json\n" +
			"  dpscope train --data people.csv --label ill --model logistic --scale age=0,100 --words smokes=no,yes --private-epsilon 1 --balance threshold --imbalance 20 -o private.json",
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error { return train(c, f) },
	}
	flags := c.Flags()
	flags.StringVar(&f.data, "data", "", "CSV file with a header")
	flags.StringVar(&f.label, "label", "", "column of the classes")
	flags.StringVar(&f.model, "model", "", strings.Join(learnerNames(), ", "))
	flags.StringVarP(&f.output, "output", "o", "", "file to write (.json or .json.gz); standard output without it")
	flags.StringVar(&f.private, "private", "", "features that are private, such as age,bmi; without it, the first two that are measured: numbers of more than two values")
	flags.StringVar(&f.drop, "drop", "", "columns to leave out, such as name,ward")
	flags.StringVar(&f.keep, "keep", "", "columns to learn from although they are called ids, such as store_id; else an id that most records have for themselves is left out")
	flags.StringVar(&f.missing, "missing", "refuse", "records that lack a value: refuse, drop or fill")
	flags.StringArrayVar(&f.scale, "scale", nil, "scale of a column, NAME=OFFSET,DIVISOR; may be given again")
	flags.StringArrayVar(&f.words, "words", nil, "words that a column can have, NAME=WORD,WORD; other cells are none of them; may be given again")
	flags.BoolVar(&f.scaleFromData, "scale-from-data", false, "take the scales and words of a private training that nobody declares from the records: no ε covers them, and nothing is guaranteed")
	flags.Uint64Var(&f.seed, "seed", 1, "of the split and of the learner")
	flags.Float64Var(&f.heldOut, "held-out", 0.2, "share of the records kept apart to judge the classifier")
	flags.BoolVar(&f.clamp, "clamp", false, "move values outside [0, 1] to the nearer end")
	flags.BoolVar(&f.dropConstant, "drop-constant", false, "leave out columns that never change")
	flags.BoolVar(&f.force, "force", false, "overwrite a file that exists")
	for _, p := range learnerParams() {
		flags.Var(setting{p, f.settings}, p.Name, usage(p, model.Learners.Kinds))
	}
	flags.StringVar(&f.by, model.Ways.Name, "", "of a private training: "+strings.Join(model.Ways.Names(), " or ")+
		"; without it, the first that the model has")
	flags.StringVar(&f.balance, model.Balances.Name, "", "what makes up for a rare class: none, weights (without privacy by the records' own classes, of logistic, boosted and mlp) or, of a private training, threshold; none without it")
	for _, p := range guardParams() {
		flags.Var(setting{p, f.settings}, p.Name, p.Help+" "+p.Told())
	}
	return c
}

// guardParams lists the parameters of all private trainings, each once.
func guardParams() []param.Param {
	return param.Form{Choices: []param.Choice{model.Ways, model.Balances},
		Params: []param.Param{model.PrivateEpsilon, model.PrivateRatio}}.All()
}

// guard says how the training of a learner is private; nil: it is not.
func (f trainFlags) guard(l learners.Learner) (*model.Guard, error) {
	epsilon, private := f.settings[model.PrivateEpsilon.Name]
	if !private {
		for _, p := range guardParams() {
			if _, given := f.settings[p.Name]; given {
				return nil, fmt.Errorf("--%s is for a private training; --%s 1 besides would work", p.Name, model.PrivateEpsilon.Name)
			}
		}
		if f.by != "" {
			return nil, fmt.Errorf("--%s is for a private training; --%s 1 besides would work", model.Ways.Name, model.PrivateEpsilon.Name)
		}
		if _, err := model.Balances.Find(cmp.Or(f.balance, "none")); err != nil {
			return nil, err
		}
		if !slices.Contains([]string{"", "none", byWeights}, f.balance) {
			return nil, fmt.Errorf("--%s %s is for a private training; --%s 1 besides, or %s, would work", model.Balances.Name, f.balance,
				model.PrivateEpsilon.Name, byWeights)
		}
		if f.scaleFromData {
			return nil, fmt.Errorf("--scale-from-data is for a private training; --%s 1 besides would work", model.PrivateEpsilon.Name)
		}
		return nil, nil
	}
	switch {
	case f.missing == "fill":
		return nil, errors.New("--missing fill fills in the records' own mean, by which one record moves many rows, and no ε covers that; --missing drop would work")
	case f.dropConstant:
		return nil, errors.New("--drop-constant lets the records decide which columns there are, and no ε covers that; --drop with their names would work")
	}
	able, can := l.(learners.Private)
	if !can {
		return nil, fmt.Errorf("--model %s has no private training; logistic or mlp would work", f.model)
	}
	for _, p := range learnerParams() {
		if _, given := f.settings[p.Name]; given && !slices.Contains(able.Heeds(), p.Name) {
			return nil, fmt.Errorf("--%s means nothing to a private training of --model %s; without it, it would work", p.Name, f.model)
		}
	}
	if f.by == "" && !able.Perturbs() {
		f.by = "sgd"
	}
	var v param.Values
	for _, p := range guardParams() {
		if x, given := f.settings[p.Name]; given {
			v = v.With(p, x)
		}
	}
	way, err := model.Ways.Find(cmp.Or(f.by, "perturbation"))
	if err != nil {
		return nil, err
	}
	balance, err := model.Balances.Find(cmp.Or(f.balance, "none"))
	if err != nil {
		return nil, err
	}
	for _, k := range model.Ways.Kinds {
		for _, p := range k.Params {
			if _, given := f.settings[p.Name]; given && k.Name != way.Name {
				return nil, fmt.Errorf("--%s is not for --by %s; --by %s would work", p.Name, way.Name, k.Name)
			}
		}
	}
	g := &model.Guard{Epsilon: epsilon, Delta: v.Get(model.PrivateDelta), FromData: f.scaleFromData}
	if given, found := f.settings[model.PrivateRatio.Name]; found {
		if g.Ratio = given; balance.Name == "none" {
			return nil, fmt.Errorf("--%s is for --balance weights or threshold", model.PrivateRatio.Name)
		}
	}
	if g.Way, err = way.New(v); err != nil {
		return nil, err
	}
	if g.Balance, err = balance.New(v); err != nil {
		return nil, err
	}
	return g, g.Check(l)
}

func learnerNames() []string {
	var names []string
	for _, k := range model.Learners.Kinds {
		names = append(names, k.Name)
	}
	return names
}

// learnerParams lists the parameters of all learners, each once.
func learnerParams() []param.Param {
	return param.Form{Choices: []param.Choice{model.Learners}}.All()
}

func train(c *cobra.Command, f trainFlags) error {
	learner, err := f.learner()
	if err != nil {
		return err
	}
	guard, err := f.guard(learner)
	if err != nil {
		return usageError{err}
	}
	options, err := f.table()
	if err != nil {
		return err
	}
	if guard != nil {
		options.Blind, options.DropIDs = true, false
		guard.Words = slices.Sorted(maps.Keys(options.Words))
	}
	if f.output != "" {
		if err := save.Check(f.output, f.force); err != nil {
			return err
		}
	}
	return stoppable(c.Context(), func(ctx context.Context) error { return f.run(ctx, c, learner, guard, options) })
}

// run trains under ctx, and writes the result.
func (f trainFlags) run(ctx context.Context, c *cobra.Command, learner learners.Learner, guard *model.Guard, options table.Options) error {
	say := c.ErrOrStderr()
	meter := newMeter(say)
	data, survey, err := table.Open(meter.of(ctx), f.data, options)
	meter.wipe()
	if err != nil {
		return withRemedy(err, guard != nil)
	}
	for _, note := range survey.Notes() {
		fmt.Fprintln(say, plainLine(note))
	}
	private := f.privateOf(data, guard != nil, say)
	learner, model, trained, err := f.trainExplorable(meter.of(ctx), learner, data,
		model.TrainOptions{HeldOut: f.heldOut, Seed: f.seed, Private: private, Data: filepath.Base(f.data), Guard: guard}, say)
	meter.wipe()
	if ctx.Err() != nil {
		return fmt.Errorf("training was stopped; nothing is written")
	}
	if err != nil {
		return withRemedy(err, guard != nil)
	}
	how := learner.String()
	if guard != nil {
		how = guard.String()
	}
	fmt.Fprintf(say, "%s on %d records: right on %s of them", how, trained.Records, numeral.Percent.Format(trained.TrainAccuracy))
	if trained.HeldOut > 0 {
		fmt.Fprintf(say, ", on %s of %d held out (always the most frequent class: %s)",
			numeral.Percent.Format(trained.HeldAccuracy), trained.HeldOut, numeral.Percent.Format(trained.Always))
	}
	fmt.Fprintln(say)
	if guard != nil {
		sayGuarded(say, model, data)
	}
	if f.output == "" {
		return model.Write(c.OutOrStdout())
	}
	return writeModel(ctx, c, model.Write, f.output, f.force)
}

// writeModel writes a classifier to a file, compressed where its name says so.
func writeModel(ctx context.Context, c *cobra.Command, write func(io.Writer) error, file string, force bool) error {
	packed := write
	if strings.HasSuffix(file, ".gz") {
		packed = func(w io.Writer) error { return compressed(w, write) }
	}
	if err := save.New(ctx, file, packed, force); err != nil {
		return err
	}
	fmt.Fprintf(c.ErrOrStderr(), "wrote %s; dpscope %s opens it\n", engine.Visible(file), shellWord(addressOf(file)))
	return nil
}

// sayGuarded tells the owner what a private training spent, and what no ε covers.
func sayGuarded(say io.Writer, m *model.Model, data table.Data) {
	fmt.Fprintf(say, "private: %s; the second class is %s; how often it is right is for the owner alone and stands in no file\n", m.Training,
		plainLine(data.ClassNames[1]))
	if taken := m.Uncovered(); taken != nil {
		fmt.Fprintf(say, "no guarantee: no ε covers what is taken from the records (%s); --scale, --words and --imbalance declare it\n",
			plainLine(strings.Join(taken, ", ")))
	}
	fmt.Fprintln(say, "its noise is for learning and planning: do not release the file")
}

// privateOf returns the private features: those named, or else the first that are measured, and then it says so. In a private
// training no value may decide, and it takes the first columns of numbers.
func (f trainFlags) privateOf(data table.Data, blind bool, say io.Writer) []string {
	if f.private != "" {
		return list(f.private)
	}
	const usual = 2
	names, which := data.Measured(), "are measured"
	if blind {
		names, which = data.Numbers(), "are numbers"
	}
	names = names[:min(usual, len(names))]
	if len(names) > 0 {
		if len(names) == 1 {
			which = strings.NewReplacer("are measured", "is measured", "are numbers", "is a number").Replace(which)
		}
		fmt.Fprintf(say, "private: %s, the first that %s (--private names others)\n", plainLine(strings.Join(names, " and ")), which)
	}
	return names
}

// addressOf returns the address that opens a classifier's file.
func addressOf(file string) string {
	classifier := param.Text{Name: "classifier"}
	return "utility?" + param.Form{Texts: []param.Text{classifier}}.Encode(param.Values{}.Writing(classifier, file))
}

// compressed writes through gzip.
func compressed(w io.Writer, write func(io.Writer) error) error {
	z := gzip.NewWriter(w)
	if err := write(z); err != nil {
		return err
	}
	return z.Close()
}

// learner makes the learner that the flags describe.
func (f trainFlags) learner() (learners.Learner, error) {
	for _, flag := range []struct{ name, word string }{{"data", f.data}, {"label", f.label}, {"model", f.model}} {
		if flag.word == "" {
			return nil, usageError{fmt.Errorf("--%s is missing; dpscope train --help shows an example", flag.name)}
		}
	}
	kind, err := model.Learners.Find(f.model)
	if err != nil {
		return nil, usageError{err}
	}
	var v param.Values
	for _, p := range learnerParams() {
		x, given := f.settings[p.Name]
		if !given {
			continue
		}
		if !has(kind.Params, p.Name) {
			return nil, usageError{fmt.Errorf("--%s is not for --model %s", p.Name, f.model)}
		}
		v = v.With(p, x)
	}
	if !(f.heldOut >= 0 && f.heldOut < 1) {
		return nil, usageError{fmt.Errorf("held-out = %g is outside [0, 1)", f.heldOut)}
	}
	l, err := kind.New(v)
	if err != nil {
		return nil, err
	}
	return f.weighed(l)
}

// weighed lets all classes of a training that is not private count alike, if the flags say so.
func (f trainFlags) weighed(l learners.Learner) (learners.Learner, error) {
	if _, private := f.settings[model.PrivateEpsilon.Name]; private || f.balance != byWeights {
		return l, nil
	}
	able, can := l.(learners.Weighing)
	if !can {
		return nil, usageError{fmt.Errorf("--balance %s is not for --model %s, which takes no weights; logistic, boosted or mlp would work", byWeights, f.model)}
	}
	return learners.Balanced{Weighing: able}, nil
}

// byWeights is the balance that a training without privacy may have, too.
const byWeights = "weights"

func has(params []param.Param, name string) bool {
	for _, p := range params {
		if p.Name == name {
			return true
		}
	}
	return false
}

// table says how the CSV file is to be read.
func (f trainFlags) table() (table.Options, error) {
	o := table.Options{Label: f.label, Drop: list(f.drop), MinMax: true, Clamp: f.clamp, DropConstant: f.dropConstant, DropIDs: true,
		Keep:    list(f.keep),
		HeldOut: f.heldOut, Seed: f.seed, Scales: map[string]table.Scale{}, Words: map[string][]string{}}
	for _, name := range list(f.private) { // it is to be protected, so it is learnt from
		if table.NamesID(name) {
			o.Keep = append(o.Keep, name)
		}
	}
	switch f.missing {
	case "refuse":
		o.Missing = table.RefuseMissing
	case "drop":
		o.Missing = table.DropMissing
	case "fill":
		o.Missing = table.FillMissing
	default:
		return o, usageError{fmt.Errorf("missing = %q is not known; refuse, drop or fill would work", f.missing)}
	}
	for _, s := range f.scale {
		name, scale, err := readScale(s)
		if err != nil {
			return o, usageError{err}
		}
		if _, twice := o.Scales[name]; twice {
			return o, usageError{fmt.Errorf("--scale of %q is given twice; once would work", name)}
		}
		o.Scales[name] = scale
	}
	for _, s := range f.words {
		name, words, found := strings.Cut(s, "=")
		if !found || name == "" || len(list(words)) < 2 {
			return o, usageError{fmt.Errorf("--words = %q is not NAME=WORD,WORD, such as smokes=no,yes", s)}
		}
		if o.Declares(name) {
			return o, usageError{fmt.Errorf("--words of %q is given besides another --words or --scale; one would work", name)}
		}
		o.Words[name] = list(words)
	}
	return o, nil
}

// readScale reads NAME=OFFSET,DIVISOR; the name may contain "=".
func readScale(text string) (name string, scale table.Scale, err error) {
	wrong := fmt.Errorf("--scale = %q is not NAME=OFFSET,DIVISOR, such as age=0,100", text)
	at := max(strings.LastIndexByte(text, '='), 0)
	offset, divisor, found := strings.Cut(strings.TrimPrefix(text[at:], "="), ",")
	if at == 0 || !found {
		return "", scale, wrong
	}
	for _, n := range []struct {
		text string
		into *float64
	}{{offset, &scale.Offset}, {divisor, &scale.Divisor}} {
		if *n.into, err = strconv.ParseFloat(strings.TrimSpace(n.text), 64); err != nil {
			return "", scale, wrong
		}
	}
	if err := scale.Check(); err != nil {
		return "", scale, fmt.Errorf("--scale = %q: %w", text, err)
	}
	return text[:at], scale, nil
}

// withRemedy names the flag that settles why a table is refused; private says that no value may decide.
func withRemedy(err error, private bool) error {
	var words *table.WordsError
	var undeclared *model.UndeclaredError
	switch {
	case errors.As(err, &undeclared):
		return fmt.Errorf("%w (%s, or --scale-from-data)", err, declaring(undeclared))
	case errors.Is(err, table.ErrMissing) && private:
		return fmt.Errorf("%w (--missing drop)", err)
	case errors.Is(err, table.ErrConstant) && private:
		return fmt.Errorf("%w (--drop or --scale)", err)
	case errors.As(err, &words):
		return fmt.Errorf("%w (--drop %s)", err, shellWord(words.Column))
	case errors.Is(err, table.ErrMissing):
		return fmt.Errorf("%w (--missing drop or --missing fill)", err)
	case errors.Is(err, table.ErrConstant):
		return fmt.Errorf("%w (--drop-constant)", err)
	}
	return err
}

// declaring shows the flags that declare the first undeclared column.
func declaring(e *model.UndeclaredError) string {
	var flags []string
	if len(e.Scales) > 0 {
		flags = append(flags, "--scale "+shellWord(e.Scales[0]+"=0,100"))
	}
	if len(e.Words) > 0 {
		flags = append(flags, "--words "+shellWord(e.Words[0]+"=no,yes"))
	}
	return strings.Join(flags, ", ")
}

// list reads "a,b" as two names, and nothing as none.
func list(words string) []string {
	if strings.TrimSpace(words) == "" {
		return nil
	}
	names := strings.Split(words, ",")
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
	}
	return names
}
