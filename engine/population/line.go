package population

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dpscope/learners"
	"dpscope/learners/source"
)

// linePrefix begins the word for a record of a table: "line:212".
const linePrefix = "line:"

// NamesLine reports whether a word names a record of a table by its line.
func NamesLine(word string) bool { return strings.HasPrefix(word, linePrefix) }

// LineOf is the word for the i-th record of the table: its line in the file, the
// first after the header being 2, or its number among those made up.
func (t *Table) LineOf(i int) string {
	if t.Lines == nil {
		return linePrefix + strconv.Itoa(i+1)
	}
	return linePrefix + strconv.Itoa(t.Lines[i])
}

// Find returns the record that a word like "line:212" names. The line is that of
// the file, whatever was left out.
func (t *Table) Find(word string) (learners.Record, error) {
	line, err := strconv.Atoi(strings.TrimPrefix(word, linePrefix))
	if err != nil {
		return learners.Record{}, fmt.Errorf("record = %s is not a line; one such as %s would do", source.Quote(word), t.LineOf(0))
	}
	at := line - 1
	if t.Lines != nil {
		at = slices.Index(t.Lines, line)
	}
	if at < 0 || at >= len(t.Rows) {
		return learners.Record{}, source.Blame("record", word, t.noLine(line))
	}
	return learners.Record{ID: word, X: t.Rows[at]}, nil
}

// noLine says why a line has no record that can be used.
func (t *Table) noLine(line int) error {
	last := len(t.Rows) - 1
	if why := t.WhyLeft(); why != "" {
		return fmt.Errorf("line %d holds no record that can be used; of %d records %s. %s would do", line, t.Total, why, t.LineOf(last))
	}
	return fmt.Errorf("line %d holds no record; one from %s to %s would do", line, t.LineOf(0), t.LineOf(last))
}
