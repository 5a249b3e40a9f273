package rareclass

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"dpscope/engine/param"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/metric"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// Source says which records are learnt from, by content.
type Source struct {
	File     string // a CSV file; empty: the mixture
	Label    string // its column of classes; empty: the last
	Positive string // the class that is rare; empty: the rarer one
	Scaling  Scaling
	Seed     uint64 // of records that are made up
	Count    int    // of those; 0: a thousand
	Negative int    // of those, to a positive one; 0: MixtureRatio
}

// Scaling says how features are scaled before their norm is cut. No ε covers what it takes from the data.
type Scaling int

const (
	AsIs     Scaling = iota // nothing: the values are of a like size, and about 0
	UnitCube                // values of [0, 1] become 2x − 1
	ZScore                  // by the mean and the standard deviation of the whole table
)

// Records holds two classes; the positive is meant to be rare.
type Records struct {
	Features   []table.Feature
	ClassNames []string  // of the two, the positive last
	X          []float64 // row by row
	Positive   []bool    // of each record
	Name       string    // of the file; empty: made up
	Label      string    // the column of classes
	Notes      []string  // how the file was prepared
	Unlike     bool      // features of a file, unscaled, are far from 0 or of unlike sizes
	Places     []int     // place of each record among the rows of the file, from 0; nil: made up
}

// Len returns the number of records.
func (r Records) Len() int { return len(r.Positive) }

// Dims returns the number of features.
func (r Records) Dims() int { return len(r.Features) }

// Row returns the features of record i.
func (r Records) Row(i int) []float64 { return r.X[i*r.Dims():][:r.Dims():r.Dims()] }

// mixtureRecords counts the records of the mixture of the paper's Fig. 2.
const mixtureRecords = 1000

// Open reads the records; the session keeps them.
func (s Source) Open(ctx context.Context) (Records, error) {
	if s.File == "" {
		r := mixture(cmp.Or(s.Count, mixtureRecords), cmp.Or(s.Negative, MixtureRatio), s.Seed)
		r.scale(s.Scaling)
		return r, nil
	}
	return trial.Open(ctx, s.content(ctx), Records.bytes, s.read, s.File)
}

// Shares of opening a file that have passed, about, when its rows are read, the classes
// told and the features taken.
const rowsRead, classesTold, featuresTaken = 0.6, 0.8, 0.9

// opened reports how far the opening of a file is.
func opened(ctx context.Context, share float64) {
	work.Report(ctx, work.Progress{Done: share, Of: 1, What: "records"})
}

// content returns the source, identified by content.
func (s Source) content(ctx context.Context) Source {
	if s.File != "" {
		s.File, s.Seed = work.Identity(ctx, s.File), 0
	}
	return s
}

func (r Records) bytes() int64 { return int64(8*(len(r.X)+len(r.Places)) + r.Len()) }

// Positives returns the number of records of the positive class.
func (r Records) Positives() int { return metric.Positives(r.Positive) }

// Rare returns the number of records of the rarer class.
func (r Records) Rare() int { return min(r.Positives(), r.Len()-r.Positives()) }

// Ratio returns the number of negative records per positive one.
func (r Records) Ratio() float64 {
	p := float64(r.Positives())
	return (float64(r.Len()) - p) / p
}

// mixture draws records of the paper's 0.9·N(0, 4I) + 0.1·N((4, 4), 4I) in the
// plane, or of another ratio: every tenth is positive, the first of each ten.
func mixture(count, negative int, seed uint64) Records {
	of, rng := table.Mixture{Separation: 4}, trial.Random(seed, mixing)
	r := Records{Features: []table.Feature{{Name: "x1"}, {Name: "x2"}}, ClassNames: []string{"0", "1"}}
	for i := range count {
		class := 0
		if i%(negative+1) == 0 {
			class = 1
		}
		r.X, r.Positive = of.AppendTo(r.X, class, rng), append(r.Positive, class == 1)
	}
	return r
}

