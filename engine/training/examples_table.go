package training

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/source"
	"dpscope/learners/table"
	"dpscope/learners/train"
)

// table reads a CSV file, or two; every feature is centred and divided by its
// deviation among the records to learn from.
func (s Source) table(ctx context.Context) (*Examples, error) {
	share := readShare // of the time that the first file takes
	if s.Test != "" {
		share /= 2
	}
	learnt, survey, err := openTwoClasses(work.Within(ctx, 0, share), s.File, s.Classes)
	if err != nil {
		return nil, source.Blame("data", s.File, err)
	}
	var test table.Data
	if s.Test == "" {
		learnt, test = learnt.Split(judges, trial.Random(1, judging))
	} else {
		if test, _, err = openTwoClasses(work.Within(ctx, share, readShare), s.Test, s.Classes); err != nil {
			return nil, source.Blame("test", s.Test, err)
		}
		if test, err = oriented(test, learnt.ClassNames); err != nil {
			return nil, source.Blame("test", s.Test, err)
		}
		if names := table.Names(learnt.Features); !slices.Equal(names, table.Names(test.Features)) {
			return nil, source.Blame("test", s.Test, fmt.Errorf("its features are others than those of %s, %s; the same columns would work", s.File,
				strings.Join(names[:min(6, len(names))], ", ")))
		}
	}
	work.Report(ctx, work.Progress{Done: readShare, Of: 1})
	if err := learnt.Check(); err != nil {
		return nil, source.Blame("data", s.File, err)
	}
	standardize(&learnt, &test)
	return &Examples{Learnt: single(learnt), Test: single(test), Positive: learnt.ClassNames[1], Negative: learnt.ClassNames[0],
		Notes: append(survey.Notes(), standardized)}, nil
}

// openTwoClasses reads a CSV file and makes its rarer class the positive one; without a label the classes
// stand in the last column.
func openTwoClasses(ctx context.Context, path, label string) (table.Data, table.Survey, error) {
	label, err := table.LabelColumn(ctx, path, label)
	if err != nil {
		return table.Data{}, table.Survey{}, err
	}
	d, survey, err := table.Open(ctx, path, table.Options{Label: label, Missing: table.DropMissing, DropIDs: true, DropConstant: true})
	if err == nil && d.Classes() != 2 {
		err = fmt.Errorf("%d classes (%s) in column %s; a column of 2 would work", d.Classes(),
			strings.Join(d.ClassNames[:min(4, d.Classes())], ", "), label)
	}
	if err != nil {
		return d, survey, err
	}
	survey.Outside = nil // features are centred and divided by their deviation
	return rarer(d), survey, nil
}

// oriented returns a table with its two classes in this order.
func oriented(d table.Data, names []string) (table.Data, error) {
	switch {
	case slices.Equal(d.ClassNames, names):
		return d, nil
	case d.ClassNames[0] == names[1] && d.ClassNames[1] == names[0]:
		return turned(d), nil
	}
	return d, fmt.Errorf("its classes are %s; %s would work", strings.Join(d.ClassNames, " and "), strings.Join(names, " and "))
}

// standardized says what standardize does, to go on after "the positive class is ill; ".
const standardized = "features are centred and divided by their deviation in the learning part"

// standardize centres the features and divides them by their deviation, both as
// the first table has them.
func standardize(learnt, test *table.Data) {
	learnt.Features = slices.Clone(learnt.Features)
	for f := range learnt.Features {
		mean, deviation := stat.MeanStdDev(learnt.Column(f), nil)
		if !(deviation > 0) {
			deviation = 1
		}
		learnt.Features[f].Scale = table.Scale{Offset: mean, Divisor: deviation, FromData: true}
	}
	test.Features = learnt.Features
	for _, d := range []*table.Data{learnt, test} {
		d.X = slices.Clone(d.X)
		for i, v := range d.X {
			d.X[i] = d.Features[i%d.Dims()].Scale.Apply(v)
		}
	}
}

// single returns the records of a table in float32.
func single(d table.Data) train.Records {
	r := train.Records{Dims: d.Dims(), X: make([]float32, len(d.X)), Positive: positive(d.Y)}
	for i, v := range d.X {
		r.X[i] = float32(v)
	}
	return r
}
