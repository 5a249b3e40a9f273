package table

import (
	"context"
	"path/filepath"

	"dpscope/learners/source"
)

// Cells holds the cells of one column of a file: one of a few words per record, a number, or both if few
// numbers stand for words.
type Cells struct {
	Name    string
	Lines   []int     // per record its line in the file
	Words   []string  // all different words; nil if they are too many, which only numbers may be
	Codes   []int32   // per record its word, -1 if missing; nil without words
	Numbers []float64 // NaN if missing; nil for words that are no numbers
}

// ReadCells reads a column of a part of a CSV file as at most that many different words, or else as numbers.
// A *WordsError says that it is neither.
func ReadCells(ctx context.Context, path string, part Part, column string, most int) (Cells, error) {
	c, err := openColumns(ctx, path, part, func(name string) (w columnNeed) {
		if name == column {
			w = columnNeed{words: most, asWords: true}
		}
		return w
	})
	if err != nil {
		return Cells{}, err
	}
	col, err := c.find(column)
	if err != nil {
		return Cells{}, err
	}
	cells := Cells{Name: column, Lines: c.lines, Codes: col.codes, Numbers: col.values}
	if col.codes != nil {
		cells.Words = col.words
	}
	return cells, nil
}

// openColumns reads the wanted parts of a CSV file's columns.
func openColumns(ctx context.Context, path string, part Part, want func(string) columnNeed) (*columns, error) {
	f, err := source.Open(path, maxBytes)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	c, err := readColumns(ctx, reported(ctx, f), part, maxCells, want)
	return c, inFile(ctx, filepath.Base(path), err)
}
