// Package classroom handles a class that goes through lessons: the file that starts it, the students'
// hand-ins, their totals, and the protection of sensitive answers.
package classroom

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/learners/source"
)

// Row is a student's answer in a step.
type Row struct {
	Class, Student string
	Lesson         string
	Version, Step  int    // of the lesson; the step from 1
	Kind           string // number, point, choice or sentence; protected ones as Protection writes them
	Prediction     string // the first answer
	Answer         string // the true answer
	Right          bool
	Graded         bool // Right has a meaning; not for sentences and protected answers
	Misconception  string
	Tries, Hints   int
	Skipped        bool
	Seconds        int
}

// Columns lists the columns of a hand-in and of a gradebook.
func Columns() []string {
	return []string{"class", "student", "lesson", "version", "step", "kind", "prediction", "answer", "right", "misconception", "tries",
		"hints", "skipped", "seconds"}
}

// cells returns a row as written. A protected row has no tries, hints or time.
func (r Row) cells() []string {
	right, tries, hints, skipped, seconds := "", "", "", "", ""
	if _, protected := protectionOf(r.Kind); !protected {
		tries, hints, skipped, seconds = strconv.Itoa(r.Tries), strconv.Itoa(r.Hints), strconv.FormatBool(r.Skipped), strconv.Itoa(r.Seconds)
		if r.Graded {
			right = strconv.FormatBool(r.Right)
		}
	}
	return []string{engine.Harmless(r.Class), engine.Harmless(r.Student), engine.Harmless(r.Lesson), strconv.Itoa(r.Version),
		strconv.Itoa(r.Step), engine.Harmless(r.Kind),
		engine.Harmless(r.Prediction), engine.Harmless(r.Answer), right, engine.Harmless(r.Misconception), tries, hints, skipped, seconds}
}

