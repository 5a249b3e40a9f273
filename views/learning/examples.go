package learning

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/training"
	"dpscope/views/control"
)

// fileWords returns what a file offers.
func fileWords(ctx context.Context, v param.Values) engine.Defaults {
	w := engine.Defaults{examples.Name: {Suggestions: []string{gauss2}}, judging.Name: {Meaning: "a fifth of it"}}
	s := sourceOf(v)
	switch {
	case s.Images():
		var pairs []string
		for _, other := range training.Pairs {
			pairs = append(pairs, "airplane,"+other)
		}
		w[classes.Name] = engine.Default{Suggestions: pairs}
		if e, err := s.Open(ctx); err == nil {
			w[classes.Name] = engine.Default{Meaning: e.Positive + "," + e.Negative, Suggestions: append([]string{e.Negative + "," + e.Positive}, pairs...)}
		}
	case s.File != "":
		w[classes.Name] = columnsOf(ctx, s.File)
	}
	return w
}

// columnsOf returns the columns of a CSV file; the last has the classes by default.
func columnsOf(ctx context.Context, file string) engine.Default {
	columns, err := training.Columns(ctx, file)
	if err != nil {
		return engine.Default{}
	}
	return engine.Default{Meaning: columns[len(columns)-1], Suggestions: columns}
}

// whose says which file the records are from, and what was done to it.
func (q entrants) whose(ctx context.Context) (engine.Note, error) {
	t := q.training()
	if t.Source == (training.Source{}) {
		return simulated(t.Records), nil
	}
	e, err := t.Source.Open(ctx)
	if err != nil {
		return engine.Note{}, err
	}
	learnt, err := q.records(ctx)
	text := fromFile(int(learnt), len(e.Learnt.Positive), len(e.Test.Positive), t.Source.File, e.Positive)
	return engine.Note{Text: text + done(e.Notes)}, err
}

// simulated says how many records are made up, and how many others are held out.
func simulated(records int) engine.Note {
	return engine.Note{Text: fmt.Sprintf("%s simulated records, tested on %s others", numeral.Count(float64(records)), numeral.Count(training.TestRecords))}
}

// fromFile says how many of a file's records are learnt from, how many are held out, and which class is the positive one.
func fromFile(learnt, of, judging int, file, positive string) string {
	text := control.Records(of)
	if learnt < of {
		text = numeral.Count(float64(learnt)) + " of " + text
	}
	return fmt.Sprintf("%s of %s; tested on %s others; the positive class is %s", text, filepath.Base(file),
		numeral.Count(float64(judging)), positive)
}

// done ends a sentence with what was done to a file.
func done(notes []string) string { return strings.Join(append([]string{""}, notes...), "; ") + "." }

// records returns the number to learn from: the requested one, as far as the file has them.
func (q entrants) records(ctx context.Context) (float64, error) {
	t := q.training()
	if t.Source == (training.Source{}) {
		return float64(t.Records), nil
	}
	e, err := t.Source.Open(ctx)
	if err != nil {
		return 0, err
	}
	return float64(min(t.Records, len(e.Learnt.Positive))), nil
}

// from names the file of a source, if it is one.
func from(s training.Source) string {
	if s.File == "" {
		return ""
	}
	return " of " + s.File + " at most"
}

// ours describes our records.
func (q entrants) ours() string {
	if q.training().Source == (training.Source{}) {
		return "two normal classes"
	}
	return "those of " + q.training().Source.File
}