// MixtureRatio is the mixture's number of negative records per positive one.
const MixtureRatio = 9

func (s Source) read(ctx context.Context) (Records, error) {
	var err error
	if s.Label, err = table.LabelColumn(ctx, s.File, s.Label); err != nil {
		return Records{}, err
	}
	// Without a label the table leaves constant columns in: to drop them would look at
	// the data for nothing. The column of classes is among the features then.
	d, survey, err := table.Open(work.Within(ctx, 0, rowsRead), s.File,
		table.Options{Missing: table.DropMissing, DropIDs: true, Keep: []string{s.Label}})
	if err != nil {
		return Records{}, err
	}
	opened(ctx, rowsRead)
	survey.Outside = nil // of [0, 1], which means nothing here
	survey.Encoded = slices.DeleteFunc(survey.Encoded, func(c table.Count) bool { return c.Column == s.Label })
	r := Records{Name: filepath.Base(s.File), Label: s.Label, Notes: survey.Notes(), Places: d.Rows}
	var rest []int
	if r.Positive, r.ClassNames, rest, err = s.classes(d); err != nil {
		return Records{}, &source.FileError{Name: r.Name, Err: err}
	}
	opened(ctx, classesTold)
	for _, f := range rest {
		r.Features = append(r.Features, d.Features[f])
	}
	r.X = make([]float64, 0, r.Len()*r.Dims())
	for i := range r.Len() {
		for _, f := range rest {
			r.X = append(r.X, d.Row(i)[f])
		}
	}
	opened(ctx, featuresTaken)
	if err := r.check(); err != nil {
		return Records{}, &source.FileError{Name: r.Name, Err: err}
	}
	r.Unlike = s.Scaling == AsIs && r.unlike()
	r.scale(s.Scaling)
	return r, nil
}

// check refuses sizes for which Newton's method would take minutes: the time of a step grows with the square
// of the features.
func (r Records) check() error {
	const most = 4e9
	dims := float64(r.Dims() + 1)
	if float64(r.Len())*dims*dims > most {
		return fmt.Errorf("%d records of %d features take too long here; at most %.0f features would work", r.Len(), r.Dims(),
			math.Sqrt(most/float64(r.Len()))-1)
	}
	return nil
}

// classes tells the classes of the records from the features that the column of
// classes has become, and lists the others.
func (s Source) classes(d table.Data) (positive []bool, names []string, rest []int, err error) {
	var own []int
	for f, feature := range d.Features {
		if feature.Name == s.Label || feature.Column == s.Label {
			own = append(own, f)
		} else {
			rest = append(rest, f)
		}
	}
	if len(own) == 0 {
		return nil, nil, nil, &param.UnknownError{What: "label", Name: s.Label, Known: table.Names(d.Features)}
	}
	if len(rest) == 0 {
		return nil, nil, nil, errors.New("no column is left to learn from; at least 1 besides the label would work")
	}
	marks := make([]float64, d.Len())
	for i := range marks {
		marks[i] = markOf(d, own, i)
	}
	different := slices.Clone(marks)
	slices.Sort(different)
	different = slices.Compact(different)
	marked := make(map[string]float64, len(different))
	for _, mark := range different {
		marked[wordOf(d, own, mark)] = mark
	}
	all := slices.Sorted(maps.Keys(marked))
	first := 0
	for _, mark := range marks {
		if mark == marked[all[0]] {
			first++
		}
	}
	chosen, err := s.positive(all, first, len(marks))
	if err != nil {
		return nil, nil, nil, err
	}
	positive = make([]bool, len(marks))
	for i, mark := range marks {
		positive[i] = mark == marked[chosen]
	}
	other := "the rest"
	if len(all) == 2 {
		other = all[0]
		if other == chosen {
			other = all[1]
		}
	}
	return positive, []string{other, chosen}, rest, nil
}

