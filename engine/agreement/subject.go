package agreement

import (
	"context"
	"fmt"
	"strings"

	"dpscope/engine/numeral"
	"dpscope/engine/work"
	"dpscope/learners/model"
	"dpscope/learners/source"
	"dpscope/learners/subprocess"
	"dpscope/learners/table"
)

// Subject is one prediction to be protected, with its names.
type Subject struct {
	Key    SubjectKey
	Model  *model.Model
	Record model.Record
	Region *Region
	Names  []string // of the private features
	Moved  []string // private features that clamping has changed
	First  string   // the word for the record, which is the first of a table that can be used; empty: it was named
	Doubt  error    // a *OneClassError where the scale may not be the classifier's; nil else
}

// SubjectKey identifies a subject by content; cache keys of results about it contain it.
type SubjectKey struct {
	Model           string // the classifier's name, or its file by content
	Table           any    // the record's table, by content; nil: the classifier's file
	Record, Private string
	Weights         string // how the private features share a budget
	Clamp           bool   // private values outside [0, 1] are moved to the nearer end
}

// OpenModel returns the session's copy of a classifier that comes with dpscope, of a
// file, or of a program that the command line allows.
func OpenModel(ctx context.Context, word string) (*model.Model, error) {
	if model.IsEmbedded(word) {
		return model.Load(word)
	}
	if subprocess.IsProgram(word) {
		return openProgram(ctx, word)
	}
	if err := work.MayOpen(ctx, word); err != nil {
		return nil, err
	}
	type key struct{ model string }
	return work.Do(ctx, work.Simple(key{work.Identity(ctx, word)}, (*model.Model).Bytes, func(context.Context) (*model.Model, error) {
		return model.Load(word)
	}), nil)
}

// openProgram returns the session's program of that name.
func openProgram(ctx context.Context, word string) (*model.Model, error) {
	type key struct{ program string }
	bytes := func(*model.Model) int64 { return 1 << 10 }
	return work.Reported(ctx, key{word}, bytes, func(ctx context.Context) (*model.Model, error) {
		return model.OpenProgram(ctx, subprocess.Of(ctx), word)
	})
}

// OpenSubject prepares a prediction: record and private as a person writes
// them, empty for the usual ones. It is kept by the session, so that moving a
// budget is cheap.
func OpenSubject(ctx context.Context, word, record, private, weights string, clamp bool) (*Subject, error) {
	m, err := OpenModel(ctx, word)
	if err != nil {
		return nil, err
	}
	if record == "" {
		record = UsualRecord(m)
	}
	key := SubjectKey{work.Identity(ctx, word), nil, record, private, weights, clamp}
	return openSubject(ctx, m, key, func() (model.Record, error) { return findRecord(m, record) })
}

// OpenSubjectOf prepares a prediction for a record of a table, which is given by content,
// with the name that the record has there.
func OpenSubjectOf(ctx context.Context, word string, record model.Record, name string, of any, private,
	weights string, clamp bool) (*Subject, error) {
	m, err := OpenModel(ctx, word)
	if err != nil {
		return nil, err
	}
	key := SubjectKey{work.Identity(ctx, word), of, name, private, weights, clamp}
	return openSubject(ctx, m, key, func() (model.Record, error) { return record, nil })
}

func openSubject(ctx context.Context, m *model.Model, key SubjectKey, record func() (model.Record, error)) (*Subject, error) {
	if key.Private == "" {
		key.Private = strings.Join(UsualPrivate(m), ",")
	}
	return work.Do(ctx, work.Simple(key, (*Subject).bytes, func(ctx context.Context) (*Subject, error) {
		r, err := record()
		if err != nil {
			return nil, err
		}
		return newSubject(ctx, m, key, r)
	}), nil)
}

func newSubject(ctx context.Context, m *model.Model, key SubjectKey, record model.Record) (*Subject, error) {
	private, err := FindPrivate(m, key.Private)
	if err != nil {
		return nil, err
	}
	if err := CheckScale(m, private); err != nil {
		return nil, err
	}
	weights, err := ReadWeights(m, private, key.Weights)
	if err != nil {
		return nil, err
	}
	s := &Subject{Key: key, Model: m, Record: record}
	x := append([]float64(nil), record.X...)
	for _, i := range private {
		s.Names = append(s.Names, m.Features[i].Name)
		if 0 <= x[i] && x[i] <= 1 {
			continue
		}
		inside := min(max(x[i], 0), 1)
		if !key.Clamp {
			return nil, source.Blame("record", record.ID, outside(m.Features[i], x[i], inside))
		}
		x[i] = inside
		s.Moved = append(s.Moved, m.Features[i].Name)
	}
	if s.Region, err = Prepare(ctx, Question{Classifier: m.Classifier, Record: x, Private: private, Weights: weights, Key: key}); err != nil {
		return nil, err
	}
	s.Doubt = s.oneClass()
	return s, nil
}

// outside returns an error for a private value outside [0, 1] with one that would work: a raw value scaled,
// or else the nearer end.
func outside(f table.Feature, value, end float64) error {
	const where = "%s = %g lies outside [0, 1], where the mechanisms work; "
	if scaled := f.Scale.Apply(value); 0 <= scaled && scaled <= 1 {
		return fmt.Errorf(where+"as the classifier takes it, %g is %g, or clamp=on would move it to %g", f.Name, value, value, scaled, end)
	}
	return fmt.Errorf(where+"clamp=on would move it to %g", f.Name, value, end)
}

func (s *Subject) bytes() int64 { return 1<<10 + 16*int64(len(s.Record.X)) + s.Region.Bytes() }

// Values returns the private values of the record.
func (s *Subject) Values() []float64 { return s.Region.values() }

// Class names the class of the record.
func (s *Subject) Class() string { return s.Model.ClassName(s.Region.Class) }

// Features names the private ones, or counts them where they are many.
func (s *Subject) Features() string {
	if len(s.Names) > 3 {
		return fmt.Sprintf("%d features", len(s.Names))
	}
	return numeral.Listed(s.Names)
}

// Raw writes a scaled value of a feature in its own unit, "42 years"; nothing
// when that is the same number.
func (s *Subject) Raw(feature int, scaled float64) string {
	f := s.Model.Features[feature]
	if f.Scale.Offset == 0 && (f.Scale.Divisor == 0 || f.Scale.Divisor == 1) {
		return ""
	}
	text := numeral.Short(f.Scale.Raw(scaled))
	if f.Unit != "" {
		text += " " + f.Unit
	}
	return text
}
