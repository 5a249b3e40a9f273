package modelfile

import (
	"bytes"
	"io"
	"os"

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
