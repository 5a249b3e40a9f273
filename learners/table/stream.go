package table

import (
	"context"
	"io"
	"path/filepath"
	"slices"

	"dpscope/engine/param"
	"dpscope/learners/source"
)

// Stream hands on the cells of some columns of a file, record by record, and keeps none: cells are used again.
// An error is one line that names the file and the place.
func Stream(ctx context.Context, path string, names []string, each func(cells []string, line int) error) error {
	f, err := source.Open(path, maxBytes)
	if err != nil {
		return err
	}
	defer f.Close()
	return inFile(ctx, filepath.Base(path), stream(ctx, reported(ctx, f), names, each))
}

func stream(ctx context.Context, r io.Reader, names []string, each func(cells []string, line int) error) error {
	records, err := openSource(ctx, r)
	if err != nil {
		return err
	}
	var places []int
	for _, name := range names {
		at := slices.Index(records.Header(), name)
		if at < 0 {
			var has []string
			for _, h := range records.Header() {
				has = append(has, source.Name(h))
			}
			return &param.UnknownError{What: "column", Name: name, Known: has}
		}
		places = append(places, at)
	}
	records.Only(places)
	wanted := make([]string, len(places))
	for n := 0; ; n++ {
		if n%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		cells, line, err := records.Next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		for i, at := range places {
			wanted[i] = cells[at]
		}
		if err := each(wanted, line); err != nil {
			return err
		}
	}
}
