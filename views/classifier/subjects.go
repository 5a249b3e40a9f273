package classifier

import (
	"fmt"
	"strconv"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/population"
	"dpscope/learners"
	"dpscope/views/control"
	"dpscope/views/view"
)

// subjects holds the people looked at, and what a page says of them.
type subjects struct{ population.Looked }

// cohortOf returns the people that the controls name.
func cohortOf(v param.Values) (c population.Cohort, err error) {
	c = population.Cohort{Classifier: v.Word(classifierText), Data: v.Word(dataText), Private: v.Word(privateText), ID: v.Word(idText),
		Records: int(v.Get(people)), Seed: uint64(v.Get(control.Seed))}
	if c.Raw, err = rawValues.New(v); err != nil {
		return c, err
	}
	if c.Clamp, err = clamping.New(v); err != nil {
		return c, err
	}
	c.Sure, err = sure.New(v)
	return c, err
}

func (q subjects) looked() population.Sample { return q.Sample }

// whose says which records are looked at. It warns where some were left out or moved, or all have one class.
func (q subjects) whose() engine.Note {
	text, one := q.Sample.String(), q.sayOneClass()
	if one {
		text = "all of class " + q.Model.ClassName(q.Sample.Classes[0]) + ": " + text
	}
	return trainedPrivately(engine.Note{Text: text, Warning: one || q.Sample.LeftOut() > 0 || q.Sample.Moved.Records > 0}, q.Model)
}

// sayOneClass reports whether the classifier gives one class to all of several records that are looked at.
func (q subjects) sayOneClass() bool { return q.Sample.Len() > 1 && q.Sample.Met() == 1 }

// oneClass returns the class that all records get, in words, and their number; empty where they get several.
func (q subjects) oneClass() (class, alike string) {
	if !q.sayOneClass() {
		return "", ""
	}
	class = className(q.Model, q.Sample.Classes[0], namesInSentence)
	if q.Sample.Alike > q.Sample.Len() {
		return class, numeral.Count(float64(q.Sample.Alike)) + " records"
	}
	alike = numeral.Count(float64(q.Sample.Len())) + " records"
	if q.Sample.Of() > q.Sample.Len() {
		alike += " looked at"
	}
	return class, alike
}

// doubts returns doubts about the scale that a user's confirmation leaves.
func (q subjects) doubts() (notes []engine.Note) {
	for _, text := range q.Sample.Doubts(q.Model) {
		notes = append(notes, engine.Note{Warning: true, Text: strings.ToUpper(text[:1]) + text[1:] + "."})
	}
	return notes
}

// forTheseAlone says of an answer without an interval that it holds for the records looked at: "It is the best".
func (q subjects) forTheseAlone(what string) string {
	if q.Draws > 0 || q.Sample.Whole() {
		return q.aboutPeople()
	}
	return what + " for these records; for " + q.population() + " another may be."
}

// aboutPeople says for which people a number holds, and what its interval is about.
func (q subjects) aboutPeople() string {
	if q.Draws > 0 {
		return fmt.Sprintf("An agreement is the share of %d draws that keep the class, for it cannot be computed for %s; the interval is about %s, at 95 %%.", q.Draws, q.classifierNamed(), q.population())
	}
	switch {
	case q.Sample.Whole() && q.UnderWay:
		return "The records answered so far are drawn at random from all that can be used."
	case q.Sample.Whole():
		return "All records that can be used are looked at: nothing is estimated."
	case q.Sample.Of() == 0:
		return "For these records it is no estimate; the interval is about " + q.population() + ", at 95 %."
	}
	return fmt.Sprintf("For the records drawn it is no estimate; the interval is about %s, drawn from without replacement, at 95 %%.",
		q.population())
}

// classifierNamed names the classifier with enough private features to make agreements estimates.
func (q subjects) classifierNamed() string {
	name := learners.Title(q.Model.Classifier)
	if learners.CapabilitiesOf(q.Model.Classifier).Provable != nil {
		name += fmt.Sprintf(" with %d private features", len(q.Private))
	}
	return name
}

// population says what an interval is about.
func (q subjects) population() string {
	switch {
	case q.Sample.Whole():
		return "all records that can be used, which are looked at"
	case q.Sample.Of() == 0:
		return "the population these simulated records are drawn from"
	}
	return "the " + numeral.Count(float64(q.Sample.Of())) + " of the file that can be used"
}

// unlessWhole returns a text about a part of the records, empty for the whole.
func (q subjects) unlessWhole(text string) string {
	if q.Whole() {
		return ""
	}
	return text
}

// recordAddress returns the address of a record's map, or, unless there are two private features, of how its prediction
// survives; -1: there is no such record.
func (q subjects) recordAddress(record int) string {
	if record < 0 {
		return ""
	}
	address, byLine := q.recordAddresses()
	if byLine {
		return address + strconv.Itoa(q.Sample.Lines[q.Sample.At[record]])
	}
	numbers := make([]string, len(q.Sample.Rows[q.Sample.At[record]]))
	for i, x := range q.Sample.Rows[q.Sample.At[record]] {
		numbers[i] = strconv.FormatFloat(x, 'g', -1, 64)
	}
	return address + strings.Join(numbers, ",")
}

// recordAddresses returns the beginning of such addresses: a record of a file follows by its line, a made-up one by its values.
func (q subjects) recordAddresses() (address string, byLine bool) {
	view := "utility"
	if len(q.Private) == 2 {
		view = "map"
	}
	if q.Sample.Lines != nil {
		return view + "?record=" + population.LinePrefix, true
	}
	return view + "?record=", false
}

// tableReadings declares which records these are.
func tableReadings[Q interface{ looked() population.Sample }]() []view.Entry[Q] {
	return []view.Entry[Q]{
		counted[Q]("records-used", "records used", population.Sample.Len, "Records used: all that can be, or a part of them drawn by the seed."),
		counted[Q]("records-total", "records in all", func(s population.Sample) int { return s.Total },
			"Records of the file, or simulated records."),
		counted[Q]("records-left-out", "records unusable", func(s population.Sample) int { return s.LeftOut() },
			"Records that cannot be used: a value is missing, or a private one lies outside [0, 1]."),
		counted[Q]("classes", "classes predicted", population.Sample.Met,
			"Number of distinct predictions for the records looked at; where it is one, the table may be on another scale than the classifier's."),
	}
}

// counted declares a number of records of the table.
func counted[Q interface{ looked() population.Sample }](name, label string,
	of func(population.Sample) int, formula string) view.Reading[Q] {
	exactOf := "the file as it is read"
	if name == "classes" || name == "records-used" {
		exactOf = theseRecords
	}
	return view.Reading[Q]{Name: name, ExactOf: exactOf, Label: label, Style: numeral.Whole, Range: known.NotNegative,
		Value:   view.Exactly(func(q Q) float64 { return float64(of(q.looked())) }),
		Formula: formula,
		With:    view.Says(func(q Q) string { return q.looked().String() + "." })}
}