// Write writes rows as CSV, with a header.
func Write(w io.Writer, rows []Row) error {
	c := csv.NewWriter(w)
	if err := c.Write(Columns()); err != nil {
		return err
	}
	for _, r := range rows {
		if err := c.Write(r.cells()); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// Fault is something of a file that is left out, in one line.
type Fault struct {
	File string
	Line int
	Text string
}

// String returns the fault as shown.
func (f Fault) String() string {
	return fmt.Sprintf("%s:%d: %s", f.File, f.Line, source.Message(f.Text))
}

// Limits of a hand-in, and of a gradebook, which joins many.
const (
	longestText = 500     // letters of any cell: an answer is one line
	MostRows    = 250_000 // of 2,000 students who go through every lesson
	mostFaults  = 100     // listed individually
)

// Read reads a hand-in or a gradebook. A row that cannot be read is left out, which a fault says; an error is that nothing can
// be read at all.
func Read(file string, source []byte) ([]Row, []Fault, error) {
	source = bytes.TrimPrefix(source, []byte("\ufeff"))
	if !utf8.Valid(source) {
		return nil, nil, fmt.Errorf("%s is no text in UTF-8; a file that dpscope lesson wrote would work", file)
	}
	c := csv.NewReader(bytes.NewReader(source))
	c.FieldsPerRecord = -1
	c.ReuseRecord = true
	head, err := c.Read()
	if err != nil {
		return nil, nil, fmt.Errorf("%s holds no table; a file that dpscope lesson wrote would work", file)
	}
	if !slices.Equal(head, Columns()) {
		return nil, nil, fmt.Errorf("%s has other columns than a hand-in of this version: %s", file, strings.Join(Columns(), ", "))
	}
	rows := make([]Row, 0, min(bytes.Count(source, []byte("\n")), MostRows))
	faults := faultList{file: file}
	words := once{}
	for read := 1; ; read++ {
		cells, err := c.Read()
		var broken *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			if cut := len(source) > 0 && source[len(source)-1] != '\n'; cut && len(rows) > 0 {
				line := 1 + bytes.Count(source, []byte("\n"))
				if faults.last() != line {
					rows = rows[:len(rows)-1]
					faults.add(line, "the file ends in the middle of a row, which is left out")
				}
			}
			return rows, faults.told("rows are left out"), nil
		case errors.As(err, &broken):
			faults.add(broken.Line, "the file is broken from here on, and the rest is left out")
			return rows, faults.told("rows are left out"), nil
		case err != nil:
			return rows, faults.told("rows are left out"), fmt.Errorf("%s cannot be read: %w", file, err)
		case read > MostRows:
			return nil, nil, fmt.Errorf("%s has more than %s rows, which no gradebook has", file, numeral.Count(MostRows))
		}
		line, _ := c.FieldPos(0)
		r, err := rowOf(cells)
		if err != nil {
			faults.add(line, err.Error()+"; the row is left out")
			continue
		}
		rows = append(rows, words.of(r))
	}
}

// faultList collects the faults of a file, and lists the first ones individually.
type faultList struct {
	file  string
	list  []Fault
	count int
	line  int // of the last one
}

func (f *faultList) add(line int, text string) {
	f.count, f.line = f.count+1, line
	if f.count <= mostFaults {
		f.list = append(f.list, Fault{f.file, line, text})
	}
}

// last returns the line of the last fault; 0: none.
func (f *faultList) last() int { return f.line }

// told returns the faults, with a last one that counts the rest.
func (f *faultList) told(what string) []Fault {
	if more := f.count - mostFaults; more > 0 {
		return append(f.list, Fault{f.file, f.line, fmt.Sprintf("%s more %s up to here", numeral.Count(float64(more)), what)})
	}
	return f.list
}

// once keeps each text of a file once, and none of the lines that it was cut from.
type once map[string]string

func (o once) text(s string) string {
	kept, known := o[s]
	if !known {
		kept = strings.Clone(s)
		o[kept] = kept
	}
	return kept
}

func (o once) of(r Row) Row {
	for _, text := range []*string{&r.Class, &r.Student, &r.Lesson, &r.Kind, &r.Prediction, &r.Answer, &r.Misconception} {
		*text = o.text(*text)
	}
	return r
}

// rowOf reads the cells of a row.
func rowOf(cells []string) (r Row, err error) {
	if len(cells) != len(Columns()) {
		return r, fmt.Errorf("%d cells, not %d", len(cells), len(Columns()))
	}
	for i, text := range cells {
		if utf8.RuneCountInString(text) > longestText {
			return r, fmt.Errorf("%s is longer than %d letters", Columns()[i], longestText)
		}
		cells[i] = strings.Map(func(c rune) rune {
			if !unicode.IsGraphic(c) {
				return ' '
			}
			return c
		}, strings.TrimPrefix(text, "'"))
	}
	number := func(i, least int) int {
		if cells[i] == "" && i > 7 {
			return 0
		}
		n, e := strconv.Atoi(cells[i])
		if (e != nil || n < least || n > math.MaxInt32) && err == nil {
			err = fmt.Errorf("%s = %q is no whole number from %d on", Columns()[i], cells[i], least)
		}
		return n
	}
	truth := func(i int) (is, said bool) {
		if cells[i] == "" {
			return false, false
		}
		is, e := strconv.ParseBool(strings.ToLower(cells[i]))
		if e != nil && err == nil {
			err = fmt.Errorf("%s = %q is neither true nor false", Columns()[i], cells[i])
		}
		return is, true
	}
	r = Row{Class: cells[0], Student: cells[1], Lesson: cells[2], Version: number(3, 1), Step: number(4, 1), Kind: cells[5],
		Prediction: cells[6], Answer: cells[7],
		Misconception: cells[9], Tries: number(10, 0), Hints: number(11, 0), Seconds: number(13, 0)}
	r.Right, r.Graded = truth(8)
	r.Skipped, _ = truth(12)
	if err == nil && (r.Student == "" || r.Lesson == "") {
		err = errors.New("no student or no lesson is named")
	}
	return r, err
}
