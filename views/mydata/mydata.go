package mydata

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/learners/source"
	"dpscope/learners/table"
	"dpscope/views"
	"dpscope/views/view"
)

// Data holds files of a user, each of a different kind.
type Data struct {
	paths   map[view.File]string
	columns []string // of the table
}

// Open looks at files in any order.
func Open(ctx context.Context, paths []string) (Data, error) {
	d := Data{paths: map[view.File]string{}}
	for _, path := range paths {
		kind, err := open(path)
		if err != nil {
			return d, err
		}
		if before, two := d.paths[kind]; two && before != path {
			return d, fmt.Errorf("%s and %s are both a %s; one of them would work", source.Name(before), source.Name(path), kind)
		}
		d.paths[kind] = path
	}
	if file, found := d.paths[view.Table]; found {
		var err error
		if d.columns, err = table.Columns(ctx, file); err != nil {
			return d, err
		}
	}
	return d, nil
}

func open(path string) (view.File, error) {
	text, whole, err := source.Begin(path, Head)
	if err != nil {
		return "", err
	}
	kind, err := KindOf(text, whole)
	if err != nil {
		return "", &source.FileError{Name: path, Err: err}
	}
	return kind, nil
}

// Name returns the names of the files.
func (d Data) Name() string {
	var names []string
	for _, kind := range []view.File{view.Table, view.Classifier, view.Schema, view.Gradebook, view.Runs, view.Sweep} {
		if path, found := d.paths[kind]; found {
			names = append(names, path)
		}
	}
	return strings.Join(names, ", ")
}

// Path returns the file of a kind; empty: there is none.
func (d Data) Path(kind view.File) string { return d.paths[kind] }

// Columns says what is known of the files without reading them.
func (d Data) Columns() string {
	if len(d.columns) == 0 {
		return ""
	}
	const seen = 8
	text := strings.Join(d.columns[:min(seen, len(d.columns))], ", ")
	if more := len(d.columns) - seen; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	if len(d.columns) == 1 {
		return "1 column: " + text + "."
	}
	return fmt.Sprintf("%d columns: %s.", len(d.columns), text)
}

// Counts reads the table once and returns its rows, its classes, and its missing values; empty without a table.
func (d Data) Counts(ctx context.Context) (string, error) {
	file, found := d.paths[view.Table]
	if !found {
		return "", nil
	}
	s, err := table.Summarise(ctx, file)
	if err != nil {
		return "", err
	}
	text := numeral.Whole.Format(float64(s.Records)) + " rows"
	if s.Words <= table.MaxClasses && s.Words*s.Words <= s.Records {
		text += fmt.Sprintf("; %s has %d classes", s.Last, s.Words)
	}
	if len(s.Missing) == 0 {
		return text + "; nothing is missing.", nil
	}
	var missing []string
	const seen = 4
	for i, m := range s.Missing {
		if i == seen {
			missing = append(missing, fmt.Sprintf("and %d more columns", len(s.Missing)-seen))
			break
		}
		missing = append(missing, fmt.Sprintf("%s %d", m.Column, m.Cells))
	}
	return text + "; missing: " + strings.Join(missing, ", ") + ".", nil
}

// Question is a view's question about the files.
type Question struct {
	View   view.View
	Values param.Values
	Why    string // why it has no answer about them; empty: it may have one
}

// Questions returns the questions of views about the files: those in the rows of tabs first, those without an answer last.
func (d Data) Questions() (all []Question) {
	for _, v := range views.All {
		if q, asks := d.question(v); asks {
			all = append(all, q)
		}
	}
	slices.SortStableFunc(all, func(a, b Question) int { return cmp.Compare(a.rank(), b.rank()) })
	return all
}

func (q Question) rank() int {
	switch {
	case q.Why != "":
		return 2
	case q.View.More:
		return 1
	}
	return 0
}

func (d Data) question(v view.View) (q Question, asks bool) {
	q = Question{View: v, Values: v.Opening()}
	for _, t := range v.Takes {
		path, found := d.paths[t.File]
		if !found {
			continue
		}
		asks = true
		switch {
		case t.File == view.Table && len(d.columns) == 1 && !t.Single:
			q.Why = "the table has 1 column; at least 2 would work: something known, and a class or number to learn"
			continue
		case d.paths[t.With] == "" && t.With != "":
			q.Why = d.help(t)
			continue
		}
		if t.At != "" {
			var err error
			if q.Values, err = v.Setting(t.At); err != nil {
				q.Why = err.Error()
				continue
			}
		}
		at := slices.IndexFunc(v.Texts, func(x param.Text) bool { return x.Name == t.Control })
		q.Values = q.Values.Writing(v.Texts[at], path)
	}
	return q, asks
}

// help says what a view needs beside a file, and the command that makes it.
func (d Data) help(t view.Take) string {
	if t.With == view.Classifier && len(d.columns) > 0 {
		return fmt.Sprintf("it asks a classifier: dpscope train --data %s --label %s -o model.json, then dpscope %[1]s model.json",
			d.paths[view.Table], d.columns[len(d.columns)-1])
	}
	return fmt.Sprintf("it needs a %s beside this %s", t.With, t.File)
}

// FirstLine returns the view's first sentence about the files, as far as it is known within a time; the error says why it has
// no answer.
func (q Question) FirstLine(ctx context.Context, within time.Duration) (string, error) {
	ctx, done := context.WithTimeout(ctx, within)
	defer done()
	said := ""
	sheet, err := q.View.Sheet(ctx, q.Values, func(s engine.Sheet) {
		if s.Lead.Said() {
			said = s.Lead.Answer.String()
		}
	})
	switch {
	case errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil && err != nil:
		return said, nil
	case err != nil:
		return "", err
	}
	return sheet.Lead.Answer.String(), nil
}
