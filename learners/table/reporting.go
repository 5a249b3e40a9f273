package table

import (
	"context"
	"os"

	"dpscope/engine/work"
)

// reporting is a file that reports to ctx how much of it has been read, from any position.
type reporting struct {
	*os.File
	tell       context.Context
	read, size float64 // bytes
}

// reported reads a file so, some twenty reports a second.
func reported(ctx context.Context, f *os.File) *reporting {
	size := 1.0
	if info, err := f.Stat(); err == nil {
		size = max(size, float64(info.Size()))
	}
	return &reporting{File: f, tell: work.Sparingly(ctx), size: size}
}

func (r *reporting) Read(p []byte) (int, error) {
	n, err := r.File.Read(p)
	return r.count(n), err
}

func (r *reporting) ReadAt(p []byte, at int64) (int, error) {
	n, err := r.File.ReadAt(p, at)
	return r.count(n), err
}

func (r *reporting) count(n int) int {
	r.read += float64(n)
	work.Report(r.tell, work.Progress{Done: min(r.read, r.size), Of: r.size, What: "bytes"})
	return n
}
