package work

import (
	"context"
	"sync"

	"gonum.org/v1/gonum/floats"
)

// Parts counts how much is done of things that are under way at the same time.
type Parts struct {
	news func(done float64)

	lock   sync.Mutex
	shares []float64
}

// NewParts counts things. On progress, it passes to news how many are done in total, including parts of
// unfinished ones, and never twice at a time.
func NewParts(count int, news func(done float64)) *Parts {
	return &Parts{news: news, shares: make([]float64, count)}
}

// Of returns a context for one of the things: it counts the progress reported there, which never goes back.
func (p *Parts) Of(ctx context.Context, i int) context.Context {
	return Reporting(ctx, func(part Progress) { p.reach(i, part.Share()) })
}

// End says that one of the things is done.
func (p *Parts) End(i int) { p.reach(i, 1) }

func (p *Parts) reach(i int, share float64) {
	p.lock.Lock()
	defer p.lock.Unlock()
	if share <= p.shares[i] {
		return
	}
	p.shares[i] = share
	p.news(floats.Sum(p.shares))
}
