package table

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"dpscope/learners/source"
)

// Labels holds the classes of a file's records.
type Labels struct {
	Lines []int // of each record, in the file
	Class []int // -1: missing
}

// ReadLabels reads the true classes of the records of a part of a CSV file from a column. Where
// none is named it is the only one besides the features that holds names of
// classes and nothing else; a *WhichLabelError says that there is not one.
func ReadLabels(ctx context.Context, path string, part Part, label string, features []Feature, classNames []string) (Labels, error) {
	c, err := openColumns(ctx, path, part, func(name string) (w columnNeed) {
		if name == label || label == "" && !isFeature(name, features) {
			w = columnNeed{words: len(classNames) + 1, freely: label == ""}
		}
		return w
	})
	if err != nil {
		return Labels{}, err
	}
	if label == "" {
		c.list = slices.DeleteFunc(c.list, func(col *column) bool { return !col.tellsClasses(classNames) })
		if len(c.list) != 1 {
			return Labels{}, &WhichLabelError{names(c.list)}
		}
		label = c.list[0].name
	}
	d := Data{ClassNames: classNames}
	err = d.label(c, label)
	return Labels{c.lines, d.Y}, inFile(ctx, filepath.Base(path), err)
}

func isFeature(column string, features []Feature) bool {
	return slices.ContainsFunc(features, func(f Feature) bool { return f.source() == column })
}

// tellsClasses reports whether every cell of the column that is not missing names a
// class, and two of them do so.
func (c *column) tellsClasses(classNames []string) bool {
	names, _ := c.classes()
	return len(names) > 1 && !slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(classNames, n) })
}

func names(list []*column) []string {
	var names []string
	for _, c := range list {
		names = append(names, c.name)
	}
	return names
}

// WhichLabelError asks for the column of the true classes.
type WhichLabelError struct{ Columns []string } // that might be it

func (e *WhichLabelError) Error() string {
	const most = 4
	if len(e.Columns) == 0 {
		return "no column besides the features holds the names of the classes and nothing else"
	}
	words := make([]string, 0, most)
	for _, c := range e.Columns[:min(most, len(e.Columns))] {
		words = append(words, "truth="+source.Name(c))
	}
	return fmt.Sprintf("which of %d columns holds the true class? %s would work", len(e.Columns), strings.Join(words, " or "))
}
