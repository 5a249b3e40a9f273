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
	Turns(within, Cores(), count, func(_, i int) {
		if _, err := Guard(func() (any, error) { return nil, do(within, i) }); err != nil {
			cancel(err)
		}
	})
	return context.Cause(within)
}

// Turns calls do with every number from 0 to below count, on so many cores at
// most, in increasing order as far as there is one, until ctx ends; do is told which
// core it is on. What one panics with ends the turns, and the caller panics with it:
// in a goroutine of its own it would end the program.
func Turns(ctx context.Context, cores, count int, do func(core, i int)) {
	cores = min(cores, count)
	if cores == 1 {
		for i := 0; i < count && ctx.Err() == nil; i++ {
			do(0, i)
		}
		return
	}
	var workers sync.WaitGroup
	var next atomic.Int64
	faults := make(chan error, max(cores, 0))
	for core := range cores {
		workers.Go(func() {
			if _, err := Guard(func() (any, error) {
				for i := int(next.Add(1)) - 1; i < count && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
					do(core, i)
				}
				return nil, nil
			}); err != nil {
				next.Store(int64(count))
				faults <- err
			}
		})
	}
	workers.Wait()
	select {
	case err := <-faults:
		rethrow(err)
	default:
	}
}
