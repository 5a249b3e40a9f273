package sweep

import (
	"context"
	"sync/atomic"
	"time"

	"dpscope/engine/work"
)

// Block is a run of settings that were computed together.
type Block struct {
	Rows   []byte
	Next   uint64 // settings of the shard done by its end
	Failed uint64 // its impossible settings
	Silent uint64 // other settings without any of the requested readings
}

// Run computes the settings from one on and before another, counted within the shard, on all processors of the session, and
// passes their rows on in order. Its memory does not grow with the sweep. The error comes from write or ctx; a sweep too
// large for one process is refused before it begins.
func (t *Table) Run(ctx context.Context, s Shard, from, to uint64, write func(Block) error) error {
	if to-from > Most {
		return t.TooMany(to - from)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ahead := 2 * work.Seats(ctx)
	order := make(chan *part, ahead)
	pace := newPace(ahead)
	go func() {
		defer close(order)
		stream := work.NewStream(ctx, ahead, func(ctx context.Context, p *part) { p.compute(ctx, t, s, pace) })
		defer stream.Close()
		for next := from; next < to; {
			p := &part{from: next, to: min(to, next+pace.size.Load()), done: make(chan error, 1)}
			next = p.to
			select {
			case order <- p:
			case <-ctx.Done():
				return
			}
			stream.Add(p)
		}
	}()
	for p := range order {
		if err := <-p.done; err != nil {
			return err
		}
		if err := write(Block{p.rows, p.to, p.failed, p.silent}); err != nil {
			return err
		}
		pace.give(p.rows)
	}
	return context.Cause(ctx)
}

// part is a run of settings on its way through a worker.
type part struct {
	from, to uint64
	rows     []byte
	failed   uint64
	silent   uint64
	done     chan error
}

func (p *part) compute(ctx context.Context, t *Table, s Shard, pace *pace) {
	began := time.Now()
	p.rows = pace.take()
	for i := p.from; i < p.to; i++ {
		var said Said
		var err error
		if p.rows, said, err = t.Append(ctx, p.rows, s.Setting(i)); err != nil {
			p.done <- err
			return
		}
		switch said {
		case Trouble:
			p.failed++
		case Nothing:
			p.silent++
		}
	}
	pace.took(p.to-p.from, time.Since(began))
	p.done <- nil
}

// pace returns how many settings to compute together: as many as take some milliseconds, so that slow ones are written one by
// one and quick ones are passed on in groups.
type pace struct {
	size  atomic.Uint64
	spare chan []byte // buffers of written rows
}

func newPace(ahead int) *pace {
	p := &pace{spare: make(chan []byte, ahead)}
	p.size.Store(1)
	return p
}

const (
	quick   = 5 * time.Millisecond
	slow    = 20 * time.Millisecond
	largest = 256 // settings with rows that wait to be written
)

// took learns from the time of a run of settings.
func (p *pace) took(settings uint64, time time.Duration) {
	switch {
	case time < quick:
		p.size.Store(min(2*settings, largest))
	case time > slow:
		p.size.Store(max(settings/2, 1))
	}
}

// take returns an empty buffer to append rows to.
func (p *pace) take() []byte {
	select {
	case rows := <-p.spare:
		return rows[:0]
	default:
		return nil
	}
}

// give returns a buffer that is no longer read.
func (p *pace) give(rows []byte) {
	select {
	case p.spare <- rows:
	default:
	}
}
