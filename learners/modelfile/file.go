package modelfile

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"dpscope/engine/numeral"
	"dpscope/learners/source"
)

// Open opens a classifier file for Read.
func Open(path string) (*os.File, error) { return source.Open(path, maxBytes) }

// Read reads a file, plain or gzip, as one object.
func Read(r io.Reader) (*Object, error) {
	p, err := source.Plain(r, maxBytes)
	if err != nil {
		return nil, err
	}
	text, err := source.ReadAll(p, maxBytes)
	if err != nil {
		return nil, err
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // the mark that some editors put first
	if err := check(text); err != nil {
		return nil, err
	}
	return NewObject(text)
}

// Limits of a classifier file, far above what a terminal can explore, and low enough to refuse a wrong or
// hostile file before it fills the memory.
const (
	MaxNumbers   = 16 << 20
	maxBytes     = 64 << 20 // before and after decompression
	maxTextBytes = 1 << 20  // of a text or a key
	maxKeys      = 100      // of an object that is no list
)

// Flatten joins rows of one length.
func Flatten(what string, rows [][]float64, length int) ([]float64, error) {
	flat := make([]float64, 0, len(rows)*length)
	for i, r := range rows {
		if len(r) != length {
			return nil, fmt.Errorf("%s, row %d: %s; %d would work", what, i, numeral.Things(len(r), "number"), length)
		}
		flat = append(flat, r...)
	}
	return flat, nil
}

// Unflatten cuts a list into rows of one length.
func Unflatten(flat []float64, length int) [][]float64 {
	rows := make([][]float64, len(flat)/length)
	for i := range rows {
		rows[i] = flat[i*length : (i+1)*length]
	}
	return rows
}
