package table

import (
	"context"
	"io"
	"path/filepath"

	"dpscope/learners/source"
)

// Part is a range of a file's records: From, counted from 0 after the header, up to but not including To. The
// zero Part is the whole file. Errors about all records of a table, such as a column without any value, do
// not apply to parts.
type Part struct{ From, To int }

// whole reports whether it is all records.
func (p Part) whole() bool { return p.To == 0 }

// most returns the part's number of records, if the file has as many; -1: all of the file.
func (p Part) most() int {
	if p.whole() {
		return -1
	}
	return p.To - p.From
}

// openPart opens the records of a part.
func openPart(ctx context.Context, r io.Reader, p Part) (Records, error) {
	records, err := openSource(ctx, r)
	if err != nil || p.whole() {
		return records, err
	}
	return &partRecords{Records: records, skip: p.From, left: p.most()}, nil
}

// partRecords reads the records of a part.
type partRecords struct {
	Records
	skip, left int
}

func (p *partRecords) Len() int {
	n := p.Records.Len()
	if n < 0 {
		return -1
	}
	return min(max(n-p.skip, 0), p.left)
}

func (p *partRecords) Next() (cells []string, line int, err error) {
	if p.left == 0 {
		return nil, 0, io.EOF
	}
	if p.skip > 0 {
		if err := p.Skip(p.skip); err != nil {
			return nil, 0, err
		}
		p.skip = 0
	}
	p.left--
	return p.Records.Next()
}

// CountRecords returns the number of records of a file, including records with missing values.
func CountRecords(ctx context.Context, path string) (records int, err error) {
	f, err := source.Open(path, maxBytes)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	records, err = countRecords(ctx, reported(ctx, f))
	return records, inFile(ctx, filepath.Base(path), err)
}

func countRecords(ctx context.Context, r io.Reader) (int, error) {
	records, err := openSource(ctx, r)
	if err != nil {
		return 0, err
	}
	if n := records.Len(); n >= 0 {
		return n, nil
	}
	for n := 0; ; n++ {
		if n%256 == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		switch _, _, err := records.Next(); {
		case err == io.EOF:
			return n, nil
		case err != nil:
			return 0, err
		}
	}
}
