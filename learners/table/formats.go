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

// Records reads the records of a file, one after another.
type Records interface {
	Header() []string
	// Len returns the number of records if the file says it, or -1.
	Len() int
	// Only selects columns, by index, before the first record: cells of others need not be read.
	Only(columns []int)
	// Skip passes over that many records, or all that are left.
	Skip(records int) error
	// Next returns the cells of a record, one per column, reused by the next call, and its line; io.EOF after
	// the last.
	Next() (cells []string, line int, err error)
}

// Format is a kind of file with a table in it. CSV is always known; a program gives its session the others,
// which are larger.
type Format struct {
	Magic string // first bytes of its files
	Open  func(File) (Records, error)
}

func (f Format) of(file File) bool {
	begins := make([]byte, len(f.Magic))
	_, err := file.ReadAt(begins, 0)
	return err == nil && string(begins) == f.Magic
}

// Formats lists a session's formats besides CSV.
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
