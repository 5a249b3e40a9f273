package robustness

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"dpscope/engine"
	"dpscope/engine/agreement"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/population"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/model"
	"dpscope/views/control"
	"dpscope/views/view"
)

// subjects are the records of a table that are asked about, with what is private of
// them.
type subjects struct {
	model   *model.Model
	word    string // for the classifier
	private []int
	sample  population.Sample
	seed    uint64
	draws   int // of which the agreement of each is estimated as a share; 0: it is computed

	underWay bool // what is known is of a run that goes on
}

// whole reports whether nothing is estimated: every record of the file is looked at,
// and done.
func (q subjects) whole() bool { return q.sample.Whole() && !q.underWay }

// openSubjects reads the records that the controls name, as many as is quick where
// nobody says how many.
func openSubjects(ctx context.Context, v param.Values, quickly func(*population.Table, learners.Classifier, int) int) (q subjects, err error) {
	q = subjects{word: v.Word(classifierText), seed: uint64(v.Get(control.Seed))}
	if q.model, err = agreement.OpenModel(ctx, q.word); err != nil {
		return q, err
	}
	t, private, err := openTable(ctx, q.model, v)
	if err != nil {
		return q, err
	}
	q.private = private
	if !agreement.Computes(q.model.Classifier, len(private)) {
		q.draws = drawnOf(q.model.Classifier)
	}
	count := int(v.Get(people))
	if count == 0 {
		count = quickly(t, q.model.Classifier, len(q.private))
	}
	if q.sample, err = population.OpenSample(ctx, q.model.Classifier, t, count, q.seed); err != nil {
		return q, err
	}
	return q, q.checkScale(v)
}

// checkScale refuses to answer about a table that may be on another scale than the
// classifier's, unless somebody is sure that it is not.
func (q subjects) checkScale(v param.Values) error {
	if certain, err := sure.New(v); certain || err != nil {
		return err
	}
	return q.sample.CheckScale(q.model)
}

// drawnOf is how many draws estimate the agreement of one record where it cannot be
// computed: a program is asked for as many classes as it gives in seconds.
func drawnOf(c learners.Classifier) int {
	if learners.CapabilitiesOf(c).TakesLong {
		return 250
	}
	return 1000
}

func (q subjects) looked() population.Sample { return q.sample }

// openTable reads the records that the controls name, for the private features
// that they name.
func openTable(ctx context.Context, m *model.Model, v param.Values) (t *population.Table, private []int, err error) {
	key := population.TableKey{Model: work.Identity(ctx, v.Word(classifierText)), Data: v.Word(dataText), Private: v.Word(privateText), ID: v.Word(idText), Seed: uint64(v.Get(control.Seed))}
	if key.Private == "" {
		key.Private = strings.Join(agreement.UsualPrivate(m), ",")
	}
	if private, err = agreement.FindPrivate(m, key.Private); err != nil {
		return nil, nil, err
	}
	if key.Raw, err = rawValues.New(v); err != nil {
		return nil, nil, err
	}
	if key.Clamp, err = clamping.New(v); err != nil {
		return nil, nil, err
	}
	t, err = population.OpenTable(ctx, m, private, key)
	return t, private, err
}

