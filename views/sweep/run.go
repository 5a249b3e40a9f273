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
	Next   uint64 // how many settings of the shard are done with it
	Failed uint64 // settings of it that cannot be
	Silent uint64 // others of which no reading was asked that they have
}

// Run computes the settings of a shard from one on and before another, which are counted within the shard, on all
// processors of the session, and hands their rows on in order. What it holds does not grow with the sweep. The
// error is that of write, or of ctx; of what is too much for one process nothing is begun.
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

// pace is how many settings are computed together: as many as take some milliseconds, so that slow ones are written
// one by one and quick ones need not be handed over one by one.
type pace struct {
	size  atomic.Uint64
	spare chan []byte // rows that were written
}

func newPace(ahead int) *pace {
	p := &pace{spare: make(chan []byte, ahead)}
	p.size.Store(1)
	return p
}

const (
	quick   = 5 * time.Millisecond
	slow    = 20 * time.Millisecond
	largest = 256 // settings, whose rows wait to be written
)

// took learns from how long a run of settings took.
func (p *pace) took(settings uint64, time time.Duration) {
	switch {
	case time < quick:
		p.size.Store(min(2*settings, largest))
	case time > slow:
		p.size.Store(max(settings/2, 1))
	}
}

// take is an empty text to append rows to.
func (p *pace) take() []byte {
	select {
	case rows := <-p.spare:
		return rows[:0]
	default:
		return nil
	}
}

// give hands back a text that nobody reads any more.
func (p *pace) give(rows []byte) {
	select {
	case p.spare <- rows:
	default:
	}
}
