package table

import (
	"fmt"
	"strings"
)

// Survey reports on the reading of a table.
type Survey struct {
	Records  int     // read
	Dropped  int     // left out because of a missing value
	Filled   bool    // missing values were filled, with the mean or the most frequent word
	Missing  []Count // columns with missing values
	ByModel  []Count // columns with missing values that the model fills as its file says
	Gaps     []Count // columns with missing values that the classifier takes
	Encoded  []Count // text columns and their numbers of words
	Constant []Count // columns left out because they never change
	IDs      []Count // columns left out because they identify people, and say nothing else about them
	Unknown  []Count // words that the model was not trained on
	Outside  []Count // features with values outside [0, 1] after scaling, before clamping
	Clamped  bool
	Raw      bool // they were raw values, which lie outside the bounds that the model declares
}

// Count is a number of cells in a column, and the line of the first.
type Count struct {
	Column string
	Cells  int
	Line   int
}

// Notes puts the survey in sentences, one per line, for a person to read.
func (s Survey) Notes() []string {
	var notes []string
	say := func(list []Count, format string, end ...string) {
		if len(list) > 0 {
			notes = append(notes, fmt.Sprintf(format, counts(list))+strings.Join(end, ""))
		}
	}
	say(s.Missing, "missing values: %s", map[bool]string{true: "; filled with the mean or the most frequent word"}[s.Filled])
	say(s.ByModel, "missing values that the model fills: %s")
	say(s.Gaps, "missing values that the classifier takes: %s")
	if s.Dropped > 0 {
		notes = append(notes, fmt.Sprintf("%d of %d records left out because a value is missing", s.Dropped, s.Records))
	}
	say(s.Encoded, "text columns turned into one 0/1 feature per word (one for two words): %s")
	say(s.Constant, "columns left out because they never change in the records learned from: %s")
	say(s.IDs, "columns left out because they tell records apart, and nothing about them: %s")
	say(s.Unknown, "words that the classifier was not trained on, 0 in every feature: %s")
	say(s.Outside, "values outside "+map[bool]string{false: "[0, 1]", true: "their bounds"}[s.Raw]+": %s",
		map[bool]string{true: "; clamped"}[s.Clamped])
	return notes
}

// nothingLeft says why there is no feature.
func (s Survey) nothingLeft() error {
	why := ""
	for _, left := range []struct {
		columns []Count
		format  string
	}{{s.Constant, " (%s: never another value)"}, {s.IDs, " (%s: tells records apart, and nothing about them)"}} {
		if len(left.columns) > 0 {
			var names []string
			for _, c := range left.columns[:min(8, len(left.columns))] {
				names = append(names, c.Column)
			}
			why += fmt.Sprintf(left.format, strings.Join(names, ", "))
		}
	}
	return fmt.Errorf("no column is left to learn from%s; at least 1 besides the label would work", why)
}

// counts lists "bmi 201 (first in line 3), age 1 (first in line 9)".
func counts(list []Count) string {
	const most = 8
	var parts []string
	for i, c := range list {
		if i == most {
			parts = append(parts, fmt.Sprintf("and %d more columns", len(list)-most))
			break
		}
		part := fmt.Sprintf("%s %d", c.Column, c.Cells)
		if c.Line > 0 {
			part += fmt.Sprintf(" (first in line %d)", c.Line)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}