// markOf returns a record's value in the column of classes, from the features made of that column: its
// number, or the index of its word, -1 for the word without a feature.
func markOf(d table.Data, own []int, i int) float64 {
	row := d.Row(i)
	if d.Features[own[0]].Column == "" {
		return row[own[0]]
	}
	return float64(slices.IndexFunc(own, func(f int) bool { return row[f] == 1 }))
}

// wordOf returns a mark as the file writes it.
func wordOf(d table.Data, own []int, mark float64) string {
	switch first := d.Features[own[0]]; {
	case first.Column == "":
		return strconv.FormatFloat(mark, 'g', -1, 64)
	case mark < 0:
		return "not " + first.Word
	}
	return d.Features[own[int(mark)]].Word
}

// positive returns the requested class, or the rarer of two, given the number of records of the first.
func (s Source) positive(all []string, first, records int) (string, error) {
	switch {
	case len(all) == 1:
		where := fmt.Sprintf("all %d records", records)
		if records == 1 {
			where = "its only record"
		}
		return "", fmt.Errorf("column %s has one value, %s, in %s; two classes would work", s.Label, all[0], where)
	case s.Positive != "" && !slices.Contains(all, s.Positive):
		return "", &param.UnknownError{What: "positive", Name: s.Positive, Known: all}
	case s.Positive != "":
		return s.Positive, nil
	case len(all) > 2:
		return "", fmt.Errorf("column %s has %d different values; label=NAME of a column with two would work, or positive=%s, which tells that one from the rest", s.Label, len(all),
			all[len(all)-1])
	case 2*first < records:
		return all[0], nil
	}
	return all[1], nil
}

// scale scales the features in place.
func (r Records) scale(by Scaling) {
	dims := r.Dims()
	switch by {
	case UnitCube:
		for i := range r.X {
			r.X[i] = 2*r.X[i] - 1
		}
	case ZScore:
		for f := range dims {
			mean, deviation := r.moments(f)
			if deviation == 0 {
				deviation = 1
			}
			for i := f; i < len(r.X); i += dims {
				r.X[i] = (r.X[i] - mean) / deviation
			}
		}
	}
}

// moments returns the mean and the standard deviation of a feature; 0 for a deviation that is only rounding.
func (r Records) moments(f int) (mean, deviation float64) {
	dims, square := r.Dims(), 0.0
	for i := f; i < len(r.X); i += dims {
		mean += r.X[i] / float64(r.Len())
	}
	for i := f; i < len(r.X); i += dims {
		square += (r.X[i] - mean) * (r.X[i] - mean) / float64(r.Len())
	}
	if deviation = math.Sqrt(square); deviation <= 1e-12*math.Abs(mean) {
		deviation = 0
	}
	return mean, deviation
}

// unlike reports whether features lie far from 0 or differ much in size: a norm cut over all of them, and a
// ridge, then hide most of the difference between classes.
func (r Records) unlike() bool {
	const far, times = 10, 30 // deviations of a mean from 0; sizes of one another
	least, most := math.Inf(1), 0.0
	for f := range r.Dims() {
		mean, deviation := r.moments(f)
		if deviation == 0 {
			continue
		}
		if math.Abs(mean) > far*deviation {
			return true
		}
		size := math.Hypot(mean, deviation)
		least, most = min(least, size), max(most, size)
	}
	return most > times*least
}

// Duplicates returns the number of records equal to an earlier one in all features and the class: splits put
// copies on both sides.
func (r Records) Duplicates() int {
	seen := make(map[string]bool, r.Len())
	key := make([]byte, 0, 8*r.Dims()+1)
	for i := range r.Len() {
		key = key[:0]
		for _, v := range r.Row(i) {
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(v))
		}
		if r.Positive[i] {
			key = append(key, 1)
		}
		seen[string(key)] = true
	}
	return r.Len() - len(seen)
}
