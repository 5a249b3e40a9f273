package survey

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/polling"
	"dpscope/engine/work"
	"dpscope/learners/table"
)

// Controls of the user's own table.
var (
	file = param.Text{Name: "data", Label: "data", Files: []string{".csv", ".csv.gz", ".parquet"},
		Help:   "A CSV or Parquet file of people, one a row, whose number and answers are taken in place of n and the true share.",
		Resets: []string{"column", "word", "bounds"}}
	column = param.Text{Name: "column", Label: "column", With: "data",
		Help: "The column that has the answers; by default the last one."}
	word = param.Text{Name: "word", Label: "looks at", With: "data", Of: "asks=yes-no,options",
		Help: "The word whose share is estimated: those who gave it say yes. By default yes, or the most frequent word."}
	bounds = param.Text{Name: "bounds", Label: "bounds", With: "data", Of: "asks=number",
		Help: "The least and the greatest number that anybody can have, such as 0:100: declared without a look at the data.", Check: checkBounds}
)

func checkBounds(word string) error {
	_, _, err := parseBounds(word)
	return err
}

// parseBounds reads "0:100".
func parseBounds(word string) (low, high float64, err error) {
	if word == "" {
		return 0, 0, nil
	}
	from, to, colon := strings.Cut(word, ":")
	low, noLow := strconv.ParseFloat(strings.TrimSpace(from), 64)
	high, noHigh := strconv.ParseFloat(strings.TrimSpace(to), 64)
	if !colon || noLow != nil || noHigh != nil || !(high > low) {
		return 0, 0, fmt.Errorf("bounds are %q; two numbers, the lower one first, such as 0:100, would work", word)
	}
	return low, high, nil
}

// owned reports whether answers come from a file.
func owned(v param.Values) bool { return v.Word(file) != "" }

// own holds what a survey takes from a file.
type own struct {
	polling.Column
	name      string // of the column
	at        int    // the word that is looked at
	low, high float64
}

// looked says what is estimated, before its number: "ill = yes:", "mean age:".
func (o *own) looked(mean bool) string {
	if mean {
		return "mean " + clipped(o.name) + ":"
	}
	return clipped(o.name) + " = " + clipped(o.Answers.Words[o.at]) + ":"
}

// clipped cuts a name, so that its sentence keeps its room.
func clipped(name string) string {
	const most = 16 // characters
	letters := []rune(name)
	if len(letters) <= most {
		return name
	}
	return string(letters[:most-1]) + "…"
}

// openOwn reads the file, if one is named, and gives the survey its people.
func (q *survey) openOwn(ctx context.Context, v param.Values) error {
	if !owned(v) {
		return nil
	}
	path := v.Word(file)
	if err := work.MayOpen(ctx, path); err != nil {
		return err
	}
	o := &own{name: v.Word(column)}
	if o.name == "" {
		names, err := table.Columns(ctx, path)
		if err != nil {
			return err
		}
		o.name = names[len(names)-1]
	}
	s := polling.Source{File: path, Column: o.name, Number: q.Asks == polling.Number}
	if s.Number {
		var err error
		if s.Low, s.High, err = parseBounds(v.Word(bounds)); err != nil {
			return err
		}
		if s.Low == s.High {
			return fmt.Errorf("bounds of %s are not declared; bounds=LOW:HIGH would work, those of all numbers that anybody can have", o.name)
		}
		o.low, o.high = s.Low, s.High
	}
	var err error
	if o.Column, err = s.Open(ctx); err != nil {
		return err
	}
	if !s.Number {
		o.at = o.Looked()
		if named := v.Word(word); named != "" {
			if o.at = slices.Index(o.Answers.Words, named); o.at < 0 {
				return &param.UnknownError{What: "word", Name: named, Known: o.Answers.Words}
			}
		}
	}
	q.own, q.Survey = o, q.Of(o.Column, o.at)
	return nil
}

// offered returns what a file offers.
func offered(ctx context.Context, v param.Values) engine.Defaults {
	path := v.Word(file)
	if path == "" {
		return engine.Defaults{file.Name: {Meaning: "no file", Absent: true}}
	}
	if work.MayOpen(ctx, path) != nil {
		return nil
	}
	names, err := table.Columns(ctx, path)
	if err != nil {
		return nil
	}
	d := engine.Defaults{column.Name: {Meaning: names[len(names)-1], Suggestions: names}}
	if q, err := askSurvey(ctx, v); err == nil && q.Asks != polling.Number {
		d[word.Name] = engine.Default{Meaning: q.own.Answers.Words[q.own.at], Suggestions: q.own.Answers.Words}
	}
	return d
}

func peopleIn(n int) string {
	if n == 1 {
		return "1 person"
	}
	return numeral.Count(float64(n)) + " people"
}

// whose says which people's answers these are, what was left out, and what was taken from the file.
func (q survey) whose() engine.Note {
	if q.own == nil {
		return engine.Note{}
	}
	answered, missing := q.own.People()
	text := fmt.Sprintf("%s of %s, column %s", peopleIn(answered), q.own.File, q.own.name)
	if q.Asks == polling.Number {
		text += fmt.Sprintf(", between the declared bounds %s and %s; mean %s", numeral.Exact(q.own.low), numeral.Exact(q.own.high),
			numeral.Short(q.own.low+q.Spread.Mean*(q.own.high-q.own.low)))
	} else {
		text += fmt.Sprintf("; %s answered %s, one of %s", numeral.Count(float64(q.own.Answers.People[q.own.at])), q.own.Answers.Words[q.own.at],
			numeral.Things(len(q.own.Answers.Words), "word"))
	}
	if missing > 0 {
		text += fmt.Sprintf("; %s more without an answer are left out", numeral.Count(float64(missing)))
	}
	return engine.Note{Text: text + ". n and answers are taken from the file, which no ε covers."}
}

// words returns a row for each word of the file: the people who gave it, and the margin of its share. For all people the margins
// of lines are used.
func (q survey) words(ctx context.Context) (engine.Later, error) {
	a := q.own.Answers
	s, err := q.named(ctx)
	if err != nil {
		return engine.Later{}, err
	}
	given := engine.LaterColumn{TableColumn: engine.TableColumn{Name: "people", Title: "people who gave it", Whole: true}}
	share := engine.LaterColumn{TableColumn: engine.TableColumn{Name: "share", Title: "share"}, Share: true}
	margin := engine.LaterColumn{TableColumn: engine.TableColumn{Name: "margin", Title: "margin of error"}, Share: true, Round: numeral.Up}
	known := map[int]known.Value{} // words with equal counts share it
	for at, people := range a.People {
		m, met := known[people]
		if !met {
			s.Share = q.own.Share(at)
			if m, err = s.Sketch(); err != nil {
				return engine.Later{}, err
			}
			known[people] = m
		}
		given.Numbers = append(given.Numbers, float64(people))
		share.Numbers = append(share.Numbers, q.own.Share(at))
		margin.Numbers = append(margin.Numbers, m.Number())
	}
	return engine.Later{Name: "words", Measured: make([][]float64, len(a.Words)), Leads: make([]string, len(a.Words)), Columns: []engine.LaterColumn{
		{TableColumn: engine.TableColumn{Name: "word", Title: q.own.name, Text: true}, Words: a.Words}, given, share, margin}}, nil
}
