package table

import (
	"context"
	"io"
	"path/filepath"

	"dpscope/learners/source"
)

// Part is a run of a file's records: from one on, counted from 0 behind the header, and before another. The zero
// Part is all of them. What is an error of a table only because it says it of all its records, that none has a value
// say, is none of a part.
type Part struct{ From, To int }

// whole reports whether it is all records.
func (p Part) whole() bool { return p.To == 0 }

// most is how many records the part has, where the file has as many; -1: as many as the file.
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

// partRecords are those of a part.
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

// CountRecords is how many records a file has, whatever lacks a value among them.
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
