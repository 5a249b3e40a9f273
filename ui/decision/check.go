package decision

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/learners/model"
	"dpscope/learners/source"
	"dpscope/ui/report"
	"dpscope/views"
	"dpscope/views/view"
)

// Verdict says what became of a decision that was computed again.
type Verdict int

const (
	Same         Verdict = iota // every answer is as recorded
	Differs                     // some answer is another, or the text was changed
	DataDiffers                 // the data or the model are others
	CannotBeTold                // it cannot be computed here
)

// String returns the word in exports.
func (v Verdict) String() string {
	return [...]string{"same", "differs", "data-differs", "cannot-be-told"}[v]
}

// Title returns the verdict as people say it.
func (v Verdict) Title() string { return strings.ReplaceAll(v.String(), "-", " ") }

// Finding is what a decision computed again shows.
type Finding struct {
	Read
	Verdict     Verdict
	Reasons     []string // sentences without a full stop, the first the most important
	Differences []Difference
	Page        *report.Page      // as it is computed here; nil: it is not
	names       map[string]string // of files that lie elsewhere: by the name here, the decision's
}

// Checker computes decisions again.
type Checker struct {
	Program engine.Program
	Compute func(context.Context, *report.Page) error // fills the sheet and the digests of a page
	Data    []string                                  // files that stand for those of the decisions, by their digests
	sums    map[string]string                         // of Data, once they are computed
}

// Check computes a decision again. An error is one of the session, such as an interruption, or of a file of Data.
func (c *Checker) Check(ctx context.Context, r Read) (Finding, error) {
	f := Finding{Read: r, names: map[string]string{}}
	switch {
	case r.Changed:
		f.add(Differs, "it was changed after it was written: its digest is no longer that of its text")
	case r.Newer != "":
		f.add(CannotBeTold, r.Newer)
	}
	if r.Newer != "" {
		return f, nil
	}
	v, values, err := views.Open(r.Address)
	if err != nil {
		f.add(CannotBeTold, fmt.Sprintf("its address does not open in this version: %v", err))
		return f, nil
	}
	values, found, err := c.located(ctx, &f, v, values)
	if err != nil || !found {
		return f, err
	}
	page := report.Page{View: v, Values: values}
	if err := c.Compute(ctx, &page); err != nil {
		if ctx.Err() != nil {
			return f, context.Cause(ctx)
		}
		f.add(CannotBeTold, fmt.Sprintf("it cannot be computed here: %v", err))
		return f, nil
	}
	f.Page = &page
	f.compare(c.Program)
	return f, nil
}

// add enters a verdict with its reason; the first verdict stands.
func (f *Finding) add(v Verdict, why string) {
	if f.Verdict == Same {
		f.Verdict = v
	}
	f.Reasons = append(f.Reasons, why)
}

// located returns the setting with the files of the decision, which may have other names here. Where one is not found, the
// finding says so.
func (c *Checker) located(ctx context.Context, f *Finding, v view.View, values param.Values) (_ param.Values, found bool, err error) {
	_, texts := v.Needed(values)
	for _, t := range texts {
		for _, in := range f.Files {
			if in.Control != t.Name || in.SHA256 == "" || values.Word(t) != in.Name {
				continue
			}
			if _, embedded := model.EmbeddedFile(in.Name); embedded {
				continue
			}
			path, err := c.locate(ctx, f, in)
			if err != nil || path == "" {
				return values, false, err
			}
			if path == in.Name {
				continue
			}
			f.names[path] = in.Name
			if values, err = v.Replacing(values, t.Name, path); err != nil {
				f.add(CannotBeTold, fmt.Sprintf("%s does not open in place of %s: %v", source.Name(path), source.Name(in.Name), err))
				return values, false, nil
			}
		}
	}
	return values, true, nil
}

// locate returns where a file is; empty: it is not here, and the finding says so.
func (c *Checker) locate(ctx context.Context, f *Finding, in Input) (path string, err error) {
	if err := c.sum(ctx); err != nil {
		return "", err
	}
	own, missing := report.FileDigest(ctx, in.Name)
	if own == in.SHA256 {
		return in.Name, nil
	}
	for _, path := range c.Data {
		if c.sums[path] == in.SHA256 {
			return path, nil
		}
	}
	name := source.Name(in.Name)
	switch {
	case missing == nil:
		f.add(DataDiffers, fmt.Sprintf("%s is another file than it was: its SHA-256 is %s, and was %s", name, own, in.SHA256))
	case len(c.Data) > 0:
		f.add(DataDiffers, fmt.Sprintf("no file that --data names is %s as it was: none has the SHA-256 %s", name, in.SHA256))
	default:
		var file *source.FileError
		if errors.As(missing, &file) {
			missing = file.Err
		}
		f.add(CannotBeTold, fmt.Sprintf("%s cannot be read here: %v; --data FILE would say where it is", name, missing))
	}
	return "", nil
}

// sum computes the digests of Data, once.
func (c *Checker) sum(ctx context.Context) (err error) {
	if c.sums != nil {
		return nil
	}
	sums := map[string]string{}
	for _, path := range c.Data {
		if sums[path], err = report.FileDigest(ctx, path); err != nil {
			return err
		}
	}
	c.sums = sums
	return nil
}

// compare compares what is recorded with what the page says now.
func (f *Finding) compare(program engine.Program) {
	f.Differences = differences(f.Decision, *f.Page, f.names)
	if len(f.Differences) == 0 {
		f.Reasons = append(f.Reasons, fmt.Sprintf("all %d readings are as recorded", len(f.Readings)))
		return
	}
	why := fields(len(f.Differences))
	if !slices.ContainsFunc(f.Differences, Difference.ofNumber) {
		why = "the numbers are as recorded, and " + why + " in words"
	}
	if made := f.Decision.Program.String(); made != program.String() {
		why += fmt.Sprintf("; dpscope %s made it, and this is %s", made, program)
	}
	f.add(Differs, why)
}

// fields counts fields that differ.
func fields(n int) string {
	if n == 1 {
		return "one field differs"
	}
	return fmt.Sprintf("%d fields differ", n)
}
