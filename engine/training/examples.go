package training

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"dpscope/engine/numeral"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/source"
	"dpscope/learners/table"
	"dpscope/learners/train"
)

// Source says which records are learnt from: the zero Source is the two-Gaussian
// set.
type Source struct {
	File    string // a CSV file, or a binary batch of CIFAR-10 (.bin), plain or gzip
	Test    string // of the same kind, with the records that judge; empty: a fifth of File
	Classes string // two classes of CIFAR-10, or the column of a CSV file that has the classes; empty: the usual
}

// Examples holds a file's records.
type Examples struct {
	Learnt, Test train.Records
	Positive     string // name of the class
	Negative     string
	Notes        []string
}

// Images reports whether the records are images of CIFAR-10.
func (s Source) Images() bool {
	name := strings.TrimSuffix(s.File, ".gz")
	return strings.HasSuffix(name, ".bin")
}

// content returns the source with its files identified by their present content.
func (s Source) content(ctx context.Context) Source {
	s.File, s.Test = work.Identity(ctx, s.File), work.Identity(ctx, s.Test)
	return s
}

// Open returns the session's copy of the records of a file, and reports how far the
// reading is.
func (s Source) Open(ctx context.Context) (*Examples, error) {
	bytes := func(e *Examples) int64 { return 4 * int64(len(e.Learnt.X)+len(e.Test.X)) }
	return trial.Open(ctx, s.content(ctx), bytes, func(ctx context.Context) (*Examples, error) {
		e, err := s.read(ctx)
		if errors.Is(err, fs.ErrNotExist) {
			err = source.Blame("data", s.File, errors.New("there is no such file; the path of a CSV file, of a binary batch of CIFAR-10, or gauss2 would work"))
		}
		if err == nil && (!slices.Contains(e.Test.Positive, true) || !slices.Contains(e.Test.Positive, false)) {
			err = source.Blame("data", s.File, fmt.Errorf("both classes need records that judge, and the file leaves %s; more records would work",
				numeral.Things(len(e.Test.Positive), "record")))
		}
		return e, err
	}, s.File, s.Test)
}

func (s Source) read(ctx context.Context) (*Examples, error) {
	if s.Images() {
		return s.images()
	}
	return s.table(ctx)
}

// judges is the share of a file's records that judge where no other file does.
const judges = 0.2

// images reads batches of CIFAR-10.
func (s Source) images() (*Examples, error) {
	var classes []string
	if s.Classes != "" {
		classes = strings.Split(s.Classes, ",")
	}
	learnt, named, err := train.OpenCIFAR10(s.File, classes)
	if err != nil {
		return nil, source.Blame("data", s.File, err)
	}
	e := &Examples{Learnt: learnt, Positive: named[0], Negative: named[1],
		Notes: []string{"each colour is centred and divided by its deviation over all of CIFAR-10"}}
	if s.Test != "" {
		if e.Test, _, err = train.OpenCIFAR10(s.Test, named); err != nil {
			return nil, source.Blame("test", s.Test, err)
		}
		return e, nil
	}
	order := trial.Random(1, judging).Perm(len(learnt.Positive))
	at := int(judges * float64(len(order)))
	e.Test, e.Learnt = some(learnt, order[:at]), some(learnt, order[at:])
	return e, nil
}

// some returns the listed records, in the order of the file.
func some(r train.Records, records []int) train.Records {
	slices.Sort(records)
	few := train.Records{Dims: r.Dims, X: make([]float32, 0, len(records)*r.Dims), Positive: make([]bool, 0, len(records))}
	for _, i := range records {
		few.X, few.Positive = append(few.X, r.Row(i)...), append(few.Positive, r.Positive[i])
	}
	return few
}

// Columns returns the columns of a CSV file.
func Columns(ctx context.Context, file string) ([]string, error) {
	if err := work.MayOpen(ctx, file); err != nil {
		return nil, err
	}
	return table.Columns(ctx, file)
}
