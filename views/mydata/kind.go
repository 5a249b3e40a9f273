// Package mydata identifies a user's files by their content, and lists the questions that they can answer.
package mydata

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"slices"
	"unicode/utf8"

	"dpscope/engine/classroom"
	"dpscope/learners/model"
	"dpscope/views/sweep"
	"dpscope/views/view"
)

// Head is the number of bytes at the beginning of a file that identify it.
const Head = 1 << 16

// Errors of files that can answer nothing.
var (
	errEmpty   = errors.New("the file is empty; a table with a header and rows would work")
	errUnknown = errors.New("this is neither a table (CSV, Parquet) nor a classifier (JSON); dpscope convert turns a pipeline into one")
	errJSON    = errors.New("this JSON file is neither a classifier nor a schema; dpscope train and dpscope convert write classifiers")
	errScript  = errors.New("this is a training script; dpscope check says whether its training is private")
	errDecided = errors.New("this file holds decisions; dpscope check computes them again")
	errRows    = errors.New("it has a header and no rows; at least 1 row would work")
)

// KindOf returns the kind of a file by its first bytes; whole reports that these are all of it.
func KindOf(begins []byte, whole bool) (view.File, error) {
	if bytes.HasPrefix(begins, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(bytes.NewReader(begins))
		if err != nil {
			return "", errUnknown
		}
		text, err := io.ReadAll(io.LimitReader(z, Head))
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			return "", errUnknown
		}
		begins, whole = text, whole && err == nil && len(text) < Head
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(begins, []byte("\ufeff")), " \t\r\n")
	switch {
	case len(text) == 0:
		return "", errEmpty
	case bytes.HasPrefix(text, []byte("PAR1")):
		return view.Table, nil
	case isScript.Match(text):
		return "", errScript
	case text[0] == '{':
		return jsonKind(text)
	case text[0] == '[' || bytes.IndexByte(text, 0) >= 0 || !isText(text):
		return "", errUnknown
	}
	return csvKind(text, whole)
}

// isScript matches Python that imports a library of private training, in a notebook too.
var isScript = regexp.MustCompile(`(?m)(^|"|\\n)[ \t]*(from|import)[ \t]+(opacus|tensorflow_privacy)\b`)

// isText reports whether bytes are UTF-8, except for a truncated last letter.
func isText(text []byte) bool {
	for cut := 0; cut < utf8.UTFMax && cut < len(text); cut++ {
		if utf8.Valid(text[:len(text)-cut]) {
			return true
		}
	}
	return false
}

// jsonKind tells a classifier and a schema apart by the names of their members.
func jsonKind(text []byte) (view.File, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return "", errUnknown
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			break
		}
		var member json.RawMessage
		err = d.Decode(&member)
		switch {
		case name == "format" && bytes.Equal(member, []byte(`"`+model.Format+`"`)):
			return view.Classifier, nil
		case name == "decisions":
			return "", errDecided
		case name == "attributes":
			return view.Schema, nil
		case err != nil:
			return "", errJSON
		}
	}
	return "", errJSON
}

// csvKind tells tables apart by their headers.
func csvKind(text []byte, whole bool) (view.File, error) {
	in := csv.NewReader(bytes.NewReader(text))
	in.FieldsPerRecord, in.LazyQuotes, in.TrimLeadingSpace = -1, true, true
	header, err := in.Read()
	if err != nil {
		return "", errUnknown
	}
	if _, err := in.Read(); err == io.EOF && whole {
		return "", errRows
	}
	switch names := classroom.Columns(); {
	case sweep.IsTable(string(text)):
		return view.Sweep, nil
	case len(header) >= len(names) && slices.Equal(header[:len(names)], names):
		return view.Gradebook, nil
	case len(header) == 2 && slices.Contains(header, "in") && slices.Contains(header, "score"):
		return view.Runs, nil
	case len(header) == 1 && isProse(text):
		return "", errUnknown
	}
	return view.Table, nil
}

// isProse reports whether text has lines that are too long for the cells of one column.
func isProse(text []byte) bool {
	const cell = 64 // bytes
	for line := range bytes.Lines(text) {
		if len(line) > cell {
			return true
		}
	}
	return false
}
