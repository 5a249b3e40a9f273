package work

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Cores is on how many threads at once it pays to compute: no more than there are
// processors, whatever else the program runs beside.
func Cores() int { return min(runtime.GOMAXPROCS(0), runtime.NumCPU()) }

// Each calls do with every number from 0 to below count, on all cores, in
// increasing order as far as there is one. The first error, or panic as a
// *Fault, ends the context of the others and is returned; else that of ctx is.
func Each(ctx context.Context, count int, do func(ctx context.Context, i int) error) error {
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var workers sync.WaitGroup
	var next atomic.Int64
	for range min(Cores(), count) {
		workers.Go(func() {
			for within.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= count {
					return
				}
				if _, err := Guard(func() (any, error) { return nil, do(within, i) }); err != nil {
					cancel(err)
				}
			}
		})
	}
	workers.Wait()
	return context.Cause(within)
}
