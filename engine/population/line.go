package population

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/numeral"
	"dpscope/learners/model"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// Words for a record of a table: "line:212", "id:33943".
const (
	LinePrefix = "line:"
	idPrefix   = "id:"
)

// NamesRecord reports whether a word names a record of a table by its line or its
// id.
func NamesRecord(word string) bool {
	return strings.HasPrefix(word, LinePrefix) || strings.HasPrefix(word, idPrefix)
}

// LineOf returns the word for the i-th record of the table: its line in the file, with 2 for the first after
// the header, or its number among made-up ones.
func (t *Table) LineOf(i int) string {
	if t.Lines == nil {
		return LinePrefix + strconv.Itoa(i+1)
	}
	return LinePrefix + strconv.Itoa(t.Lines[i])
}

// Find returns the record that a word like "line:212" or "id:33943" names. The line
// counts all of the file, records left out too.
func (t *Table) Find(word string) (model.Record, error) {
	if id, is := strings.CutPrefix(word, idPrefix); is {
		at, err := t.findID(id)
		if err != nil {
			return model.Record{}, source.Blame("record", word, err)
		}
		return model.Record{ID: word, X: t.Rows[at]}, nil
	}
	line, err := strconv.Atoi(strings.TrimPrefix(word, LinePrefix))
	if err != nil {
		return model.Record{}, fmt.Errorf("record = %s is not a line; one such as %s would work", source.Quote(word), t.LineOf(0))
	}
	at := line - 1
	if t.Lines != nil {
		at = slices.Index(t.Lines, line)
	}
	if at < 0 || at >= len(t.Rows) {
		return model.Record{}, source.Blame("record", word, t.noLine(line))
	}
	return model.Record{ID: word, X: t.Rows[at]}, nil
}

// findID returns the place of the only record with an id.
func (t *Table) findID(id string) (int, error) {
	at := slices.Index(t.IDs, id)
	switch {
	case t.Lines == nil:
		return 0, fmt.Errorf("simulated records have no ids; %s would work", t.LineOf(0))
	case t.IDs == nil:
		return 0, fmt.Errorf("the file has no column that is called an id; id=COLUMN, or a line such as %s, would work", t.LineOf(0))
	case at < 0:
		return 0, t.noID(id)
	}
	if next := slices.Index(t.IDs[at+1:], id); next >= 0 {
		return 0, fmt.Errorf("%s and %s have the same %s; %s would work%s", t.Name(at), t.Name(at+1+next), t.IDName, t.LineOf(at), t.otherIDs())
	}
	return at, nil
}

// noID says why no record that can be used has an id.
func (t *Table) noID(id string) error {
	why := ""
	if left := t.whyLeft(); left != "" {
		why = fmt.Sprintf(" that can be used; of %d records %s", t.Total, left)
	}
	return fmt.Errorf("no record has %s = %s%s; %s%s would work%s", t.IDName, source.Quote(id), why, idPrefix, t.IDs[0], t.otherIDs())
}

// otherIDs says how to search ids in another column of the file, including the columns named as ids.
func (t *Table) otherIDs() string {
	var others []string
	for _, name := range t.Columns {
		if name != t.IDName && table.NamesID(name) {
			others = append(others, "id="+name)
		}
	}
	if others == nil {
		return ", or id=COLUMN where ids are in another column"
	}
	return ", or for ids in another column " + listed(others)
}

// alike says which ids do not tell people apart; nothing where all do.
func (t *Table) alike() string {
	first, again := map[string]int{}, 0
	text := ""
	for i, id := range t.IDs {
		at, met := first[id]
		if !met {
			first[id] = i
			continue
		}
		if again++; text == "" {
			text = fmt.Sprintf("ids that several records have: %s %s (%s and %s)", t.IDName, source.Quote(id), t.Name(at), t.Name(i))
		}
	}
	if again > 1 {
		text += fmt.Sprintf(" and %s more", numeral.Count(float64(again-1)))
	}
	return text
}

// noLine says why a line has no record that can be used.
func (t *Table) noLine(line int) error {
	last := len(t.Rows) - 1
	if why := t.whyLeft(); why != "" {
		return fmt.Errorf("line %d holds no record that can be used; of %d records %s. %s would work", line, t.Total, why, t.LineOf(last))
	}
	return fmt.Errorf("line %d holds no record; one from %s to %s would work", line, t.LineOf(0), t.LineOf(last))
}
