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

// Cohort says whose predictions are asked about, as a person writes it: it is comparable.
type Cohort struct {
	Classifier string // a word, or a file
	Data       string // a built-in set, or a file
	Private    string // features, with commas between; empty: the usual ones
	ID         string // the file's column of ids; empty: one that is called so
	Raw, Clamp bool   // see TableKey
	Sure       bool   // the table is on the scale of the classifier, whatever it looks like
	Records    int    // looked at; 0: as many as are quick
	Often      bool   // they are asked about at hundreds of budgets, so that fewer are quick
	Seed       uint64 // of records that are made up or drawn, and of draws
}

// Looked is people who are looked at.
type Looked struct {
	Cohort
	Model   *model.Model
	Private []int
	Sample  Sample
	Groups  *Groups // that they are told apart by; nil: they are not
	Draws   int     // of which an agreement is estimated as a share; 0: it is computed

	UnderWay bool // what is known is of a run that goes on
}

// Table opens the cohort's table for a classifier, and finds what is private of it.
func (c Cohort) Table(ctx context.Context, m *model.Model) (t *Table, private []int, err error) {
	key, private, err := c.key(ctx, m)
	if err != nil {
		return nil, nil, err
	}
	t, err = OpenTable(ctx, m, private, key)
	return t, private, err
}

// key says which table is meant, and what is private of it.
func (c Cohort) key(ctx context.Context, m *model.Model) (key TableKey, private []int, err error) {
	key = TableKey{Model: work.Identity(ctx, c.Classifier), Data: c.Data, Private: c.Private, ID: c.ID, Raw: c.Raw, Clamp: c.Clamp,
		Seed: c.Seed}
	if key.Private == "" {
		key.Private = strings.Join(agreement.UsualPrivate(m), ",")
	}
	private, err = agreement.FindPrivate(m, key.Private)
	return key, private, err
}

// Look reads the people's records. A table that may be on another scale than the
// classifier's is an error, unless somebody is sure that it is not.
func (c Cohort) Look(ctx context.Context) (l Looked, err error) {
	l.Cohort = c
	if l.Model, err = agreement.OpenModel(ctx, c.Classifier); err != nil {
		return l, err
	}
	t, private, err := c.Table(ctx, l.Model)
	if err != nil {
		return l, err
	}
	if l.Private = private; !agreement.Computes(l.Model.Classifier, len(private)) {
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

// checkScale returns a doubt about the table's scale, unless somebody is sure of it.
func (c Cohort) checkScale(s Sample, m *model.Model) error {
	if c.Sure {
		return nil
	}
	return s.CheckScale(m)
}

// Subject opens one record for a prediction: one of the cohort's table where it is named as such, or where a file is named and no
// record, else an example of the classifier's file or values. A scale in doubt is an error, unless somebody is sure.
func (c Cohort) Subject(ctx context.Context, record, weights string) (*agreement.Subject, error) {
	s, err := c.subject(ctx, record, weights)
	if err == nil && !c.Sure {
		err = s.Doubt
	}
	return s, err
}

func (c Cohort) subject(ctx context.Context, record, weights string) (*agreement.Subject, error) {
	const some = 100 // records whose classes say whether the scale is in doubt; more are looked at where these have one
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

// Usual is how many records are looked at where nobody says, by the kind of classifier and
// the number of private features: what takes a second or two, and all of a short file.
// Made-up records are an example.
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

// quick is how many records can be asked about at one budget in a second or two.
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

// draws is how many draws estimate the agreement of one record where it cannot be
// computed: a program is asked for as many classes as it gives in seconds.
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

// From is of what the records looked at speak.
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

// People is who is looked at, by content: those that Apart has told apart so.
func (l Looked) People(by, truth string) People {
	return People{Table: l.Sample.Key, Records: l.Sample.Len(), Seed: l.Seed, By: by, Truth: truth}
}
