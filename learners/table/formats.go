package table

import (
	"context"
	"io"
	"io/fs"

	"dpscope/engine/work"
)

// File is a file that can be read at any place.
type File interface {
	io.ReaderAt
	Stat() (fs.FileInfo, error)
}

// Records are those of a file, one after another.
type Records interface {
	Header() []string
	// Len is how many there are, as the file says, and -1 where only reading tells.
	Len() int
	// Only says which columns are wanted, by their places, before the first record:
	// the cells of others need not be read.
	Only(columns []int)
	// Skip passes over so many records, or all that are left.
	Skip(records int) error
	// Next returns the cells of a record, one for each column, which are used again,
	// and its line; io.EOF after the last.
	Next() (cells []string, line int, err error)
}

// Format is a kind of file with a table in it. CSV is always known; others, which
// are larger, are what a program gives its session.
type Format struct {
	Magic string // the bytes that its files begin with
	Open  func(File) (Records, error)
}

func (f Format) of(file File) bool {
	begins := make([]byte, len(f.Magic))
	_, err := file.ReadAt(begins, 0)
	return err == nil && string(begins) == f.Magic
}

// Formats are those that a session reads besides CSV, a part that it keeps.
type Formats []Format

// openSource opens a file in the format that it begins as, and as CSV otherwise.
func openSource(ctx context.Context, r io.Reader) (Records, error) {
	formats, _ := work.PartOf[Formats](ctx)
	if file, ok := r.(File); ok {
		for _, f := range formats {
			if f.of(file) {
				return f.Open(file)
			}
		}
	}
	return openCSV(r)
}
