package command

import (
	"context"
	"io"
)

// abandoned reads until a context is done; it leaves behind a read that still waits then, of a terminal or a pipe without a
// writer.
type abandoned struct {
	ctx  context.Context
	in   io.Reader
	own  []byte       // buffer of a read that may be left behind
	read chan arrived // receives what was read
}

type arrived struct {
	n   int
	err error
}

func abandoning(ctx context.Context, in io.Reader) *abandoned {
	return &abandoned{ctx, in, make([]byte, longestLine), make(chan arrived, 1)}
}

func (r *abandoned) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	own := r.own[:min(len(p), len(r.own))]
	go func() {
		n, err := r.in.Read(own)
		r.read <- arrived{n, err}
	}()
	select {
	case got := <-r.read:
		return copy(p, own[:got.n]), got.err
	case <-r.ctx.Done():
		return 0, r.ctx.Err()
	}
}
