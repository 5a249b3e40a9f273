package sweep

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"dpscope/engine"
)

// Form says how the rows of a table are written.
type Form string

// The forms.
const (
	CSV   Form = "csv"   // RFC 4180, one header row
	Lines Form = "jsonl" // one JSON object a line

	// Parquet has one type a column, and so a separate column for answers that are words. Its rows are written as lines of
	// JSON, which can be appended, and turned once all are there: see Turn.
	Parquet Form = "parquet"
)

// lines reports whether rows are objects.
func (f Form) lines() bool { return f != CSV }

// FormOf returns the form of a file's ending; standard output is CSV. The error names the possible ones.
func FormOf(file string) (Form, error) {
	switch end := strings.ToLower(filepath.Ext(file)); {
	case file == "" || file == "-" || end == ".csv":
		return CSV, nil
	case end == ".jsonl":
		return Lines, nil
	case end == ".parquet":
		return Parquet, nil
	default:
		return "", fmt.Errorf("a sweep is not written to a file that ends in %q; .csv, .jsonl or .parquet would work", end)
	}
}

// Head returns what stands before the rows that Append makes.
func (f Form) Head(columns []engine.TableColumn) []byte {
	if f.lines() {
		return nil
	}
	e := encoder{form: CSV}
	for _, c := range columns {
		e.text(c.Name)
	}
	e.end()
	return e.to
}

// encoder appends rows, cell after cell, in the order of the columns.
type encoder struct {
	form Form
	keys []string // of the columns: `,"epsilon":`; for CSV none is needed
	to   []byte
	cell int // of the row
}

// keysOf returns what stands before the cells of an object.
func keysOf(columns []engine.TableColumn) (keys []string) {
	for i, c := range columns {
		key := string(appendJSON(nil, c.Name))
		if i == 0 {
			keys = append(keys, "{"+key+":")
		} else {
			keys = append(keys, ","+key+":")
		}
	}
	return keys
}

// next begins a cell.
func (e *encoder) next() {
	switch {
	case e.form.lines():
		e.to = append(e.to, e.keys[e.cell]...)
	case e.cell > 0:
		e.to = append(e.to, ',')
	}
	e.cell++
}

// end ends a row.
func (e *encoder) end() {
	if e.form.lines() {
		e.to = append(e.to, '}')
	}
	e.to = append(e.to, '\n')
	e.cell = 0
}

// nothing writes an empty cell.
func (e *encoder) nothing() {
	if e.next(); e.form.lines() {
		e.to = append(e.to, "null"...)
	}
}

// whole writes a count.
func (e *encoder) whole(n uint64) {
	e.next()
	e.to = strconv.AppendUint(e.to, n, 10)
}

// number writes all digits of a number; NaN writes nothing.
func (e *encoder) number(v float64) {
	switch {
	case math.IsNaN(v):
		e.nothing()
	case math.IsInf(v, 0):
		e.text(engine.Digits(v))
	default:
		e.next()
		e.to = strconv.AppendFloat(e.to, v, 'g', 17, 64)
	}
}

// written writes a number as an address says it.
func (e *encoder) written(digits string) {
	e.next()
	e.to = append(e.to, digits...)
}

// text writes a text that neither a terminal nor a spreadsheet acts on; an empty one is an empty cell of CSV.
func (e *encoder) text(text string) {
	e.next()
	if e.form.lines() {
		e.to = appendJSON(e.to, engine.Visible(text))
		return
	}
	e.to = appendCSV(e.to, engine.Visible(engine.Harmless(text)))
}

// appendCSV appends a cell as encoding/csv writes it.
func appendCSV(to []byte, text string) []byte {
	first, _ := utf8.DecodeRuneInString(text)
	if text == "" || text != `\.` && !strings.ContainsAny(text, "\",\r\n") && !unicode.IsSpace(first) {
		return append(to, text...)
	}
	to = append(to, '"')
	for i := range len(text) {
		if text[i] == '"' {
			to = append(to, '"')
		}
		to = append(to, text[i])
	}
	return append(to, '"')
}

// appendJSON appends a text with only visible characters, as a string of JSON.
func appendJSON(to []byte, text string) []byte {
	to = append(to, '"')
	for i := range len(text) {
		if c := text[i]; c == '"' || c == '\\' {
			to = append(to, '\\')
		}
		to = append(to, text[i])
	}
	return append(to, '"')
}
