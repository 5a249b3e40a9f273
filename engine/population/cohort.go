package population

import (
	"context"
	"slices"
	"strings"

	"dpscope/engine/agreement"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/model"
	"dpscope/learners/table"
)

// Cohort says which people's predictions to ask about, as a person writes it: it is comparable.
type Cohort struct {
	Classifier string // a word, or a file
	Data       string // a built-in set, or a file
	Private    string // features, with commas between; empty: the usual ones
	ID         string // the file's column of ids; empty: one named so
	Raw, Clamp bool   // see TableKey
	Sure       bool   // the table is on the classifier's scale despite appearances
	Records    int    // looked at; 0: as many as are quick
	Often      bool   // asked at hundreds of budgets, so that fewer are quick
	Seed       uint64 // of made-up or drawn records, and of draws
}

// Looked holds the people looked at.
type Looked struct {
	Cohort
	Model   *model.Model
	Private []int
	Sample  Sample
	Groups  *Groups // divide the sample; nil: undivided
	Draws   int     // draws per estimated agreement; 0: computed

	UnderWay bool // the results belong to an unfinished run
}

// Table opens the cohort's table for a classifier, and finds its private features.
func (c Cohort) Table(ctx context.Context, m *model.Model) (t *Table, private []int, err error) {
	key, private, err := c.key(ctx, m)
	if err != nil {
		return nil, nil, err
	}
	t, err = OpenTable(ctx, m, private, key)
	return t, private, err
}

// key identifies the table, and returns its private features.
func (c Cohort) key(ctx context.Context, m *model.Model) (key TableKey, private []int, err error) {
	key = TableKey{Model: work.Identity(ctx, c.Classifier), Data: c.Data, Private: c.Private, ID: c.ID, Raw: c.Raw, Clamp: c.Clamp,
		Seed: c.Seed}
	if key.Private == "" {
		key.Private = strings.Join(agreement.UsualPrivate(m), ",")
	}
	private, err = agreement.FindPrivate(m, key.Private)
	return key, private, err
}

// Look reads the people's records. A table that may be on another scale than the classifier's is an error,
// unless the cohort is Sure.
func (c Cohort) Look(ctx context.Context) (l Looked, err error) {
	l.Cohort = c
	if l.Model, err = agreement.OpenModel(ctx, c.Classifier); err != nil {
		return l, err
	}
	t, private, err := c.Table(ctx, l.Model)
	if err != nil {
		return l, err
	}
	if l.Private = private; !agreement.Computes(l.Model.Classifier, private) {
		l.Draws = c.draws(l.Model.Classifier)
	}
	count := c.Records
	if count == 0 {
		count = c.Usual(t, l.Model.Classifier, len(private))
	}
	if l.Sample, err = OpenSample(ctx, l.Model.Classifier, t, count, c.Seed); err != nil {
		return l, err
	}
	return l, c.checkScale(l.Sample, l.Model)
}

// checkScale returns a doubt about the table's scale, unless the cohort is Sure.
func (c Cohort) checkScale(s Sample, m *model.Model) error {
	if c.Sure {
		return nil
	}
	return s.CheckScale(m)
}

// Subject opens one record for a prediction: one of the cohort's table if it is named as such, or if a file
// is named and no record; otherwise an example of the classifier's file or values. A doubtful scale is an
// error, unless the cohort is Sure.
func (c Cohort) Subject(ctx context.Context, record, weights string) (*agreement.Subject, error) {
	s, err := c.subject(ctx, record, weights)
	if err == nil && !c.Sure {
		err = s.Doubt
	}
	return s, err
}

func (c Cohort) subject(ctx context.Context, record, weights string) (*agreement.Subject, error) {
	const some = 100 // records whose classes show whether the scale is doubtful; more are looked at if they have one class
	file := c.Data != table.Synthetic && !slices.Contains(table.BuiltIn(), c.Data)
	if !NamesRecord(record) && !file {
		return agreement.OpenSubject(ctx, c.Classifier, record, c.Private, weights, c.Clamp)
	}
	m, err := agreement.OpenModel(ctx, c.Classifier)
	if err != nil {
		return nil, err
	}
	t, _, err := c.Table(ctx, m)
	if err != nil {
		return nil, err
	}
	first := record == ""
	switch {
	case first:
		record = t.LineOf(0)
	case !NamesRecord(record):
		return agreement.OpenSubject(ctx, c.Classifier, record, c.Private, weights, c.Clamp)
	}
	sample, err := OpenSample(ctx, m.Classifier, t, some, 1)
	if err == nil {
		err = c.checkScale(sample, m)
	}
	if err != nil {
		return nil, err
	}
	r, err := t.Find(record)
	if err != nil {
		return nil, err
	}
	s, err := agreement.OpenSubjectOf(ctx, c.Classifier, r, record, t.Key, t.Key.Private, weights, c.Clamp)
	if err == nil && first {
		named := *s
		named.First = record
		s = &named
	}
	return s, err
}

// Usual returns the default number of records, by the kind of classifier and the number of private features:
// as many as take a second or two, and all of a short file. Made-up records are an example.
func (c Cohort) Usual(t *Table, of learners.Classifier, private int) int {
	const few, short = 200, 400
	usual := quick(t, of, private)
	switch {
	case t.Lines == nil || !c.Often:
		return usual
	case usual > few && len(t.Rows) <= short:
		return len(t.Rows)
	}
	return max(usual/5, few)
}

// quick returns the number of records that can be asked at one budget in a second or two.
func quick(t *Table, c learners.Classifier, private int) int {
	const madeUp, few, trees, planes = 100, 200, 1000, 5000
	if t.Lines == nil {
		return madeUp
	}
	if private > 2 {
		return few
	}
	switch can := learners.CapabilitiesOf(c); {
	case can.Separating != nil:
		return planes
	case can.Thresholded != nil:
		return trees
	}
	return few
}

// draws returns the number of draws that estimate one record's agreement if it cannot be computed: a program
// is asked for as many classes as it returns in seconds.
func (c Cohort) draws(of learners.Classifier) int {
	const often, slow, usual = 100, 250, 1000
	switch {
	case c.Often:
		return often
	case learners.CapabilitiesOf(of).TakesLong:
		return slow
	}
	return usual
}

// Whole reports whether nothing is estimated: every record of the file is looked at,
// and done.
func (l Looked) Whole() bool { return l.Sample.Whole() && !l.UnderWay }

// From describes the population behind the records.
func (l Looked) From() From { return l.Sample.From(l.Draws) }

// Apart tells the people apart, by a column or their classes, and looks at some of every
// group; of no word they are everybody.
func (l Looked) Apart(ctx context.Context, by, truth string) (Looked, error) {
	if by == "" {
		return l, nil
	}
	var err error
	l.Sample, l.Groups, err = l.Sample.Covering(ctx, l.Model, by, truth)
	return l, err
}

// People identifies the people looked at, as Apart has divided them.
func (l Looked) People(by, truth string) People {
	return People{Table: l.Sample.Key, Records: l.Sample.Len(), Seed: l.Seed, By: by, Truth: truth}
}