// quickly is how many records are looked at where nobody says: what takes a second
// or two. Made-up records are an example.
func quickly(t *population.Table, c learners.Classifier, private int) int {
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

// whose says which records are looked at. That some were left out or moved, and
// that all have one class, is a warning.
func (q subjects) whose() engine.Note {
	text, one := q.sample.String(), q.sample.Len() > 1 && q.sample.Met() == 1
	if one {
		text = "all of class " + q.model.ClassName(q.sample.Classes[0]) + ": " + text
	}
	return engine.Note{Text: text, Warning: one || q.sample.LeftOut() > 0 || q.sample.Moved.Records > 0}
}

// doubts are what is doubtful about the scale although somebody is sure of it.
func (q subjects) doubts() (notes []engine.Note) {
	for _, text := range q.sample.Doubts(q.model) {
		notes = append(notes, engine.Note{Warning: true, Text: strings.ToUpper(text[:1]) + text[1:] + "."})
	}
	return notes
}

// forTheseAlone says of what has no interval that it is so for the records looked at:
// "It is the best".
func (q subjects) forTheseAlone(what string) string {
	if q.draws > 0 || q.sample.Whole() {
		return q.aboutPeople()
	}
	return what + " for these records; for " + q.population() + " another may be."
}

// aboutPeople says of whom a number is true, and what its interval is about.
func (q subjects) aboutPeople() string {
	if q.draws > 0 {
		return fmt.Sprintf("An agreement is the share of %d draws that keep the class, for it cannot be computed for %s; the interval is about %s, at 95 %%.", q.draws, q.classifierNamed(), q.population())
	}
	switch {
	case q.sample.Whole() && q.underWay:
		return "The records answered so far are drawn at random from all that can be used."
	case q.sample.Whole():
		return "All records that can be used are looked at: nothing is estimated."
	case q.sample.Of() == 0:
		return "For these records it is no estimate; the interval is about " + q.population() + ", at 95 %."
	}
	return fmt.Sprintf("For the records drawn it is no estimate; the interval is about %s, drawn from without replacement, at 95 %%.", q.population())
}

// classifierNamed is the classifier with as many private features as make agreements
// estimates.
func (q subjects) classifierNamed() string {
	name := learners.Title(q.model.Classifier)
	if learners.CapabilitiesOf(q.model.Classifier).Provable != nil {
		name += fmt.Sprintf(" with %d private features", len(q.private))
	}
	return name
}

// population is what an interval is about.
func (q subjects) population() string {
	switch {
	case q.sample.Whole():
		return "all records that can be used, which are looked at"
	case q.sample.Of() == 0:
		return "the population these simulated records are drawn from"
	}
	return "the " + numeral.Count(float64(q.sample.Of())) + " of the file that can be used"
}

// unlessWhole is a text about a part of the records.
func (q subjects) unlessWhole(text string) string {
	if q.whole() {
		return ""
	}
	return text
}

// recordAddress opens the map of a record of the table, or with other than two
// private features how its prediction survives; -1: there is no such record.
func (q subjects) recordAddress(record int) string {
	if record < 0 {
		return ""
	}
	address, byLine := q.recordAddresses()
	if byLine {
		return address + strconv.Itoa(q.sample.Lines[q.sample.At[record]])
	}
	numbers := make([]string, len(q.sample.Rows[q.sample.At[record]]))
	for i, x := range q.sample.Rows[q.sample.At[record]] {
		numbers[i] = strconv.FormatFloat(x, 'g', -1, 64)
	}
	return address + strings.Join(numbers, ",")
}

// recordAddresses is what such addresses begin with: a record of a file is named by its
// line after that, and one that is made up by its values.
func (q subjects) recordAddresses() (address string, byLine bool) {
	view := "utility"
	if len(q.private) == 2 {
		view = "map"
	}
	if q.sample.Lines != nil {
		return view + "?record=" + population.LinePrefix, true
	}
	return view + "?record=", false
}

// tableReadings say whose records these are.
func tableReadings[Q interface{ looked() population.Sample }]() []view.Entry[Q] {
	return []view.Entry[Q]{
		counted[Q]("records-used", "records used", population.Sample.Len, "Records used: all that can be, or a part of them drawn by the seed."),
		counted[Q]("records-total", "records in all", func(s population.Sample) int { return s.Total }, "Records of the file, or simulated records."),
		counted[Q]("records-left-out", "records unusable", func(s population.Sample) int { return s.LeftOut() }, "Records that cannot be used: a value is missing, or a private one lies outside [0, 1]."),
		counted[Q]("classes", "classes predicted", population.Sample.Met, "Number of distinct predictions for the records looked at; where it is one, the table may be on another scale than the classifier's."),
	}
}

// counted is a number of records of the table.
func counted[Q interface{ looked() population.Sample }](name, label string, of func(population.Sample) int, formula string) view.Reading[Q] {
	exactOf := "the file as it is read"
	if name == "classes" || name == "records-used" {
		exactOf = theseRecords
	}
	return view.Reading[Q]{Name: name, ExactOf: exactOf, Label: label, Style: numeral.Whole, Range: known.NotNegative,
		Value: view.Exactly(func(q Q) float64 { return float64(of(q.looked())) }),
		Cases: []view.Case[Q]{{
			Formula: formula,
			With:    view.Remark(func(q Q, _ known.Value) string { return q.looked().String() + "." }),
		}}}
}
